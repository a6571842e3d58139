import { userList } from '@greenroom/contract/users'
import { type ExportColumn, moment, type Served, serveList } from '../../../kit/serve.ts'
import { list, type Shown } from './service.ts'

const sexes = { man: { en: 'Man', cn: '男' }, woman: { en: 'Woman', cn: '女' }, none: { en: 'Not told', cn: '未知' } }
const states = {
  normal: { en: 'Normal', cn: '正常' },
  'ban ID': { en: 'Banned: ID', cn: '封禁账号' },
  'ban device': { en: 'Banned: device', cn: '封禁设备' },
  'ban both': { en: 'Banned: ID and device', cn: '封禁账号和设备' },
}
const flags = [
  ['marketAudit', { en: 'market audit', cn: '市场审核' }],
  ['security', { en: 'security', cn: '安全' }],
  ['internal', { en: 'internal', cn: '内部' }],
  ['certified', { en: 'certified', cn: '已认证' }],
] as const

const columns: ExportColumn<Shown>[] = [
  { names: { en: 'ID', cn: '用户编号' }, value: (user) => user.userId },
  { names: { en: 'Nickname', cn: '昵称' }, value: (user) => user.nickname },
  { names: { en: 'Sex', cn: '性别' }, value: (user, { language }) => sexes[user.sex][language] },
  { names: { en: 'Age', cn: '年龄' }, value: (user) => user.age },
  { names: { en: 'Country', cn: '国家' }, value: (user) => user.country },
  { names: { en: 'Language', cn: '语言' }, value: (user) => user.language },
  { names: { en: 'Channel', cn: '渠道' }, value: (user) => user.channel },
  { names: { en: 'Platform', cn: '平台' }, value: (user) => user.platform },
  { names: { en: 'Level', cn: '等级' }, value: (user) => user.level },
  { names: { en: 'VIP', cn: 'VIP' }, value: (user) => user.vipType },
  { names: { en: 'Risk', cn: '风险等级' }, value: (user) => user.riskLevel },
  { names: { en: 'State', cn: '状态' }, value: (user, { language }) => states[user.state][language] },
  { names: { en: 'Banned until', cn: '封禁至' }, value: (user) => moment(user.bannedUntil) },
  {
    names: { en: 'Flags', cn: '标记' },
    value: (user, { language }) => flags.flatMap(([key, names]) => (user[key] ? names[language] : [])).join(', '),
  },
  { names: { en: 'Tokens', cn: '代币' }, value: (user) => user.tokens },
  { names: { en: 'Of these paid', cn: '其中充值' }, value: (user) => user.paidTokens },
  { names: { en: 'Of these promotional', cn: '其中赠送' }, value: (user) => user.promoTokens },
  { names: { en: 'Bonus', cn: '收益' }, value: (user) => user.bonus },
  { names: { en: 'Registered', cn: '注册时间' }, value: (user) => moment(user.registeredAt) },
  { names: { en: 'Last online', cn: '最后在线' }, value: (user) => moment(user.lastOnlineAt) },
]

/** No cut-off: its span of time leaves out people whose registration has not arrived. */
export const listRoutes: Served[] = [serveList(userList, list, columns)]
