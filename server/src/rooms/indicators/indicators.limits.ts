// Limits of retention and counting.

/** How many days users' figures are kept, so that late facts can change them. */
export const daysKept = 92

/** Longer waits for a match form one group. */
export const mostWaitSeconds = 60

/** Days after registration from which a user counts as old. */
export const daysUntilOld = 7

/** How many days minutes are kept: Home compares with the same day of last week. */
export const courseDays = 9

/** Channels with figures of their own where no parameter says how many. */
export const mostChannels = 500
