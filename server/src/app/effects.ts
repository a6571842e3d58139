// What one room's decision does in others.
import { holdForBan, releaseAfterBan } from '../rooms/finance/index.ts'
import { endForBan } from '../rooms/live/index.ts'
import type { BanEffects } from '../rooms/users/index.ts'

/** A ban ends session, call and live, and holds withdrawals (product.md section 3). */
export const banEffects: BanEffects = {
  banned: async (tx, now, userIds, reason) => [
    ...(await endForBan(tx, now, userIds, reason)),
    ...(await holdForBan(tx, now, userIds, reason)),
  ],
  unbanned: releaseAfterBan,
}
