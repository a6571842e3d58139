import { memberFlowEntries, memberFlowList } from '@greenroom/contract/guildMembers'
import { type ExportColumn, moment, type Served, serveList } from '../../../../kit/serve.ts'
import { type Day, days, type Posting, postings } from './service.ts'

const minutes = (seconds: number) => Math.floor(seconds / 60)
const usd = (micros: number) => micros / 1_000_000

const dayColumns: ExportColumn<Day>[] = [
  { names: { en: 'Day', cn: '日期' }, value: ({ day }) => day },
  { names: { en: 'Week', cn: '所属周' }, value: ({ week }) => week },
  { names: { en: 'User ID', cn: '用户 ID' }, value: ({ user }) => user.userId },
  { names: { en: 'Nickname', cn: '昵称' }, value: ({ user }) => user.nickname },
  { names: { en: 'Guild ID', cn: '公会 ID' }, value: ({ guild }) => guild.guildId },
  { names: { en: 'Guild', cn: '公会' }, value: ({ guild }) => guild.name },
  { names: { en: 'Bonus', cn: '收益' }, value: ({ bonus }) => bonus },
  { names: { en: 'From gifts', cn: '礼物' }, value: ({ giftBonus }) => giftBonus },
  { names: { en: 'From calls', cn: '通话' }, value: ({ callBonus }) => callBonus },
  { names: { en: 'From paid rooms', cn: '付费房间' }, value: ({ roomBonus }) => roomBonus },
  { names: { en: 'From texts', cn: '文字消息' }, value: ({ textBonus }) => textBonus },
  { names: { en: 'Base (USD)', cn: '分成基数（USD）' }, value: ({ baseMicros }) => usd(baseMicros) },
  { names: { en: 'Promotional part (USD)', cn: '赠送部分（USD）' }, value: ({ promoMicros }) => usd(promoMicros) },
  { names: { en: 'Minutes live', cn: '直播分钟' }, value: ({ liveSeconds }) => minutes(liveSeconds) },
  { names: { en: 'Minutes on calls', cn: '通话分钟' }, value: ({ callSeconds }) => minutes(callSeconds) },
  { names: { en: 'Calls received', cn: '收到通话' }, value: ({ callsReceived }) => callsReceived },
  { names: { en: 'Calls answered', cn: '接听通话' }, value: ({ callsAnswered }) => callsAnswered },
]

const kinds = {
  gift: { en: 'Gift', cn: '礼物' },
  call: { en: 'Call', cn: '通话' },
  room: { en: 'Paid room', cn: '付费房间' },
  text: { en: 'Text', cn: '文字消息' },
}
const postingColumns: ExportColumn<Posting>[] = [
  { names: { en: 'Time', cn: '时间' }, value: ({ at }) => moment(at) },
  { names: { en: 'Kind', cn: '类型' }, value: ({ kind }, { language }) => kinds[kind][language] },
  { names: { en: 'Bonus', cn: '收益' }, value: ({ bonus }) => bonus },
]

export const memberFlowRoutes: Served[] = [
  serveList(memberFlowList, days, dayColumns),
  serveList(memberFlowEntries, postings, postingColumns),
]
