// Daily sums of the ledger. Platform data: guild and agent callers see none.

import type { Parsed } from '@greenroom/contract/call'
import type { flowDailyFigures, flowDailyList } from '@greenroom/contract/flow'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Context } from '../../kit/calls/context.ts'
import { visible } from '../../kit/calls/scope.ts'
import type { DB, Reader, Transaction } from '../../kit/database/database.ts'
import { restartReader } from '../../kit/database/newRows.ts'
import type { Keyset, Page } from '../../kit/database/paging.ts'
import { spanOf } from '../../kit/time.ts'
import { type DayFlow, entriesSince } from '../../ledger/index.ts'
import { equals, type Filters, narrow, narrowedPage } from '../../records/index.ts'

export type DayRow = Selectable<DB['flow.daily']>
type FiguresPayload = Parsed<typeof flowDailyFigures>
export type Total = { currency: string; in: bigint; out: bigint; transfers: bigint }

const dayOf = (time: string) => time.slice(0, 10)

const keyset: Keyset<DayRow> = {
  sorts: { day: { column: 'd.key', type: 'text', of: (row) => row.key } },
  defaultSort: '-day',
  id: { column: 'd.key', type: 'text', of: (row) => row.key },
  defaultSize: 20,
}

/** Filter by day: keys begin with the day, and hours are ignored. */
const filters: Filters<typeof flowDailyFigures> = {
  kind: equals('d.kind'),
  currency: equals('d.currency'),
  startTimeStr: (from) => sql`d.key >= ${dayOf(from)}`,
  endTimeStr: (to) => sql`d.key < ${`${dayOf(to)}~`}`,
}

/** @throws Refusal 10009 for a span that ends before its start. */
function filtered(context: Context, payload: FiguresPayload) {
  spanOf(payload, context.timeZone)
  const { kind, currency, startTimeStr, endTimeStr } = payload
  const query = context.database.selectFrom('flow.daily as d').where(visible(context.scope))
  return narrow(query, filters, { kind, currency, startTimeStr, endTimeStr }, context)
}

/** One page of days, newest first, with totals over all that match. */
export async function dayPage(
  context: Context,
  payload: Parsed<typeof flowDailyList>,
): Promise<{ page: Page<DayRow>; totals: Total[] }> {
  const [page, totals] = await Promise.all([
    narrowedPage(context, filtered(context, payload).selectAll('d'), {}, keyset, payload),
    filtered(context, payload)
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

/** Maximum number of days in a chart: more than a year. */
const daysShown = 400

/** Sums by day and by kind, over the newest days that match. */
export async function dayFigures(
  context: Context,
  payload: FiguresPayload,
): Promise<{ days: (Total & { day: string })[]; kinds: (Total & { kind: string })[] }> {
  const sums = [
    'd.currency' as const,
    sql<bigint>`sum(d.in_sum)::bigint`.as('in'),
    sql<bigint>`sum(d.out_sum)::bigint`.as('out'),
    sql<bigint>`sum(d.transfers)::bigint`.as('transfers'),
  ] as const
  const last = payload.endTimeStr === undefined ? null : dayOf(payload.endTimeStr)
  const of = filtered(context, payload).where(
    'd.day',
    '>',
    sql<Date>`coalesce(${last}::date, (select max(l.day) from flow.daily l), 'epoch') - ${daysShown}::int`,
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

/** Adds sums to their days. */
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

/** The time zone of the stored days; undefined if there are none yet. */
export const zoneOfDays = async (reader: Reader): Promise<string | undefined> =>
  (await reader.selectFrom('flow.zone').select('zone').executeTakeFirst())?.zone

/**
 * Deletes all days, to rebuild them in `zone`. Locks the cursor's row first, as the folding job does. Where months of entries stand in files,
 * days so far stay those of the zone before.
 */
export async function restartFold(tx: Transaction, zone: string): Promise<void> {
  if ((await entriesSince(tx)) === undefined) {
    await restartReader(tx, readerName)
    await tx.deleteFrom('flow.daily').execute()
  }
  await tx
    .insertInto('flow.zone')
    .values({ zone })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ zone }))
    .execute()
}
