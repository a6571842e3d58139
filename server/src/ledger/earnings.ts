// Users' earnings by posting, with the payer's tokens, for jobs that fold earnings.
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../kit/database/database.ts'
import { idAt } from '../kit/random.ts'
import { type Part, unreadBy, within } from './newEntries.ts'

/** The kinds of transfers that earn bonus (docs/money.md, Ledger). */
export const earningKinds = ['gift', 'call', 'room', 'text'] as const

/** A posting that credited bonus: integers of bonus and of the payer's tokens, promotional ones apart. */
export type Earning = {
  userId: bigint
  kind: (typeof earningKinds)[number]
  occurredAt: Date
  recordedAt: Date
  bonus: bigint
  paid: bigint
  promo: bigint
}

/** Starts from bonus entries and looks everything else up: with plain joins the planner starts from all accounts. */
async function earnings(reader: Reader, fresh: RawBuilder<unknown>): Promise<Earning[]> {
  const { rows } = await sql<Earning>`
    with fresh as materialized (${fresh})
    select substr(a.owner, 6)::bigint as "userId", t.kind, t.occurred_at as "occurredAt", t.recorded_at as "recordedAt",
           f.amount as bonus, p.paid, p.promo
      from fresh f
     cross join lateral (select owner, purpose from ledger.account where id = f.account_id offset 0) a
     cross join lateral (select kind, occurred_at, recorded_at from ledger.transfer where id = f.transfer_id offset 0) t
     cross join lateral (
       select coalesce(-sum(e.amount) filter (where o.purpose = 'paid'), 0)::bigint as paid,
              coalesce(-sum(e.amount) filter (where o.purpose = 'promo'), 0)::bigint as promo
         from ledger.entry e
        cross join lateral (select purpose from ledger.account where id = e.account_id offset 0) o
        where e.transfer_id = f.transfer_id and e.currency = 'TOKEN' and e.version is not null and e.amount < 0) p
     where a.purpose = 'bonus' and a.owner like 'user:%' and t.kind = any(${earningKinds}::text[])`.execute(reader)
  return rows
}

/** Earnings of a part. */
export const earnedIn = (reader: Reader, part: Part): Promise<Earning[]> =>
  earnings(
    reader,
    sql`select transfer_id, account_id, amount from ledger.entry
         where version is not null and amount > 0 and currency = 'BONUS' and ${within(part)}`,
  )

/** An id has the time of its cause, by the app's clock, which may be slightly before the posting's own. */
const slackMs = 86_400_000
const lowest = (since: Date) => idAt(new Date(since.getTime() - slackMs))

/**
 * Earnings of these users, or of all, that `readerName` has read: those since a given time, and some earlier ones that the caller must
 * leave out.
 */
export const earnedSince = (
  reader: Reader,
  since: Date,
  readerName: string,
  userIds?: readonly bigint[],
): Promise<Earning[]> =>
  earnings(
    reader,
    userIds
      ? sql`select e.transfer_id, e.account_id, e.amount
              from ledger.account a
             cross join lateral (select * from ledger.entry x where x.account_id = a.id
                                    and x.transfer_id >= ${lowest(since)}::uuid offset 0) e
             where a.owner = any(${userIds.map((id) => `user:${id}`)}::text[]) and a.purpose = 'bonus' and a.currency = 'BONUS'
               and e.amount > 0 and not (${unreadBy(readerName)})`
      : sql`select transfer_id, account_id, amount from ledger.entry
             where version is not null and amount > 0 and currency = 'BONUS'
               and transfer_id >= ${lowest(since)}::uuid and not (${unreadBy(readerName)})`,
  )

/** Earnings of these users that `readerName` has read: those between two moments, and some around them that the caller must leave out. */
export const earnedAround = (
  reader: Reader,
  { from, to }: { from: Date; to: Date },
  readerName: string,
  userIds: readonly bigint[],
): Promise<Earning[]> =>
  earnings(
    reader,
    sql`select e.transfer_id, e.account_id, e.amount
          from ledger.account a
         cross join lateral (select * from ledger.entry x where x.account_id = a.id
                                and x.transfer_id >= ${lowest(from)}::uuid and x.transfer_id < ${idAt(to)}::uuid offset 0) e
         where a.owner = any(${userIds.map((id) => `user:${id}`)}::text[]) and a.purpose = 'bonus' and a.currency = 'BONUS'
           and e.amount > 0 and not (${unreadBy(readerName)})`,
  )

/** Bonus that these users earned and `readerName` has not read yet; users without any are left out. */
export async function unreadEarnings(
  reader: Reader,
  readerName: string,
  userIds: readonly bigint[],
): Promise<Map<bigint, bigint>> {
  const earned = await earnings(
    reader,
    sql`select e.transfer_id, e.account_id, e.amount
          from ledger.account a
         cross join lateral (select * from ledger.entry x where x.account_id = a.id and ${unreadBy(readerName)} offset 0) e
         where a.owner = any(${userIds.map((id) => `user:${id}`)}::text[]) and a.purpose = 'bonus' and a.currency = 'BONUS'
           and e.amount > 0`,
  )
  const sums = new Map<bigint, bigint>()
  for (const { userId, bonus } of earned) sums.set(userId, (sums.get(userId) ?? 0n) + bonus)
  return sums
}

/** A user's earnings from one payer: bonus, and the payer's tokens. */
export type EarnedFrom = { userId: bigint; bonus: bigint; paid: bigint; promo: bigint }

/** Maximum number of postings read; for a payer with more, the newest. */
const mostPostings = 50_000

/** Earnings from a payer's tokens within a span, by earner. Starts from the payer's own legs and looks everything else up. */
export async function earnedFrom(reader: Reader, payerId: bigint, from: Date, to: Date): Promise<EarnedFrom[]> {
  const { rows } = await sql<EarnedFrom>`
    with spent as materialized (
      select e.transfer_id, coalesce(-sum(e.amount) filter (where a.purpose = 'paid'), 0)::bigint as paid,
             coalesce(-sum(e.amount) filter (where a.purpose = 'promo'), 0)::bigint as promo
        from ledger.account a
       cross join lateral (select x.transfer_id, x.amount from ledger.entry x
                            where x.account_id = a.id and x.transfer_id >= ${idAt(from)}::uuid and x.transfer_id < ${idAt(to)}::uuid
                              and x.amount < 0 order by x.transfer_id desc limit ${mostPostings}) e
       where a.owner = ${`user:${payerId}`} and a.purpose in ('paid', 'promo') and a.currency = 'TOKEN'
       group by e.transfer_id)
    select substr(b.owner, 6)::bigint as "userId", sum(b.amount)::bigint as bonus, sum(s.paid)::bigint as paid,
           sum(s.promo)::bigint as promo
      from spent s
     cross join lateral (select kind from ledger.transfer where id = s.transfer_id offset 0) t
     cross join lateral (
       select o.owner, e.amount from ledger.entry e
        cross join lateral (select owner, purpose from ledger.account where id = e.account_id offset 0) o
        where e.transfer_id = s.transfer_id and e.currency = 'BONUS' and e.version is not null and e.amount > 0
          and o.purpose = 'bonus') b
     where t.kind = any(${earningKinds}::text[])
     group by b.owner
     order by 2 desc`.execute(reader)
  return rows
}
