// The withdrawal desk: claims like the moderators' workbench, each with its risk panel.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { withdrawalsClaimed, withdrawalsReturned } from '@greenroom/contract/sentences/withdrawals'
import type * as calls from '@greenroom/contract/withdrawals'
import { aloneLeft } from '../../../access/index.ts'
import { unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import * as queries from './withdrawalDesk.queries.ts'
import { assessAndKeep, assessQueue } from './withdrawalRisk.assess.ts'
import { assessmentEnded } from './withdrawalRisk.queries.ts'
import { type ReadServices, wholeRows } from './withdrawals.read.ts'

const minute = 60_000

/** Claims until the caller holds `size`, and returns all of the caller's claims with fresh risk panels. */
export async function claim(
  services: ReadServices,
  context: Context,
  payload: Parsed<typeof calls.withdrawalClaim>,
): Promise<Answer<typeof calls.withdrawalClaim>> {
  const { now } = context
  const { size, sort, ...filters } = payload
  if (context.scope.kind !== 'platform') return { withdrawals: [], more: 0, aloneLeftCents: 0 }
  const { id: staffId } = staffOf(context)
  const criteria = { staffId, now, filters }
  const until = new Date(now.getTime() + services.params.integer('withdrawal_claim_minutes') * minute)
  // New ones have no score yet, which riskiest first needs. In its own transaction, so that the claim does not skip rows locked here.
  if (sort === 'risk' && !context.caller?.seeing)
    await inTransaction(context.database, (tx) => assessQueue(tx, services.params, now))
  const ids = await unlessUnchanged<string[]>(context, [], async (tx) => {
    await queries.oneClaimAtATime(tx, staffId)
    // The claim skips locked rows: while new ones are assessed, the desk would show none.
    await assessmentEnded(tx)
    const held = await queries.claimUpTo(tx, { ...criteria, size, sort, until })
    if (held.length === 0) return undefined
    const heldIds = held.map(({ id }) => id)
    await assessAndKeep(tx, services.params, now, heldIds)
    const fresh = held.filter((one) => one.fresh).length
    await record(tx, context, {
      target: 'withdrawals',
      content: withdrawalsClaimed(fresh, held.length - fresh),
      before: null,
      after: { withdrawalIds: heldIds },
    })
    return heldIds
  })
  const [withdrawals, more, alone] = await Promise.all([
    wholeRows(services, context, ids),
    queries.countFree(context.database, criteria),
    aloneLeft(context, services.params, 'withdrawalPass'),
  ])
  return { withdrawals, more, aloneLeftCents: Number(alone.left) }
}

/** Returns the caller's claims; others are ignored. */
export const giveBack = (
  context: Context,
  { ids, skip = false }: Parsed<typeof calls.withdrawalGiveBack>,
): Promise<Answer<typeof calls.withdrawalGiveBack>> =>
  unlessUnchanged(context, { givenBack: 0 }, async (tx) => {
    const given = await queries.giveBack(tx, { staffId: staffOf(context).id, ids, skip })
    if (given.length === 0) return undefined
    await record(tx, context, {
      target: 'withdrawals',
      content: withdrawalsReturned(given.length, skip),
      before: { withdrawalIds: given },
      after: null,
    })
    return { givenBack: given.length }
  })
