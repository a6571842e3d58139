// Days of the ledger, folded. They are the platform's: a guild's or an agent's caller sees none.

import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Scope } from '../../../kit/context.ts'
import type { DB, Reader, Transaction } from '../../../kit/database.ts'
import { type Keyset, type Page, type PageRequest, pageOf } from '../../../kit/paging.ts'
import type { DayFlow } from '../../../ledger/index.ts'

export type DayRow = Selectable<DB['flow.daily']>
export type DayFilters = { kind?: string | undefined; currency?: string | undefined; from?: string; to?: string }
export type Total = { currency: string; in: bigint; out: bigint; transfers: bigint }

const keyset: Keyset<DayRow> = {
  sorts: { day: { column: 'd.key', type: 'text', of: (row) => row.key } },
  defaultSort: '-day',
  id: { column: 'd.key', type: 'text', of: (row) => row.key },
  defaultSize: 20,
}

function filtered(scope: Scope, reader: Reader, { kind, currency, from, to }: DayFilters) {
  let query = reader.selectFrom('flow.daily as d')
  if (scope.kind !== 'platform') query = query.where(sql<boolean>`false`)
  if (kind !== undefined) query = query.where('d.kind', '=', kind)
  if (currency !== undefined) query = query.where('d.currency', '=', currency)
  // The key begins with the day.
  if (from !== undefined) query = query.where('d.key', '>=', from)
  if (to !== undefined) query = query.where('d.key', '<', `${to}~`)
  return query
}

/** One page of days, newest first, and what all that the filters find comes to. */
export async function dayPage(
  scope: Scope,
  reader: Reader,
  where: DayFilters,
  request: PageRequest,
  filters: unknown,
): Promise<{ page: Page<DayRow>; totals: Total[] }> {
  const [page, totals] = await Promise.all([
    pageOf(reader, filtered(scope, reader, where).selectAll('d'), keyset, request, filters),
    filtered(scope, reader, where)
      .select([
        'd.currency',
        sql<bigint>`sum(d.in_sum)::bigint`.as('in'),
        sql<bigint>`sum(d.out_sum)::bigint`.as('out'),
        sql<bigint>`sum(d.transfers)::bigint`.as('transfers'),
      ])
      .groupBy('d.currency')
      .orderBy('d.currency')
      .execute(),
  ])
  return { page, totals }
}

/** As many days as a chart shows: more than a year. */
const daysShown = 400

/** What the newest days that the filters find come to, by day and by kind. */
export async function dayFigures(
  scope: Scope,
  reader: Reader,
  where: DayFilters,
): Promise<{ days: (Total & { day: string })[]; kinds: (Total & { kind: string })[] }> {
  const sums = [
    'd.currency' as const,
    sql<bigint>`sum(d.in_sum)::bigint`.as('in'),
    sql<bigint>`sum(d.out_sum)::bigint`.as('out'),
    sql<bigint>`sum(d.transfers)::bigint`.as('transfers'),
  ] as const
  const of = filtered(scope, reader, where).where(
    'd.day',
    '>',
    sql<Date>`coalesce(${where.to ?? null}::date, (select max(l.day) from flow.daily l), 'epoch') - ${daysShown}::int`,
  )
  const [days, kinds] = await Promise.all([
    of
      .select([sql<string>`to_char(d.day, 'YYYY-MM-DD')`.as('day'), ...sums])
      .groupBy(['d.day', 'd.currency'])
      .orderBy('d.day')
      .orderBy('d.currency')
      .execute(),
    of
      .select(['d.kind', ...sums])
      .groupBy(['d.kind', 'd.currency'])
      .orderBy('d.kind')
      .execute(),
  ])
  return { days, kinds }
}

/** Adds flows to their days. */
export async function addFlows(tx: Transaction, flows: readonly DayFlow[]): Promise<void> {
  if (flows.length === 0) return
  await sql`
    insert into flow.daily as d (key, day, currency, kind, in_sum, out_sum, transfers)
    select f.day || ' ' || f.currency || ' ' || f.kind, f.day::date, f.currency, f.kind, f.in_sum, f.out_sum, f.transfers
      from unnest(${flows.map((f) => f.day)}::text[], ${flows.map((f) => f.currency)}::text[], ${flows.map((f) => f.kind)}::text[],
                  ${flows.map((f) => f.in)}::bigint[], ${flows.map((f) => f.out)}::bigint[],
                  ${flows.map((f) => f.transfers)}::bigint[]) as f(day, currency, kind, in_sum, out_sum, transfers)
     order by 1
    on conflict (key) do update
      set in_sum = d.in_sum + excluded.in_sum, out_sum = d.out_sum + excluded.out_sum,
          transfers = d.transfers + excluded.transfers`.execute(tx)
}

export const readerName = 'flow.daily'

/** The zone that the days are of; undefined when none were folded yet. */
export const zoneOfDays = async (reader: Reader): Promise<string | undefined> =>
  (await reader.selectFrom('flow.zone').select('zone').executeTakeFirst())?.zone

/** Forgets all days, so that they are folded anew in `zone`. The reader's row comes first: whoever folds has it locked. */
export async function beginAnew(tx: Transaction, zone: string): Promise<void> {
  await tx
    .insertInto('kit.reader')
    .values({ name: readerName })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ boundary: '0', within: null }))
    .execute()
  await tx.deleteFrom('flow.daily').execute()
  await tx
    .insertInto('flow.zone')
    .values({ zone })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ zone }))
    .execute()
}
