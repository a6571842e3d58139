// Queries for clients and deliveries. Platform data: every caller with the menu sees all of it.
import type { Parsed } from '@greenroom/contract/call'
import type { deliveryList, rejectionList } from '@greenroom/contract/clients'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import { type Keyset, type PageRequest, pageOf, type Reading } from '../../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage, span, spanOfIds } from '../../../records/index.ts'

export type ClientRow = Selectable<DB['bridge.client']>
export type SecretRow = Pick<
  Selectable<DB['bridge.client_secret']>,
  'id' | 'client_id' | 'hint' | 'created_by' | 'created_at' | 'expires_at' | 'reveal_to'
>
/** A client with its numbers of pending and dead deliveries, and the minute of its newest event. */
export type ClientSeen = ClientRow & { waiting: number; dead: number; last_event_at: Date | null }

const clientKeyset: Keyset<ClientSeen> = {
  sorts: { name: { column: 'c.name', type: 'text', of: (row) => row.name } },
  defaultSort: 'name',
  id: { column: 'c.id', type: 'int', of: (row) => row.id },
  defaultSize: 20,
}

export function clientPage(from: Reading, request: PageRequest) {
  const query = from.database
    .selectFrom('bridge.client as c')
    .selectAll('c')
    .select([
      sql<number>`(select count(*)::int from bridge.delivery d where d.client_id = c.id and d.state = 'waiting')`.as(
        'waiting',
      ),
      sql<number>`(select count(*)::int from bridge.delivery d where d.client_id = c.id and d.state = 'dead')`.as(
        'dead',
      ),
      sql<Date | null>`(select max(t.minute) from bridge.traffic t where t.client_id = c.id)`.as('last_event_at'),
    ])
  return pageOf(from, query, clientKeyset, request, {})
}

const secretColumns = ['id', 'client_id', 'hint', 'created_by', 'created_at', 'expires_at', 'reveal_to'] as const

/** Secrets of these clients that are valid at `now` (wall time), newest first; never the secret itself. */
export const secretsOf = (reader: Reader, clientIds: readonly number[], now: Date): Promise<SecretRow[]> =>
  clientIds.length === 0
    ? Promise.resolve([])
    : reader
        .selectFrom('bridge.client_secret')
        .select(secretColumns)
        .where('client_id', '=', anyOf(clientIds))
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
        .orderBy('client_id')
        .orderBy('id', 'desc')
        .execute()

/** The row, locked until the transaction ends; commands for it can still be written. */
export const lockClient = (tx: Transaction, id: number): Promise<ClientRow | undefined> =>
  tx.selectFrom('bridge.client').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** All clients, by name. */
export const allClients = (reader: Reader): Promise<Pick<ClientRow, 'id' | 'name'>[]> =>
  reader.selectFrom('bridge.client').select(['id', 'name']).orderBy('name').orderBy('id').execute()

export const clientById = (reader: Reader, id: number): Promise<Pick<ClientRow, 'id' | 'name'> | undefined> =>
  reader.selectFrom('bridge.client').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

/** The client with this name, or one that looks like it. */
export const clientNamed = (reader: Reader, name: string): Promise<ClientRow | undefined> =>
  reader
    .selectFrom('bridge.client')
    .selectAll()
    .where(sql<boolean>`kit.name_key(name) = kit.name_key(${name})`)
    .executeTakeFirst()

export const insertClient = (tx: Transaction, values: Insertable<DB['bridge.client']>): Promise<ClientRow> =>
  tx.insertInto('bridge.client').values(values).returningAll().executeTakeFirstOrThrow()

export const updateClient = (
  tx: Transaction,
  id: number,
  values: Updateable<DB['bridge.client']>,
): Promise<ClientRow> =>
  tx
    .updateTable('bridge.client')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes the client with its secrets and deliveries. @returns the number of pending commands. */
export async function deleteClient(tx: Transaction, id: number): Promise<number> {
  const { waiting } = await tx
    .selectFrom('bridge.delivery')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where('client_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('bridge.client').where('id', '=', id).execute()
  return waiting
}

/** Makes deliveries that wait for a retry due at once. */
export const tryAtOnce = (tx: Transaction, clientId: number, now: Date) =>
  tx
    .updateTable('bridge.delivery')
    .set({ next_at: now })
    .where('client_id', '=', clientId)
    .where('state', '=', 'waiting')
    .where('attempts', '>', 0)
    .where('lease', 'is', null)
    .execute()

/** The secret without an end expires at `until`; those with an end expire now. */
export async function retireSecrets(tx: Transaction, clientId: number, until: Date, now: Date): Promise<void> {
  await tx
    .deleteFrom('bridge.client_secret')
    .where('client_id', '=', clientId)
    .where((where) => where.or([where('expires_at', 'is not', null), where(sql<Date>`${until}`, '<=', now)]))
    .execute()
  await tx.updateTable('bridge.client_secret').set({ expires_at: until }).where('client_id', '=', clientId).execute()
}

export const secretById = (tx: Transaction, id: number): Promise<SecretRow | undefined> =>
  tx.selectFrom('bridge.client_secret').select(secretColumns).where('id', '=', id).forUpdate().executeTakeFirst()

/** The encrypted secret with its client's name, locked. */
export const lockSealed = (tx: Transaction, id: number) =>
  tx
    .selectFrom('bridge.client_secret as s')
    .innerJoin('bridge.client as c', 'c.id', 's.client_id')
    .select(['s.id', 's.client_id', 's.hint', 's.sealed', 's.created_by', 's.expires_at', 's.reveal_to'])
    .select('c.name as client')
    .where('s.id', '=', id)
    .forUpdate('s')
    .executeTakeFirst()

/** Marks the secret as fetched, so that it can't be fetched again. */
export const markRevealed = (tx: Transaction, id: number) =>
  tx.updateTable('bridge.client_secret').set({ reveal_to: null }).where('id', '=', id).execute()

export const deleteSecret = (tx: Transaction, id: number) =>
  tx.deleteFrom('bridge.client_secret').where('id', '=', id).execute()

export type RejectionRow = Selectable<DB['bridge.rejection']> & { client: string | null }

const rejectionKeyset: Keyset<RejectionRow> = {
  sorts: { at: { column: 'r.id', type: 'uuid', of: (row) => row.id } },
  defaultSort: '-at',
  id: { column: 'r.id', type: 'uuid', of: (row) => row.id },
  defaultSize: 20,
}

const rejectionFilters: Filters<typeof rejectionList> = {
  clientId: equals('r.client_id'),
  type: equals('r.type'),
  errorCode: equals('r.code'),
  rejectionId: equals('r.id'),
  ...spanOfIds('r.id'),
}

/** One page of rejected lines, newest first. A deleted client has no name. */
export const rejectionPage = (context: Context, payload: Parsed<typeof rejectionList>) =>
  narrowedPage(
    context,
    context.database
      .selectFrom('bridge.rejection as r')
      .leftJoin('bridge.client as c', 'c.id', 'r.client_id')
      .selectAll('r')
      .select('c.name as client'),
    rejectionFilters,
    rejectionKeyset,
    payload,
  )

export type DeliveryRow = Selectable<DB['bridge.delivery']> & {
  client: string
  /** True if the client receives commands: it is enabled and has an endpoint. */
  open: boolean
  at: Date
  data: unknown
}

const deliveryKeyset: Keyset<DeliveryRow> = {
  sorts: { at: { column: 'd.seq', type: 'bigint', of: (row) => row.seq.toString() } },
  defaultSort: '-at',
  id: { column: 'd.seq', type: 'bigint', of: (row) => row.seq.toString() },
  defaultSize: 20,
}

const deliveries = (reader: Reader) =>
  reader
    .selectFrom('bridge.delivery as d')
    .innerJoin('bridge.client as c', 'c.id', 'd.client_id')
    .innerJoin('bridge.command as m', 'm.id', 'd.command_id')
    .selectAll('d')
    .select(['c.name as client', sql<boolean>`c.enabled and c.endpoint <> ''`.as('open'), 'm.at', 'm.data'])

const deliveryFilters: Filters<typeof deliveryList> = {
  clientId: equals('d.client_id'),
  state: equals('d.state'),
  type: equals('d.type'),
  subject: equals('d.subject'),
  deliveryId: equals('d.seq'),
  ...span('m.at'),
}

/** One page of deliveries, newest first. */
export const deliveryPage = (context: Context, payload: Parsed<typeof deliveryList>) =>
  narrowedPage(context, deliveries(context.database), deliveryFilters, deliveryKeyset, payload)

/** The existing deliveries of `seqs`, locked in order. */
export const lockDeliveries = (tx: Transaction, seqs: readonly bigint[]): Promise<DeliveryRow[]> =>
  deliveries(tx).where('d.seq', '=', anyOf(seqs)).orderBy('d.seq').forUpdate('d').execute()

/** Makes them pending as if they were new; each keeps its place in its lane. */
export const sendAgain = (tx: Transaction, seqs: readonly bigint[], now: Date) =>
  seqs.length === 0
    ? Promise.resolve()
    : tx
        .updateTable('bridge.delivery')
        .set({ state: 'waiting', attempts: 0, first_at: null, next_at: now, delivered_at: null })
        .where('seq', '=', anyOf(seqs))
        .execute()

/** Pending deliveries of enabled clients. */
export async function waitingCommands(reader: Reader): Promise<number> {
  const { n } = await reader
    .selectFrom('bridge.delivery as d')
    .innerJoin('bridge.client as c', 'c.id', 'd.client_id')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('d.state', '=', 'waiting')
    .where('c.enabled', '=', true)
    .executeTakeFirstOrThrow()
  return Number(n)
}
