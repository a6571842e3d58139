// Users' daily sums in the ledger, for the figures of the Data indicators area.
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../kit/database/database.ts'
import { type Part, within } from './newEntries.ts'

/**
 * A query of the part's entries of users: `user_id, kind, purpose, currency, amount, at`, credit-positive. Each looks up its account and its
 * transfer: joined as tables without statistics, new entries may be estimated at a few, and compared with each other one by one.
 */
export const usersEntriesIn = (part: Part): RawBuilder<unknown> => sql`
  select substr(a.owner, 6)::bigint as user_id, t.kind, a.purpose, f.currency, f.amount, t.occurred_at as at
    from (select account_id, transfer_id, currency, amount from ledger.entry
           where version is not null and amount <> 0 and currency in ('TOKEN', 'BONUS') and ${within(part)} offset 0) f
   cross join lateral (select owner, purpose from ledger.account where id = f.account_id offset 0) a
   cross join lateral (select kind, occurred_at from ledger.transfer where id = f.transfer_id offset 0) t
   where a.owner like 'user:%'`

/**
 * A query of the entries of users' days that the reader has read: `day, user_id, kind, purpose, currency, amount, at`, credit-positive. It
 * reads a table `due (user_id, day, from_at, to_at, from_id, to_id)`; the ids are those of a day before and a day after.
 */
export const entriesOfDays = (reader: string): RawBuilder<unknown> => sql`
  select d.day, d.user_id, t.kind, a.purpose, a.currency, e.amount, t.occurred_at as at
    from due d
   cross join (select boundary, within from kit.reader where name = ${reader}) r
   cross join lateral (
     select id, purpose, currency from ledger.account
      where owner = 'user:' || d.user_id and currency in ('TOKEN', 'BONUS') offset 0) a
   cross join lateral (
     select transfer_id, amount from ledger.entry
      where account_id = a.id and amount <> 0
        -- An id has the time of its cause by the app's clock, within a day of the posting's own.
        and transfer_id >= d.from_id and transfer_id < d.to_id
        and (xid < r.boundary or xid = r.boundary and transfer_id <= r.within)
     offset 0) e
   cross join lateral (
     select kind, occurred_at from ledger.transfer
      where id = e.transfer_id and occurred_at >= d.from_at and occurred_at < d.to_at offset 0) t`

/** When each user's wallet first changed; users without a change are left out. */
export async function firstMovements(reader: Reader, userIds: readonly bigint[]): Promise<Map<bigint, Date>> {
  const { rows } = await sql<{ userId: bigint; at: Date }>`
    select u.id as "userId", min(t.occurred_at) as at
      from unnest(${userIds}::bigint[]) as u(id)
      join ledger.account a on a.owner = 'user:' || u.id
     cross join lateral (select transfer_id from ledger.entry
                          where account_id = a.id and version is not null order by transfer_id limit 1) e
      join ledger.transfer t on t.id = e.transfer_id
     group by u.id`.execute(reader)
  return new Map(rows.map(({ userId, at }) => [userId, at]))
}

type EntriesOf = {
  currency: 'TOKEN' | 'BONUS'
  kinds: readonly string[] | undefined
  fromId: string
  toId: string
  /** A condition on entries `e (line, user_id, purpose, amount)`. */
  where: RawBuilder<unknown>
}

/** The same entries of one user, whose id is the SQL `userId`, in no order. */
export const userEntriesOf = (userId: RawBuilder<unknown>, of: EntriesOf): RawBuilder<unknown> => sql`
  select t.id as transfer_id, e.line, e.user_id, t.kind, e.purpose, e.amount, t.occurred_at as at
    from (select l.transfer_id, l.line, l.amount, a.purpose, ${userId} as user_id
            from ledger.account a
            join ledger.entry l on l.account_id = a.id and l.transfer_id >= ${of.fromId}::uuid and l.transfer_id < ${of.toId}::uuid
           where a.owner = 'user:' || ${userId} and l.currency = ${of.currency} and l.amount <> 0 offset 0) e
    join ledger.transfer t on t.id = e.transfer_id
   where ${of.where} ${ofKinds(of.kinds)}`

/**
 * A query of the entries of users' wallets that moved an amount, by the ids of their transfers: `transfer_id, line, user_id, kind, purpose,
 * amount, at`, credit-positive. Walks the transfers of the kinds along their index, in the order of their ids.
 */
export const usersEntriesOf = (of: EntriesOf): RawBuilder<unknown> => sql`
  select t.id as transfer_id, e.line, e.user_id, t.kind, e.purpose, e.amount, t.occurred_at as at
    from ledger.transfer t
   cross join lateral (
     select * from (
       select l.line, l.amount, a.purpose, substr(a.owner, 6)::bigint as user_id
         from ledger.entry l join ledger.account a on a.id = l.account_id
        where l.transfer_id = t.id and l.currency = ${of.currency} and l.amount <> 0 and a.owner like 'user:%' offset 0) e
      where ${of.where}) e
   where t.id >= ${of.fromId}::uuid and t.id < ${of.toId}::uuid
     ${ofKinds(of.kinds)}`

/** One kind is walked along its index, which an array of one would not be. */
function ofKinds(kinds: readonly string[] | undefined): RawBuilder<unknown> {
  if (kinds === undefined) return sql``
  return kinds.length === 1 ? sql`and t.kind = ${kinds[0]}` : sql`and t.kind = any(${[...kinds]}::text[])`
}
