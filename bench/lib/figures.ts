// Figures that `npm run bench:guard` compares with the stored ones.
import { appendFileSync } from 'node:fs'

/** Names the file that a bench adds its figures to; without it they are only printed. */
export const figuresFile = 'BENCH_FIGURES'

/** One figure, by its name. Smaller is better. */
export function keep(name: string, value: number): void {
  const file = process.env[figuresFile]
  if (file) appendFileSync(file, `${JSON.stringify({ name, value })}\n`)
}

/** The middle one. */
export const median = (of: readonly number[]): number => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0

/** Half, 95 and 99 of a hundred took at most so long. */
export function spread(milliseconds: readonly number[]) {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99) }
}
