// A guild's link for anchors to be.
import { declare } from './call.ts'
import type * as schema from './guildLink.schema.ts'

/** The guild's link, how often it was opened, and who asked by it, with what they are missing to be invited. */
export const inviteLink = declare<typeof schema.inviteLink>('inviteLink', {
  method: 'GET',
  path: '/union/member/link',
  level: 'read',
  menu: 'guilds.memberList',
  for: ['guild'],
  codes: [10032],
})

/** A new link, which replaces the one before. */
export const inviteLinkSave = declare<typeof schema.inviteLinkSave>('inviteLinkSave', {
  method: 'POST',
  path: '/union/member/link/save',
  level: 'write',
  menu: 'guilds.memberList',
  for: ['guild'],
  operation: 'member.link',
  creates: true,
  codes: [10032, 30003, 30004, 30006, 1000002],
})
