// Maps broadcast bans and warnings to the contract.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import type { liveUserInfo, userForbidList } from '@greenroom/contract/live'
import { stateOf } from './forbidden.rules.ts'
import type { ForbidRow, WarningRow } from './forbiddenList.queries.ts'

type ShownForbid = RecordOf<typeof userForbidList>
type ShownWarning = Answer<typeof liveUserInfo>['warningRows'][number]

/** An expired ban shows as expired at once, seconds before the round ends it. */
export function shownForbid(row: ForbidRow, now: Date): ShownForbid {
  const state = stateOf(row, now)
  const over = state === 'expired' ? row.until : null
  return {
    forbidId: row.id,
    user: row.user,
    hours: row.hours,
    until: row.until?.toISOString() ?? null,
    state,
    reason: row.reason,
    liveId: row.live_id,
    at: row.at.toISOString(),
    by: row.by,
    endedAt: (row.ended_at ?? over)?.toISOString() ?? null,
    endedBy: row.ended_by,
    endReason: row.end_reason,
  }
}

export const shownWarning = (row: WarningRow): ShownWarning => ({
  warningId: row.id,
  user: row.user,
  reason: row.reason,
  liveId: row.live_id,
  callId: row.call_id,
  at: row.at.toISOString(),
  by: row.by,
})
