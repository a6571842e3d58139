// Layouts of payout files, saved by name.
import type { Parsed } from '@greenroom/contract/call'
import * as calls from '@greenroom/contract/payoutBatches'
import { mappingChanged } from '@greenroom/contract/sentences/payouts'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { moment, type Served, serve } from '../../../kit/calls/serve.ts'
import { type Reader, violates } from '../../../kit/database/database.ts'
import {
  addRow,
  changeRows,
  createdBy,
  equals,
  lockAt,
  resource,
  serveDelete,
  serveRecords,
} from '../../../records/index.ts'
import type { AccountKind } from '../accounts/payeeAccounts.rules.ts'
import { type Field, type Layout, layoutLacks } from './payouts.files.ts'

/** As stored, in JSON. */
type Columns = { header: string; field: Field }[]

const mapping = resource('finance.payout_mapping', {
  id: { column: 'id', type: 'int' },
  menu: 'finance.payout',
  noun: 'payout layout',
  view: (row) => ({
    mappingId: row.id,
    name: row.name,
    kind: row.kind as AccountKind,
    delimiter: row.delimiter as ',' | ';' | '|',
    columns: row.columns as unknown as Columns,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }),
  can: () => ({ update: true, delete: true }),
  fields: { name: 'name', kind: 'kind', delimiter: 'delimiter', columns: 'columns' },
  sentence: (rows, change) =>
    mappingChanged(
      rows.map(({ name }) => name),
      change,
    ),
})

type Content = Omit<Parsed<typeof calls.payoutMappingSave>, never>

/** @throws Refusal 1000002 if the file would lack the payout, its account number or its amount */
function checked({ name, kind, delimiter, columns }: Content) {
  const lacks = layoutLacks(columns, kind)
  if (lacks) throw refuseBecause(1000002, 'columns', 'payout.lacks', { field: lacks })
  return { name, kind, delimiter, columns: JSON.stringify(columns) }
}

const nameTaken = (error: unknown): unknown =>
  violates(error, 'payout_mapping_name') ? refuseBecause(10027, 'name', 'payout.mappingName') : error

const save = (context: Context, payload: Parsed<typeof calls.payoutMappingSave>) =>
  context
    .tx(async (tx) => {
      const { id } = await addRow(tx, context, mapping, { ...checked(payload), ...createdBy(context) })
      return { mappingId: id }
    })
    .catch((error: unknown) => {
      throw nameTaken(error)
    })

const update = (context: Context, payload: Parsed<typeof calls.payoutMappingUpdate>) =>
  context
    .tx(async (tx) => {
      const columns = checked(payload)
      const before = await lockAt(tx, mapping, payload.mappingId, payload.version, columns)
      await changeRows(tx, context, mapping, [before], columns, 'edited')
      return {}
    })
    .catch((error: unknown) => {
      throw nameTaken(error)
    })

/** A saved layout for this kind of account. */
export async function layoutOf(reader: Reader, id: number, kind: AccountKind): Promise<Layout | undefined> {
  const row = await reader
    .selectFrom('finance.payout_mapping')
    .select(['delimiter', 'columns'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && { delimiter: row.delimiter, columns: row.columns as unknown as Columns }
}

export const mappingRoutes: Served[] = [
  serveRecords(mapping, calls.payoutMappingList, {
    filters: { kind: equals('t.kind') },
    orders: { createdAt: { type: 'timestamptz', column: 'created_at' } },
    order: '-createdAt',
    columns: [
      { heading: 'exports:columns.id', value: (row) => row.mappingId },
      { heading: 'exports:columns.name', value: (row) => row.name },
      { heading: 'finance:columns.mapped', value: (row) => row.columns.map(({ header }) => header).join(', ') },
      { heading: 'finance:columns.createdBy', value: (row) => row.createdBy },
      { heading: 'exports:columns.addedAt', value: (row) => moment(row.createdAt) },
    ],
  }),
  serve(calls.payoutMappingSave, save),
  serve(calls.payoutMappingUpdate, update),
  serveDelete(mapping, calls.payoutMappingDelete),
]
