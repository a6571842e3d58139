// How a figure changed: what a reader can compare, and nothing that only looks exact.
import { decimal, minus, share } from './number.ts'

/** The smallest number of cases from which a share or a change is written: below, one case more would change it by a twentieth. */
export const fewCases = 20

/** Above this part of the figure before, a change is a factor: `×15` instead of `+1,400%`. */
const mostPercent = 3
/** From this factor on, the figure before was next to nothing. */
const fromNothing = 100

export type Change =
  /** Nothing to compare with, or nothing on both sides. */
  | { kind: 'unknown' }
  | { kind: 'same' }
  /** From nothing, or next to nothing. */
  | { kind: 'new' }
  /** Too few cases for a percentage. */
  | { kind: 'few' }
  | { kind: 'changed'; text: string; up: boolean }

/**
 * The change from `before` to `now`.
 *
 * @param cases how many cases the larger of both figures counts, if it is known.
 */
export function changeOf(before: number | null, now: number | null, language: string, cases?: number): Change {
  if (before === null || now === null) return { kind: 'unknown' }
  if (before === now) return { kind: before === 0 ? 'unknown' : 'same' }
  if (cases !== undefined && cases < fewCases) return { kind: 'few' }
  if (before === 0) return { kind: 'new' }
  const change = (now - before) / Math.abs(before)
  const up = change > 0
  // Neither from nor to a negative figure is there a factor.
  if (Math.abs(change) > mostPercent && before > 0 && now > 0) {
    const factor = now / before
    if (factor >= fromNothing) return { kind: 'new' }
    return { kind: 'changed', text: `×${decimal(factor, factor < 9.95 ? 1 : 0, language)}`, up }
  }
  if (Math.abs(change) > mostPercent) return { kind: 'unknown' }
  const text = share(Math.abs(change), language)
  return { kind: 'changed', text: `${up ? '+' : minus}${text}`, up }
}

/** A measured ratio, such as a return: `87%`, and a factor above 300 %: `×4.1`. */
export const ratio = (value: number, language: string): string =>
  value > mostPercent ? `×${decimal(value, value < 9.95 ? 1 : 0, language)}` : share(value, language)
