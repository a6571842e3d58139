// Matches a loaded statement with our orders, in parts by reference, one per transaction, to keep transactions short: lines, orders and
// matches of a part then lie beside each other in their indexes. Only reference, amount
// and currency match automatically; equal lines are compared as multisets.
import type { statementItems } from '@greenroom/contract/statesAndKinds'
import { type RawBuilder, sql } from 'kysely'
import { unitsOf } from '../../../jobs/index.ts'
import type { Clock } from '../../../kit/clock.ts'
import { type Database, inTransaction, type Transaction } from '../../../kit/database/database.ts'
import { balancesAgree } from './statements.reading.ts'

/** A gateway's movements for an order: its payment, each refund or chargeback, and each chargeback that was won. */
export const itemsOf = sql`
  cross join lateral (
    select 'payment' as item, coalesce(o.amount_minor, o.usd_cents) as amount, o.paid_at as at
    union all
    select m.item || case when r.n > 1 then ' ' || r.n else '' end, m.side * coalesce(o.amount_minor, o.usd_cents), m.at
      from finance.order_return r cross join lateral (values ('refund', -1, r.at), ('reversal', 1, r.reversed_at)) as m(item, side, at)
     where o.refund <> 'none' and r.order_id = o.id and r.counts) as i`

/** The kind of an item: an order's second return is `refund 2`. */
export const itemKindOf = (item: string): (typeof statementItems)[number] =>
  item.replace(/ \d+$/, '') as (typeof statementItems)[number]

/** Lines of a part, more if they have the same reference. */
const linesPerPart = 32_768
/** Parts after which the matches are analysed again. */
const looksAgain = new Set([1, 4])

type Open = { id: number; gateway: string; matched: number; matchedTo: string | null }
const open = sql`s.id, s.gateway, s.matched, s.matched_to as "matchedTo"`

export const statementsJob = 'finance-statements'

/**
 * Does the next part of the work on statements: one that fails is parked, and the others go on.
 *
 * @returns false if there is none
 */
export async function workOnStatements(
  { database, clock }: { database: Database; clock: Pick<Clock, 'now'> },
  lines = linesPerPart,
): Promise<boolean> {
  const units = unitsOf({ database, clock }, statementsJob)
  const { rows } = await sql<{ id: number; discarded: boolean }>`
    select id, state <> 'matching' as discarded from finance.statement
     where (state = 'matching' or (state in ('discarded', 'failed') and lines > 0))
       and id::text <> all(${await units.parked()}::text[])
     order by state = 'matching', id limit 1`.execute(database)
  const next = rows[0]
  if (!next) return false
  const did = await units.attempt(String(next.id), () =>
    next.discarded
      ? removeDiscarded(database, next.id)
      : matchNext(database, next.id, clock.now(), lines, sql`skip locked`),
  )
  // One that another process works on ends the turn; one that failed does not.
  return did ?? true
}

/** Matches one statement up to its dry run, waiting for a concurrent round. */
export async function matchStatement(database: Database, id: number, now: Date, lines = linesPerPart): Promise<void> {
  while (await matchNext(database, id, now, lines, sql``));
}

/** Matches the next part of a statement, or finishes it. @returns false if none is left */
const matchNext = (
  database: Database,
  id: number,
  now: Date,
  lines: number,
  ifLocked: RawBuilder<unknown>,
): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const { rows } = await sql<Open>`
      select ${open} from finance.statement s
       where s.id = ${id} and s.state = 'matching' for no key update ${ifLocked}`.execute(tx)
    return rows[0] ? matchLocked(tx, rows[0], now, lines) : false
  })

async function matchLocked(tx: Transaction, statement: Open, now: Date, lines: number): Promise<boolean> {
  const { id, matched, matchedTo } = statement
  if (matched === 0) await sql`analyze finance.statement_line`.execute(tx)
  // Without this the planner assumes that a large statement has no matches, and scans all orders for each line.
  if (looksAgain.has(matched) || matchedTo === null) await sql`analyze finance.statement_match`.execute(tx)
  if (matchedTo === null) {
    await finish(tx, statement, now)
    return true
  }
  const after = matched === 0 ? sql`true` : sql`reference > ${matchedTo}`
  const { rows } = await sql<{ reference: string }>`
    select reference from finance.statement_line
     where statement_id = ${id} and ${after} order by reference limit 1 offset ${lines - 1}`.execute(tx)
  const upTo = rows[0]?.reference ?? null
  await matchPart(tx, statement, upTo)
  await sql`
    update finance.statement set matched = matched + 1, matched_to = ${upTo}, touched_at = ${now}
     where id = ${id}`.execute(tx)
  return true
}

const linesAtOnce = 50_000

/** Removes a batch of lines of a discarded statement: their matches are released. */
function removeDiscarded(database: Database, id: number): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    const { rows } = await sql`
      select from finance.statement s
       where s.id = ${id} and s.state in ('discarded', 'failed') and s.lines > 0
         for no key update skip locked`.execute(tx)
    if (rows.length === 0) return false
    const gone = await sql<{ left: boolean }>`
      with chunk as (select line from finance.statement_line where statement_id = ${id} order by line limit ${linesAtOnce}),
           unmatched as (delete from finance.statement_match m using chunk where m.statement_id = ${id} and m.line = chunk.line)
      select count(*) = ${linesAtOnce} as left from chunk`.execute(tx)
    await sql`
      delete from finance.statement_line where statement_id = ${id}
         and line <= (select max(line) from (select line from finance.statement_line where statement_id = ${id}
                                              order by line limit ${linesAtOnce}) chunk)`.execute(tx)
    if (!gone.rows[0]?.left) await sql`update finance.statement set lines = 0, carry = '' where id = ${id}`.execute(tx)
    return true
  })
}

/** Exact matches of the lines up to a reference, or of all that are left; then candidates for the other lines. */
async function matchPart(tx: Transaction, statement: Open, upTo: string | null): Promise<void> {
  const { id, gateway, matched, matchedTo } = statement
  const part = (reference: ReturnType<typeof sql>) =>
    sql`(${matched === 0 ? sql`true` : sql`${reference} > ${matchedTo}`} and ${upTo === null ? sql`true` : sql`${reference} <= ${upTo}`})`
  // Our items with the part's references that no other line has. Matches are looked up one by one, as there are those of years.
  const ours = sql`
    select o.id as order_id, i.item, o.gateway_reference as reference, i.amount, coalesce(o.currency, 'USD') as currency, i.at
      from (select distinct reference from lines where reference <> '') r
      join finance.recharge_order o on o.gateway = ${gateway} and o.gateway_reference = r.reference
       and o.gateway_reference <> '' and ${part(sql`o.gateway_reference`)}
      ${itemsOf}
     where i.at is not null and o.created_at is not null
       and (select 1 from finance.statement_match m where m.order_id = o.id and m.item = i.item limit 1) is null`
  await sql`
    with lines as materialized (
      select line, reference, amount_minor as amount, currency from finance.statement_line
       where statement_id = ${id} and ${part(sql`reference`)} and fault = ''
    ), theirs as (
      select l.*, row_number() over (partition by reference, amount, currency order by line) as n from lines l
    ), ours as (
      select o.*, row_number() over (partition by reference, amount, currency order by at, order_id, item) as n from (${ours}) o
    )
    insert into finance.statement_match (statement_id, line, order_id, item)
    select ${id}, t.line, o.order_id, o.item
      from theirs t join ours o using (reference, amount, currency, n)`.execute(tx)
  await sql`
    with lines as materialized (
      select l.line, l.reference, l.amount_minor as amount, l.currency from finance.statement_line l
       where l.statement_id = ${id} and ${part(sql`l.reference`)} and l.fault = ''
         and (select 1 from finance.statement_match m where m.statement_id = ${id} and m.line = l.line limit 1) is null
    ), theirs as (
      select l.*, sign(amount) as side, row_number() over of_side as n, count(*) over all_side as count, sum(amount) over all_side as total
        from lines l window of_side as (partition by reference, sign(amount) order by line),
                            all_side as (partition by reference, sign(amount))
    ), ours as (
      select o.*, sign(amount) as side, row_number() over of_side as n, count(*) over all_side as count, sum(amount) over all_side as total
        from (${ours}) o window of_side as (partition by reference, sign(amount) order by at, order_id, item),
                                all_side as (partition by reference, sign(amount))
    ), judged as (
      select t.line, coalesce(w.order_id, o.order_id) as order_id, coalesce(w.item, o.item) as item,
             case when w.order_id is not null then 'split' when o.order_id is not null then 'amount' else 'theirs' end as result
        from theirs t
        -- Several lines that are one order together.
        left join ours w on w.reference = t.reference and w.side = t.side and w.currency = t.currency and w.count = 1
                        and t.count > 1 and w.amount = t.total
        left join ours o on o.reference = t.reference and o.side = t.side and o.n = t.n and w.order_id is null
    )
    update finance.statement_line l set result = j.result, suggested_id = j.order_id, suggested_item = j.item
      from judged j where l.statement_id = ${id} and l.line = j.line`.execute(tx)
}

/** Limit of unmatched lines compared with unmatched orders by amount and day. */
const mostSuggested = 10_000

/** Suggests orders of the same amount at about the same time if only one fits; counts, and warns. */
async function finish(tx: Transaction, { id, gateway }: Open, now: Date): Promise<void> {
  // All of a statement at once; no request waits for it.
  await sql`set local statement_timeout = '5min'`.execute(tx)
  await sql`
    with lines as (
      select line, amount_minor, currency, at from finance.statement_line
       where statement_id = ${id} and result = 'theirs' and at is not null order by line limit ${mostSuggested}
    ), ours as materialized (
      select o.id, i.item, i.amount, coalesce(o.currency, 'USD') as currency, i.at
        from finance.statement s
        join finance.recharge_order o on o.gateway = ${gateway}
        ${itemsOf}
       where s.id = ${id} and o.paid_at >= s.from_at - interval '2 days' and o.paid_at < s.until_at + interval '2 days' and i.at is not null
         and not exists (select from finance.statement_match m where m.order_id = o.id and m.item = i.item)
         and not exists (select from finance.statement_line l where l.statement_id = ${id} and l.suggested_id = o.id)
         and exists (select from lines)
    ), near as (
      select l.line, o.id, o.item, count(*) over (partition by l.line) as orders, count(*) over (partition by o.id, o.item) as lines
        from lines l join ours o on o.amount = l.amount_minor and o.currency = l.currency
                                and o.at between l.at - interval '2 days' and l.at + interval '2 days'
    )
    update finance.statement_line l set suggested_id = n.id, suggested_item = n.item
      from near n where l.statement_id = ${id} and l.line = n.line and n.orders = 1 and n.lines = 1`.execute(tx)
  type Facts = Parameters<typeof balancesAgree>[0] & { currencies: boolean; overlaps: boolean; counts: object }
  const { rows } = await sql<Facts>`
    select s.opening, s.closing, s.first_balance as "firstBalance", s.last_balance as "lastBalance", s.first_net as "firstNet",
           s.amount_sum as "amountSum", s.fee_sum as "feeSum",
           l.currencies, l.counts || jsonb_build_object('ours', (select count(*) from (${oursOnly(id)}) o)) as counts,
           exists (select from finance.statement o where o.gateway = s.gateway and o.state = 'confirmed' and o.id <> s.id
                      and o.from_day <= s.to_day and o.to_day >= s.from_day) as overlaps
      from finance.statement s
     cross join (
       select min(currency) is distinct from max(currency) as currencies,
              jsonb_build_object(
                'agreed', count(*) filter (where result is null),
                'amount', count(*) filter (where result = 'amount'), 'split', count(*) filter (where result = 'split'),
                'theirs', count(*) filter (where result = 'theirs'),
                'unreadable', count(*) filter (where result = 'unreadable'),
                'suggested', count(*) filter (where result = 'theirs' and suggested_id is not null)) as counts
         from finance.statement_line where statement_id = ${id}) l
     where s.id = ${id}`.execute(tx)
  const facts = rows[0]!
  const warnings = [
    ...(facts.overlaps ? ['overlap'] : []),
    ...(facts.currencies ? ['currencies'] : balancesAgree(facts) ? [] : ['balance']),
  ]
  await sql`
    update finance.statement s
       set state = 'draft', touched_at = ${now}, warnings = ${warnings}::text[], carry = '', version = version + 1,
           counts = ${JSON.stringify(facts.counts)}::jsonb
     where s.id = ${id}`.execute(tx)
}

/** Our orders of the period that no line matches or suggests. */
export const oursOnly = (statementId: number) => sql<{ order_id: string }>`
  select o.id as order_id, i.item, o.gateway_reference as reference, i.amount, coalesce(o.currency, 'USD') as currency, i.at
    from finance.statement s
    join finance.recharge_order o on o.gateway = s.gateway
    ${itemsOf}
   where s.id = ${statementId} and i.at >= s.from_at and i.at < s.until_at and o.created_at is not null
     and (o.paid_at >= s.from_at and o.paid_at < s.until_at
          or o.id in (select order_id from finance.order_return where counts and at >= s.from_at and at < s.until_at
                      union select order_id from finance.order_return where reversed_at >= s.from_at and reversed_at < s.until_at))
     and not exists (select from finance.statement_match m where m.order_id = o.id and m.item = i.item)
     and not exists (select from finance.statement_line l where l.statement_id = s.id and l.suggested_id = o.id
                        and l.suggested_item = i.item and l.result in ('amount', 'split'))`
