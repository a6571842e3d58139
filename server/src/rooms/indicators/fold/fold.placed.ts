// The cells that users' days are counted in. They are read once for all subjects of a batch.
import { type RawBuilder, sql } from 'kysely'
import { plainArray, textArray } from '../../../kit/database/arrays.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { idAt } from '../../../kit/random.ts'
import { ownChannels } from './fold.channels.ts'
import type { Due } from './fold.rules.ts'

export type Place = { country: string; channel: string; sex: string; platform: string }
/** Old: registered so many days before the day, or earlier. Days of the same cell share the object. */
export type Cell = Place & { old: boolean; profilePlatform: string }
/** A due day with its cell; null if the user is not counted. */
export type Placed = Due & { cell: Cell | null }

/** The ids of a day are within a day of it: they are of the app's clock. */
const slackMs = 86_400_000
const idFrom = (at: Date, slack: number) => idAt(new Date(at.getTime() + slack))

/** Numbers different values from 1. */
function numbered<T>() {
  const known = new Map<T, number>()
  return {
    of(value: T): number {
      const number = known.get(value) ?? known.size + 1
      known.set(value, number)
      return number
    },
    list: () => [...known.keys()],
  }
}

/** The few different days and cells are sent once. */
function sent(due: readonly Due[]) {
  const days = numbered<string>()
  const spans = new Map(due.map((one) => [one.day, one]))
  const places = due.map(({ day }) => days.of(day))
  const each = (of: (one: Due) => string) => plainArray(days.list().map((day) => of(spans.get(day)!)))
  return { users: plainArray(due.map(({ userId }) => userId)), places: plainArray(places), each }
}

/**
 * The due days with their cells.
 *
 * @param oldAfterDays how many days before a day's start a user must have registered to be an old user.
 * @param mostChannels how many channels have cells of their own.
 */
export async function placed(
  tx: Transaction,
  due: readonly Due[],
  { oldAfterDays, mostChannels }: { oldAfterDays: number; mostChannels: number },
): Promise<Placed[]> {
  const { users, places, each } = sent(due)
  const { rows } = await sql<Cell & { numbers: string }>`
    select coalesce(p.country, '') as country, p.channel, p.sex,
           coalesce(nullif(v.platform, ''), nullif(p.platform, ''), 'web') as platform, coalesce(nullif(p.platform, ''), 'web') as "profilePlatform",
           coalesce(p.registered_at <= (${each(({ from }) => from.toISOString())}::timestamptz[])[u.place]
             - ${oldAfterDays} * interval '1 day', false) as old,
           string_agg(u.number::text, ',') as numbers
      from unnest(${users}::bigint[], ${places}::int[]) with ordinality as u(user_id, place, number)
      join users.app_user p on p.id = u.user_id and not p.market_audit and not p.internal
      left join users.active_day v on v.day = (${each(({ day }) => day)}::date[])[u.place] and v.user_id = u.user_id
     group by 1, 2, 3, 4, 5, 6`.execute(tx)
  const found = due.map((one): Placed => ({ ...one, cell: null }))
  const channelOf = await ownChannels(
    tx,
    rows.map(({ channel }) => channel),
    mostChannels,
  )
  for (const { numbers, ...read } of rows) {
    const cell = { ...read, channel: channelOf(read.channel) }
    for (const number of numbers.split(',')) found[Number(number) - 1]!.cell = cell
  }
  return found
}

/** The table `due (user_id, day, from_at, to_at, from_id, to_id, country, channel, sex, platform, old)`; the last are null for users who are not counted. */
export function dueTable(due: readonly Placed[]): RawBuilder<unknown> {
  const { users, places, each } = sent(due)
  const cells = numbered<Cell | null>()
  const numbers = plainArray(due.map(({ cell }) => cells.of(cell)))
  const of = (name: keyof Place) => textArray(cells.list().map((cell) => cell && cell[name]))
  return sql`
    select u.user_id, (${each(({ day }) => day)}::date[])[u.place] as day,
           (${each(({ from }) => from.toISOString())}::timestamptz[])[u.place] as from_at,
           (${each(({ to }) => to.toISOString())}::timestamptz[])[u.place] as to_at,
           (${each(({ from }) => idFrom(from, -slackMs))}::uuid[])[u.place] as from_id,
           (${each(({ to }) => idFrom(to, slackMs))}::uuid[])[u.place] as to_id,
           c.country, c.channel, c.sex, c.platform, c.old
      from unnest(${users}::bigint[], ${places}::int[], ${numbers}::int[]) as u(user_id, place, cell)
      join unnest(${of('country')}::text[], ${of('channel')}::text[], ${of('sex')}::text[], ${of('platform')}::text[],
                  ${plainArray(cells.list().map((cell) => String(cell?.old ?? false)))}::boolean[])
        with ordinality as c(country, channel, sex, platform, old, cell) on c.cell = u.cell`
}
