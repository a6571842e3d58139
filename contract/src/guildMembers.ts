// Members of guilds: memberships, invitations, leaving, and each member's figures (docs/guilds.md).
import { declare } from './call.ts'
import type * as schema from './guildMembers.schema.ts'

/** All memberships and invitations that the caller may see: staff every guild's, a leader those of their family. */
export const memberList = declare<typeof schema.memberList>('memberList', {
  method: 'GET',
  path: '/union/member/list',
  level: 'read',
  menu: 'guilds.memberList',
  for: ['guild'],
  exportable: true,
})

/**
 * Invites women by their ids, one or many; each has its own outcome. Leaders invite to their own guild, staff choose one.
 */
export const memberInvite = declare<typeof schema.memberInvite>('memberInvite', {
  method: 'POST',
  path: '/union/member/invite',
  level: 'write',
  menu: 'guilds.memberList',
  for: ['guild'],
  operation: 'member.invite',
  creates: true,
  codes: [10032, 30003, 30004, 30006, 1000002],
})

/** Withdraws unanswered invitations. */
export const memberTakeBack = declare<typeof schema.memberTakeBack>('memberTakeBack', {
  method: 'POST',
  path: '/union/member/takeBack',
  level: 'write',
  menu: 'guilds.memberList',
  for: ['guild'],
  operation: 'member.takeBack',
})

/** Approves members' requests to leave, at the end of the week. */
export const memberAgree = declare<typeof schema.memberAgree>('memberAgree', {
  method: 'POST',
  path: '/union/member/agree',
  level: 'write',
  menu: 'guilds.memberList',
  for: ['guild'],
  operation: 'member.agree',
})

/** Expels members: at the end of the week, banned ones at once. */
export const memberExpel = declare<typeof schema.memberExpel>('memberExpel', {
  method: 'POST',
  path: '/union/member/expel',
  level: 'write',
  menu: 'guilds.memberList',
  for: ['guild'],
  operation: 'member.expel',
  codes: [11004],
  fieldCodes: { reason: 11004 },
})

/** A person's memberships and invitations, the newest first. */
export const userMemberList = declare<typeof schema.userMemberList>('userMemberList', {
  method: 'GET',
  path: '/user/guilds',
  level: 'read',
  menu: 'users.list',
})

/** Anchors' activity and earnings by day, for their guild and its parent. */
export const memberFlowList = declare<typeof schema.memberFlowList>('memberFlowList', {
  method: 'GET',
  path: '/union/member/flow/list',
  level: 'read',
  menu: 'guilds.memberFlow',
  for: ['guild'],
  exportable: true,
})

/** A member's earnings during the membership, posting by posting. The payers are never included. */
export const memberFlowEntries = declare<typeof schema.memberFlowEntries>('memberFlowEntries', {
  method: 'GET',
  path: '/union/member/flow/entries',
  level: 'read',
  menu: 'guilds.memberFlow',
  for: ['guild'],
  codes: [10032],
  exportable: true,
})
