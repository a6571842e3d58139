// Reads broadcast bans: the list, one user's, and a user's escalation step.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type { liveForbiddenList, liveLadder, userForbidList } from '@greenroom/contract/live'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import type { Params } from '../../../params/index.ts'
import { peopleOf } from '../../users/index.ts'
import { ladderOf, ladderSince } from './forbidden.ladder.ts'
import { peopleNamed } from './forbidden.queries.ts'
import { forbidPage, newestForbids } from './forbiddenList.queries.ts'
import { shownForbid } from './forbiddenList.shown.ts'

/** What the caller may do to broadcast bans. */
export const mayForbid = (context: Context): boolean => levelOn(staffOf(context), 'live.forbidden') === 3

export type Listed = RecordOf<typeof liveForbiddenList>

/** One page of bans. */
export async function list(context: Context, payload: Parsed<typeof liveForbiddenList>) {
  const { now } = context
  const page = await forbidPage(context, payload)
  const may = mayForbid(context)
  return mapPage(page, (row): Listed => {
    const forbid = shownForbid(row, now)
    const holds = forbid.state === 'effective'
    const can: Listed['can'] = may
      ? { forbid: holds && forbid.until === null ? 'forbiddenForGood' : true, allow: holds ? true : 'over' }
      : { forbid: 'readOnly', allow: 'readOnly' }
    return { ...forbid, can }
  })
}

/** One page of a user's bans. */
export async function ofPerson(context: Context, payload: Parsed<typeof userForbidList>) {
  const page = await forbidPage(context, { ...payload, userId: [payload.userId] })
  return mapPage(page, (row) => shownForbid(row, context.now))
}

/** These users' escalation steps, in the contract's form. */
export async function ladderShown(context: Context, params: Params, userId: bigint) {
  const ladder = (await ladderOf(context.database, context.now, params, [userId])).get(userId)!
  return {
    days: params.integer('forbid_ladder_days'),
    warningCount: ladder.warnings,
    forbidCount: ladder.forbids,
    suggestedHours: ladder.suggestedHours,
  }
}

/** A user's escalation step. @throws Refusal 10032 if there is no such user. */
export const ladder =
  (params: Params) =>
  async (context: Context, payload: Parsed<typeof liveLadder>): Promise<Answer<typeof liveLadder>> => {
    const { scope, database, now } = context
    const userId = BigInt(payload.userId)
    const known = await peopleNamed(database, scope, [userId])
    if (!known.has(userId)) throw refuseBecause(10032, 'userId', 'user.unknown', { ids: String(userId) })
    const [people, place, rows, [newest]] = await Promise.all([
      peopleOf(database, [userId]),
      ladderShown(context, params, userId),
      newestForbids(database, scope, { userId, since: ladderSince(now, params) }),
      newestForbids(database, scope, { userId }),
    ])
    // A user has one ban in force at most, and it is the newest.
    const last = newest && shownForbid(newest, now)
    return {
      user: people.get(userId)!,
      ...place,
      forbidden: last?.state === 'effective' ? last : null,
      forbids: rows.map((row) => shownForbid(row, now)),
    }
  }
