// Days of channels, for screens.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type { channelDayList } from '@greenroom/contract/channels'
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { type Keyset, mapPage } from '../../../kit/database/paging.ts'
import { spanOf, textOf } from '../../../kit/time.ts'
import { equals, type Filters, narrow, narrowedPage } from '../../../records/index.ts'
import { cost, counted, net } from './channelDays.figures.ts'
import { isReturnKnown, returnOf, shareOf } from './channelDays.rules.ts'

type Shown = RecordOf<typeof channelDayList>
type Payload = Parsed<typeof channelDayList>

const dayOf = (time: string) => time.slice(0, 10)

/** The key starts with the day; times of day are ignored. */
const filters: Filters<typeof channelDayList> = {
  number: equals('d.channel'),
  promoterId: equals('c.promoter_id'),
  type: equals('c.type'),
  startTimeStr: (from) => sql`d.key >= ${dayOf(from)}`,
  endTimeStr: (to) => sql`d.key < ${`${dayOf(to)}~`}`,
}

/** Days with their channel, its promoter, and the terms in force on them. */
export const daysWithTerms = (reader: Reader) =>
  reader
    .selectFrom('promotion.channel_day as d')
    .leftJoin('promotion.channel as c', 'c.number', 'd.channel')
    .leftJoin('promotion.promoter as p', 'p.id', 'c.promoter_id')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('promotion.term as x')
          .select(['x.model', 'x.price_cents', 'x.share_bp', 'x.coefficient'])
          .whereRef('x.channel_id', '=', 'c.id')
          .whereRef('x.from_day', '<=', 'd.day')
          .orderBy('x.from_day', 'desc')
          .orderBy('x.id', 'desc')
          .limit(sql.lit(1))
          .as('t'),
      (join) => join.onTrue(),
    )

const shownColumns = [
  'd.key',
  'd.channel',
  'c.id as channel_id',
  'c.name',
  'p.id as promoter_id',
  'p.name as promoter_name',
  't.model',
  't.coefficient',
  'd.visits',
  'd.clicks',
  'd.installs',
  'd.registrations',
  'd.first_payers',
  'd.returned',
  counted.as('counted'),
  net.as('net'),
  cost.as('cost'),
] as const

const selected = (context: Context) =>
  daysWithTerms(context.database).where(visible(context.scope)).select(shownColumns)
type Row = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>

const shown = (row: Row, today: string): Shown => {
  const day = row.key.slice(0, 10)
  return {
    id: row.key,
    day,
    number: row.channel,
    channel: row.channel_id === null ? null : { id: row.channel_id, name: row.name! },
    promoter: row.promoter_id === null ? null : { promoterId: row.promoter_id, name: row.promoter_name! },
    model: row.model as Shown['model'],
    coefficient: row.coefficient ?? 100,
    visits: row.visits,
    clicks: row.clicks,
    installs: row.installs,
    counted: row.counted,
    registrations: row.registrations,
    firstPayers: row.first_payers,
    rechargeCents: Number(row.net),
    costCents: Number(row.cost),
    returnBp: returnOf(row.net, row.cost),
    d1Bp: isReturnKnown(day, today) ? shareOf(row.returned, row.registrations) : null,
  }
}

const keyset: Keyset<Row> = {
  sorts: { day: { column: 'd.key', type: 'text', of: (row) => row.key } },
  defaultSort: '-day',
  id: { column: 'd.key', type: 'text', of: (row) => row.key },
  defaultSize: 20,
}

const nothing = {
  visits: 0,
  clicks: 0,
  installs: 0,
  counted: 0,
  registrations: 0,
  firstPayers: 0,
  rechargeCents: 0,
  costCents: 0,
  returnBp: null,
}

/** Totals over all matching days. */
async function totalsOf(context: Context, payload: Payload) {
  // An export reads its rows with one query and shows no totals.
  if (context.whole) return nothing
  const { number, promoterId, type, startTimeStr, endTimeStr } = payload
  const query = context.database
    .selectFrom('promotion.channel_day as d')
    .leftJoin('promotion.channel as c', 'c.number', 'd.channel')
    .where(visible(context.scope))
  const row = await narrow(query, filters, { number, promoterId, type, startTimeStr, endTimeStr }, context)
    .select([
      sql<bigint>`coalesce(sum(d.visits), 0)`.as('visits'),
      sql<bigint>`coalesce(sum(d.clicks), 0)`.as('clicks'),
      sql<bigint>`coalesce(sum(d.installs), 0)`.as('installs'),
      sql<bigint>`coalesce(sum(d.counted), 0)`.as('counted'),
      sql<bigint>`coalesce(sum(d.registrations), 0)`.as('registrations'),
      sql<bigint>`coalesce(sum(d.first_payers), 0)`.as('firsts'),
      sql<bigint>`coalesce(sum(${net}), 0)::bigint`.as('net'),
      sql<bigint>`coalesce(sum(d.cost_cents), 0)::bigint`.as('cost'),
    ])
    .executeTakeFirstOrThrow()
  return {
    visits: Number(row.visits),
    clicks: Number(row.clicks),
    installs: Number(row.installs),
    counted: Number(row.counted),
    registrations: Number(row.registrations),
    firstPayers: Number(row.firsts),
    rechargeCents: Number(row.net),
    costCents: Number(row.cost),
    returnBp: returnOf(BigInt(row.net), BigInt(row.cost)),
  }
}

/** One page of days, newest first; the first page includes the totals. */
export async function listDays(context: Context, payload: Payload): Promise<Answer<typeof channelDayList>> {
  spanOf(payload, context.timeZone)
  const today = textOf(context.now, context.timeZone).slice(0, 10)
  const [page, totals] = await Promise.all([
    narrowedPage<Row, Payload>(context, selected(context), filters, keyset, payload),
    totalsOf(context, payload),
  ])
  return { ...mapPage(page, (row) => shown(row, today)), totals }
}
