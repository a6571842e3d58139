// Whether figures that are counted as facts arrive have fallen behind: after a first start, or under a heavy load.

/** The count rests for up to two minutes, works for some, and an answer is kept for half of one. */
const usualMs = 5 * 60_000

/** @param now the server's time. */
export const isBehind = (asOf: string, now: number): boolean => now - Date.parse(asOf) > usualMs
