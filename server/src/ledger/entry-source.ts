// Where entries are read from, so that a page of the newest is found along an index whatever is asked for.
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../kit/database.ts'
import { idAt } from '../kit/random.ts'
import type { Span } from '../kit/time.ts'
import type { Currency } from './accounts.ts'

export type EntryFilters = {
  owner?: string | undefined
  purpose?: string | undefined
  currency?: Currency | undefined
  kind?: string | undefined
  reference?: string | undefined
  span?: Span | undefined
}

/** So many rows in this order, from this place on. */
export type Part = { descends: boolean; limit: number; position?: { value: unknown; id: unknown } | undefined }

/** Rows of `ledger.entry`: a part of them in their order, or all to be counted. */
export type EntrySource = (part?: Part) => RawBuilder<unknown>

/** So few accounts are each read along their own index, and merged. */
const fewAccounts = 24
/** Entries of accounts that together have so few are all fetched; of more, enough lie near the top. */
const fewEntries = 20_000
/** More accounts than that are not looked at one by one. */
const manyAccounts = 10_000

const nothing: EntrySource = () => sql`select * from ledger.entry where false`
/** All of the conditions; true of none. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** The id is the moment: a span of time is a span of partitions and of the index. */
export function ofSpan(id: RawBuilder<unknown>, { span }: Pick<EntryFilters, 'span'>): RawBuilder<unknown>[] {
  return [
    ...(span?.from ? [sql`${id} >= ${idAt(span.from)}::uuid`] : []),
    ...(span?.to ? [sql`${id} < ${idAt(span.to)}::uuid`] : []),
  ]
}

/** Conditions of transfers `t`. */
export const ofTransfer = ({ kind, reference }: Pick<EntryFilters, 'kind' | 'reference'>) => [
  ...(kind === undefined ? [] : [sql`t.kind = ${kind}`]),
  ...(reference === undefined ? [] : [sql`t.reference = ${reference}`]),
]

/** Conditions of accounts `a`. */
export const ofAccount = ({ owner, purpose, currency }: EntryFilters) => [
  ...(owner === undefined ? [] : [sql`a.owner = ${owner}`]),
  ...(purpose === undefined ? [] : [sql`a.purpose = ${purpose}`]),
  ...(currency === undefined ? [] : [sql`a.currency = ${currency}`]),
]

/** A condition of entries `e` on their accounts; of the currency they know themselves. */
function onAccounts(where: EntryFilters): RawBuilder<unknown>[] {
  const account = ofAccount({ owner: where.owner, purpose: where.purpose })
  return [
    ...(where.currency === undefined ? [] : [sql`e.currency = ${where.currency}`]),
    ...(account.length === 0 ? [] : [sql`(select ${allOf(account)} from ledger.account a where a.id = e.account_id)`]),
  ]
}

const direction = ({ descends }: Part) => sql.raw(descends ? 'desc' : 'asc')
const cursor = ({ descends, position }: Part) =>
  position
    ? [
        sql`(e.transfer_id, e.line) ${sql.raw(descends ? '<' : '>')} (${position.value}::uuid, ${position.id}::smallint)`,
      ]
    : []

/** Entries that keep all conditions, in their order. */
function entries(conditions: readonly RawBuilder<unknown>[], part?: Part): RawBuilder<unknown> {
  if (!part) return sql`select * from ledger.entry e where ${allOf(conditions)}`
  const way = direction(part)
  return sql`
    select * from ledger.entry e where ${allOf([...conditions, ...cursor(part)])}
     order by e.transfer_id ${way}, e.line ${way} limit ${part.limit}`
}

/** Begins with the transfers, in the order of their index, and looks into each for its entries. */
const throughTransfers =
  (where: EntryFilters, conditions: readonly RawBuilder<unknown>[]): EntrySource =>
  (part) => {
    const way = part ? direction(part) : sql`desc`
    const own = [...ofTransfer(where), ...ofSpan(sql`t.id`, where)]
    if (part?.position) own.push(sql`t.id ${sql.raw(part.descends ? '<=' : '>=')} ${part.position.value}::uuid`)
    const inEach = allOf([sql`e.transfer_id = t.id`, ...conditions, ...(part ? cursor(part) : [])])
    return sql`
      select e.* from (select t.id from ledger.transfer t where ${allOf(own)} order by t.id ${way}) t
       cross join lateral (select * from ledger.entry e where ${inEach} offset 0) e
       ${part ? sql`order by t.id ${way}, e.line ${way} limit ${part.limit}` : sql``}`
  }

/** Each account along its own index; a part takes enough of each. */
const ofEach =
  (ids: readonly bigint[], conditions: readonly RawBuilder<unknown>[]): EntrySource =>
  (part) =>
    sql.join(
      ids.map((id) => sql`(${entries([sql`e.account_id = ${id}`, ...conditions], part)})`),
      sql` union all `,
    )

type Account = { id: bigint; version: bigint; derived: boolean }

/** The accounts that are meant, or undefined when they are too many to be named. */
async function accountsOf(reader: Reader, where: EntryFilters): Promise<Account[] | undefined> {
  const conditions = allOf(ofAccount(where))
  if (where.owner === undefined) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count
        from (select 1 from ledger.account a where ${conditions} limit ${manyAccounts + 1}) found`.execute(reader)
    if (rows[0]!.count > manyAccounts) return undefined
  }
  const { rows } = await sql<Account>`select id, version, derived from ledger.account a where ${conditions}`.execute(
    reader,
  )
  return rows
}

/** Chooses where to begin: with a few accounts, with the transfers of a kind or a reference, or with the newest entries. */
export async function entrySource(reader: Reader, where: EntryFilters): Promise<EntrySource> {
  const { owner, purpose, currency, kind, reference } = where
  const span = ofSpan(sql`e.transfer_id`, where)
  const byTransfer = kind !== undefined || reference !== undefined
  if (owner === undefined && purpose === undefined && currency === undefined)
    return byTransfer ? throughTransfers(where, []) : (part) => entries(span, part)
  const accounts = await accountsOf(reader, where)
  if (accounts?.length === 0) return nothing
  const ids = accounts?.map(({ id }) => id)
  // The version of an account that keeps one is the number of its entries.
  const total = accounts?.reduce((sum, { version }) => sum + version, 0n) ?? 0n
  const areOwned = accounts !== undefined && !accounts.some(({ derived }) => derived)
  const areFew = areOwned && total <= fewEntries
  // What one person has is less than what a kind has, even of one who has much.
  const walked = reference === undefined && areOwned && (areFew || accounts.length <= fewAccounts)
  if (byTransfer && !walked)
    return throughTransfers(where, ids ? [sql`e.account_id = any(${ids}::bigint[])`] : onAccounts(where))
  const ofKind = byTransfer
    ? [sql`exists (select from ledger.transfer t where t.id = e.transfer_id and ${allOf(ofTransfer(where))})`]
    : []
  if (ids && ids.length <= fewAccounts) return ofEach(ids, [...span, ...ofKind])
  if (!ids || !areFew) return (part) => entries([...onAccounts(where), ...span], part)
  const fetched = sql`(select * from ledger.entry e where ${allOf([sql`e.account_id = any(${ids}::bigint[])`, ...span, ...ofKind])} offset 0)`
  return () => sql`select * from ${fetched} e`
}

/** The same entries told all at once: what the planner estimates best. */
export const plainEntries = (where: EntryFilters): RawBuilder<unknown> => {
  const account = ofAccount({ owner: where.owner, purpose: where.purpose })
  const transfer = ofTransfer(where)
  const conditions = [
    ...account,
    ...transfer,
    ...ofSpan(sql`e.transfer_id`, where),
    ...(where.currency === undefined ? [] : [sql`e.currency = ${where.currency}`]),
  ]
  return sql`
    select e.* from ledger.entry e
      ${transfer.length > 0 ? sql`join ledger.transfer t on t.id = e.transfer_id` : sql``}
      ${account.length > 0 ? sql`join ledger.account a on a.id = e.account_id` : sql``}
     where ${allOf(conditions)}`
}
