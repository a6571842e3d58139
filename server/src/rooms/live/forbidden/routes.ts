import { liveAllow, liveForbid, liveForbiddenList, liveLadder, userForbidList } from '@greenroom/contract/live'
import { type ExportColumn, moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import type { Params } from '../../../params/index.ts'
import { type Listed, ladder, list, ofPerson } from './list/service.ts'
import { allow, forbid } from './service.ts'

const lengths: Readonly<Record<number, { en: string; cn: string }>> = {
  72: { en: '3 days', cn: '3 天' },
  168: { en: '7 days', cn: '7 天' },
  0: { en: 'Permanent', cn: '永久' },
}
const states = {
  effective: { en: 'In force', cn: '生效中' },
  expired: { en: 'Expired', cn: '已到期' },
  lifted: { en: 'Lifted', cn: '已解除' },
}
const columns: ExportColumn<Listed>[] = [
  { names: { en: 'Banned at', cn: '禁播时间' }, value: (ban) => moment(ban.at) },
  { names: { en: 'User ID', cn: '用户 ID' }, value: (ban) => ban.user.userId },
  { names: { en: 'Nickname', cn: '昵称' }, value: (ban) => ban.user.nickname },
  {
    names: { en: 'Duration', cn: '时长' },
    value: ({ hours }, { language }) =>
      lengths[hours]?.[language] ?? (language === 'cn' ? `${hours} 小时` : `${hours} h`),
  },
  { names: { en: 'Until', cn: '禁播至' }, value: (ban) => moment(ban.until) },
  { names: { en: 'Status', cn: '状态' }, value: (ban, { language }) => states[ban.state][language] },
  { names: { en: 'Reason', cn: '原因' }, value: (ban) => ban.reason },
  { names: { en: 'Broadcast', cn: '直播编号' }, value: (ban) => ban.liveId },
  { names: { en: 'By', cn: '操作人' }, value: (ban) => ban.by },
  { names: { en: 'Ended at', cn: '结束时间' }, value: (ban) => moment(ban.endedAt) },
  { names: { en: 'Ended by', cn: '结束人' }, value: (ban) => ban.endedBy },
  { names: { en: 'End reason', cn: '结束原因' }, value: (ban) => ban.endReason },
]

export const forbiddenRoutes = ({ params }: { params: Params }): Served[] => [
  serveList(liveForbiddenList, list, columns),
  serve(userForbidList, ofPerson),
  serve(liveLadder, ladder(params)),
  serve(liveForbid, forbid),
  serve(liveAllow, allow),
]
