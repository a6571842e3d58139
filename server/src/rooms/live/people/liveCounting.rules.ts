// What a broadcast adds to its broadcaster's sums. Pure.
import type { Session } from '../events/broadcasts.rules.ts'

/** A broadcaster's sums, or a change of them; `seconds` counts ended broadcasts only. */
export type Counted = {
  user_id: bigint
  sessions: number
  seconds: number
  peak_viewers: number
  gift_tokens: bigint
  minute_tokens: bigint
  bonus: bigint
  last_started_at: Date | null
}

type Summed = Pick<
  Session,
  'user_id' | 'started_at' | 'ended_at' | 'peak_viewers' | 'gift_tokens' | 'minute_tokens' | 'bonus'
>

/** Duration in whole seconds; 0 while it runs, or if the reported end is before the start. */
export const secondsOf = ({ started_at, ended_at }: Pick<Session, 'started_at' | 'ended_at'>): number =>
  started_at === null || ended_at === null
    ? 0
    : Math.max(0, Math.floor((ended_at.getTime() - started_at.getTime()) / 1_000))

/** What one broadcast counts for; null while its broadcaster is unknown. */
const countedOf = (session: Summed): Counted | null =>
  session.user_id === null
    ? null
    : {
        user_id: session.user_id,
        sessions: 1,
        seconds: secondsOf(session),
        peak_viewers: session.peak_viewers,
        gift_tokens: session.gift_tokens,
        minute_tokens: session.minute_tokens,
        bonus: session.bonus,
        last_started_at: session.started_at,
      }

const none = { sessions: 0, seconds: 0, peak_viewers: 0, gift_tokens: 0n, minute_tokens: 0n, bonus: 0n }

/**
 * The change from `before` to `after` of one broadcast; null if it changes no sum. The maximum of viewers and the last start never
 * decrease.
 */
function changeOf(before: Summed | undefined, after: Summed): Counted | null {
  const now = countedOf(after)
  if (!now) return null
  const was = (before && countedOf(before)) ?? { ...none, last_started_at: null }
  const change = {
    ...now,
    sessions: now.sessions - was.sessions,
    seconds: now.seconds - was.seconds,
    gift_tokens: now.gift_tokens - was.gift_tokens,
    minute_tokens: now.minute_tokens - was.minute_tokens,
    bonus: now.bonus - was.bonus,
  }
  const same =
    change.sessions === 0 &&
    change.seconds === 0 &&
    now.peak_viewers === was.peak_viewers &&
    change.gift_tokens === 0n &&
    change.minute_tokens === 0n &&
    change.bonus === 0n
  return same ? null : change
}

const laterOf = (a: Date | null, b: Date | null) => (a !== null && (b === null || a > b) ? a : b)

/** One change per broadcaster, from all changed broadcasts. */
export function changesOf(pairs: Iterable<{ before: Summed | undefined; after: Summed }>): Counted[] {
  const changes = new Map<bigint, Counted>()
  for (const { before, after } of pairs) {
    const change = changeOf(before, after)
    if (!change) continue
    const other = changes.get(change.user_id)
    changes.set(change.user_id, other ? together(other, change) : change)
  }
  return [...changes.values()]
}

/** Merges two changes of one broadcaster's sums. */
const together = (a: Counted, b: Counted): Counted => ({
  user_id: a.user_id,
  sessions: a.sessions + b.sessions,
  seconds: a.seconds + b.seconds,
  peak_viewers: Math.max(a.peak_viewers, b.peak_viewers),
  gift_tokens: a.gift_tokens + b.gift_tokens,
  minute_tokens: a.minute_tokens + b.minute_tokens,
  bonus: a.bonus + b.bonus,
  last_started_at: laterOf(a.last_started_at, b.last_started_at),
})
