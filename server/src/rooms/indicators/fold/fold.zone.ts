// The zone of the days. A change of the platform's zone begins with the day of the change: earlier days keep theirs, and charts show it.
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Zone } from './fold.rules.ts'

/**
 * Records the zone from today on if it changed.
 *
 * @param changed called with the first day of a zone that follows another.
 * @returns true if it changed.
 */
export async function keepZone(
  tx: Transaction,
  zone: string,
  { todayIn, changed }: { todayIn: (zones: readonly Zone[]) => string; changed: (since: string) => Promise<void> },
): Promise<boolean> {
  const known = await zonesOf(tx)
  if (known[0]?.zone === zone) return false
  const since = known[0] ? todayIn([{ since: '', zone }]) : '2000-01-01'
  // Moved to an earlier day: a zone that would start later never applies.
  await sql`delete from indicators.zone where since > ${since}::date`.execute(tx)
  await sql`
    insert into indicators.zone (since, zone) values (${since}::date, ${zone})
    on conflict (since) do update set zone = excluded.zone`.execute(tx)
  if (known[0]) await changed(since)
  return true
}

/** The days' zones, newest first. */
export async function zonesOf(reader: Reader): Promise<Zone[]> {
  const { rows } = await sql<Zone>`
    select to_char(since, 'YYYY-MM-DD') as since, zone from indicators.zone order by indicators.zone.since desc`.execute(
    reader,
  )
  return rows
}

/** A moment's day in SQL, as `dayOf` has it. */
export const dayIn = (zones: readonly Zone[], moment: RawBuilder<unknown>): RawBuilder<unknown> => {
  const days = zones.map(({ zone, since }, index) => {
    const day = sql`(${moment} at time zone ${zone}::text)::date`
    const newer = zones[index - 1]
    return { since, day, latest: newer ? sql`least(${day}, ${newer.since}::date - 1)` : day }
  })
  const whens = days.map(({ since, day, latest }) => sql`when ${day} >= ${since}::date then ${latest}`)
  return sql`case ${sql.join(whens, sql` `)} else ${days.at(-1)!.latest} end`
}

/** A moment on a day in SQL: its start in the day's zone, since a change of the zone shortens the day before it. */
export const startIn = (zones: readonly Zone[], day: RawBuilder<unknown>): RawBuilder<unknown> => {
  const whens = zones.map(({ since, zone }) => sql`when ${day} >= ${since}::date then ${zone}::text`)
  return sql`(${day}::timestamp at time zone case ${sql.join(whens, sql` `)} else ${zones.at(-1)!.zone}::text end)`
}
