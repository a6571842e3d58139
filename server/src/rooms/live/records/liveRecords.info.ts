// One broadcast or call with its details, for the drawers of the records.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { liveCallInfo, liveRecordInfo } from '@greenroom/contract/live'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { newestForbids, newestWarnings } from '../forbidden/forbiddenList.queries.ts'
import { shownForbid, shownWarning } from '../forbidden/forbiddenList.shown.ts'
import { callPage, recordPage, seenInCall, seenInRecord } from './liveRecords.queries.ts'
import { shownCall, shownRecord } from './liveRecords.shown.ts'

const shownSnapshot = (seen: {
  snapshot_url: string
  snapshot_at: Date | null
  risk_score: number
  labels: string[]
}) => ({
  snapshotUrl: seen.snapshot_url,
  snapshotAt: seen.snapshot_at?.toISOString() ?? null,
  riskScore: seen.risk_score,
  labels: seen.labels,
})

/** One broadcast. @throws Refusal 10032 if none with this id has begun. */
export async function recordInfo(
  context: Context,
  { liveId }: Parsed<typeof liveRecordInfo>,
): Promise<Answer<typeof liveRecordInfo>> {
  const { scope, database, now } = context
  const { records } = await recordPage(context, { liveId: [liveId], size: 1 })
  const [row] = records
  if (!row) throw refuseBecause(10032, 'liveId', 'live.notFound')
  const [seen, warnings, forbids] = await Promise.all([
    seenInRecord(database, liveId),
    newestWarnings(database, scope, { liveId }),
    row.user === null ? [] : newestForbids(database, scope, { userId: BigInt(row.user.userId), liveId }),
  ])
  return {
    ...shownRecord(row, now),
    ...shownSnapshot(seen),
    hlsUrl: row.ended_at === null ? seen.hls_url : '',
    warnings: warnings.map(shownWarning),
    forbids: forbids.map((forbid) => shownForbid(forbid, now)),
  }
}

/** One call. @throws Refusal 10032 if none with this id was requested. */
export async function callInfo(
  context: Context,
  { callId }: Parsed<typeof liveCallInfo>,
): Promise<Answer<typeof liveCallInfo>> {
  const { scope, database } = context
  const { records } = await callPage(context, { callId: [callId], size: 1 })
  const [row] = records
  if (!row) throw refuseBecause(10032, 'callId', 'live.notFound')
  const [seen, warnings] = await Promise.all([
    seenInCall(database, callId),
    newestWarnings(database, scope, { callId }),
  ])
  return {
    ...shownCall(row),
    ...shownSnapshot(seen),
    promoTokens: Number(seen.promo_tokens),
    matchId: seen.match_id,
    warnings: warnings.map(shownWarning),
  }
}
