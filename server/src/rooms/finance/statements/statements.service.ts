// Staff's work with statements: mappings, the dry run, confirming and discarding.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import { mappingSaved, statementConfirmed, statementDiscarded } from '@greenroom/contract/sentences/statements'
import type * as calls from '@greenroom/contract/statements'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { violates } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { addDifferences } from './statements.differences.ts'
import { itemKindOf } from './statements.matching.ts'
import * as queries from './statements.queries.ts'
import type { Settings } from './statements.reading.ts'

type Shown = RecordOf<typeof calls.statementList>

const mayWrite = (context: Context) => levelOn(staffOf(context), 'finance.statement') === 3
const numberOf = (value: bigint | null) => (value === null ? null : Number(value))

function shown(row: queries.StatementRow, writes: boolean): Shown {
  const counts = row.counts as Record<string, number>
  const may = (able: boolean): true | string => (writes ? able || 'state' : 'readOnly')
  return {
    id: row.id,
    gateway: row.gateway,
    fileName: row.file_name,
    mappingName: row.mapping_name,
    fromDay: row.from_text,
    toDay: row.to_text,
    state: row.state as Shown['state'],
    stateReason: row.state_reason,
    bytes: Number(row.bytes),
    lines: row.lines,
    counts: 'agreed' in counts ? (counts as Shown['counts']) : null,
    amountSum: Number(row.amount_sum),
    feeSum: Number(row.fee_sum),
    opening: numberOf(row.opening),
    closing: numberOf(row.closing ?? row.last_balance),
    currency: (row.settings as Settings).currency,
    warnings: row.warnings,
    madeBy: row.made_by,
    madeAt: row.made_at.toISOString(),
    confirmedBy: row.confirmed_by,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    reason: row.reason,
    version: row.version,
    can: { confirm: may(row.state === 'draft'), discard: may(row.state === 'draft' || row.state === 'loading') },
  }
}

export const list = async (context: Context, payload: Parsed<typeof calls.statementList>) => {
  const writes = mayWrite(context)
  return mapPage(await queries.statementPage(context, payload), (row) => shown(row, writes))
}

/** @throws Refusal 10032 where there is none. */
export async function info(context: Context, { statementId }: Parsed<typeof calls.statementInfo>): Promise<Shown> {
  const row = await queries.statementById(context, statementId)
  if (!row) throw refuseBecause(10032, 'statementId', 'record.none')
  return shown(row, mayWrite(context))
}

export const lines = async (context: Context, payload: Parsed<typeof calls.statementLineList>) =>
  mapPage(
    await queries.linePage(context, payload),
    (row): RecordOf<typeof calls.statementLineList> => ({
      line: row.line,
      reference: row.reference,
      amountMinor: Number(row.amount_minor),
      currency: row.currency,
      feeMinor: Number(row.fee_minor),
      at: row.at?.toISOString() ?? null,
      fault: row.fault,
      result: (row.result ?? 'agreed') as 'agreed',
      orderId: row.order_id,
      item: row.item === null ? null : itemKindOf(row.item),
    }),
  )

export const mappings = async (context: Context, payload: Parsed<typeof calls.statementMappingList>) =>
  mapPage(
    await queries.mappingPage(context, payload),
    (row): RecordOf<typeof calls.statementMappingList> => ({
      id: row.id,
      name: row.name,
      gateway: row.gateway,
      settings: row.settings as Settings,
      updatedBy: row.updated_by,
      updatedAt: row.updated_at.toISOString(),
      version: row.version,
    }),
  )

/**
 * Adds a mapping, or changes one: statements keep the settings with which they were read.
 *
 * @throws Refusal 10027 for another mapping's name, 10032, 20000
 */
export function saveMapping(
  context: Context,
  { id, version, name, gateway, settings }: Parsed<typeof calls.statementMappingSave>,
): Promise<Answer<typeof calls.statementMappingSave>> {
  const save = context.tx(async (tx) => {
    const before = id === undefined ? undefined : await queries.lockMapping(tx, id)
    if (id !== undefined && !before) throw refuseBecause(10032, 'id', 'record.none')
    if (before && before.version !== version)
      throw refuseBecause(20000, 'version', 'statement.changed', { version: before.version })
    const values = {
      name,
      gateway,
      settings: JSON.stringify(settings),
      updated_by: staffOf(context).username,
      updated_at: context.now,
      version: (before?.version ?? 0) + 1,
    }
    const saved = await queries.saveMapping(tx, before?.id, values)
    await record(tx, context, {
      target: `statement mapping ${saved.id}`,
      content: mappingSaved(name),
      before: before ? { name: before.name, gateway: before.gateway, settings: before.settings } : null,
      after: { name, gateway, settings },
    })
    return saved
  })
  return save.catch((error: unknown) => {
    throw violates(error, 'statement_mapping_name') ? refuseBecause(10027, 'name', 'mapping.name') : error
  })
}

/** @throws Refusal 20000 if it changed in the meantime. */
async function locked(tx: Parameters<typeof queries.lockStatement>[0], id: number, version: number) {
  const row = await queries.lockStatement(tx, id)
  if (!row) throw refuseBecause(10032, 'statementId', 'record.none')
  if (row.version !== version) throw refuseBecause(20000, 'version', 'statement.changed', { version: row.version })
  return row
}

/** Confirms the dry run: its matches become final, and differences are recorded. */
export function confirm(
  params: Params,
  context: Context,
  { statementId, version, reason = '' }: Parsed<typeof calls.statementConfirm>,
): Promise<Answer<typeof calls.statementConfirm>> {
  return context.tx(async (tx) => {
    const row = await locked(tx, statementId, version)
    if (row.state !== 'draft') throw refuseBecause(20000, 'statementId', 'statement.state')
    if (row.warnings.length > 0 && reason === '') throw refuseBecause(11004, 'reason', 'statement.reason')
    const about = { id: row.id, gateway: row.gateway }
    const differences = await addDifferences(
      tx,
      { ...about, untilAt: row.until_at },
      params.integer('statement_missing_days'),
      context.now,
    )
    const by = staffOf(context).username
    await queries.saveLoaded(tx, row.id, {
      state: 'confirmed',
      confirmed_by: by,
      confirmed_at: context.now,
      reason,
      version: version + 1,
    })
    await record(tx, context, {
      target: `statement ${row.id}`,
      content: statementConfirmed({ ...about, differences }),
      before: { state: 'draft' },
      after: { state: 'confirmed', counts: row.counts, warnings: row.warnings, differences },
      ...(reason !== '' && { reason }),
    })
    return { differences }
  })
}

/** Discards a statement; its lines are removed later. */
export function discard(
  context: Context,
  { statementId, version, reason }: Parsed<typeof calls.statementDiscard>,
): Promise<Answer<typeof calls.statementDiscard>> {
  return context.tx(async (tx) => {
    const row = await locked(tx, statementId, version)
    if (row.state !== 'draft' && row.state !== 'loading') throw refuseBecause(20000, 'statementId', 'statement.state')
    await queries.saveLoaded(tx, row.id, { state: 'discarded', reason, touched_at: context.now, version: version + 1 })
    await record(tx, context, {
      target: `statement ${row.id}`,
      content: statementDiscarded({ id: row.id, gateway: row.gateway }),
      before: { state: row.state },
      after: { state: 'discarded' },
      reason,
    })
    return {}
  })
}
