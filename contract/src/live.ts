// The Live area: anchors, the monitor wall, broadcast bans, records, and the live panel of the user page.
import { declare } from './call.ts'
import type * as schema from './live.schema.ts'
import type * as monitor from './monitor.schema.ts'

export const userCallList = declare<typeof schema.userCallList>('userCallList', {
  method: 'GET',
  path: '/live/user/calls',
  level: 'read',
  menu: 'users.list',
})

export const userLiveList = declare<typeof schema.userLiveList>('userLiveList', {
  method: 'GET',
  path: '/live/user/broadcasts',
  level: 'read',
  menu: 'users.list',
})

export const userGiftList = declare<typeof schema.userGiftList>('userGiftList', {
  method: 'GET',
  path: '/live/user/gifts',
  level: 'read',
  menu: 'users.list',
})

/** Who gave the user most in the last 30 days. */
export const userSenders = declare<typeof schema.userSenders>('userSenders', {
  method: 'GET',
  path: '/live/user/senders',
  level: 'read',
  menu: 'users.list',
})

/** The user's broadcast bans, newest first. */
export const userForbidList = declare<typeof schema.userForbidList>('userForbidList', {
  method: 'GET',
  path: '/live/user/forbids',
  level: 'read',
  menu: 'users.list',
})

export const liveRecordList = declare<typeof schema.liveRecordList>('liveRecordList', {
  method: 'GET',
  path: '/live/record/list',
  level: 'read',
  menu: 'live.records',
  exportable: true,
})

/** One broadcast with machine results, warnings and the bans it led to. */
export const liveRecordInfo = declare<typeof schema.liveRecordInfo>('liveRecordInfo', {
  method: 'GET',
  path: '/live/record/info',
  level: 'read',
  menu: 'live.records',
  codes: [10032],
})

export const liveCallList = declare<typeof schema.liveCallList>('liveCallList', {
  method: 'GET',
  path: '/live/call/list',
  level: 'read',
  menu: 'live.calls',
  exportable: true,
})

/** One call with its snapshot and warnings. */
export const liveCallInfo = declare<typeof schema.liveCallInfo>('liveCallInfo', {
  method: 'GET',
  path: '/live/call/info',
  level: 'read',
  menu: 'live.calls',
  codes: [10032],
})

export const liveGiftList = declare<typeof schema.liveGiftList>('liveGiftList', {
  method: 'GET',
  path: '/live/gift/list',
  level: 'read',
  menu: 'live.gifts',
  exportable: true,
})

/** Anchors with their totals. */
export const liveUserList = declare<typeof schema.liveUserList>('liveUserList', {
  method: 'GET',
  path: '/live/broadcaster/list',
  level: 'read',
  menu: 'live.users',
  exportable: true,
})

/** One anchor with warnings, broadcast bans and their escalation step. */
export const liveUserInfo = declare<typeof schema.liveUserInfo>('liveUserInfo', {
  method: 'GET',
  path: '/live/broadcaster/info',
  level: 'read',
  menu: 'live.users',
  codes: [10032],
})

// Broadcast bans ------------------------------------------------------------------------------------------------------

export const liveForbiddenList = declare<typeof schema.liveForbiddenList>('liveForbiddenList', {
  method: 'GET',
  path: '/live/forbidden/list',
  level: 'read',
  menu: 'live.forbidden',
  exportable: true,
})

/** A user's warnings and broadcast bans, and the next escalation step. */
export const liveLadder = declare<typeof schema.liveLadder>('liveLadder', {
  method: 'GET',
  path: '/live/forbidden/ladder',
  level: 'read',
  menu: 'live.forbidden',
  codes: [10032],
})

/**
 * Bans users from broadcasting, one or many; a running broadcast ends. A ban that adds nothing is 20000 in its outcome.
 */
export const liveForbid = declare<typeof schema.liveForbid>('liveForbid', {
  method: 'POST',
  path: '/live/forbidden/save',
  level: 'write',
  menu: 'live.forbidden',
  operation: 'live.forbid',
  creates: true,
  codes: [11004, 290005],
  fieldCodes: { reason: 11004, ids: 290005 },
})

/** Lifts broadcast bans. */
export const liveAllow = declare<typeof schema.liveAllow>('liveAllow', {
  method: 'POST',
  path: '/live/forbidden/lift',
  level: 'write',
  menu: 'live.forbidden',
  operation: 'live.allow',
  codes: [11004],
  fieldCodes: { reason: 11004 },
  over: { liveForbiddenList: 'forbidId' },
})

// The monitor wall ----------------------------------------------------------------------------------------------------

/** Everything live, riskiest first. The stream `/cms/push?topic=monitor` sends later changes. */
export const liveMonitor = declare<typeof monitor.liveMonitor>('liveMonitor', {
  method: 'GET',
  path: '/live/monitor/list',
  level: 'read',
  menu: 'live.monitor',
})

/** Warns the broadcaster, or both parties of a call. Already ended: 20000. */
export const monitorWarn = declare<typeof monitor.monitorWarn>('monitorWarn', {
  method: 'POST',
  path: '/live/monitor/warn',
  level: 'write',
  menu: 'live.monitor',
  operation: 'live.warn',
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

/** Ends a broadcast or a call. */
export const monitorStop = declare<typeof monitor.monitorStop>('monitorStop', {
  method: 'POST',
  path: '/live/monitor/stop',
  level: 'write',
  menu: 'live.monitor',
  operation: 'live.stop',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

/** Ends it and bans from broadcasting: the broadcaster, or the named party of a call. */
export const monitorForbid = declare<typeof monitor.monitorForbid>('monitorForbid', {
  method: 'POST',
  path: '/live/monitor/forbid',
  level: 'write',
  menu: 'live.monitor',
  operation: 'live.forbid',
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})
