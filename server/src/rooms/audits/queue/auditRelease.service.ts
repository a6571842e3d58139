import type { auditRelease } from '@greenroom/contract/audits'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { itemsReleased } from '@greenroom/contract/sentences/audits'
import { unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { record } from '../../../log/index.ts'
import { giveBack } from './auditRelease.queries.ts'

/** Releases the caller's claims of a kind and returns how many. Others' claims are left alone. */
export const release = (
  context: Context,
  payload: Parsed<typeof auditRelease>,
): Promise<Answer<typeof auditRelease>> => {
  const { kind, ids, skip = false } = payload
  const heldUntil = payload.heldUntil === undefined ? undefined : new Date(payload.heldUntil)
  return unlessUnchanged(context, { released: 0 }, async (tx) => {
    const released = await giveBack(tx, { kind, staffId: staffOf(context).id, ids, skip, heldUntil })
    if (released.length === 0) return undefined
    const reviewIds = released.map(({ id }) => id)
    await record(tx, context, {
      target: `audit ${kind}`,
      content: itemsReleased({ kind, count: released.length, skipped: skip }),
      before: { kind, reviewIds },
      after: null,
    })
    return { released: released.length }
  })
}
