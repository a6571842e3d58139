import {
  memberAgree,
  memberExpel,
  memberInvite,
  memberList,
  memberTakeBack,
  userMemberList,
} from '@greenroom/contract/guildMembers'
import { type ExportColumn, moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import type { Params } from '../../../params/index.ts'
import { ofGuild, ofMembers } from '../concerns.ts'
import { agreeToLeave, expel, takeBack } from './change.ts'
import { memberFlowRoutes } from './flow/routes.ts'
import { invite } from './invite.ts'
import { type Listed, list, ofPerson } from './list/service.ts'

const states = {
  invited: { en: 'Invited', cn: '已邀请' },
  active: { en: 'Active', cn: '在会' },
  leaving: { en: 'Leaving', cn: '退出中' },
  left: { en: 'Left', cn: '已退出' },
  expelled: { en: 'Expelled', cn: '已移出' },
}
const columns: ExportColumn<Listed>[] = [
  { names: { en: 'User ID', cn: '用户 ID' }, value: ({ user }) => user.userId },
  { names: { en: 'Nickname', cn: '昵称' }, value: ({ user }) => user.nickname },
  { names: { en: 'Guild ID', cn: '公会 ID' }, value: ({ guild }) => guild.guildId },
  { names: { en: 'Guild', cn: '公会' }, value: ({ guild }) => guild.name },
  { names: { en: 'Status', cn: '状态' }, value: ({ state }, { language }) => states[state][language] },
  { names: { en: 'Member since', cn: '加入时间' }, value: ({ since }) => moment(since) },
  { names: { en: 'Points this week', cn: '本周积分' }, value: ({ points }) => points },
  {
    names: { en: 'Base this week (USD)', cn: '本周分成基数（USD）' },
    value: ({ baseMicros }) => baseMicros / 1_000_000,
  },
  { names: { en: 'Minutes live', cn: '直播分钟' }, value: ({ liveSeconds }) => Math.floor(liveSeconds / 60) },
  { names: { en: 'Minutes on calls', cn: '通话分钟' }, value: ({ callSeconds }) => Math.floor(callSeconds / 60) },
  { names: { en: 'Invited at', cn: '邀请时间' }, value: ({ invitedAt }) => moment(invitedAt) },
  { names: { en: 'Invitation expires', cn: '邀请失效时间' }, value: ({ expiresAt }) => moment(expiresAt) },
  { names: { en: 'Leave requested', cn: '申请退出时间' }, value: ({ leaveAskedAt }) => moment(leaveAskedAt) },
  { names: { en: 'Reason for leaving', cn: '退出原因' }, value: ({ leaveReason }) => leaveReason },
  { names: { en: 'Ends at', cn: '结束时间' }, value: ({ endsAt }) => moment(endsAt) },
  { names: { en: 'End reason', cn: '结束原因' }, value: ({ endReason }) => endReason },
  { names: { en: 'By', cn: '操作人' }, value: ({ by }) => by },
]

export const memberRoutes = ({ params }: { params: Params }): Served[] => [
  serveList(memberList, list, columns),
  serve(memberInvite, invite(params), ofGuild),
  serve(memberTakeBack, takeBack, ofMembers),
  serve(memberAgree, agreeToLeave, ofMembers),
  serve(memberExpel, expel, ofMembers),
  serve(userMemberList, ofPerson),
  ...memberFlowRoutes,
]
