// Whether folded figures lag behind the facts: after a first start, or under heavy load.

/** The fold pauses for up to a minute and a half and takes some time, and answers are cached for half a minute. */
const usualMs = 5 * 60_000

/** @param now the server's time. */
export const isBehind = (asOf: string, now: number): boolean => now - Date.parse(asOf) > usualMs
