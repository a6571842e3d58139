// Differences of confirmed statements: creating and reading them.
import type { Parsed } from '@greenroom/contract/call'
import type { differenceList } from '@greenroom/contract/statements'
import type { differenceStatuses } from '@greenroom/contract/statesAndKinds'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction, ValueOf } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage } from '../../../records/index.ts'
import { itemsOf, oursOnly } from './statements.matching.ts'

export type Difference = Selectable<DB['finance.statement_difference']>

const dayMs = 86_400_000

/** Writes the differences of a confirmed statement, and ends earlier ones whose line it contains. @returns how many. */
export async function addDifferences(
  tx: Transaction,
  statement: { id: number; gateway: string; untilAt: Date },
  missingDays: number,
  at: Date,
): Promise<number> {
  const dueAt = new Date(statement.untilAt.getTime() + missingDays * dayMs)
  const added = await sql`
    insert into finance.statement_difference (statement_id, gateway, kind, reference, line, order_id, item, ours_minor, theirs_minor, currency,
                                              at, suggested_id, suggested_item)
    select l.statement_id, ${statement.gateway}, l.result, l.reference, l.line,
           case when l.result in ('amount', 'split') then l.suggested_id end, case when l.result in ('amount', 'split') then l.suggested_item end,
           case when l.result in ('amount', 'split') then i.amount end, case when l.fault = '' then l.amount_minor end, l.currency,
           l.at, l.suggested_id, l.suggested_item
      from finance.statement_line l
      left join lateral (select i.amount from finance.recharge_order o ${itemsOf}
                          where o.id = l.suggested_id and i.item = l.suggested_item) i on true
     where l.statement_id = ${statement.id} and l.result is not null
     order by l.line`.execute(tx)
  const ours = await sql`
    insert into finance.statement_difference (statement_id, gateway, kind, reference, order_id, item, ours_minor, currency, at, due_at)
    select ${statement.id}, ${statement.gateway}, 'ours', o.reference, o.order_id, o.item, o.amount, o.currency, o.at, ${dueAt}
      from (${oursOnly(statement.id)}) o
     where not exists (select from finance.statement_difference d
                        where d.order_id = o.order_id and d.item = o.item and d.kind = 'ours' and d.state = 'open')
     order by o.at, o.order_id`.execute(tx)
  await sql`
    with found as (
      update finance.statement_difference d
         set state = 'found', closed_at = ${at}, version = d.version + 1
        from finance.statement_match m
       where m.statement_id = ${statement.id} and d.order_id = m.order_id and d.item = m.item and d.kind = 'ours' and d.state = 'open'
      returning d.id)
    insert into finance.difference_note (difference_id, at, by, what, text)
    select id, ${at}, '', 'found', ${String(statement.id)} from found order by id`.execute(tx)
  return Number((added.numAffectedRows ?? 0n) + (ours.numAffectedRows ?? 0n))
}

type Status = (typeof differenceStatuses)[number]

/** A difference with its current state. */
export function statusOf(row: Difference, now: Date): Status {
  if (row.kind === 'ours') return row.due_at !== null && row.due_at <= now ? 'missing' : 'expected'
  if (row.kind === 'amount') return (row.theirs_minor ?? 0n) > (row.ours_minor ?? 0n) ? 'over' : 'under'
  if (row.kind === 'split') return 'split'
  return row.kind === 'unreadable' ? 'unreadable' : 'unknown'
}

const isStatus: Record<Status, (now: Date) => RawBuilder<boolean>> = {
  expected: (now) => sql`d.kind = 'ours' and d.due_at > ${now}`,
  missing: (now) => sql`d.kind = 'ours' and d.due_at <= ${now}`,
  over: () => sql`d.kind = 'amount' and d.theirs_minor > d.ours_minor`,
  under: () => sql`d.kind = 'amount' and d.theirs_minor <= d.ours_minor`,
  split: () => sql`d.kind = 'split'`,
  unknown: () => sql`d.kind = 'theirs'`,
  unreadable: () => sql`d.kind = 'unreadable'`,
}

const keyset: Keyset<Difference> = {
  sorts: { id: { column: 'd.id', type: 'bigint', of: (row) => String(row.id) } },
  defaultSort: '-id',
  id: { column: 'd.id', type: 'bigint', of: (row) => String(row.id) },
  defaultSize: 50,
}
const filters: Filters<typeof differenceList> = {
  statementId: among('d.statement_id'),
  differenceId: equals('d.id'),
  gateway: equals('d.gateway'),
  kind: equals('d.kind'),
  status: (status, { now }) => isStatus[status](now),
  due: (value, { now }) => (value ? sql`(d.kind <> 'ours' or d.due_at <= ${now})` : isStatus.expected(now)),
  state: equals('d.state'),
  reference: equals('d.reference'),
  orderId: among((is) => sql`(${is('d.order_id')} or ${is('d.suggested_id')})`),
}

/** One page, newest first. */
export const differencePage = (context: Context, payload: Parsed<typeof differenceList>) =>
  narrowedPage<Difference, typeof payload>(
    context,
    context.database.selectFrom('finance.statement_difference as d').selectAll('d').where(visible(context.scope)),
    filters,
    keyset,
    payload,
  )

export const notesOf = (reader: Reader, differenceId: number) =>
  reader
    .selectFrom('finance.difference_note')
    .selectAll()
    .where('difference_id', '=', BigInt(differenceId))
    .orderBy('id')
    .execute()

/** These differences by id, locked in id order. */
export const lockDifferences = async (tx: Transaction, ids: readonly number[]): Promise<Map<number, Difference>> =>
  new Map(
    (
      await tx
        .selectFrom('finance.statement_difference')
        .selectAll()
        .where('id', '=', anyOf(ids.map(BigInt)))
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
    ).map((row) => [Number(row.id), row]),
  )

export const note = (
  tx: Transaction,
  ids: readonly number[],
  one: { at: Date; by: string; what: string; text: string },
) =>
  sql`insert into finance.difference_note (difference_id, at, by, what, text)
      select id, ${one.at}, ${one.by}, ${one.what}, ${one.text} from unnest(${[...ids]}::bigint[]) as d(id)`.execute(tx)

export const setState = (
  tx: Transaction,
  ids: readonly number[],
  one: { state: ValueOf<'finance.statement_difference', 'state'>; by: string; at: Date | null; reason: string },
) =>
  tx
    .updateTable('finance.statement_difference')
    .set({
      state: one.state,
      closed_by: one.by,
      closed_at: one.at,
      reason: one.reason,
      version: sql`version + 1`,
    })
    .where('id', '=', anyOf(ids.map(BigInt)))
    .execute()

export type Claim = { differenceId: number; orderId: string; item: string }

/** The gateway order's item that a line of this sign may match: the first unmatched one; null if none. */
export async function freeItem(
  tx: Transaction,
  gateway: string,
  orderId: string,
  amount: bigint,
): Promise<{ item: string } | 'taken' | 'other'> {
  const { rows } = await sql<{ item: string; taken: boolean }>`
    select i.item, exists (select from finance.statement_match m where m.order_id = o.id and m.item = i.item and m.part = 0) as taken
      from finance.recharge_order o ${itemsOf}
     where o.id = ${orderId} and o.gateway = ${gateway} and i.at is not null and sign(i.amount) = sign(${amount}::bigint)
     order by i.at`.execute(tx)
  if (rows.length === 0) return 'other'
  const free = rows.find(({ taken }) => !taken)
  return free ? { item: free.item } : 'taken'
}

/** Matches lines by hand; a split payment's lines are numbered. Our missing items are then found. */
export async function matchByHand(
  tx: Transaction,
  claims: readonly (Claim & { statementId: number; line: number; split: boolean })[],
  at: Date,
): Promise<void> {
  for (const claim of claims) {
    await sql`
      insert into finance.statement_match (statement_id, line, order_id, item, part)
      values (${claim.statementId}, ${claim.line}, ${claim.orderId}, ${claim.item},
              ${claim.split ? sql`coalesce((select max(part) from finance.statement_match where order_id = ${claim.orderId} and item = ${claim.item}), 0) + 1` : sql`0`})`.execute(
      tx,
    )
  }
  const orders = claims.map((claim) => claim.orderId)
  await sql`
    with found as (
      update finance.statement_difference d set state = 'found', closed_at = ${at}, version = d.version + 1
       where d.order_id = any(${orders}::text[]) and d.kind = 'ours' and d.state = 'open'
         and exists (select from finance.statement_match m where m.order_id = d.order_id and m.item = d.item)
      returning d.id)
    insert into finance.difference_note (difference_id, at, by, what, text) select id, ${at}, '', 'found', '' from found order by id`.execute(
    tx,
  )
}
