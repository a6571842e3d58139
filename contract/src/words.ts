// The fixed words of states and kinds, for both sides. Apart from the schemas, so that a list screen loads no zod for them.

/** App users (product.md section 3). */
export const sexes = ['man', 'woman', 'none'] as const
export const userStates = ['normal', 'ban ID', 'ban device', 'ban both'] as const
export const banKinds = ['id', 'device', 'both'] as const
export const userFlags = ['marketAudit', 'security', 'internal'] as const
/** Hours of a ban; 0 is for good. The spec's durations of broadcast bans serve here too. */
export const banHours = [1, 3, 12, 24, 48, 72, 168, 0] as const
export const grantKinds = ['compensation', 'activity', 'reward', 'correction'] as const

/** Currencies of the ledger. */
export const currencies = ['TOKEN', 'BONUS', 'USD', 'USDT'] as const

/** Broadcasts and calls. */
export const recordStates = ['in live', 'live ended'] as const
export const callStates = ['requested', 'running', 'ended', 'not answered'] as const

/** What is audited, and reports. */
export const itemKinds = ['basic', 'photo', 'official', 'library', 'avatar', 'cover', 'dynamic', 'greeting'] as const
export const itemStates = ['not audited', 'passed', 'failed'] as const
export const reportStates = ['untreated', 'processed'] as const
