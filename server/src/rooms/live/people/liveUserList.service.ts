// The list of broadcasters, and one broadcaster with the record.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type { liveUserInfo, liveUserList } from '@greenroom/contract/live'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import type { Params } from '../../../params/index.ts'
import { newestForbids, newestWarnings } from '../forbidden/forbiddenList.queries.ts'
import { ladderShown, mayForbid } from '../forbidden/forbiddenList.service.ts'
import { shownForbid, shownWarning } from '../forbidden/forbiddenList.shown.ts'
import { type BroadcasterRow, broadcaster, broadcasterPage } from './liveUserList.queries.ts'

export type Shown = RecordOf<typeof liveUserList>

/** An expired ban no longer counts, even before the round ends it. */
const banStateOf = (row: BroadcasterRow, now: Date) =>
  (row.banned_until !== null && row.banned_until <= now ? 'normal' : row.state) as Shown['state']

function shown(row: BroadcasterRow, mayWrite: boolean, now: Date): Shown {
  const forbidden = row.forbid_id !== null
  const forGood = forbidden && row.forbidden_until === null
  return {
    user: row.user,
    country: row.country ?? '',
    state: banStateOf(row, now),
    liveId: row.live_id,
    sessions: row.sessions,
    seconds: Number(row.seconds),
    peakViewers: row.peak_viewers,
    giftTokens: Number(row.gift_tokens),
    minuteTokens: Number(row.minute_tokens),
    bonus: Number(row.bonus),
    warnings: row.warnings,
    forbids: row.forbids,
    forbidden,
    forbidId: row.forbid_id,
    forbiddenUntil: row.forbidden_until?.toISOString() ?? null,
    lastStartedAt: row.last_started_at.toISOString(),
    can: {
      forbid: !mayWrite ? 'readOnly' : forGood ? 'forbiddenForGood' : true,
      allow: !mayWrite ? 'readOnly' : forbidden ? true : 'notForbidden',
    },
  }
}

/** One page of broadcasters. */
export async function list(context: Context, payload: Parsed<typeof liveUserList>) {
  const page = await broadcasterPage(context, payload)
  const may = mayForbid(context)
  return mapPage(page, (row) => shown(row, may, context.now))
}

/** One broadcaster with the record. @throws Refusal 10032 for a user who never broadcast. */
export const info =
  (params: Params) =>
  async (context: Context, payload: Parsed<typeof liveUserInfo>): Promise<Answer<typeof liveUserInfo>> => {
    const { scope, database, now } = context
    const userId = BigInt(payload.userId)
    const row = await broadcaster(database, scope, now, userId)
    if (!row) throw refuseBecause(10032, 'userId', 'live.never')
    const [ladder, warnings, forbids] = await Promise.all([
      ladderShown(context, params, userId),
      newestWarnings(database, scope, { userId }),
      newestForbids(database, scope, { userId }),
    ])
    return {
      ...shown(row, mayForbid(context), now),
      ladder,
      warningRows: warnings.map(shownWarning),
      forbidRows: forbids.map((forbid) => shownForbid(forbid, now)),
    }
  }
