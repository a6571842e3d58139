// What anchors did and earned, by guild, week and day: which membership, week and day a moment counts for,
// and what a posting is worth. Pure.
import { Temporal } from 'temporal-polyfill'
import type { Week } from '../weeks/weeks.rules.ts'

/** The part of a local day that lies within a week: `[startsAt, endsAt)`. A day at a week's edge may have two. */
export type Window = { week: string; day: string; startsAt: Date; endsAt: Date }

/** The days of a week, clipped to its bounds. */
export function windowsOf(week: Week, zone: string): Window[] {
  const windows: Window[] = []
  let startsAt = week.startsAt
  while (startsAt < week.endsAt) {
    const day = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(zone).toPlainDate()
    const next = new Date(day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds)
    const endsAt = next < week.endsAt ? next : week.endsAt
    windows.push({ week: week.week, day: day.toString(), startsAt, endsAt })
    startsAt = endsAt
  }
  return windows
}

/** The index of the window that contains a moment, or -1. Windows are in time order. */
export function windowAt(windows: readonly Window[], at: Date): number {
  let [low, high] = [0, windows.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const window = windows[middle]!
    if (at < window.startsAt) high = middle - 1
    else if (at >= window.endsAt) low = middle + 1
    else return middle
  }
  return -1
}

/** A membership that counts, whether it has ended or not. */
export type Membership = { id: number; guildId: number; userId: bigint; since: Date; endsAt: Date | null }

/** Where memberships overlap, the newest wins. */
const newer = (a: Membership, b: Membership) => a.since.getTime() - b.since.getTime() || a.id - b.id

/** Memberships by user, the oldest first. */
export function byUser(memberships: readonly Membership[]): Map<bigint, Membership[]> {
  const map = new Map<bigint, Membership[]>()
  for (const one of memberships.toSorted(newer)) {
    const own = map.get(one.userId)
    if (own) own.push(one)
    else map.set(one.userId, [one])
  }
  return map
}

const has = (one: Membership, at: Date) => one.since <= at && (one.endsAt === null || one.endsAt > at)

/** The membership that a moment counts for. */
const memberAt = (own: readonly Membership[] | undefined, at: Date): Membership | undefined =>
  own?.findLast((one) => has(one, at))

/** What one anchor did and earned for a guild on a day of a week. Seconds, counts, bonus, and millionths of a dollar. */
export type Figure = {
  guildId: number
  week: string
  day: string
  userId: bigint
  live: number
  calls: number
  received: number
  answered: number
  gift: bigint
  call: bigint
  room: bigint
  text: bigint
  micros: bigint
  base: bigint
}

const counts = ['live', 'calls', 'received', 'answered'] as const
const sums = ['gift', 'call', 'room', 'text', 'micros', 'base'] as const

export type Figures = Map<string, Figure>

const keyOf = (figure: Pick<Figure, 'guildId' | 'week' | 'day' | 'userId'>) =>
  `${figure.guildId} ${figure.week} ${figure.day} ${figure.userId}`

/** The figure of a key, created if missing. */
function at(figures: Figures, guildId: number, window: Pick<Window, 'week' | 'day'>, userId: bigint): Figure {
  const empty: Figure = {
    guildId,
    week: window.week,
    day: window.day,
    userId,
    live: 0,
    calls: 0,
    received: 0,
    answered: 0,
    gift: 0n,
    call: 0n,
    room: 0n,
    text: 0n,
    micros: 0n,
    base: 0n,
  }
  const key = keyOf(empty)
  const found = figures.get(key)
  if (found) return found
  figures.set(key, empty)
  return empty
}

/** A posting: bonus, and the payer's tokens that earned it. `bonusPerUsd` is the rate when it was recorded. */
export type Posting = {
  userId: bigint
  kind: 'gift' | 'call' | 'room' | 'text'
  occurredAt: Date
  bonus: bigint
  paid: bigint
  promo: bigint
  bonusPerUsd: number
}

/** A posting in millionths of a dollar, and the part of it that paid tokens earned; both rounded as the ledger does. */
export function worthOf(posting: Pick<Posting, 'bonus' | 'paid' | 'promo' | 'bonusPerUsd'>): {
  micros: bigint
  base: bigint
} {
  const micros = (posting.bonus * 1_000_000n) / BigInt(posting.bonusPerUsd)
  const tokens = posting.paid + posting.promo
  return { micros, base: tokens === 0n ? micros : micros - (micros * posting.promo) / tokens }
}

/** Where facts count: the memberships of the users concerned, by user, and windows in the order of time. */
export type Places = { members: ReadonlyMap<bigint, Membership[]>; windows: readonly Window[] }

/** Adds postings. Those outside any membership or window are ignored. */
export function addPostings(figures: Figures, postings: readonly Posting[], { members, windows }: Places): void {
  for (const posting of postings) {
    const window = windows[windowAt(windows, posting.occurredAt)]
    const membership = memberAt(members.get(posting.userId), posting.occurredAt)
    if (!window || !membership) continue
    const figure = at(figures, membership.guildId, window, posting.userId)
    const { micros, base } = worthOf(posting)
    figure[posting.kind] += posting.bonus
    figure.micros += micros
    figure.base += base
  }
}

/** An ended broadcast, or an ended call that they received; a call without a span was too short or not answered. */
export type Time = {
  userId: bigint
  kind: 'live' | 'call'
  from: Date | null
  to: Date | null
  requestedAt: Date | null
  answered: boolean
}

/** The parts of a span by window and membership. */
function* partsOf(from: Date, to: Date, own: readonly Membership[], windows: readonly Window[]) {
  let index = windowAt(windows, from)
  if (index === -1) index = windows.findIndex((window) => window.startsAt >= from)
  for (; index !== -1 && index < windows.length && windows[index]!.startsAt < to; index++) {
    const window = windows[index]!
    const [start, end] = [Math.max(+from, +window.startsAt), Math.min(+to, +window.endsAt)]
    const edges = own.flatMap((one) => [+one.since, one.endsAt === null ? end : +one.endsAt])
    const cuts = [...new Set([start, ...edges.filter((edge) => edge > start && edge < end), end])].toSorted(
      (a, b) => a - b,
    )
    for (let n = 1; n < cuts.length; n++) {
      const membership = memberAt(own, new Date(cuts[n - 1]!))
      if (membership) yield { window, membership, milliseconds: cuts[n]! - cuts[n - 1]! }
    }
  }
}

/**
 * Adds time live and on calls, and calls received and answered: time counts where it was spent, calls where they were requested. A key's
 * seconds are the whole seconds of its parts together.
 */
export function addTimes(figures: Figures, times: readonly Time[], { members, windows }: Places): void {
  const milliseconds = new Map<Figure, { live: number; calls: number }>()
  for (const time of times) {
    const own = members.get(time.userId)
    if (!own) continue
    if (time.requestedAt) {
      const window = windows[windowAt(windows, time.requestedAt)]
      const membership = memberAt(own, time.requestedAt)
      if (window && membership) {
        const figure = at(figures, membership.guildId, window, time.userId)
        figure.received += 1
        figure.answered += time.answered ? 1 : 0
      }
    }
    if (!time.from || !time.to || time.to <= time.from) continue
    for (const part of partsOf(time.from, time.to, own, windows)) {
      const figure = at(figures, part.membership.guildId, part.window, time.userId)
      const sum = milliseconds.get(figure) ?? { live: 0, calls: 0 }
      sum[time.kind === 'live' ? 'live' : 'calls'] += part.milliseconds
      milliseconds.set(figure, sum)
    }
  }
  for (const [figure, sum] of milliseconds) {
    figure.live += Math.floor(sum.live / 1_000)
    figure.calls += Math.floor(sum.calls / 1_000)
  }
}

/** The difference from `old` to `fresh`; equal values are left out. */
export function differences(old: readonly Figure[], fresh: Figures): Figure[] {
  const deltas: Figures = new Map([...fresh].map(([key, figure]) => [key, { ...figure }]))
  for (const before of old) {
    const delta = at(deltas, before.guildId, before, before.userId)
    for (const name of counts) delta[name] -= before[name]
    for (const name of sums) delta[name] -= before[name]
  }
  return [...deltas.values()].filter(
    (delta) => counts.some((name) => delta[name] !== 0) || sums.some((name) => delta[name] !== 0n),
  )
}
