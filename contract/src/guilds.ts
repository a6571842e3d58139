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

/** Registers a guild, which waits for review; its account is disabled until then. */
export const unionRegister = declare<typeof schema.unionRegister>('unionRegister', {
  method: 'POST',
  path: '/union/register',
  encoding: 'json',
  level: 'public',
  operation: 'union.register',
  creates: 'optional',
  codes: [...registrationCodes, 12001, 12002, 12007, 30013, 1000002],
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

/** Sub-agencies: staff see all, a leader their own; a sub-agency's leader sees itself, with its parent's name. */
export const guildSubList = declare<typeof schema.guildSubList>('guildSubList', {
  method: 'GET',
  path: '/guild/sub/list',
  level: 'read',
  menu: 'guilds.levelTwoGuild',
  for: ['guild'],
  exportable: true,
})

/** One guild, for the head of its page. */
export const guildInfo = declare<typeof schema.guildInfo>('guildInfo', {
  method: 'GET',
  path: '/guild/info',
  level: 'read',
  menu: 'guilds.family',
  for: ['guild'],
  codes: [10032],
})

/** A guild's history, newest first. Parents may not read their sub-agencies'. */
export const guildEventList = declare<typeof schema.guildEventList>('guildEventList', {
  method: 'GET',
  path: '/guild/event/list',
  level: 'read',
  menu: 'guilds.family',
  for: ['guild'],
  exportable: true,
})

/** Top-level guilds, each with its sub-agencies as one unit; staff only. */
export const guildFamilyList = declare<typeof schema.guildFamilyList>('guildFamilyList', {
  method: 'GET',
  path: '/guild/family/list',
  level: 'read',
  menu: 'guilds.family',
  exportable: true,
})

/** A guild with its sub-agencies: current members, and figures of this and last week. */
export const guildFamily = declare<typeof schema.guildFamily>('guildFamily', {
  method: 'GET',
  path: '/guild/family',
  level: 'read',
  menu: 'guilds.family',
  for: ['guild'],
  codes: [10032],
})

/**
 * Approves applications: the guild becomes normal and its accounts can log in. In an outcome: 30013 if the leader's age is not verified,
 * 30020 if the parent is not a normal top-level guild, 20000 if it was decided already.
 */
export const guildAgree = declare<typeof schema.guildAgree>('guildAgree', {
  method: 'POST',
  path: '/guild/agree',
  level: 'write',
  menu: 'guilds.list',
  operation: 'guild.agree',
  money: { does: 'prices', alone: 'never' },
  over: { guildList: 'guildId' },
  codes: [1000002],
})

/** Refuses applications, with a reason shown to the leader. */
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

/** Bans guilds: their accounts are refused (30004), and their weeks are held. */
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
  money: { does: 'releases', alone: { because: 'paidByAnother' } },
  codes: [11004],
  fieldCodes: { reason: 11004 },
  over: { guildList: 'guildId' },
})

/** Dissolves guilds permanently: memberships end, sub-agencies go to the platform, accounts are refused (30003). */
export const guildDissolve = declare<typeof schema.guildDissolve>('guildDissolve', {
  method: 'POST',
  path: '/guild/dissolve',
  level: 'write',
  menu: 'guilds.list',
  operation: 'guild.dissolve',
  money: { does: 'moves', alone: { because: 'paidByAnother' } },
  codes: [11004],
  fieldCodes: { reason: 11004 },
  over: { guildList: 'guildId' },
})

const leaderCodes = [30002, 30005, 30006, 30007, 30010, 30013, 30015, 30017, 30018, 30019, 30022] as const
const leaderFieldCodes = {
  areaCode: 30022,
  leaderPhone: 30010,
  leaderName: 30015,
  leaderEmail: 30018,
  userNumber: 30005,
} as const

/**
 * Transfers a guild to another leader, who must be an adult and pass the checks of a registration. The guild's account passes to the new
 * leader: sessions end, the new leader sets a password with a code, helpers' accounts are disabled.
 */
export const guildLeader = declare<typeof schema.guildLeader>('guildLeader', {
  method: 'POST',
  path: '/guild/leader',
  level: 'write',
  menu: 'guilds.list',
  operation: 'guild.leader',
  codes: [...leaderCodes, 10032, 11004, 20000, 30003],
  fieldCodes: { ...leaderFieldCodes, reason: 11004 },
})

/** Changes the rate agreed with a sub-agency, once a second member of staff approves it. */
export const guildRate = declare<typeof schema.guildRate>('guildRate', {
  method: 'POST',
  path: '/guild/rate',
  level: 'write',
  menu: 'guilds.list',
  operation: 'guild.rate',
  money: { does: 'prices', alone: 'never' },
  creates: true,
  codes: [10032, 11004, 20000, 30003, 30006],
  fieldCodes: { reason: 11004 },
})

/** Moves a guild to another parent or to the platform; not while a rate is agreed with its parent: that is ended by two (`guildRate`). */
export const guildParent = declare<typeof schema.guildParent>('guildParent', {
  method: 'POST',
  path: '/guild/parent',
  level: 'write',
  menu: 'guilds.list',
  operation: 'guild.parent',
  money: { does: 'prices', alone: { because: 'paidByAnother' } },
  codes: [10032, 11004, 20000, 30003, 30006, 30020],
  fieldCodes: { reason: 11004, parentId: 30020 },
})

/** Reveals a guild's phone number or e-mail address: the same permission as for users, and logged. */
export const guildReveal = declare<typeof schema.guildReveal>('guildReveal', {
  method: 'POST',
  path: '/sociatyManage/reveal',
  level: 'write',
  menu: 'users.contact',
  operation: 'guild.reveal',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
})

/**
 * From guild pickup to anchor withdrawal, permanently, from the next week on: only by the guild's leader, with the code that
 * `/union/sms/send` sent to the account's phone (`validate: withdraw`).
 */
export const guildMethod = declare<typeof schema.guildMethod>('guildMethod', {
  method: 'POST',
  path: '/guild/method',
  level: 'write',
  menu: 'guilds.family',
  for: ['guild'],
  operation: 'guild.method',
  money: { does: 'prices', alone: { because: 'ownMoney' } },
  codes: [12001, 12002, 12003, 20000],
  fieldCodes: { smsCode: 12001 },
})

/** Registers a sub-agency, by its parent's leader or by staff; it waits for review as any guild. */
export const guildSubSave = declare<typeof schema.guildSubSave>('guildSubSave', {
  method: 'POST',
  path: '/guild/sub/save',
  level: 'write',
  menu: 'guilds.levelTwoGuild',
  for: ['guild'],
  operation: 'guild.subSave',
  money: { does: 'prices', alone: 'never' },
  creates: true,
  codes: [...leaderCodes, 10028, 12004, 12007, 30001, 30014, 30020, 1000002],
  fieldCodes: { ...leaderFieldCodes, unionName: 30014, cmsUserName: 12004, cmsPassWord: 12007, parentId: 30020 },
})

/** The read-only accounts that a leader made for their helpers. */
export const guildAccountList = declare<typeof schema.guildAccountList>('guildAccountList', {
  method: 'GET',
  path: '/guild/account/list',
  level: 'read',
  menu: 'guilds.family',
  for: ['guild'],
  exportable: true,
})

/** Creates an account that reads what the leader can read, and changes nothing; leaders only. */
export const guildAccountSave = declare<typeof schema.guildAccountSave>('guildAccountSave', {
  method: 'POST',
  path: '/guild/account/save',
  level: 'write',
  menu: 'guilds.family',
  for: ['guild'],
  operation: 'guild.accountSave',
  creates: true,
  secrets: ['password'],
  codes: [10028, 12004],
  fieldCodes: { username: 12004 },
})

export const guildAccountStatus = declare<typeof schema.guildAccountStatus>('guildAccountStatus', {
  method: 'POST',
  path: '/guild/account/status',
  level: 'write',
  menu: 'guilds.family',
  for: ['guild'],
  operation: 'guild.accountStatus',
})

/** A new password for a helper's account, shown once; its sessions end. */
export const guildAccountReset = declare<typeof schema.guildAccountReset>('guildAccountReset', {
  method: 'POST',
  path: '/guild/account/reset',
  level: 'write',
  menu: 'guilds.family',
  for: ['guild'],
  operation: 'guild.accountReset',
  codes: [10032],
})
