// What the calls of the User area send and answer.
import { z } from 'zod'
import {
  can,
  flag,
  id,
  instant,
  line,
  listOf,
  listPayload,
  nothing,
  optional,
  outcomes,
  pageOf,
  prose,
  range,
  reason,
  timeRange,
  timeText,
  version,
  whole,
} from './fields.ts'
import { limits } from './limits.ts'
import { banKinds, grantKinds, sexes, userFlags, userStates } from './words.ts'

const count = () => z.number().int()
const userIds = () => listOf(id())
const sex = z.enum(sexes)
const userState = z.enum(userStates)

const verbs = ['ban', 'unban', 'grant', 'deduct', 'flag', 'logOut', 'note', 'reveal'] as const

/** A person as lists show her. Phone and e-mail are masked; balances in lists may be 2 seconds old. */
const userRow = z.object({
  userId: count(),
  nickname: z.string(),
  avatarUrl: z.string(),
  sex,
  /** Whole years, null without a birthday. */
  age: count().nullable(),
  country: z.string(),
  language: z.string(),
  channel: z.string(),
  platform: z.string(),
  level: count(),
  vipType: z.string(),
  riskLevel: count(),
  state: userState,
  bannedUntil: instant().nullable(),
  certified: z.boolean(),
  marketAudit: z.boolean(),
  security: z.boolean(),
  internal: z.boolean(),
  /** Paid and promotional together. */
  tokens: count(),
  paidTokens: count(),
  promoTokens: count(),
  bonus: count(),
  /** Null while the app has not told of her registration yet. */
  registeredAt: instant().nullable(),
  online: z.boolean(),
  lastOnlineAt: instant().nullable(),
  can: can(...verbs),
})

export const userList = {
  payload: listPayload({
    /** An id, or a part of a nickname; of fewer than three letters or digits in a row, its beginning. */
    q: optional(line(60)),
    sex: optional(sex),
    ...range('age', whole(0, 150)),
    country: optional(line(2)),
    channel: optional(line(60)),
    ...range('level', whole(0, 1_000)),
    vipType: optional(line(30)),
    riskMin: optional(whole(0, 10)),
    state: optional(userState),
    flag: optional(z.enum([...userFlags, 'certified'])),
    online: optional(flag()),
    ...range('tokens', whole(0)),
    ...range('bonus', whole(0)),
    /** When she registered. */
    ...timeRange,
    onlineStartStr: optional(timeText()),
    onlineEndStr: optional(timeText()),
  }),
  answer: pageOf(userRow),
}

export const userDetail = {
  payload: z.object({ userId: id() }),
  answer: z.object({
    user: userRow.extend({
      birthday: z.iso.date().nullable(),
      profession: z.string(),
      /** Masked: `+86 138****1234`, `a****@example.com`; empty when none. */
      phone: z.string(),
      email: z.string(),
      fans: count(),
      follows: count(),
      registeredIp: z.string(),
      deviceId: z.string(),
      /** Exact, from the ledger. */
      wallet: z.object({
        paidTokens: count(),
        promoTokens: count(),
        reservedTokens: count(),
        bonus: count(),
        reservedBonus: count(),
        debtTokens: count(),
      }),
      /** Her active guild, if any. */
      guild: z.object({ guildId: count(), name: z.string(), since: instant(), leader: z.boolean() }).nullable(),
      /** The ban in force, if any. */
      ban: z
        .object({
          banId: z.string(),
          kind: z.enum(banKinds),
          reason: z.string(),
          until: instant().nullable(),
          by: z.string(),
          at: instant(),
        })
        .nullable(),
      /** Grants and deductions that wait for a second member of staff, newest first. */
      waiting: z.array(
        z.object({
          approvalId: z.string(),
          direction: z.enum(['grant', 'deduct']),
          tokens: count(),
          by: z.string(),
          at: instant(),
        }),
      ),
      counts: z.object({ devices: count(), sharedWith: count(), bans: count(), notes: count() }),
      version: count(),
    }),
  }),
}

/** One operation: an amount for each of these people. */
const moneyPayload = z.object({
  /** Made by the browser once for each form: sent again, by a double click or a retry, it answers the first outcomes. */
  operationId: optional(z.uuid()),
  ids: userIds(),
  /** For each. */
  tokens: whole(1, limits.grantPerOperation),
  kind: z.enum(grantKinds),
  reason: reason(),
})
/** `approvalId` when it waits for a second member of staff; then nothing has moved yet. */
const moneyAnswer = outcomes().extend({ operationId: z.string().optional(), approvalId: z.string().optional() })
export const userGrant = { payload: moneyPayload, answer: moneyAnswer }
export const userDeduct = { payload: moneyPayload, answer: moneyAnswer }
/** `waiting` for a second member of staff, `done`, `takenBack`, or `notDone`: refused, cancelled, lapsed or failed. */
export const userGrantList = {
  payload: listPayload({ by: optional(line(50)), userId: optional(id()), ...timeRange }),
  answer: pageOf(
    z.object({
      operationId: z.string(),
      direction: z.enum(['grant', 'deduct']),
      kind: z.enum(grantKinds),
      tokens: count(),
      people: count(),
      /** Whom it is for where it is one. */
      userId: count().nullable(),
      nickname: z.string(),
      reason: z.string(),
      by: z.string(),
      at: instant(),
      state: z.enum(['waiting', 'done', 'takenBack', 'notDone']),
    }),
  ),
}
/** Takes a grant or a deduction back, as far as the people still have it. */
export const userGrantReverse = { payload: z.object({ operationId: z.uuid(), reason: reason() }), answer: outcomes() }

export const userBan = {
  payload: z.object({
    ids: userIds(),
    kind: z.enum(banKinds),
    /** 0 means permanent. */
    hours: whole(0, 24 * 365),
    reason: reason(),
  }),
  answer: outcomes(),
}
export const userUnban = { payload: z.object({ ids: userIds(), reason: reason() }), answer: outcomes() }
export const userFlag = {
  payload: z.object({ ids: userIds(), flag: z.enum(userFlags), on: flag(), reason: reason() }),
  answer: outcomes(),
}
export const userLogOut = { payload: z.object({ ids: userIds(), reason: reason() }), answer: outcomes() }

export const userReveal = {
  payload: z.object({ userId: id(), field: z.enum(['phone', 'email']), reason: reason() }),
  answer: z.object({ value: z.string() }),
}
export const userRevealList = {
  payload: listPayload({ userId: optional(id()), username: optional(line(50)), ...timeRange }),
  answer: pageOf(
    z.object({
      revealId: z.string(),
      userId: count(),
      nickname: z.string(),
      field: z.enum(['phone', 'email']),
      reason: z.string(),
      by: z.string(),
      at: instant(),
    }),
  ),
}

const noteRow = z.object({
  noteId: z.string(),
  text: z.string(),
  by: z.string(),
  at: instant(),
  version: count(),
  can: can('update', 'delete'),
})
export const userNoteList = { payload: listPayload({ userId: id() }), answer: pageOf(noteRow) }
export const userNoteSave = { payload: z.object({ userId: id(), text: prose(1_000, 1) }), answer: noteRow }
export const userNoteUpdate = {
  payload: z.object({ noteId: z.uuid(), text: prose(1_000, 1), version: version() }),
  answer: noteRow,
}
export const userNoteDelete = { payload: z.object({ noteId: z.uuid() }), answer: nothing() }

const deviceRow = z.object({
  deviceId: z.string(),
  platform: z.string(),
  model: z.string(),
  /** How many accounts were seen on it, and the newest few of them. */
  users: count(),
  newest: z.array(z.object({ userId: count(), nickname: z.string(), state: userState })),
  banned: z.boolean(),
  bannedUntil: instant().nullable(),
  firstSeenAt: instant(),
  lastSeenAt: instant(),
  can: can('ban', 'unban'),
})
export const deviceList = {
  payload: listPayload({
    /** The beginning of a device's serial number. */
    q: optional(line(64)),
    userId: optional(id()),
    platform: optional(z.enum(['ios', 'android', 'web'])),
    /** Devices that at least so many accounts share. */
    usersMin: optional(whole(1, 1_000_000)),
    banned: optional(flag()),
    ...timeRange,
  }),
  answer: pageOf(deviceRow),
}
export const deviceUserList = {
  payload: listPayload({ deviceId: line(64) }),
  answer: pageOf(
    z.object({
      userId: count(),
      nickname: z.string(),
      avatarUrl: z.string(),
      state: userState,
      ip: z.string(),
      firstSeenAt: instant(),
      lastSeenAt: instant(),
    }),
  ),
}
export const deviceBan = {
  payload: z.object({ ids: listOf(line(64)), hours: whole(0, 24 * 365), reason: reason() }),
  answer: outcomes(),
}
export const deviceUnban = { payload: z.object({ ids: listOf(line(64)), reason: reason() }), answer: outcomes() }

const banRow = z.object({
  banId: z.string(),
  userId: count().nullable(),
  nickname: z.string(),
  deviceId: z.string().nullable(),
  kind: z.enum(banKinds),
  reason: z.string(),
  until: instant().nullable(),
  by: z.string(),
  at: instant(),
  state: z.enum(['active', 'lifted', 'replaced', 'expired']),
  endedAt: instant().nullable(),
  endedBy: z.string(),
  endReason: z.string(),
  can: can('unban'),
})
export const banLogList = {
  payload: listPayload({
    userId: optional(id()),
    deviceId: optional(line(64)),
    kind: optional(z.enum(banKinds)),
    state: optional(z.enum(['active', 'lifted', 'replaced', 'expired'])),
    username: optional(line(50)),
    ...timeRange,
  }),
  answer: pageOf(banRow),
}

/** Today's figures beside yesterday's and those of the same day last week, for Home. */
export const userFigures = {
  payload: z.object({}),
  answer: z.object({
    days: z.array(
      z.object({
        key: z.enum(['today', 'yesterday', 'lastWeek']),
        day: z.iso.date(),
        /** Up to the same time of day, so that they can be compared. */
        registrations: count(),
        activeUsers: count(),
        rechargeUsdCents: count(),
        payers: count(),
        tokensSpent: count(),
        calls: count(),
        broadcasts: count(),
      }),
    ),
    online: count(),
    liveNow: count(),
    callsNow: count(),
  }),
}
