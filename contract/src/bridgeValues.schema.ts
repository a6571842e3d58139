// Values that events, commands and answers of the bridge share. Messages are real JSON, so these take no text.
import { z } from 'zod'
import { maxInteger } from './fields.ts'
import { limits } from './limits.ts'

export const userId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
/** A guild or a member of staff: ids as the database holds them. */
export const guildId = z.number().int().min(1).max(maxInteger)
/** The app's id of a gift, which the database holds likewise. */
export const giftId = z.number().int().min(1).max(maxInteger)
export const ref = z.string().min(1).max(64)
export const tokens = z.number().int().min(1).max(limits.grantPerOperation)
export const cents = z.number().int().min(0).max(100_000_000)
export const platform = z.enum(['ios', 'android', 'web'])

/** Balances as the app sees them after an event or command that moved money. */
export const balances = { userId, paidTokens: z.number().int(), promoTokens: z.number().int(), bonus: z.number().int() }
export const flags = { marketAudit: z.boolean(), security: z.boolean(), internal: z.boolean() }
export const until = z.iso.datetime().nullable()
export const appVersion = z.object({
  app: z.string(),
  name: z.string(),
  build: z.number().int(),
  address: z.string(),
  description: z.string(),
  mandatory: z.boolean(),
  sharePercent: z.number().int(),
})
