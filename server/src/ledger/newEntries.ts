// Reads entries that are new to a job, in parts that fit one short transaction, and folds them.
import { sql } from 'kysely'
import type { Database, Reader, Transaction } from '../kit/database/database.ts'
import { type NewSpan, type ReadPosition, readNew } from '../kit/database/newRows.ts'
import type { Currency } from './ledger.accounts.ts'

/**
 * Whole transactions; or, of the transaction `from` alone, its transfers after `after` up to and including `until`.
 * `isEmpty`: it has no entry of an owned account.
 */
export type Part = NewSpan & { until?: string; isEmpty?: true }

/** A condition on entries: their transaction, and their transfer where the part is of one transaction, is within the part. */
export const within = (part: Part) => sql<boolean>`
  xid >= ${part.from}::xid8 and xid < ${part.to}::xid8
    ${part.after === undefined ? sql`` : sql`and transfer_id > ${part.after}::uuid`}
    ${part.until === undefined ? sql`` : sql`and transfer_id <= ${part.until}::uuid`}`

/** The cursor after this part, for `readNew`; undefined if it is empty. */
export function positionAfter(part: Part): ReadPosition | undefined {
  if (part.isEmpty) return undefined
  return part.until === undefined ? part.to : { boundary: part.from, after: part.until }
}

/** True when the part does not cover the span. */
export const leavesSome = (span: NewSpan, part: Part): boolean => part.to !== span.to || part.until !== undefined

/** A condition on entries: `reader` has not read them yet. */
export const unreadBy = (reader: string) => sql<boolean>`
  xid >= coalesce((select boundary from kit.reader where name = ${reader}), '0'::xid8)
    and not coalesce((xid, transfer_id) <= (select boundary, within from kit.reader where name = ${reader}), false)`

/** A condition on a column with a transfer's id: `reader` has not read it yet. */
export const isUnreadBy = (reader: string, transferId: string) =>
  sql<boolean>`exists (select from ledger.entry where transfer_id = ${sql.ref(transferId)} and ${unreadBy(reader)})`

/**
 * The first part of a span, with about `entries` entries of owned accounts: as much as one transaction of a job takes. A
 * transaction that wrote more than that, as an import does, is split between its transfers; a transfer never is.
 */
export async function boundedSpan(reader: Reader, span: NewSpan, entries: number): Promise<Part> {
  if (span.after !== undefined) return cut(reader, { ...span, to: following(span.from) }, entries)
  const { rows } = await sql<{ started: string | null; passed: string | null }>`
    select (select xid from ledger.entry
             where version is not null and xid >= ${span.from}::xid8 and xid < ${span.to}::xid8
             order by xid limit 1)::text as started,
           (select xid from ledger.entry
             where version is not null and xid >= ${span.from}::xid8 and xid < ${span.to}::xid8
             order by xid offset ${entries} limit 1)::text as passed`.execute(reader)
  const { started, passed } = rows[0]!
  if (started === null) return { ...span, isEmpty: true }
  if (passed === null) return span
  if (started !== passed) return { from: span.from, to: passed }
  return cut(reader, { from: started, to: following(started) }, entries)
}

const following = (xid: string): string => String(BigInt(xid) + 1n)

/** Limits a part of one transaction to about `entries` entries, in the order of their transfers' ids. */
async function cut(reader: Reader, part: Part, entries: number): Promise<Part> {
  const { rows } = await sql<{ until: string }>`
    select transfer_id as until from ledger.entry
     where version is not null and ${within(part)}
     order by transfer_id offset ${entries} limit 1`.execute(reader)
  return rows[0] ? { ...part, until: rows[0].until } : part
}

/**
 * Passes the next part of the entries that are new to `reader` to `take`, about `atOnce` of them, in one transaction with the work on them.
 *
 * @param isReady false leaves all for later.
 * @returns true if more are waiting.
 */
export async function readEntries(
  database: Database,
  { reader, atOnce, isReady }: { reader: string; atOnce: number; isReady?: (tx: Transaction) => Promise<boolean> },
  take: (tx: Transaction, part: Part) => Promise<void>,
): Promise<boolean> {
  let more = false
  await readNew(database, reader, async (tx, span) => {
    if (isReady && !(await isReady(tx))) return span.from
    const part = await boundedSpan(tx, span, atOnce)
    if (part.isEmpty) return undefined
    await take(tx, part)
    more = leavesSome(span, part)
    return positionAfter(part)
  })
  return more
}

/** Credit-positive sums over the accounts of users and agents. */
export type DayFlow = { day: string; currency: Currency; kind: string; in: bigint; out: bigint; transfers: bigint }

/** Sums of the part by currency, kind, and the day in `zone` on which it happened. */
export async function flowsByDay(reader: Reader, part: Part, zone: string): Promise<DayFlow[]> {
  const { rows } = await sql<DayFlow>`
    select to_char(t.occurred_at at time zone ${zone}, 'YYYY-MM-DD') as day, e.currency, t.kind,
           coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as "in",
           coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as "out",
           count(distinct e.transfer_id) as transfers
      from (select account_id, transfer_id, currency, amount
              from ledger.entry where version is not null and amount <> 0 and ${within(part)}) e
      join ledger.account a on a.id = e.account_id and (a.owner like 'user:%' or a.owner like 'agent:%')
      join ledger.transfer t on t.id = e.transfer_id
     group by 1, 2, 3`.execute(reader)
  return rows
}

/** Adds new entries of platform accounts to their days (`ledger.folded`). @returns how many there were. */
export async function foldPlatform(database: Database): Promise<number> {
  const { rows } = await sql<{ entries: bigint }>`select ledger.fold() as entries`.execute(database)
  return Number(rows[0]?.entries ?? 0n)
}
