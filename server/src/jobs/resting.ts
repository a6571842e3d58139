// Rounds that pause for a multiple of their own working time.
import type { Clock } from '../kit/clock.ts'

/** The pause after a turn: `times` its duration, within bounds, in milliseconds. */
export type Rest = { times: number; leastMs: number; mostMs: number }

/** The pause after a turn that took so long. Pure. */
export const restAfter = (tookMs: number, { times, leastMs, mostMs }: Rest): number =>
  Math.min(mostMs, Math.max(leastMs, times * tookMs))

/**
 * A round's work that rests after each turn: with `times` 9 it uses at most a tenth of a core, except that no pause exceeds `mostMs`. What
 * arrives in a pause is done at once, so the more there is to do, the less each of it costs.
 *
 * @param work one turn; it answers false if it should not be followed by a pause.
 * @returns what a round is declared with: a turn that fell into a pause is due at its end
 */
export function resting<A extends unknown[]>(
  clock: Clock,
  rest: Rest,
  work: (...given: A) => Promise<unknown>,
): { run: (...given: A) => Promise<void>; nextDue: () => Promise<Date | null> } {
  let pause = { from: 0, to: 0 }
  let hasSkipped = false
  const run = async (...given: A) => {
    const started = clock.now().getTime()
    // Before its beginning, the clock has been set back.
    hasSkipped = started >= pause.from && started < pause.to
    if (hasSkipped) return
    const isDone = await work(...given)
    const ended = clock.now().getTime()
    if (isDone !== false) pause = { from: ended, to: ended + restAfter(ended - started, rest) }
  }
  return { run, nextDue: async () => (hasSkipped ? new Date(pause.to) : null) }
}
