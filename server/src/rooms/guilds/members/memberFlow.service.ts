// Member flow: what an anchor earned by day, and posting by posting during the membership. Payers are never shown.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { memberFlowEntries, memberFlowList } from '@greenroom/contract/guildMembers'
import { earningKinds } from '@greenroom/contract/statesAndKinds'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { type Span, spanOf } from '../../../kit/time.ts'
import { entryPage } from '../../../ledger/index.ts'
import * as queries from './memberFlow.queries.ts'

export type Day = RecordOf<typeof memberFlowList>
export type Posting = RecordOf<typeof memberFlowEntries>

/** One page of anchors' days. */
export async function days(context: Context, payload: Parsed<typeof memberFlowList>) {
  const page = await queries.dayPage(context, payload)
  return mapPage(
    page,
    (row): Day => ({
      id: `${row.day}.${row.id}`,
      day: row.day,
      week: row.week,
      guild: row.guild,
      user: row.user,
      memberId: row.member_id,
      bonus: Number(row.bonus),
      giftBonus: Number(row.gift_bonus),
      callBonus: Number(row.call_bonus),
      roomBonus: Number(row.room_bonus),
      textBonus: Number(row.text_bonus),
      promoMicros: Number(row.bonus_micros - row.base_micros),
      baseMicros: Number(row.base_micros),
      liveSeconds: row.live_seconds,
      callSeconds: row.call_seconds,
      callsReceived: row.calls_received,
      callsAnswered: row.calls_answered,
    }),
  )
}

const later = (a: Date, b: Date | undefined) => (b && b > a ? b : a)
const earlier = (a: Date | null, b: Date | undefined) => (a && b ? (a < b ? a : b) : (a ?? b))

/** The part of the requested span that lies within the membership. */
export function within({ since, endsAt }: { since: Date; endsAt: Date | null }, requested: Span): Span {
  const to = earlier(endsAt, requested.to)
  return { from: later(since, requested.from), ...(to && { to }) }
}

/** One page of a member's postings during the membership, the newest first. @throws Refusal 10032 */
export async function postings(context: Context, payload: Parsed<typeof memberFlowEntries>) {
  const { database, scope, timeZone } = context
  const { memberId, kind, startTimeStr, endTimeStr, export: _, async: __, ...request } = payload
  const membership = await queries.membershipOf(database, scope, memberId)
  if (!membership) throw refuseCode(10032, 'memberId')
  const requested = spanOf({ startTimeStr, endTimeStr }, timeZone)
  const span = within(membership, requested)
  const where = {
    owner: `user:${membership.userId}`,
    purpose: 'bonus',
    span,
    ...(kind ? { kind } : { kinds: earningKinds }),
  }
  const page = await entryPage(context, where, request, { memberId, kind, startTimeStr, endTimeStr, scope })
  return mapPage(
    page,
    (entry): Posting => ({
      id: entry.transfer_id,
      at: entry.occurred_at.toISOString(),
      kind: entry.kind as Posting['kind'],
      bonus: Number(entry.amount),
    }),
  )
}
