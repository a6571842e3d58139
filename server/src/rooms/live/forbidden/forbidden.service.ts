// Begins and lifts broadcast bans: one transaction per call, one outcome per id.
import type { Parsed } from '@greenroom/contract/call'
import type { liveAllow, liveForbid } from '@greenroom/contract/live'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import { endIn, forbidIn } from './forbidden.change.ts'
import * as queries from './forbidden.queries.ts'
import { inForce } from './forbidden.rules.ts'

/**
 * Bans users from broadcasting, one or many.
 *
 * @throws Refusal 290005 naming unknown ids, 10009 for a broadcast that belongs to none of them
 */
export function forbid(context: Context, payload: Parsed<typeof liveForbid>) {
  const ids = chosen(payload.ids, 'ids').map(BigInt)
  const { hours, reason, liveId = null } = payload
  return batch(context, async (tx) => {
    const people = await queries.peopleNamed(tx, context.scope, ids)
    const wrong = ids.filter((id) => !people.has(id))
    if (wrong.length > 0) throw refuseBecause(290005, 'ids', 'user.unknown', { ids: wrong.map(Number) })
    if (liveId !== null && !(await queries.isOfOne(tx, liveId, ids)))
      throw refuseBecause(10009, 'liveId', 'forbid.otherBroadcast')
    return forbidIn(tx, context, { userIds: ids, hours, reason, liveId })
  })
}

/** Lifts broadcast bans; one that has ended already is refused with 20000. */
export function allow(context: Context, payload: Parsed<typeof liveAllow>) {
  const ids = chosen(payload.ids, 'ids')
  const { reason } = payload
  const { now } = context
  return batch(context, async (tx) => {
    const owners = await queries.ownersOf(tx, context.scope, ids)
    await queries.lockBroadcasters(tx, [...new Set(owners.values())])
    const open = new Map((await queries.openForbids(tx, [...owners.values()])).map((one) => [one.id, one]))
    const lifted: queries.OpenForbid[] = []
    const outcomes = ids.map((id) => {
      if (!owners.has(id)) return notDone(id, 10032)
      const one = open.get(id)
      if (!one || !inForce(one, now)) return notDone(id, 20000, because('forbid.over'))
      lifted.push(one)
      return done(id)
    })
    if (lifted.length > 0) await endIn(tx, context, lifted, { how: 'lifted', by: staffOf(context).username, reason })
    return outcomes
  })
}
