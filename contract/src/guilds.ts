// Guild ("union" on the wire): the public registration calls.
import { declare } from './call.ts'
import type * as schema from './guilds.schema.ts'

const registrationCodes = [
  10028, 12004, 30001, 30002, 30005, 30006, 30007, 30010, 30014, 30015, 30017, 30018, 30019, 30020, 30021, 30022,
] as const

/** Checks one field while the applicant types; `checkType` names which. */
export const unionRegisterCheck = declare<typeof schema.unionRegisterCheck>('unionRegisterCheck', {
  method: 'POST',
  path: '/union/register/info/check',
  encoding: 'json',
  level: 'public',
  codes: registrationCodes,
  fieldCodes: {
    areaCode: 30022,
    phoneNum: 30022,
    unionName: 30014,
    leaderName: 30015,
    leaderEmail: 30018,
    cmsUserName: 12004,
    userNumber: 30005,
    parentId: 30020,
    sysInviterId: 30021,
  },
})

/** Sends a six-digit code; `validate` is its purpose. */
export const smsSend = declare<typeof schema.smsSend>('smsSend', {
  method: 'POST',
  path: '/union/sms/send',
  encoding: 'json',
  level: 'public',
  operation: 'sms.send',
  codes: [11001, 11002, 12003, 30010, 30022, 1000027, 1000104, 1000174, 1000175],
  fieldCodes: { phoneNumber: 30022, areaCode: 30022 },
})

/** Registers a guild, which waits for review; its account is disabled until then. */
export const unionRegister = declare<typeof schema.unionRegister>('unionRegister', {
  method: 'POST',
  path: '/union/register',
  encoding: 'json',
  level: 'public',
  operation: 'union.register',
  codes: [...registrationCodes, 12001, 12002, 12007],
  fieldCodes: {
    areaCode: 30022,
    leaderPhone: 30010,
    unionName: 30014,
    leaderName: 30015,
    leaderEmail: 30018,
    cmsUserName: 12004,
    cmsPassWord: 12007,
    smsCode: 12001,
    parentId: 30020,
    sysInviterId: 30021,
  },
})

// Guilds themselves ----------------------------------------------------------------------------------------------------

/** Guilds, newest registration first. */
export const guildList = declare<typeof schema.guildList>('guildList', {
  method: 'GET',
  path: '/guild/list',
  level: 'read',
  menu: 'guilds.list',
  exportable: true,
})

/** Sub-agencies: staff see all, a leader her own; a sub-agency's leader sees itself, with its parent's name. */
export const guildSubList = declare<typeof schema.guildSubList>('guildSubList', {
  method: 'GET',
  path: '/guild/sub/list',
  level: 'read',
  menu: 'guilds.levelTwoGuild',
  for: ['guild'],
  exportable: true,
})

/** One guild: what its page shows first. */
export const guildInfo = declare<typeof schema.guildInfo>('guildInfo', {
  method: 'GET',
  path: '/guild/info',
  level: 'read',
  menu: 'guilds.family',
  for: ['guild'],
  codes: [10032],
})

/** What happened to a guild, newest first. Parents don't read it of sub-agencies. */
export const guildEventList = declare<typeof schema.guildEventList>('guildEventList', {
  method: 'GET',
  path: '/guild/event/list',
  level: 'read',
  menu: 'guilds.family',
  for: ['guild'],
})

/** Guilds of the top level, each with its sub-agencies as one unit; staff only. */
export const guildFamilyList = declare<typeof schema.guildFamilyList>('guildFamilyList', {
  method: 'GET',
  path: '/guild/family/list',
  level: 'read',
  menu: 'guilds.family',
  exportable: true,
})

/** A guild with its sub-agencies: members now, and the figures of this and the last week. */
export const guildFamily = declare<typeof schema.guildFamily>('guildFamily', {
  method: 'GET',
  path: '/guild/family',
  level: 'read',
  menu: 'guilds.family',
  for: ['guild'],
  codes: [10032],
})

/**
 * Agrees to applications: the guild becomes normal and its accounts can log in. In an outcome: 30013 where nobody verified
 * that the leader is of age, 30020 where the parent is not a normal guild of the top level, 20000 where it was decided.
 */
export const guildAgree = declare<typeof schema.guildAgree>('guildAgree', {
  method: 'POST',
  path: '/guild/agree',
  level: 'write',
  menu: 'guilds.list',
  operation: 'guild.agree',
  over: { guildList: 'guildId' },
})

/** Refuses applications, with the reason that the leader reads. */
export const guildRefuse = declare<typeof schema.guildRefuse>('guildRefuse', {
  method: 'POST',
  path: '/guild/refuse',
  level: 'write',
  menu: 'guilds.list',
  operation: 'guild.refuse',
  codes: [11004],
  fieldCodes: { reason: 11004 },
  over: { guildList: 'guildId' },
})

/** Bans guilds: their accounts are refused (30004), and their weeks wait. */
export const guildBan = declare<typeof schema.guildBan>('guildBan', {
  method: 'POST',
  path: '/guild/ban',
  level: 'write',
  menu: 'guilds.list',
  operation: 'guild.ban',
  codes: [11004],
  fieldCodes: { reason: 11004 },
  over: { guildList: 'guildId' },
})

export const guildUnban = declare<typeof schema.guildUnban>('guildUnban', {
  method: 'POST',
  path: '/guild/unban',
  level: 'write',
  menu: 'guilds.list',
  operation: 'guild.unban',
  codes: [11004],
  fieldCodes: { reason: 11004 },
  over: { guildList: 'guildId' },
})

/** Dissolves guilds for good: memberships end, sub-agencies go to the platform, accounts are refused (30003). */
export const guildDissolve = declare<typeof schema.guildDissolve>('guildDissolve', {
  method: 'POST',
  path: '/guild/dissolve',
  level: 'write',
  menu: 'guilds.list',
  operation: 'guild.dissolve',
  codes: [11004],
  fieldCodes: { reason: 11004 },
  over: { guildList: 'guildId' },
})
