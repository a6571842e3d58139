// Free call minutes: a counter of each caller, spent before tokens at prices up to a parameter. Pure.
import type { Call, Step } from './calls.rules.ts'

/** A caller's counter, locked. It changes as steps are planned: none that it covers can be refused. */
export type Counter = { userId: bigint; granted: number; used: number; held: number }

export const leftOf = ({ granted, used, held }: Counter): number => granted - used - held

/**
 * The steps, those that free minutes cover marked as such; moves the counter by them. A minute that was held as a free one is
 * posted or released as one, whatever is left.
 *
 * @param before the call before these steps; `price` is tokens a minute, `most` the highest price that is covered.
 */
export function cover(
  before: Pick<Call, 'held_free'>,
  steps: readonly Step[],
  counter: Counter | undefined,
  { price, most }: { price: number; most: number },
): Step[] {
  if (!counter) return [...steps]
  return steps.map((step): Step => {
    if (step.do === 'post' || step.do === 'void') {
      if (!before.held_free) return step
      counter.held--
      if (step.do === 'post') counter.used++
      return { ...step, free: true }
    }
    if (price > most || leftOf(counter) <= 0) return step
    if (step.do === 'hold') counter.held++
    else counter.used++
    return { ...step, free: true }
  })
}
