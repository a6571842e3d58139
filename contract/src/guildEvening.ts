// The leader's evening, on their Home.
import { declare } from './call.ts'
import type * as schema from './guildEvening.schema.ts'

/** Today's earnings by anchor beside yesterday's up to the same hour, minutes missing to a valid day, and what would reach the next level. */
export const guildEvening = declare<typeof schema.guildEvening>('guildEvening', {
  method: 'GET',
  path: '/sociatyManage/evening',
  level: 'signed-in',
  for: ['guild'],
  codes: [10032],
})
