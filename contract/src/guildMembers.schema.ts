// Payloads and results of the calls about members of guilds.
import { z } from 'zod'
import { plainTyped } from './digits.ts'
import {
  can,
  count,
  flag,
  id,
  idsFilter,
  instant,
  listOf,
  listPayload,
  optional,
  outcomes,
  pageOf,
  personRef,
  reason,
  rowId,
  rowIdsFilter,
  searchText,
  timeRange,
} from './fields.ts'
import { earningKinds, memberStates } from './statesAndKinds.ts'

const guildRef = z.object({ guildId: count(), name: z.string(), parentId: count().nullable() })

const membership = {
  memberId: count(),
  guild: guildRef,
  user: personRef,
  state: z.enum(memberStates),
  /** Since when they are a member; null while they are only invited. */
  since: instant().nullable(),
  invitedAt: instant().nullable(),
  /** When the invitation expires. */
  expiresAt: instant().nullable(),
  leaveAskedAt: instant().nullable(),
  leaveReason: z.string(),
  /** How a leaving membership will end; null: requested by the member, not approved yet. */
  ending: z.enum(['left', 'expelled']).nullable(),
  endsAt: instant().nullable(),
  endReason: z.string(),
  /** Who invited or expelled them. */
  by: z.string(),
}

const memberRow = z.object({
  ...membership,
  country: z.string().nullable(),
  banned: z.boolean(),
  leader: z.boolean(),
  /** In the running week. */
  points: count(),
  baseMicros: count(),
  liveSeconds: count(),
  callSeconds: count(),
  can: can('agree', 'expel', 'takeBack'),
})

export const memberList = {
  payload: listPayload({
    memberId: optional(rowId()),
    guildId: optional(rowIdsFilter()),
    userId: optional(idsFilter()),
    /** An id, or the prefix of a nickname. */
    q: optional(searchText(2_000)),
    state: optional(z.enum(memberStates)),
    /** True: only active and leaving members; false: only invitations and ended memberships. */
    member: optional(flag()),
    /** Whether they asked to leave and nobody agreed yet. */
    asksToLeave: optional(flag()),
    ...timeRange,
  }),
  answer: pageOf(memberRow),
}

export const memberInvite = {
  payload: z.object({
    /** Loose: a malformed id is 30008 in its outcome. */
    ids: listOf(z.coerce.string().overwrite(plainTyped).max(40)),
    /** For staff; leaders always use their own guild. */
    guildId: optional(rowId()),
  }),
  answer: outcomes(),
}

const chosen = z.object({ ids: listOf(rowId()) })

export const memberTakeBack = { payload: chosen, answer: outcomes() }
export const memberAgree = { payload: chosen, answer: outcomes() }
export const memberExpel = { payload: z.object({ ids: listOf(rowId()), reason: reason() }), answer: outcomes() }

export const userMemberList = {
  payload: listPayload({ userId: id() }),
  answer: pageOf(z.object({ ...membership, leader: z.boolean() })),
}

const dayText = () => z.iso.date()

export const memberFlowList = {
  payload: listPayload({
    guildId: optional(rowIdsFilter()),
    userId: optional(idsFilter()),
    /** An id, or the prefix of a nickname. */
    q: optional(searchText(2_000)),
    /** Days of the platform's zone, both included. */
    fromDay: optional(dayText()),
    toDay: optional(dayText()),
  }),
  answer: pageOf(
    z.object({
      id: z.string(),
      day: dayText(),
      /** The week that the day counts for. */
      week: dayText(),
      guild: guildRef,
      user: personRef,
      /** The membership that it belongs to; null if it no longer exists. */
      memberId: count().nullable(),
      bonus: count(),
      giftBonus: count(),
      callBonus: count(),
      roomBonus: count(),
      textBonus: count(),
      /** The part of the bonus earned from promotional tokens, in millionths of a dollar; not part of the base. */
      promoMicros: count(),
      baseMicros: count(),
      liveSeconds: count(),
      callSeconds: count(),
      callsReceived: count(),
      callsAnswered: count(),
    }),
  ),
}

export const memberFlowEntries = {
  payload: listPayload({ memberId: rowId(), kind: optional(z.enum(earningKinds)), ...timeRange }),
  answer: pageOf(z.object({ id: z.string(), at: instant(), kind: z.enum(earningKinds), bonus: count() })),
}
