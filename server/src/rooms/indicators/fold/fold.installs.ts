// Installs belong to devices, so their cells are counted by day from the installs themselves.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import { addToCells } from './fold.cells.ts'
import { ownChannels } from './fold.channels.ts'

/** Takes the times of new installs. */
export async function takeInstalls(tx: Transaction): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    with taken as (delete from indicators.touched_install where xid < kit.horizon() returning at)
    select distinct at from taken`.execute(tx)
  return rows.map(({ at }) => at)
}

/** Recounts the installs of these days. */
export async function recountInstalls(
  tx: Transaction,
  days: readonly { day: string; from: Date; to: Date }[],
  mostChannels: number,
): Promise<void> {
  if (days.length === 0) return
  const due = sql`
    due as materialized (
      select * from unnest(${days.map((d) => d.day)}::date[], ${days.map((d) => d.from)}::timestamptz[], ${days.map((d) => d.to)}::timestamptz[])
        as d(day, from_at, to_at))`
  const { rows } = await sql<{ channel: string }>`
    with ${due} select distinct i.channel from due d join promotion.install i on i.at >= d.from_at and i.at < d.to_at`.execute(
    tx,
  )
  const channels = rows.map(({ channel }) => channel)
  const channelOf = await ownChannels(tx, channels, mostChannels)
  await sql`
    with ${due},
    named as (select * from unnest(${channels}::text[], ${channels.map(channelOf)}::text[]) as n(channel, own)),
    fresh as (
      select d.day, i.country, n.own as channel, '' as sex, i.platform, false as old, array[count(*)]::bigint[] as m
        from due d join promotion.install i on i.at >= d.from_at and i.at < d.to_at join named n on n.channel = i.channel
       group by 1, 2, 3, 5)
    ${addToCells(
      'install',
      sql`select day, country, channel, sex, platform, old, m, null::bigint[] as was from fresh
          union all select day, country, channel, sex, platform, old, null, m from indicators.cell
                     where subject = 'install' and rollup = 'every' and day in (select day from due)`,
    )}`.execute(tx)
}
