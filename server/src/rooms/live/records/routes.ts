import type { Parsed } from '@greenroom/contract/call'
import { liveCallInfo, liveCallList, liveGiftList, liveRecordInfo, liveRecordList } from '@greenroom/contract/live'
import type { Context } from '../../../kit/context.ts'
import { mapPage } from '../../../kit/paging.ts'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { giftNamesOf } from '../../official/index.ts'
import { callInfo, recordInfo } from './info.ts'
import { callPage, giftPage, recordPage } from './queries.ts'
import { shownCall, shownGift, shownRecord } from './shown.ts'

const recordStates = { 'in live': { en: 'Live', cn: '直播中' }, 'live ended': { en: 'Ended', cn: '已结束' } }
const callStates = {
  requested: { en: 'Requested', cn: '呼叫中' },
  running: { en: 'Running', cn: '通话中' },
  ended: { en: 'Ended', cn: '已结束' },
  'not answered': { en: 'Not answered', cn: '未接听' },
}
const kinds = { voice: { en: 'Voice', cn: '语音' }, video: { en: 'Video', cn: '视频' } }

async function giftList(context: Context, payload: Parsed<typeof liveGiftList>) {
  const page = await giftPage(context, payload)
  const names = await giftNamesOf(
    context.database,
    page.records.map((row) => row.gift_id),
  )
  return mapPage(page, (row) => shownGift(row, names))
}

export const recordRoutes: Served[] = [
  serve(liveRecordInfo, recordInfo),
  serve(liveCallInfo, callInfo),
  serveList(
    liveRecordList,
    async (context, payload) => mapPage(await recordPage(context, payload), (row) => shownRecord(row, context.now)),
    [
      { names: { en: 'Broadcast', cn: '直播编号' }, value: (row) => row.liveId },
      { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.user?.userId ?? null },
      { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.user?.nickname ?? null },
      { names: { en: 'Title', cn: '标题' }, value: (row) => row.title },
      { names: { en: 'Tokens per minute', cn: '每分钟代币' }, value: (row) => row.rate },
      { names: { en: 'Status', cn: '状态' }, value: (row, context) => recordStates[row.state][context.language] },
      { names: { en: 'Started', cn: '开始时间' }, value: (row) => moment(row.startedAt) },
      { names: { en: 'Ended', cn: '结束时间' }, value: (row) => moment(row.endedAt) },
      { names: { en: 'Seconds', cn: '时长（秒）' }, value: (row) => row.seconds },
      { names: { en: 'Peak viewers', cn: '最高观众数' }, value: (row) => row.peakViewers },
      { names: { en: 'Views', cn: '观看次数' }, value: (row) => row.views },
      { names: { en: 'Tokens of gifts', cn: '礼物代币' }, value: (row) => row.giftTokens },
      { names: { en: 'Tokens of minutes', cn: '时长代币' }, value: (row) => row.minuteTokens },
      { names: { en: 'Bonus', cn: '收益' }, value: (row) => row.bonus },
      { names: { en: 'End reason', cn: '结束原因' }, value: (row) => row.endReason },
    ],
  ),
  serveList(liveCallList, async (context, payload) => mapPage(await callPage(context, payload), shownCall), [
    { names: { en: 'Call', cn: '通话编号' }, value: (row) => row.callId },
    { names: { en: 'Caller', cn: '主叫 ID' }, value: (row) => row.caller.userId },
    { names: { en: "Caller's nickname", cn: '主叫昵称' }, value: (row) => row.caller.nickname },
    { names: { en: 'Callee', cn: '被叫 ID' }, value: (row) => row.callee.userId },
    { names: { en: "Callee's nickname", cn: '被叫昵称' }, value: (row) => row.callee.nickname },
    { names: { en: 'Kind', cn: '类型' }, value: (row, context) => kinds[row.kind][context.language] },
    { names: { en: 'Tokens per minute', cn: '每分钟代币' }, value: (row) => row.unitPrice },
    { names: { en: 'Status', cn: '状态' }, value: (row, context) => callStates[row.state][context.language] },
    { names: { en: 'Seconds', cn: '时长（秒）' }, value: (row) => row.seconds },
    { names: { en: 'Tokens', cn: '代币' }, value: (row) => row.tokens },
    { names: { en: 'Tokens of gifts', cn: '礼物代币' }, value: (row) => row.giftTokens },
    { names: { en: 'Bonus', cn: '收益' }, value: (row) => row.bonus },
    { names: { en: 'Points', cn: '积分' }, value: (row) => row.points },
    { names: { en: 'Requested', cn: '呼叫时间' }, value: (row) => moment(row.requestedAt) },
    { names: { en: 'Answered', cn: '接听时间' }, value: (row) => moment(row.answeredAt) },
    { names: { en: 'Ended', cn: '结束时间' }, value: (row) => moment(row.endedAt) },
    { names: { en: 'End reason', cn: '结束原因' }, value: (row) => row.endReason },
  ]),
  serveList(liveGiftList, giftList, [
    { names: { en: 'Time', cn: '时间' }, value: (row) => moment(row.at) },
    { names: { en: 'Gift', cn: '礼物编号' }, value: (row) => row.giftId },
    { names: { en: 'Name', cn: '礼物名称' }, value: (row, { language }) => row.giftNames?.[language] ?? '' },
    { names: { en: 'Sender', cn: '送礼人 ID' }, value: (row) => row.sender.userId },
    { names: { en: "Sender's nickname", cn: '送礼人昵称' }, value: (row) => row.sender.nickname },
    { names: { en: 'Receiver', cn: '收礼人 ID' }, value: (row) => row.receiver.userId },
    { names: { en: "Receiver's nickname", cn: '收礼人昵称' }, value: (row) => row.receiver.nickname },
    { names: { en: 'Quantity', cn: '数量' }, value: (row) => row.count },
    { names: { en: 'Tokens', cn: '代币' }, value: (row) => row.tokens },
    { names: { en: 'Promotional', cn: '其中赠送代币' }, value: (row) => row.promoTokens },
    { names: { en: 'Bonus', cn: '收益' }, value: (row) => row.bonus },
    { names: { en: 'Broadcast', cn: '直播编号' }, value: (row) => row.liveId },
    { names: { en: 'Call', cn: '通话编号' }, value: (row) => row.callId },
  ]),
]
