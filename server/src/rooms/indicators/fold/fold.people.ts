// Stores the days of each user, and updates distinct users.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import type { DistinctSubject } from '../indicators.subjects.ts'
import {
  addTo,
  type Days,
  type Delta,
  daysOfMask,
  deltasOf,
  geOf,
  longGe,
  maskOf,
  monthOf,
  mostDays,
  type Platform,
  platforms,
  type UserChange,
} from './fold.distinct.ts'
import type { Place } from './fold.placed.ts'
import type { Change } from './fold.recount.ts'

type Month = { userId: bigint; month: string; country: string; channel: string; sex: string } & Record<Platform, number>

/** The roll-ups of distinct users, with the dimensions of each. */
export const peopleRollups = {
  all: [],
  sex: ['sex'],
  country: ['country'],
  channel: ['channel'],
  'country sex': ['country', 'sex'],
  'channel sex': ['channel', 'sex'],
  'country channel sex': ['country', 'channel', 'sex'],
} as const satisfies Record<string, readonly string[]>

/** The roll-ups that also store pauses of more than `mostDays`: those with one dimension. */
export const longRollups: readonly string[] = ['all', 'sex', 'country', 'channel']

const cellOf = ({ country, channel, sex }: Place | Month) => JSON.stringify([country, channel, sex])
const platformOf = ({ platform }: Place): Platform =>
  platforms.includes(platform as Platform) ? (platform as Platform) : 'web'

/** Applies the changes of a subject's days. Each user appears with all their changes of this fold. */
export async function follow(tx: Transaction, kind: DistinctSubject, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const byUser = new Map<bigint, Change[]>()
  for (const change of changes) byUser.set(change.userId, [...(byUser.get(change.userId) ?? []), change])
  const months = await monthsOf(tx, kind, [...byUser.keys()])
  const written: Month[] = []
  const followed: UserChange[] = []
  for (const [userId, own] of byUser) {
    const known = months.get(userId) ?? []
    const before = daysOf(known)
    const after = new Map(before)
    for (const { day, after: place } of own) {
      if (place) after.set(day, platformOf(place))
      else after.delete(day)
    }
    const place = own.findLast((change) => change.after)?.after
    const oldCell = known[0] ? cellOf(known[0]) : undefined
    const cell = place ? cellOf(place) : oldCell
    if (cell === undefined) continue
    const changed = own.map(({ day }) => day).filter((day) => before.get(day) !== after.get(day))
    followed.push({ before: { days: before, cell: oldCell ?? cell }, after: { days: after, cell }, changed })
    const moved = oldCell !== undefined && oldCell !== cell
    const [country, channel, sex] = JSON.parse(cell) as [string, string, string]
    const dirty = new Set([...changed.map(monthOf), ...(moved ? known.map(({ month }) => month) : [])])
    for (const month of dirty) written.push({ userId, month, country, channel, sex, ...masksOf(after, month) })
  }
  await writeMonths(tx, kind, written)
  await addDeltas(
    tx,
    kind,
    deltasOf(followed.filter(({ before, after, changed }) => changed.length > 0 || before.cell !== after.cell)),
  )
}

function daysOf(months: readonly Month[]): Map<string, string> {
  const days = new Map<string, string>()
  for (const month of months)
    for (const platform of platforms)
      for (const day of daysOfMask(month.month, month[platform])) days.set(day, platform)
  return days
}

function masksOf(days: Days, month: string): Record<Platform, number> {
  const masks = { ios: 0, android: 0, web: 0 }
  for (const [day, platform] of days) if (monthOf(day) === month) masks[platform as Platform] |= maskOf(day)
  return masks
}

async function monthsOf(tx: Transaction, kind: string, userIds: readonly bigint[]): Promise<Map<bigint, Month[]>> {
  const { rows } = await sql<Month>`
    select user_id as "userId", to_char(month, 'YYYY-MM-DD') as month, ios, android, web, country, channel, sex
      from indicators.user_month where kind = ${kind} and user_id = any(${userIds}::bigint[])
     order by user_id, month`.execute(tx)
  const found = new Map<bigint, Month[]>()
  for (const row of rows) found.set(row.userId, [...(found.get(row.userId) ?? []), row])
  return found
}

async function writeMonths(tx: Transaction, kind: string, months: readonly Month[]): Promise<void> {
  if (months.length === 0) return
  await sql`
    insert into indicators.user_month (kind, user_id, month, ios, android, web, country, channel, sex)
    select ${kind}, * from unnest(
      ${months.map((m) => m.userId)}::bigint[], ${months.map((m) => m.month)}::date[], ${months.map((m) => m.ios)}::int[],
      ${months.map((m) => m.android)}::int[], ${months.map((m) => m.web)}::int[], ${months.map((m) => m.country)}::text[],
      ${months.map((m) => m.channel)}::text[], ${months.map((m) => m.sex)}::text[])
    on conflict (kind, user_id, month) do update set ios = excluded.ios, android = excluded.android, web = excluded.web,
      country = excluded.country, channel = excluded.channel, sex = excluded.sex`.execute(tx)
}

/** The cells of every roll-up that a delta counts in. */
function rolledUp(deltas: readonly Delta[]) {
  const found = new Map<string, { rollup: string; values: [string, string, string]; delta: Delta }>()
  for (const delta of deltas) {
    const own = JSON.parse(delta.cell) as [string, string, string]
    for (const [rollup, keep] of Object.entries(peopleRollups) as [string, readonly string[]][]) {
      const values = (['country', 'channel', 'sex'] as const).map((dimension, index) =>
        keep.includes(dimension) ? own[index] : '*',
      ) as [string, string, string]
      const key = `${rollup}|${values.join('|')}|${delta.day}|${delta.set}`
      const sum = found.get(key)
      if (!sum)
        found.set(key, {
          rollup,
          values,
          delta: { ...delta, pauses: new Map(delta.pauses), long: new Map(delta.long) },
        })
      else {
        sum.delta.firsts += delta.firsts
        for (const [days, count] of delta.pauses) addTo(sum.delta.pauses, days, count)
        for (const [days, count] of delta.long) addTo(sum.delta.long, days, count)
      }
    }
  }
  return [...found.values()]
}

const added = sql.join(
  Array.from({ length: mostDays }, (_, index) => sql`p.ge[${sql.lit(index + 1)}] + excluded.ge[${sql.lit(index + 1)}]`),
)

/** Arrays of numbers as one text, which is cheaper to send than a parameter of texts. Most are the same few, written once. */
function arrays(counts: readonly ReadonlyMap<number, number>[], of: (counts: ReadonlyMap<number, number>) => number[]) {
  const known = new Map<string, string>()
  const texts = counts.map((one) => {
    const key = JSON.stringify([...one])
    const text = known.get(key) ?? `{${of(one).join(',')}}`
    known.set(key, text)
    return text
  })
  return sql`string_to_array(${texts.join(';')}, ';')`
}

async function addDeltas(tx: Transaction, kind: string, deltas: readonly Delta[]): Promise<void> {
  const rows = rolledUp(deltas)
  if (rows.length === 0) return
  await addLong(
    tx,
    kind,
    rows.filter(({ rollup, delta }) => delta.long.size > 0 && longRollups.includes(rollup)),
  )
  await sql`
    insert into indicators.people as p (kind, rollup, day, country, channel, sex, platforms, firsts, ge)
    select ${kind}, d.rollup, d.day, d.country, d.channel, d.sex, d.platforms, d.firsts, d.ge::int[]
      from unnest(${rows.map((r) => r.rollup)}::text[], ${rows.map((r) => r.delta.day)}::date[],
                  ${rows.map((r) => r.values[0])}::text[], ${rows.map((r) => r.values[1])}::text[], ${rows.map((r) => r.values[2])}::text[],
                  ${rows.map((r) => r.delta.set)}::smallint[], ${rows.map((r) => r.delta.firsts)}::int[],
                  ${arrays(
                    rows.map((r) => r.delta.pauses),
                    geOf,
                  )})
        as d(rollup, day, country, channel, sex, platforms, firsts, ge)
     order by 1, 2, 7, 4, 5, 6, 3
    on conflict (kind, rollup, platforms, country, channel, sex, day) do update
      set firsts = p.firsts + excluded.firsts, ge = array[${added}]`.execute(tx)
}

/** Long pauses are rare, so their long arrays are summed element by element. */
async function addLong(tx: Transaction, kind: string, rows: ReturnType<typeof rolledUp>): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into indicators.people_long as p (kind, rollup, day, country, channel, sex, platforms, ge)
    select ${kind}, d.rollup, d.day, d.country, d.channel, d.sex, d.platforms, d.ge::int[]
      from unnest(${rows.map((r) => r.rollup)}::text[], ${rows.map((r) => r.delta.day)}::date[],
                  ${rows.map((r) => r.values[0])}::text[], ${rows.map((r) => r.values[1])}::text[], ${rows.map((r) => r.values[2])}::text[],
                  ${rows.map((r) => r.delta.set)}::smallint[], ${arrays(
                    rows.map((r) => r.delta.long),
                    longGe,
                  )})
        as d(rollup, day, country, channel, sex, platforms, ge)
     order by 1, 2, 7, 4, 5, 6, 3
    on conflict (kind, rollup, platforms, country, channel, sex, day) do update
      set ge = (select array_agg(a + b order by place) from unnest(p.ge, excluded.ge) with ordinality as x(a, b, place))`.execute(
    tx,
  )
}
