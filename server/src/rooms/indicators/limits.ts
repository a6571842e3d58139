// Limits of what is kept and counted.

/** Days of which users' figures are kept, so that late facts can change them (product.md section 10, Figures). */
export const daysKept = 92

/** Longer waits for a match are one group. */
export const mostWaitSeconds = 60

/** Days after registration from which a user counts as old. */
export const daysUntilOld = 7

/** Days of which minutes are kept: Home compares with the same day of last week. */
export const courseDays = 9
