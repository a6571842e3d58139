// Chooses the index along which a page of entries is read, so that every filter finds its newest entries quickly.
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../kit/database/anyOf.ts'
import type { Reader } from '../kit/database/database.ts'
import { idAt } from '../kit/random.ts'
import type { Span } from '../kit/time.ts'
import { bookedApart, maxDistanceMs } from './booked.ts'
import type { Currency, Holder } from './ledger.accounts.ts'

export type EntryFilters = {
  /** One owner, or any of several. */
  owner?: string | readonly string[] | undefined
  purpose?: string | undefined
  currency?: Currency | undefined
  kind?: string | undefined
  /** One of several kinds. */
  kinds?: readonly string[] | undefined
  reference?: string | undefined
  span?: Span | undefined
  /** Of the platform's accounts, or of all accounts of one kind of owner. */
  holder?: Holder | undefined
  /** Entries that only reserve are left out. */
  moved?: boolean | undefined
  /** Booked within `[from, to)`. */
  booked?: { from: Date; to: Date } | undefined
}

/** A page: its order, size and position. */
export type Slice = { descends: boolean; limit: number; position?: { value: unknown; id: unknown } | undefined }

/** A query of `ledger.entry` rows: one slice in order, or all of them, to be counted. */
export type EntrySource = (slice?: Slice) => RawBuilder<unknown>

/** Up to this many accounts are each read along their own index, and merged. */
const fewAccounts = 24
/** Up to this many entries of some accounts are all fetched; with more, a page is found by scanning the newest. */
const fewEntries = 20_000
/** Up to this many transfers that are booked late are named one by one. */
const fewLate = 2_000
/** More accounts than this are not listed. */
const manyAccounts = 10_000

const nothing: EntrySource = () => sql`select * from ledger.entry where false`
/** The conjunction; true when there are no conditions. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** Ids contain the time, so a time span is a span of partitions and of the index. Transfers booked at another time than their id are left out. */
export function ofSpan(
  id: RawBuilder<unknown>,
  { span, booked }: Pick<EntryFilters, 'span' | 'booked'>,
): RawBuilder<unknown>[] {
  return [
    ...(span?.from ? [sql`${id} >= ${idAt(span.from)}::uuid`] : []),
    ...(span?.to ? [sql`${id} < ${idAt(span.to)}::uuid`] : []),
    ...(booked
      ? [
          sql`${id} >= ${idAt(new Date(booked.from.getTime() - maxDistanceMs))}::uuid`,
          sql`${id} < ${idAt(new Date(booked.to.getTime() + maxDistanceMs))}::uuid`,
          sql`(select b.booked_at >= ${booked.from} and b.booked_at < ${booked.to} and not ledger.id_time_differs(b.id, b.booked_at)
                 from ledger.transfer b where b.id = ${id})`,
        ]
      : []),
  ]
}

/** The books contain posted amounts only, no reserves. */
const moved = ({ booked, moved }: EntryFilters) => (booked || moved ? [sql`e.amount <> 0`] : [])

/** Conditions of transfers `t`. */
export const ofTransfer = ({ kind, kinds, reference }: Pick<EntryFilters, 'kind' | 'kinds' | 'reference'>) => [
  ...(kinds === undefined ? [] : [sql`t.kind = any(${[...kinds]}::text[])`]),
  ...(kind === undefined ? [] : [sql`t.kind = ${kind}`]),
  ...(reference === undefined ? [] : [sql`t.reference = ${reference}`]),
]

/** Conditions of accounts `a`. */
export const ofAccount = ({ owner, holder, purpose, currency }: EntryFilters) => [
  ...(owner === undefined
    ? []
    : [typeof owner === 'string' ? sql`a.owner = ${owner}` : sql`a.owner = ${anyOf(owner)}`]),
  ...(holder === undefined
    ? []
    : holder === 'platform'
      ? [sql`a.owner = 'platform'`]
      : [sql`a.owner like ${`${holder}:%`}`]),
  ...(purpose === undefined ? [] : [sql`a.purpose = ${purpose}`]),
  ...(currency === undefined ? [] : [sql`a.currency = ${currency}`]),
]

/** Conditions of entries `e` on their accounts; the currency is a column of their own. */
function onAccounts(where: EntryFilters): RawBuilder<unknown>[] {
  const account = ofAccount({ owner: where.owner, holder: where.holder, purpose: where.purpose })
  return [
    ...(where.currency === undefined ? [] : [sql`e.currency = ${where.currency}`]),
    ...(account.length === 0 ? [] : [sql`(select ${allOf(account)} from ledger.account a where a.id = e.account_id)`]),
  ]
}

const direction = ({ descends }: Slice) => sql.raw(descends ? 'desc' : 'asc')
const cursor = ({ descends, position }: Slice) =>
  position
    ? [
        sql`(e.transfer_id, e.line) ${sql.raw(descends ? '<' : '>')} (${position.value}::uuid, ${position.id}::smallint)`,
      ]
    : []

/** Entries that meet all conditions, in order. */
function entries(conditions: readonly RawBuilder<unknown>[], slice?: Slice): RawBuilder<unknown> {
  if (!slice) return sql`select * from ledger.entry e where ${allOf(conditions)}`
  const way = direction(slice)
  return sql`
    select * from ledger.entry e where ${allOf([...conditions, ...cursor(slice)])}
     order by e.transfer_id ${way}, e.line ${way} limit ${slice.limit}`
}

/** Walks the transfers along their index and looks up the entries of each. */
const throughTransfers =
  (where: EntryFilters, conditions: readonly RawBuilder<unknown>[]): EntrySource =>
  (slice) => {
    const way = slice ? direction(slice) : sql`desc`
    const own = [...ofTransfer(where), ...ofSpan(sql`t.id`, where)]
    if (slice?.position) own.push(sql`t.id ${sql.raw(slice.descends ? '<=' : '>=')} ${slice.position.value}::uuid`)
    const inEach = allOf([sql`e.transfer_id = t.id`, ...moved(where), ...conditions, ...(slice ? cursor(slice) : [])])
    return sql`
      select e.* from (select t.id from ledger.transfer t where ${allOf(own)} order by t.id ${way}) t
       cross join lateral (select * from ledger.entry e where ${inEach} offset 0) e
       ${slice ? sql`order by t.id ${way}, e.line ${way} limit ${slice.limit}` : sql``}`
  }

/** Each account along its own index; a slice reads a full page of each. */
const ofEach =
  (ids: readonly bigint[], conditions: readonly RawBuilder<unknown>[]): EntrySource =>
  (slice) =>
    sql.join(
      ids.map((id) => sql`(${entries([sql`e.account_id = ${id}`, ...conditions], slice)})`),
      sql` union all `,
    )

type Account = { id: bigint; version: bigint; derived: boolean }

/** Conditions that too many accounts met: accounts are never deleted, so that they need not be counted again. */
const crowded = new Set<string>()

/** The accounts that match, or undefined when there are too many to list. */
async function accountsOf(reader: Reader, where: EntryFilters): Promise<Account[] | undefined> {
  const conditions = allOf(ofAccount(where))
  if (where.owner === undefined) {
    const kind = `${where.holder ?? ''} ${where.purpose ?? ''} ${where.currency ?? ''}`
    if (crowded.has(kind)) return undefined
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count
        from (select 1 from ledger.account a where ${conditions} limit ${manyAccounts + 1}) found`.execute(reader)
    if (rows[0]!.count > manyAccounts) {
      crowded.add(kind)
      return undefined
    }
  }
  const { rows } = await sql<Account>`select id, version, derived from ledger.account a where ${conditions}`.execute(
    reader,
  )
  return rows
}

/** Entries of transfers booked at another time than their ids: late ones, mostly. */
const bookedLate =
  (where: EntryFilters, { from, to }: { from: Date; to: Date }): EntrySource =>
  (slice) => {
    const own = [bookedApart(from, to), ...ofTransfer(where)]
    const inEach = allOf([
      sql`e.transfer_id = t.id`,
      ...moved(where),
      ...onAccounts(where),
      ...(slice ? cursor(slice) : []),
    ])
    const way = slice ? direction(slice) : sql``
    return sql`
      select e.* from (select t.id from ledger.transfer t where ${allOf(own)} offset 0) t
       cross join lateral (select * from ledger.entry e where ${inEach} offset 0) e
       ${slice ? sql`order by e.transfer_id ${way}, e.line ${way} limit ${slice.limit}` : sql``}`
  }

/** Conditions of entries `e` on their transfers. */
const ofKindOf = (where: EntryFilters) => {
  const own = ofTransfer(where)
  return own.length === 0
    ? []
    : [sql`exists (select from ledger.transfer t where t.id = e.transfer_id and ${allOf(own)})`]
}

/** The entries that match, along the indexes that find the newest of them quickly. */
export async function entrySource(reader: Reader, where: EntryFilters): Promise<EntrySource> {
  const { booked } = where
  const choosing = chooseSource(reader, where)
  if (!booked) return choosing
  // The planner estimates them as a third of all transfers, so a few are listed by id.
  const [chosen, { rows }] = await Promise.all([
    choosing,
    sql<{ id: string }>`
      select t.id from ledger.transfer t where ${bookedApart(booked.from, booked.to)} limit ${fewLate + 1}`.execute(
      reader,
    ),
  ])
  if (rows.length === 0) return chosen
  const ids = rows.map(({ id }) => id)
  const named = [sql`e.transfer_id = any(${ids}::uuid[])`, ...moved(where), ...onAccounts(where), ...ofKindOf(where)]
  const late = rows.length > fewLate ? bookedLate(where, booked) : (slice?: Slice) => entries(named, slice)
  return (slice) => sql`select * from (${chosen(slice)}) in_time union all select * from (${late(slice)}) late`
}

/** Chooses where to start: from a few accounts, from the transfers of a kind or reference, or from the newest entries. */
async function chooseSource(reader: Reader, where: EntryFilters): Promise<EntrySource> {
  const { owner, holder, purpose, currency, kind, kinds, reference } = where
  const span = [...ofSpan(sql`e.transfer_id`, where), ...moved(where)]
  const byTransfer = kind !== undefined || kinds !== undefined || reference !== undefined
  if ((owner ?? holder ?? purpose ?? currency) === undefined)
    return byTransfer ? throughTransfers(where, []) : (slice) => entries(span, slice)
  const accounts = await accountsOf(reader, where)
  if (accounts?.length === 0) return nothing
  const ids = accounts?.map(({ id }) => id)
  // The version of an owned account is the number of its entries.
  const total = accounts?.reduce((sum, { version }) => sum + version, 0n) ?? 0n
  const areOwned = accounts !== undefined && !accounts.some(({ derived }) => derived)
  const areFew = areOwned && total <= fewEntries
  // Even an active user has fewer entries than a kind.
  const walked = reference === undefined && areOwned && (areFew || accounts.length <= fewAccounts)
  if (byTransfer && !walked)
    return throughTransfers(where, ids ? [sql`e.account_id = any(${ids}::bigint[])`] : onAccounts(where))
  const ofKind = byTransfer
    ? [sql`exists (select from ledger.transfer t where t.id = e.transfer_id and ${allOf(ofTransfer(where))})`]
    : []
  if (ids && ids.length <= fewAccounts) return ofEach(ids, [...span, ...ofKind])
  if (!ids || !areFew) return (slice) => entries([...onAccounts(where), ...span], slice)
  const fetched = sql`(select * from ledger.entry e where ${allOf([sql`e.account_id = any(${ids}::bigint[])`, ...span, ...ofKind])} offset 0)`
  return () => sql`select * from ${fetched} e`
}

/** The same entries as a plain join, which the planner estimates best. */
export const plainEntries = (where: EntryFilters): RawBuilder<unknown> => {
  const account = ofAccount({ owner: where.owner, holder: where.holder, purpose: where.purpose })
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
