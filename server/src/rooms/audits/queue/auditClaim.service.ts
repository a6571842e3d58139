import type { auditClaim } from '@greenroom/contract/audits'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { itemsClaimed } from '@greenroom/contract/sentences/audits'
import { unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { record } from '../../../log/index.ts'
import { cardRows } from './auditCards.queries.ts'
import { cardOf } from './auditCards.rules.ts'
import * as queries from './auditClaim.queries.ts'
import { heldUntil, type QueueServices } from './auditQueue.services.ts'

/** Claims reviews of a kind until the caller holds `size`; returns all held. Guild and agent callers find none. */
export const claim =
  (services: Pick<QueueServices, 'params'>) =>
  async (context: Context, payload: Parsed<typeof auditClaim>): Promise<Answer<typeof auditClaim>> => {
    const { now } = context
    const { kind, size, sort, ...filters } = payload
    if (context.scope.kind !== 'platform') return { reviews: [], more: 0 }
    const request = { kind, staffId: staffOf(context).id, now, filters }
    const reviews = await unlessUnchanged(context, [], async (tx) => {
      await queries.oneClaimAtATime(tx, request)
      const held = await queries.claimUpTo(tx, { ...request, size, sort, until: heldUntil(services, now) })
      if (held.length === 0) return undefined
      const ids = held.map(({ id }) => id)
      const fresh = held.filter((one) => one.fresh).length
      await record(tx, context, {
        target: `audit ${kind}`,
        content: itemsClaimed({ kind, claimed: fresh, before: held.length - fresh }),
        before: null,
        after: { kind, reviewIds: ids },
      })
      return cardRows(tx, ids, request)
    })
    return {
      reviews: reviews.map((row) => cardOf(row, now)),
      more: await queries.countFree(context.database, request),
    }
  }
