import type { Parsed, RecordOf } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import type { userList } from '@greenroom/contract/users'
import type { Context } from '../../../kit/calls/context.ts'
import { filtersOf, mapPage } from '../../../kit/database/paging.ts'
import { idsIn } from '../../../kit/text.ts'
import { spanOf, textOf } from '../../../kit/time.ts'
import { canOf, stateAt, type UserState, type Viewer } from '../users.rules.ts'
import { viewerOf } from '../users.viewer.ts'
import { type UserFilters, type UserRow, userPage } from './userList.queries.ts'
import { ageOn, birthdaysOf } from './userList.rules.ts'

export type Shown = RecordOf<typeof userList>

/** A user as lists show them. */
export function shownUser(row: UserRow, viewer: Viewer, now: Date, today: string): Shown {
  const ban = { state: row.state as UserState, until: row.banned_until }
  const state = stateAt(ban, now)
  return {
    userId: Number(row.id),
    nickname: row.nickname,
    avatarUrl: row.avatar_url,
    sex: row.sex as Shown['sex'],
    age: row.birthday === null ? null : ageOn(row.birthday, today),
    country: row.country ?? '',
    language: row.language,
    channel: row.channel,
    platform: row.platform,
    level: row.level,
    vipType: row.vip_type,
    riskLevel: row.risk_level,
    state,
    bannedUntil: state === 'normal' ? null : (row.banned_until?.toISOString() ?? null),
    certified: row.certified,
    marketAudit: row.market_audit,
    security: row.security,
    internal: row.internal,
    tokens: Number(row.tokens ?? 0n),
    paidTokens: Number(row.paid_tokens ?? 0n),
    promoTokens: Number(row.promo_tokens ?? 0n),
    bonus: Number(row.bonus ?? 0n),
    registeredAt: row.registered_at?.toISOString() ?? null,
    online: row.online,
    lastOnlineAt: row.last_online_at?.toISOString() ?? null,
    can: canOf({ state, bannedUntil: row.banned_until }, viewer, now),
  }
}

/** @throws Refusal 10009 for a span of time that ends before it starts. */
function filtersFrom(payload: Parsed<typeof userList>, zone: string, today: string): UserFilters {
  const filters = filtersOf(payload)
  const { q, sex, country, channel, vipType, riskMin, state, flag, online, startTimeStr, endTimeStr } = filters
  return {
    search: q === undefined ? undefined : { ids: idsIn(q).slice(0, limits.batch), name: q },
    sex,
    country,
    channel,
    vipType,
    riskMin,
    state,
    flag,
    online,
    birthdays: birthdaysOf({ min: filters.ageMin, max: filters.ageMax }, today),
    level: { min: filters.levelMin, max: filters.levelMax },
    tokens: { min: filters.tokensMin, max: filters.tokensMax },
    bonus: { min: filters.bonusMin, max: filters.bonusMax },
    registered: spanOf({ startTimeStr, endTimeStr }, zone),
    seen: spanOf({ startTimeStr: filters.onlineStartStr, endTimeStr: filters.onlineEndStr }, zone),
  }
}

/** One page of people. @throws Refusal 10009 */
export async function list(context: Context, payload: Parsed<typeof userList>) {
  const { now, timeZone } = context
  const today = textOf(now, timeZone).slice(0, 10)
  const page = await userPage(context, filtersFrom(payload, timeZone, today), payload)
  const viewer = viewerOf(context)
  return mapPage(page, (row) => shownUser(row, viewer, now, today))
}
