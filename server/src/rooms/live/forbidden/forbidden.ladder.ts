// Users' positions on the escalation steps, for the monitor, reports and user records.
import type { Reader } from '../../../kit/database/database.ts'
import type { Params } from '../../../params/index.ts'
import { recordOf } from './forbidden.queries.ts'
import { suggestedHours } from './forbidden.rules.ts'

export type Ladder = {
  /** Within the look-back period. */
  warnings: number
  /** Without those that staff lifted. */
  forbids: number
  /** The next step; 0 means permanent. */
  suggestedHours: number
}

const day = 86_400_000

/** The look-back period in days (parameter `forbid_ladder_days`). */
export const ladderSince = (now: Date, params: Params): Date =>
  new Date(now.getTime() - params.integer('forbid_ladder_days') * day)

/** The step of each of these users; those with a clean record, and unknown ones, get the first. */
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
      const own = (counting.get(userId) ?? []).map((row) => row.hours)
      return [userId, { warnings: warned.get(userId) ?? 0, forbids: own.length, suggestedHours: suggestedHours(own) }]
    }),
  )
}
