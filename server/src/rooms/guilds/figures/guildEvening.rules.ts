// A leader's evening: today by anchor beside yesterday up to the same hour, what is missing to a valid day, and who could reach the next
// level with how many minutes. Pure.
import { missingMinutes, type ValidDay } from '../plans/commission.rules.ts'
import type { Window } from './guildFold.rules.ts'
import { type AnchorProgress, today } from './guildHome.rules.ts'

/** Bonus, and what it is worth in millionths of a dollar. */
export type Earned = { bonus: bigint; micros: bigint }

/** The part of yesterday before the hour that it is now. */
export function untilThisHour(yesterday: Window, dayStartsAt: Date, now: Date): { from: Date; to: Date } {
  const to = new Date(yesterday.startsAt.getTime() + (now.getTime() - dayStartsAt.getTime()))
  return { from: yesterday.startsAt, to: to < yesterday.endsAt ? to : yesterday.endsAt }
}

export type Tonight = {
  userId: bigint
  earned: Earned
  liveMinutes: number
  callMinutes: number
  /** Whole minutes missing to a valid day, live or on calls; zero if it is one. */
  missingLive: number
  missingCall: number
  running: 'live' | 'call' | null
}

/** Each anchor's day so far: who earned most first, then who is closest to a valid day. */
export function tonight(
  anchors: readonly AnchorProgress[],
  earned: ReadonlyMap<bigint, Earned>,
  { valid, dayStartsAt, now }: { valid: ValidDay; dayStartsAt: Date; now: Date },
): Tonight[] {
  const none: Earned = { bonus: 0n, micros: 0n }
  return anchors
    .map((one): Tonight => {
      const seconds = today(one, dayStartsAt, now)
      const missing = missingMinutes(valid, seconds.live, seconds.calls)
      return {
        userId: one.userId,
        earned: earned.get(one.userId) ?? none,
        liveMinutes: Math.floor(seconds.live / 60),
        callMinutes: Math.floor(seconds.calls / 60),
        missingLive: missing.live,
        missingCall: missing.call,
        running: one.running?.kind ?? null,
      }
    })
    .toSorted(
      (a, b) => Number(b.earned.bonus - a.earned.bonus) || a.missingLive - b.missingLive || Number(a.userId - b.userId),
    )
}

/** What an anchor earned as base in a minute live or on calls, in millionths of a dollar. */
export type Pace = { userId: bigint; microsPerMinute: bigint }

/** A pace needs some minutes behind it. */
const leastMinutes = 30

/** The paces of anchors, of what they did in the last days. */
export const pacesOf = (done: readonly { userId: bigint; baseMicros: bigint; seconds: number }[]): Pace[] =>
  done.flatMap(({ userId, baseMicros, seconds }) => {
    const minutes = Math.floor(seconds / 60)
    const microsPerMinute = minutes < leastMinutes ? 0n : baseMicros / BigInt(minutes)
    return microsPerMinute > 0n ? { userId, microsPerMinute } : []
  })

/** More people than these are no plan for an evening, and nobody is asked for more minutes a day. */
const mostPeople = 3
const mostMinutesADay = 120
const minuteStep = 5

export type Reach = { userIds: bigint[]; minutes: number; days: number }

/**
 * Who reaches the missing base at their pace, with so many minutes each: today if possible, else in as few days as possible; as few people
 * as that takes. Null if nobody can within the days left.
 */
export function whatReaches(
  missingMicros: bigint,
  paces: readonly Pace[],
  { minutesLeft, daysLeft }: { minutesLeft: number; daysLeft: number },
): Reach | null {
  if (missingMicros <= 0n) return null
  const fastest = paces
    .filter(({ microsPerMinute }) => microsPerMinute > 0n)
    .toSorted((a, b) => Number(b.microsPerMinute - a.microsPerMinute) || Number(a.userId - b.userId))
    .slice(0, mostPeople)
  for (let days = 1; days <= daysLeft; days++) {
    const possible = Math.max(0, Math.min(mostMinutesADay, minutesLeft)) + mostMinutesADay * (days - 1)
    let together = 0n
    for (const [at, { microsPerMinute }] of fastest.entries()) {
      together += microsPerMinute
      const minutes = Math.ceil(Number((missingMicros + together - 1n) / together) / minuteStep) * minuteStep
      if (minutes <= possible) return { userIds: fastest.slice(0, at + 1).map(({ userId }) => userId), minutes, days }
    }
  }
  return null
}
