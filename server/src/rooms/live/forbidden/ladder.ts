// What the ladder knows of people, and whom bans of broadcasting stop now: for the wall, reports and a person's record.
import type { Reader } from '../../../kit/database.ts'
import type { Params } from '../../../params/index.ts'
import { type OpenForbid, openForbids, recordOf } from './queries.ts'
import { inForce, suggestedHours } from './rules.ts'

export type Ladder = {
  /** Within the time that the ladder looks back. */
  warnings: number
  /** Of these, those that staff lifted are left out. */
  forbids: number
  /** The step that comes next; 0 means permanent. */
  suggestedHours: number
}

const day = 86_400_000

/** How far the ladder looks back (parameter `forbid_ladder_days`). */
export const ladderSince = (now: Date, params: Params): Date =>
  new Date(now.getTime() - params.integer('forbid_ladder_days') * day)

/** Each of these people on the ladder; those with a clean record, and those nobody knows, stand on its first step. */
export async function ladderOf(
  reader: Reader,
  now: Date,
  params: Params,
  userIds: readonly bigint[],
): Promise<Map<bigint, Ladder>> {
  if (userIds.length === 0) return new Map()
  const { warnings, forbids } = await recordOf(reader, ladderSince(now, params), userIds)
  const warned = new Map(warnings.map((row) => [row.user_id, row.count]))
  const counting = Map.groupBy(
    forbids.filter((row) => row.ended !== 'lifted'),
    (row) => row.user_id,
  )
  return new Map(
    userIds.map((userId) => {
      const hers = (counting.get(userId) ?? []).map((row) => row.hours)
      return [userId, { warnings: warned.get(userId) ?? 0, forbids: hers.length, suggestedHours: suggestedHours(hers) }]
    }),
  )
}

/** The bans in force at `now` of these people; one who may broadcast is left out. */
export async function forbiddenNow(
  reader: Reader,
  now: Date,
  userIds: readonly bigint[],
): Promise<Map<bigint, OpenForbid>> {
  const open = await openForbids(reader, userIds)
  return new Map(open.filter((one) => inForce(one, now)).map((one) => [one.user_id, one]))
}
