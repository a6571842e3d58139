// What one room's decision does in others.
import type { Params } from '../params/index.ts'
import { holdForBan, releaseAfterBan } from '../rooms/finance/index.ts'
import { endForBan } from '../rooms/live/index.ts'
import type { BanEffects } from '../rooms/users/index.ts'

/** A ban ends session, call and live, and holds withdrawals (product.md section 3). */
export const banEffects = (params: Params): BanEffects => ({
  banned: async (tx, now, userIds, reason) => [
    ...(await endForBan(tx, now, params, userIds, reason)),
    ...(await holdForBan(tx, now, userIds, reason)),
  ],
  unbanned: releaseAfterBan,
})
