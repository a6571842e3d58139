// Visitor-days in the database, and the salts that anonymise visitors.
import { sql } from 'kysely'
import type { Database, Transaction } from '../../../kit/database/database.ts'
import { newToken } from '../../../kit/random.ts'
import { mostPerNetwork } from './landing.crowd.ts'
import type { Arm } from './landing.rules.ts'

export type Sighting = {
  day: string
  phaseId: number
  hash: string
  /** The visitor's network, hashed as the visitor is. */
  network: string
  arm: Arm
  /** The page itself was seen: a click without a visit, in this sighting or an earlier one, counts for nothing. */
  visited: boolean
  clicked: boolean
  country: string
  platform: string
}

/**
 * Adds new visitors of the day, and first clicks; each once. Of the new visitors of a network only as many as are missing to
 * `mostPerNetwork` over all processes; two that write at the same moment may each add the last ones.
 */
export async function writeSightings(tx: Transaction, all: readonly Sighting[]): Promise<void> {
  if (all.length === 0) return
  const of = <K extends keyof Sighting>(name: K) => all.map((one) => one[name])
  await sql`
    with seen as materialized (
      select * from unnest(${of('day')}::date[], ${of('phaseId')}::int[], ${of('hash')}::text[], ${of('network')}::text[], ${of('arm')}::text[],
                           ${of('visited')}::boolean[], ${of('clicked')}::boolean[], ${of('country')}::text[], ${of('platform')}::text[])
        as s(day, phase_id, hash, network, arm, visited, clicked, country, platform)
    ), judged as (
      select s.*, k.hash is not null as known,
             row_number() over (partition by s.day, s.phase_id, s.network, k.hash is null order by not s.visited, s.hash) as place
        from seen s left join promotion.visitor k using (day, phase_id, hash)
    ), written as (
      insert into promotion.visitor as v (day, phase_id, hash, network, arm, clicked)
      select day, phase_id, hash, network, arm, clicked from judged j
       where known or (visited and place <= ${mostPerNetwork}::int - (
               select count(*) from promotion.visitor n
                where n.day = j.day and n.phase_id = j.phase_id and n.network = j.network))
       order by day, phase_id, hash
      on conflict (day, phase_id, hash) do update set clicked = true where excluded.clicked and not v.clicked
      returning new.day, new.phase_id, new.hash, new.arm, old.hash is null as fresh, new.clicked
    ), added as (
      insert into promotion.landing_day as d (phase_id, day, arm, country, platform, visits, clicks)
      select w.phase_id, w.day, w.arm, s.country, s.platform, count(*) filter (where w.fresh), count(*) filter (where w.clicked)
        from written w join seen s using (day, phase_id, hash)
       group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (phase_id, day, arm, country, platform) do update
        set visits = d.visits + excluded.visits, clicks = d.clicks + excluded.clicks
      returning new.phase_id, new.day
    )
    insert into promotion.dirty_day (channel, at)
    select distinct c.number, a.day::timestamp at time zone coalesce((select zone from promotion.zone), 'UTC')
      from added a
      join promotion.landing_phase p on p.id = a.phase_id
      join promotion.landing l on l.id = p.landing_id
      join promotion.channel c on c.id = l.channel_id`.execute(tx)
}

/** The salt of a day, the same for all processes. */
export async function saltOf(database: Database, day: string): Promise<string> {
  await sql`insert into promotion.salt (day, salt) values (${day}::date, ${newToken()}) on conflict do nothing`.execute(
    database,
  )
  const { rows } = await sql<{ salt: string }>`select salt from promotion.salt where day = ${day}::date`.execute(
    database,
  )
  return rows[0]!.salt
}

/** Deletes salts and visitors of days that ended a day or longer ago: they can no longer be identified. */
export async function forgetVisitors(database: Database, today: string): Promise<void> {
  await sql`delete from promotion.visitor where day < ${today}::date - 1`.execute(database)
  await sql`delete from promotion.salt where day < ${today}::date - 1`.execute(database)
}
