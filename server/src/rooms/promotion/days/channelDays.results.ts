// What channels and promoters cost and brought over a span, the largest loss first.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { type channelResults, mostResults } from '@greenroom/contract/channels'
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { spanOf, textOf } from '../../../kit/time.ts'
import { peopleOfChannels } from '../../indicators/index.ts'
import { net } from './channelDays.figures.ts'
import { addedUp, type ChannelSums, type Results, resultsOf } from './channelDays.rules.ts'

type Payload = Parsed<typeof channelResults>
type Row = Answer<typeof channelResults>['rows'][number]
type Summed = ChannelSums & {
  number: string
  channelId: number | null
  name: string | null
  promoterId: number | null
  promoterName: string | null
}

/** Without a span, the last days up to today. */
const usualDays = 30
const dayMs = 86_400_000
const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)

/** @throws Refusal 10009 if the span ends before it begins. */
export async function results(context: Context, payload: Payload): Promise<Answer<typeof channelResults>> {
  spanOf(payload, context.timeZone)
  const today = textOf(context.now, context.timeZone).slice(0, 10)
  const to = payload.endTimeStr?.slice(0, 10) ?? today
  const from = payload.startTimeStr?.slice(0, 10) ?? dayBefore(to, usualDays - 1)
  const span = { from, to }
  const asked = { span, now: context.now, zone: context.timeZone }
  const [channels, people] = await Promise.all([
    sumsOf(context, payload, span),
    peopleOfChannels(context.database, asked),
  ])
  const counted = channels.map((row) => ({ ...row, people: people.get(row.number) ?? none }))
  const by = payload.by ?? 'channel'
  const rows = [
    ...Map.groupBy(counted, (row) => (by === 'channel' ? row.number : String(row.promoterId ?? ''))).entries(),
  ]
    .map(([value, of]): Row => {
      const { channelId, name, promoterId, promoterName } = of[0]!
      return {
        value,
        channel: by === 'channel' && channelId !== null ? { id: channelId, name: name! } : null,
        promoter: promoterId === null ? null : { promoterId, name: promoterName! },
        ...resultsOf(of),
      }
    })
    .toSorted((a, b) => a.marginCents - b.marginCents || (a.value < b.value ? -1 : 1))
  const [shown, rest]: [Row[], Results[]] = [rows.slice(0, mostResults), rows.slice(mostResults)]
  return {
    ...span,
    rows: shown,
    others: rest.length === 0 ? null : { rows: rest.length, ...addedUp(rest) },
    totals: addedUp(rows),
  }
}

const none = { payers: 0, registered: 0, back: 0 }

/** The stored days of each channel, summed. */
async function sumsOf(context: Context, { promoterId, type }: Payload, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<Summed>`
    select d.channel as number, c.id as "channelId", c.name, p.id as "promoterId", p.name as "promoterName",
           sum(d.installs)::float8 as installs, sum(d.registrations)::float8 as registrations,
           sum(${net})::float8 as "rechargeCents", sum(d.cost_cents)::float8 as "costCents"
      from promotion.channel_day d
      left join promotion.channel c on c.number = d.channel
      left join promotion.promoter p on p.id = c.promoter_id
     where d.key >= ${from} and d.key < ${`${to}~`} and ${visible(context.scope)}
       ${promoterId === undefined ? sql`` : sql`and c.promoter_id = ${promoterId}`}
       ${type === undefined ? sql`` : sql`and c.type = ${type}`}
     group by d.channel, c.id, p.id`.execute(context.database)
  return rows
}
