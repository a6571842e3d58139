// Lists, entries and hits of sanctions. Platform data: guild and agent callers find none.
import type { Parsed } from '@greenroom/contract/call'
import type { sanctionsEntryList, sanctionsHitList, sanctionsListList } from '@greenroom/contract/sanctions'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { lockById } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { keyOf } from './sanctions.names.ts'
import { addressKey, type Entry } from './sanctions.reading.ts'

export type List = Selectable<DB['finance.sanctions_list']>
export type Hit = Selectable<DB['finance.sanctions_hit']>

const lists: Keyset<List> = {
  sorts: { madeAt: { column: 'l.made_at', type: 'timestamptz', of: (row) => row.made_at } },
  defaultSort: '-madeAt',
  id: { column: 'l.id', type: 'int', of: (row) => row.id },
  defaultSize: 20,
}
const listFilters: Filters<typeof sanctionsListList> = {
  state: equals('l.state'),
  name: equals('l.name'),
  ...span('l.made_at'),
}
export const listPage = (context: Context, payload: Parsed<typeof sanctionsListList>) =>
  narrowedPage<List, typeof payload>(
    context,
    context.database.selectFrom('finance.sanctions_list as l').selectAll('l').where(visible(context.scope)),
    listFilters,
    lists,
    payload,
  )

const byHit = { column: 'h.id', type: 'int' as const, of: (row: Hit) => row.id }
const hits: Keyset<Hit> = {
  sorts: { id: byHit },
  defaultSort: '-id',
  id: byHit,
  defaultSize: 50,
}
const hitFilters: Filters<typeof sanctionsHitList> = {
  state: equals('h.state'),
  payee: (kind) => sql`starts_with(h.payee_id, ${`${kind}:`})`,
  payeeId: equals('h.payee_id'),
  listName: equals('h.list_name'),
  ...span('h.found_at'),
}
export const hitPage = (context: Context, payload: Parsed<typeof sanctionsHitList>) =>
  narrowedPage<Hit, typeof payload>(
    context,
    context.database.selectFrom('finance.sanctions_hit as h').selectAll('h').where(visible(context.scope)),
    hitFilters,
    hits,
    payload,
  )

export const hitById = (context: Context, id: number): Promise<Hit | undefined> =>
  context.database
    .selectFrom('finance.sanctions_hit as h')
    .selectAll('h')
    .where(visible(context.scope))
    .where('h.id', '=', id)
    .executeTakeFirst()

/** These hits, locked in id order. */
export const lockHits = (tx: Transaction, ids: readonly number[]): Promise<Map<number, Hit>> =>
  lockById(tx, 'finance.sanctions_hit', ids)

export const setWaiting = (tx: Transaction, ids: readonly number[], approvalId: string) =>
  sql`update finance.sanctions_hit set approval_id = ${approvalId} where id = any(${ids}::int[])`.execute(tx)

export const setDecided = (
  tx: Transaction,
  ids: readonly number[],
  { state, by, second, at, reason }: { state: string; by: string; second: string; at: Date; reason: string },
) =>
  sql`
    update finance.sanctions_hit
       set state = ${state}, decided_by = ${by}, second_by = ${second}, decided_at = ${at}, reason = ${reason},
           approval_id = null, version = version + 1
     where id = any(${ids}::int[])`.execute(tx)

export type EntryRow = {
  id: number
  listName: string
  reference: string
  kind: string
  names: string[]
  addresses: string[]
  program: string
  countries: string
}

const entries = (reader: Reader) =>
  reader
    .selectFrom('finance.sanctions_entry as e')
    .innerJoin('finance.sanctions_list as l', (join) =>
      join.onRef('l.id', '=', 'e.list_id').on('l.state', '=', 'in force'),
    )
    .select([
      'e.id',
      'l.name as listName',
      'e.reference',
      'e.kind',
      sql<string[]>`array(select n.name from finance.sanctions_name n where n.entry_id = e.id
                           order by n.name <> e.name, n.name)`.as('names'),
      sql<string[]>`array(select a.address from finance.sanctions_address a where a.entry_id = e.id order by 1)`.as(
        'addresses',
      ),
      'e.program',
      'e.countries',
    ])

const byEntry = { column: 'e.id', type: 'int' as const, of: (row: EntryRow) => row.id }
const entryKeyset: Keyset<EntryRow> = {
  sorts: { id: byEntry },
  defaultSort: '-id',
  id: byEntry,
  defaultSize: 50,
}
const nothing = sql<boolean>`false`
const entryFilters: Filters<typeof sanctionsEntryList> = {
  // By sound, as payees are looked up; the words need not be complete.
  name: (text) => {
    const key = keyOf(text)
    return key
      ? sql`exists (select from finance.sanctions_name n
                     where n.entry_id = e.id and n.sounds @> string_to_array(${key.sounds}, ' '))`
      : nothing
  },
  number: (text) =>
    sql`e.id in (select a.entry_id from finance.sanctions_address a where a.address = ${addressKey(text)})`,
  listName: equals('l.name'),
}
export const entryPage = (context: Context, payload: Parsed<typeof sanctionsEntryList>) =>
  narrowedPage<EntryRow, typeof payload>(
    context,
    entries(context.database).where(visible(context.scope)),
    entryFilters,
    entryKeyset,
    payload,
  )

/** The entry of a list in force; undefined if no longer listed. */
export const entryOfHit = (reader: Reader, { list_name, reference }: Hit): Promise<EntryRow | undefined> =>
  entries(reader).where('l.name', '=', list_name).where('e.reference', '=', reference).executeTakeFirst()

/** Serialises beginning and activating versions of a list. */
export const holdName = (tx: Transaction, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sanctions list ${name}`}, 0))`.execute(tx)

export const lockList = (tx: Transaction, id: number): Promise<List | undefined> =>
  tx.selectFrom('finance.sanctions_list').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const openOf = (tx: Transaction, name: string): Promise<List | undefined> =>
  tx
    .selectFrom('finance.sanctions_list')
    .selectAll()
    .where('name', '=', name)
    .where('state', 'in', ['loading', 'waiting'])
    .forNoKeyUpdate()
    .executeTakeFirst()

export const addList = async (tx: Transaction, row: Insertable<DB['finance.sanctions_list']>): Promise<number> =>
  (await tx.insertInto('finance.sanctions_list').values(row).returning('id').executeTakeFirstOrThrow()).id

export const setList = (tx: Transaction, id: number, set: Partial<Insertable<DB['finance.sanctions_list']>>) =>
  tx.updateTable('finance.sanctions_list').set(set).where('id', '=', id).execute()

export const inForceOf = (tx: Transaction, name: string): Promise<List | undefined> =>
  tx
    .selectFrom('finance.sanctions_list')
    .selectAll()
    .where('name', '=', name)
    .where('state', '=', 'in force')
    .executeTakeFirst()

/** Replaces the version in force; payees are screened again. */
export async function bringIntoForce(tx: Transaction, { id, name }: List, at: Date): Promise<void> {
  await sql`
    update finance.sanctions_list set state = 'replaced', ended_at = ${at}
     where name = ${name} and state = 'in force'`.execute(tx)
  await sql`
    update finance.sanctions_list
       set state = 'in force', in_force_at = ${at}, epoch = nextval('finance.sanctions_epoch'), approval_id = null
     where id = ${id}`.execute(tx)
}

/** Stores entries with their names and numbers in one statement. @throws a unique violation of the reference. */
export async function addEntries(tx: Transaction, listId: number, added: readonly Entry[]): Promise<void> {
  if (added.length === 0) return
  const names = added.flatMap(({ reference, names: all }) =>
    all.flatMap((name) => {
      const key = keyOf(name)
      return key ? [{ reference, name, ...key }] : []
    }),
  )
  const addresses = added.flatMap(({ reference, addresses: all }) => all.map((address) => ({ reference, address })))
  await sql`
    with e as (
      insert into finance.sanctions_entry (list_id, reference, kind, name, program, countries)
      select ${listId}::int, n.* from unnest(
        ${added.map((e) => e.reference)}::text[], ${added.map((e) => e.kind)}::text[],
        ${added.map((e) => e.names[0]!)}::text[], ${added.map((e) => e.program)}::text[],
        ${added.map((e) => e.countries)}::text[]) as n
      returning id, reference),
    n as (
      insert into finance.sanctions_name (entry_id, list_id, name, key, sounds, pivot)
      select e.id, ${listId}::int, n.name, n.key, string_to_array(n.sounds, ' '), n.pivot
        from unnest(${names.map((n) => n.reference)}::text[], ${names.map((n) => n.name)}::text[],
                    ${names.map((n) => n.key)}::text[], ${names.map((n) => n.sounds)}::text[],
                    ${names.map((n) => n.pivot)}::text[]) as n(reference, name, key, sounds, pivot)
        join e using (reference))
    insert into finance.sanctions_address (entry_id, list_id, address)
    select e.id, ${listId}::int, a.address
      from unnest(${addresses.map((a) => a.reference)}::text[], ${addresses.map((a) => a.address)}::text[])
           as a(reference, address)
      join e using (reference)`.execute(tx)
}

/** Names that a version adds to and removes from the previous one. */
export async function compared(tx: Transaction, id: number, before: number | null) {
  const { rows } = await sql<{ added: number; removed: number; names: number; addresses: number }>`
    with now as materialized (
      select e.reference, n.key from finance.sanctions_name n join finance.sanctions_entry e on e.id = n.entry_id where e.list_id = ${id}
      union select e.reference, a.address from finance.sanctions_address a join finance.sanctions_entry e on e.id = a.entry_id where e.list_id = ${id}),
    old as materialized (
      select e.reference, n.key from finance.sanctions_name n join finance.sanctions_entry e on e.id = n.entry_id where e.list_id = ${before}::int
      union select e.reference, a.address from finance.sanctions_address a join finance.sanctions_entry e on e.id = a.entry_id where e.list_id = ${before}::int)
    select (select count(distinct reference)::int from (select * from now except select * from old) d) as added,
           (select count(distinct reference)::int from (select * from old except select * from now) d) as removed,
           (select count(*)::int from finance.sanctions_name where list_id = ${id}) as names,
           (select count(*)::int from finance.sanctions_address where list_id = ${id}) as addresses`.execute(tx)
  return rows[0]!
}

/** Removes some entries of a version no longer in force. @returns whether any are left. */
export async function emptyNext(tx: Transaction, limit: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from finance.sanctions_list where not emptied and state in ('replaced', 'ended', 'discarded')
     order by id limit 1 for no key update skip locked`.execute(tx)
  const [list] = rows
  if (!list) return false
  const { rows: gone } = await sql`
    delete from finance.sanctions_entry where id in (
      select id from finance.sanctions_entry where list_id = ${list.id} order by id limit ${limit}) returning id`.execute(
    tx,
  )
  if (gone.length < limit) await setList(tx, list.id, { emptied: true, carry: Buffer.alloc(0) })
  return true
}
