// Facts for the risk panel, for many withdrawals in few statements.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { idAt } from '../../../kit/random.ts'
import { earnedSince } from '../../../ledger/index.ts'
import { figuresReader } from '../finance.queries.ts'
import type { Facts } from './withdrawalRisk.rules.ts'

const dayMs = 86_400_000
const windowMs = 30 * dayMs

type Row = Omit<Facts, 'earnedTokens' | 'earnedPromo'>

/** Facts of these withdrawals at `now`, by id. */
export async function factsOf(reader: Reader, now: Date, ids: readonly string[]): Promise<Map<string, Facts>> {
  if (ids.length === 0) return new Map()
  const since = new Date(now.getTime() - windowMs)
  const { rows } = await sql<Row>`
    with w as materialized (
      select w.id, w.user_id, w.requested_at, a.digest, a.first_used_at
        from finance.withdrawal w join finance.payee_account a on a.id = w.account_id
       where w.id = any(${ids}::text[])
    ), p as materialized (select distinct user_id from w),
    near as materialized (
      select p.user_id, o.user_id as other, min(o.device_id) as device_id
        from p join users.user_device d on d.user_id = p.user_id
        join users.user_device o on o.device_id = d.device_id and o.user_id <> p.user_id
       group by 1, 2
    ), given as materialized (
      select p.user_id, g.sender_id, sum(g.tokens)::bigint as tokens
        from p join live.gift g on g.receiver_id = p.user_id and g.id >= ${idAt(since)}::uuid
       group by 1, 2
    ), ranked as (
      select *, row_number() over (partition by user_id order by tokens desc, sender_id) as place from given
    ), gifts as (
      select user_id, sum(tokens)::bigint as tokens, count(*)::int as senders,
             (sum(tokens) filter (where place <= 3))::bigint as top,
             min(sender_id) filter (where place = 1) as top_sender
        from ranked group by 1
    ), circle as (
      select g.user_id, sum(g.tokens)::bigint as tokens,
             (array_agg(g.sender_id order by g.tokens desc, g.sender_id))[1] as sender
        from given g
       where exists (select from near n where n.user_id = g.user_id and n.other = g.sender_id)
          or exists (select from live.gift b where b.sender_id = g.user_id and b.receiver_id = g.sender_id
                        and b.id >= ${idAt(since)}::uuid)
       group by 1
    ), payers as (
      select user_id, sender_id as payer from given union select user_id, user_id from p
    ), back as (
      select y.user_id, count(*)::int as orders, (array_agg(o.user_id order by o.refunded_at desc, o.id))[1] as payer
        from payers y join finance.recharge_order o on o.user_id = y.payer and o.refund = 'chargeback'
                       and o.reversed_at is null
       group by 1
    ), reported as (
      select p.user_id, count(*)::int as reports from p
        join audits.report r on r.user_id = p.user_id and r.reported_at >= ${since} and not r.is_false
       group by 1
    ), before as (
      select p.user_id, count(*)::int as paid, sum(x.usd_cents)::bigint as cents from p
        join finance.withdrawal x on x.user_id = p.user_id and x.state in ('success', 'manual processing successful')
       group by 1
    )
    select w.id as "withdrawalId", w.user_id as "userId", u.market_audit as "marketAudit", u.certified,
           to_char(u.birthday, 'YYYY-MM-DD') as birthday, u.registered_at as "registeredAt",
           w.first_used_at as "accountSince",
           coalesce(s.users, 0)::int as "sameAccount", s.one as "sameAccountUser",
           coalesce(d.users, 0)::int as "deviceUsers", d.device_id as "deviceId",
           coalesce(g.tokens, 0)::bigint as "giftTokens", coalesce(g.top, 0)::bigint as "topTokens",
           coalesce(g.senders, 0) as senders, g.top_sender as "topSender",
           coalesce(c.tokens, 0)::bigint as "circleTokens", c.sender as "circleSender",
           coalesce(b.orders, 0) as chargebacks, b.payer as "chargedBackUser", coalesce(r.reports, 0) as reports,
           (select count(*)::int from finance.withdrawal v where v.user_id = w.user_id
               and v.requested_at > w.requested_at - interval '24 hours' and v.requested_at <= w.requested_at) as "within24h",
           coalesce(f.paid, 0) as "paidBefore", coalesce(f.cents, 0)::bigint as "paidCents",
           exists (select from system.whitelist l where l.kind = 'withdrawal' and l.value = w.user_id::text
                      and (l.expires_at is null or l.expires_at > ${now})) as whitelisted
      from w
      join users.app_user u on u.id = w.user_id
      left join lateral (select count(distinct o.user_id) as users, min(o.user_id) as one from finance.payee_account o
                          where o.digest = w.digest and o.user_id <> w.user_id) s on true
      left join lateral (select count(*) as users, min(n.device_id) as device_id from near n
                          where n.user_id = w.user_id) d on true
      left join gifts g on g.user_id = w.user_id
      left join circle c on c.user_id = w.user_id
      left join back b on b.user_id = w.user_id
      left join reported r on r.user_id = w.user_id
      left join before f on f.user_id = w.user_id`.execute(reader)
  const earned = await earnedSince(reader, since, figuresReader, [...new Set(rows.map((row) => row.userId))])
  const sums = new Map<bigint, { all: bigint; promo: bigint }>()
  for (const { userId, paid, promo } of earned) {
    const sum = sums.get(userId) ?? { all: 0n, promo: 0n }
    sums.set(userId, { all: sum.all + paid + promo, promo: sum.promo + promo })
  }
  return new Map(
    rows.map((row) => {
      const { all = 0n, promo = 0n } = sums.get(row.userId) ?? {}
      return [row.withdrawalId, { ...row, earnedTokens: all, earnedPromo: promo }]
    }),
  )
}

/** Waits until no assessment has rows locked, and keeps the next from starting before the end of this transaction. */
export const assessmentEnded = (tx: Transaction) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended('withdrawal risk', 0))`.execute(tx)

/** Withdrawals in review not assessed since `before`, never assessed ones first. */
export async function unassessed(tx: Transaction, before: Date, limit: number): Promise<string[]> {
  // One process at a time.
  await sql`select pg_advisory_xact_lock(hashtextextended('withdrawal risk', 0))`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id from finance.withdrawal
     where state = 'in review' and (risk_at is null or risk_at < ${before})
     order by risk_at nulls first, id limit ${limit} for no key update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

export const keepRisks = (
  tx: Transaction,
  at: Date,
  found: readonly { id: string; score: number; reasons: readonly string[] }[],
) =>
  sql`
    update finance.withdrawal w
       set risk_score = f.score, risk_reasons = string_to_array(f.reasons, ','), risk_at = ${at}
      from unnest(${found.map(({ id }) => id)}::text[], ${found.map(({ score }) => score)}::int[],
                  ${found.map(({ reasons }) => reasons.join(','))}::text[]) as f(id, score, reasons)
     where w.id = f.id`.execute(tx)
