// Applies the app's events to chargebacks, in sets, in the transaction that posted the money: the ledger's accounts are locked, so rows and
// balances change together. Lock orders first, then accounts, then these rows.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'

export type Arrived = {
  id: string
  orderId: string
  kind: 'chargeback' | 'refund'
  userId: bigint
  payerReference: string
  usdCents: bigint
  takenTokens: bigint
  debtTokens: bigint
  transferId: string | null
  at: Date
}

/** Those of these users who have open debts by the rows. */
export async function debtors(reader: Reader, userIds: readonly bigint[]): Promise<Set<bigint>> {
  if (userIds.length === 0) return new Set()
  const { rows } = await sql<{ userId: bigint }>`
    select u.id as "userId" from unnest(${[...new Set(userIds)]}::bigint[]) as u(id)
     where exists (select from finance.chargeback c where c.user_id = u.id and c.owed_tokens > 0)`.execute(reader)
  return new Set(rows.map(({ userId }) => userId))
}

/** Tokens of these chargebacks that were written off. Their orders must be locked. */
export async function writtenOff(tx: Transaction, ids: readonly string[]): Promise<Map<string, bigint>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; tokens: bigint }>`
    select id, written_off_tokens as tokens from finance.chargeback where id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, tokens }) => [id, tokens]))
}

/** Events of one chunk may report the same. */
const onePerId = <T extends { id: string }>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [one.id, one])).values(),
]

/**
 * Adds new ones, one per return: a repeated event changes nothing. One that an earlier event found over the cap may count since.
 */
export async function addArrived(tx: Transaction, arrived: readonly Arrived[]): Promise<void> {
  const all = onePerId(arrived)
  if (all.length === 0) return
  await sql`
    with added as (
      insert into finance.chargeback as chargeback (id, order_id, kind, user_id, payer_reference, usd_cents, taken_tokens, debt_tokens, transfer_id,
                                      at, state)
      select a.*, case when a.kind = 'refund' then 'debt' when a.usd_cents > 0 and a.debt_tokens = 0 then 'recovered' else 'open' end
        from unnest(
          ${all.map((one) => one.id)}::uuid[], ${all.map((one) => one.orderId)}::text[],
          ${all.map((one) => one.kind)}::text[], ${all.map((one) => one.userId)}::bigint[],
          ${all.map((one) => one.payerReference)}::text[], ${all.map((one) => one.usdCents)}::bigint[],
          ${all.map((one) => one.takenTokens)}::bigint[], ${all.map((one) => one.debtTokens)}::bigint[],
          ${all.map((one) => one.transferId)}::uuid[], ${all.map((one) => one.at)}::timestamptz[])
          as a(id, order_id, kind, user_id, payer_reference, usd_cents, taken_tokens, debt_tokens, transfer_id, at)
      on conflict (id) do update
         set usd_cents = excluded.usd_cents, taken_tokens = excluded.taken_tokens, debt_tokens = excluded.debt_tokens,
             transfer_id = excluded.transfer_id, state = excluded.state, version = chargeback.version + 1
       where chargeback.transfer_id is null and excluded.transfer_id is not null
      returning id, at, debt_tokens, transfer_id)
    insert into finance.chargeback_event (chargeback_id, at, what, tokens, transfer_id)
    select id, at, 'arrived', debt_tokens, transfer_id from added order by at, id`.execute(tx)
}

/** `id`: of the chargeback. */
export type Reversed = { id: string; transferId: string | null; at: Date }

/** Chargebacks won at the gateway. @returns what each still owed, by user */
export async function reverseArrived(tx: Transaction, arrived: readonly Reversed[]): Promise<Map<bigint, bigint>> {
  const all = onePerId(arrived)
  if (all.length === 0) return new Map()
  const { rows } = await sql<{ userId: bigint; released: bigint }>`
    with reported as (
      select * from unnest(${all.map((one) => one.id)}::uuid[], ${all.map((one) => one.transferId)}::uuid[],
                           ${all.map((one) => one.at)}::timestamptz[]) as t(id, transfer_id, at)
    ), locked as (
      select c.id, c.owed_tokens as released, t.transfer_id, t.at
        from finance.chargeback c join reported t on t.id = c.id
       where c.kind = 'chargeback' and c.state <> 'reversed' order by c.id for no key update of c
    ), reversed as (
      update finance.chargeback c
         set state = 'reversed', released_tokens = c.released_tokens + l.released, version = c.version + 1
        from locked l where l.id = c.id
      returning c.id, c.user_id, l.released, l.transfer_id, l.at
    ), logged as (
      insert into finance.chargeback_event (chargeback_id, at, what, tokens, transfer_id)
      select id, at, 'reversed', released, transfer_id from reversed order by id
    )
    select user_id as "userId", sum(released)::bigint as released from reversed group by user_id`.execute(tx)
  return new Map(rows.map(({ userId, released }) => [userId, released]))
}

/** `orderId`: the order that repaid; null if something else did, such as the payable of the guild that the user leads. */
export type Repaid = { userId: bigint; tokens: bigint; orderId: string | null; transferId: string; at: Date }

/**
 * Allocates users' repayments to their debts, the oldest first.
 *
 * @throws if a user has less debt than was repaid, which the ledger makes impossible.
 */
export async function repay(tx: Transaction, all: readonly Repaid[]): Promise<void> {
  if (all.length === 0) return
  const { rows } = await sql<{ left: bigint }>`
    with repaid as (
      select r.*, sum(tokens) over (partition by user_id order by n) - tokens as begins, sum(tokens) over (partition by user_id order by n) as ends
        from unnest(${all.map((one) => one.userId)}::bigint[], ${all.map((one) => one.tokens)}::bigint[],
                    ${all.map((one) => one.orderId)}::text[], ${all.map((one) => one.transferId)}::uuid[],
                    ${all.map((one) => one.at)}::timestamptz[])
             with ordinality as r(user_id, tokens, order_id, transfer_id, at, n)
    ), locked as (
      select c.id, c.user_id, c.at, c.owed_tokens from finance.chargeback c
       where c.user_id in (select user_id from repaid) and c.owed_tokens > 0 order by c.id for no key update
    ), debts as (
      select l.*, sum(owed_tokens) over (partition by user_id order by at, id) - owed_tokens as begins,
             sum(owed_tokens) over (partition by user_id order by at, id) as ends
        from locked l
    ), parts as (
      select d.id, r.n, r.order_id, r.transfer_id, r.at, least(d.ends, r.ends) - greatest(d.begins, r.begins) as tokens
        from debts d join repaid r on r.user_id = d.user_id and r.begins < d.ends and d.begins < r.ends
    ), written as (
      update finance.chargeback c
         set repaid_tokens = c.repaid_tokens + p.tokens, version = c.version + 1,
             state = case when c.owed_tokens = p.tokens and c.state in ('open', 'debt') then 'recovered' else c.state end
        from (select id, sum(tokens) as tokens from parts group by id) p
       where p.id = c.id
    ), logged as (
      insert into finance.chargeback_event (chargeback_id, at, what, tokens, transfer_id, order_id)
      select id, at, 'repaid', tokens, transfer_id, order_id from parts order by n, id
    )
    select (select sum(tokens) from repaid)::bigint - coalesce((select sum(tokens) from parts), 0)::bigint as left`.execute(
    tx,
  )
  if (rows[0]?.left !== 0n) throw new Error(`repaid ${String(rows[0]?.left)} tokens more than is owed`)
}

/** `repaidBy`: the transfer whose repayment is undone by `transferId`. */
export type Undone = { repaidBy: string; transferId: string; at: Date }

/** Undoes repayments: what they repaid is owed again, also of a chargeback that was won or written off since. */
export async function undoRepaid(tx: Transaction, all: readonly Undone[]): Promise<void> {
  if (all.length === 0) return
  await sql`
    with undone as (
      select * from unnest(${all.map((one) => one.repaidBy)}::uuid[], ${all.map((one) => one.transferId)}::uuid[],
                           ${all.map((one) => one.at)}::timestamptz[]) as u(repaid_by, transfer_id, at)
    ), parts as (
      select e.chargeback_id as id, u.transfer_id, u.at, sum(e.tokens)::bigint as tokens
        from undone u join finance.chargeback_event e on e.transfer_id = u.repaid_by and e.what = 'repaid' group by 1, 2, 3
    ), locked as (
      select c.id from finance.chargeback c where c.id in (select id from parts) order by c.id for no key update
    ), written as (
      update finance.chargeback c
         set repaid_tokens = c.repaid_tokens - p.tokens, version = c.version + 1,
             state = case when c.state = 'recovered' then 'debt' else c.state end
        from (select id, sum(tokens) as tokens from parts group by id) p join locked l on l.id = p.id
       where p.id = c.id
    )
    insert into finance.chargeback_event (chargeback_id, at, what, tokens, transfer_id)
    select id, at, 'undone', tokens, transfer_id from parts order by id`.execute(tx)
}
