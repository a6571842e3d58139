import { liveUserInfo, liveUserList } from '@greenroom/contract/live'
import { countryName } from '../../../../kit/country.ts'
import { type ExportColumn, moment, type Served, serve, serveList } from '../../../../kit/serve.ts'
import type { Params } from '../../../../params/index.ts'
import { info, list, type Shown } from './service.ts'

const states = {
  normal: { en: 'Normal', cn: '正常' },
  'ban ID': { en: 'Banned: ID', cn: '封禁：ID' },
  'ban device': { en: 'Banned: device', cn: '封禁：设备' },
  'ban both': { en: 'Banned: both', cn: '封禁：ID 和设备' },
}
const columns: ExportColumn<Shown>[] = [
  { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.user.userId },
  { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.user.nickname },
  { names: { en: 'Country', cn: '国家' }, value: (row, { language }) => countryName(row.country, language) },
  { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => states[row.state][language] },
  { names: { en: 'Live', cn: '直播中' }, value: (row) => row.liveId !== null },
  { names: { en: 'Last broadcast', cn: '最近开播' }, value: (row) => moment(row.lastStartedAt) },
  { names: { en: 'Broadcasts', cn: '直播场次' }, value: (row) => row.sessions },
  { names: { en: 'Seconds', cn: '时长（秒）' }, value: (row) => row.seconds },
  { names: { en: 'Peak viewers', cn: '最高观众数' }, value: (row) => row.peakViewers },
  { names: { en: 'Tokens of gifts', cn: '礼物代币' }, value: (row) => row.giftTokens },
  { names: { en: 'Tokens of minutes', cn: '时长代币' }, value: (row) => row.minuteTokens },
  { names: { en: 'Bonus', cn: '收益' }, value: (row) => row.bonus },
  { names: { en: 'Warnings', cn: '警告次数' }, value: (row) => row.warnings },
  { names: { en: 'Broadcast bans', cn: '禁播次数' }, value: (row) => row.forbids },
  { names: { en: 'Banned from broadcasting', cn: '禁播中' }, value: (row) => row.forbidden },
  { names: { en: 'Broadcast ban until', cn: '禁播至' }, value: (row) => moment(row.forbiddenUntil) },
]

export const broadcasterRoutes = ({ params }: { params: Params }): Served[] => [
  serveList(liveUserList, list, columns),
  serve(liveUserInfo, info(params)),
]
