import { inviteLink, inviteLinkSave } from '@greenroom/contract/guildLink'
import {
  memberAgree,
  memberExpel,
  memberInvite,
  memberList,
  memberTakeBack,
  userMemberList,
} from '@greenroom/contract/guildMembers'
import { type ExportColumn, moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { ofGuild, ofMembers } from '../guilds.concerns.ts'
import { link, makeLink } from '../link/inviteLink.service.ts'
import { invite } from './invite.ts'
import { memberFlowRoutes } from './memberFlow.routes.ts'
import { type Listed, list, ofPerson } from './memberList.service.ts'
import { agreeToLeave, expel, takeBack } from './members.change.ts'

const columns: ExportColumn<Listed>[] = [
  { heading: 'guilds:columns.userId', value: ({ user }) => user.userId },
  { heading: 'exports:columns.nickname', value: ({ user }) => user.nickname },
  { heading: 'guilds:columns.guildId', value: ({ guild }) => guild.guildId },
  { heading: 'guilds:columns.guild', value: ({ guild }) => guild.name },
  {
    heading: 'guilds:columns.guildState',
    value: ({ state }, { language }) => optionText('guilds:options.memberState', state, language),
  },
  { heading: 'guilds:columns.since', value: ({ since }) => moment(since) },
  { heading: 'guilds:columns.points', value: ({ points }) => points },
  {
    heading: 'exports:columns.baseThisWeekUsd',
    value: ({ baseMicros }) => baseMicros / 1_000_000,
  },
  { heading: 'exports:columns.minutesLive', value: ({ liveSeconds }) => Math.floor(liveSeconds / 60) },
  { heading: 'exports:columns.minutesOnCalls', value: ({ callSeconds }) => Math.floor(callSeconds / 60) },
  { heading: 'exports:columns.invitedAt', value: ({ invitedAt }) => moment(invitedAt) },
  { heading: 'guilds:columns.expiresAt', value: ({ expiresAt }) => moment(expiresAt) },
  { heading: 'guilds:columns.leaveAskedAt', value: ({ leaveAskedAt }) => moment(leaveAskedAt) },
  { heading: 'guilds:columns.leaveReason', value: ({ leaveReason }) => leaveReason },
  { heading: 'exports:columns.endsAt', value: ({ endsAt }) => moment(endsAt) },
  { heading: 'guilds:columns.endReason', value: ({ endReason }) => endReason },
  { heading: 'guilds:columns.by', value: ({ by }) => by },
]

export const memberRoutes = ({ params }: { params: Params }): Served[] => [
  serveList(memberList, list, columns),
  serve(inviteLink, link),
  serve(inviteLinkSave, makeLink),
  serve(memberInvite, invite(params), ofGuild),
  serve(memberTakeBack, takeBack, ofMembers),
  serve(memberAgree, agreeToLeave, ofMembers),
  serve(memberExpel, expel, ofMembers),
  serve(userMemberList, ofPerson),
  ...memberFlowRoutes,
]
