// How much a member of staff may pay, refund or grant alone.

/**
 * Whether a second member of staff has to approve: `amount`, and `before`, what the maker did alone in the last 24 hours, exceed
 * `limit`. All three are in one unit: cents or tokens.
 */
export const needsSecond = (amount: bigint, before: bigint, limit: bigint): boolean => before + amount > limit

/** A limit in whole US dollars, in cents. */
export const limitCents = (usd: number): bigint => BigInt(usd) * 100n
