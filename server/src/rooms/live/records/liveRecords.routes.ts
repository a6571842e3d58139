import type { Parsed } from '@greenroom/contract/call'
import { liveCallInfo, liveCallList, liveGiftList, liveRecordInfo, liveRecordList } from '@greenroom/contract/live'
import type { Context } from '../../../kit/calls/context.ts'
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { giftNamesOf } from '../../official/index.ts'
import { callInfo, recordInfo } from './liveRecords.info.ts'
import { callPage, giftPage, recordPage } from './liveRecords.queries.ts'
import { shownCall, shownGift, shownRecord } from './liveRecords.shown.ts'

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
      { heading: 'live:columns.liveId', value: (row) => row.liveId },
      { heading: 'exports:columns.userId', value: (row) => row.user?.userId ?? null },
      { heading: 'exports:columns.nickname', value: (row) => row.user?.nickname ?? null },
      { heading: 'live:columns.title', value: (row) => row.title },
      { heading: 'exports:columns.tokensPerMinute', value: (row) => row.rate },
      {
        heading: 'live:columns.state',
        value: (row, context) => optionText('live:options.state', row.state, context.language),
      },
      { heading: 'live:columns.startedAt', value: (row) => moment(row.startedAt) },
      { heading: 'live:columns.endedAt', value: (row) => moment(row.endedAt) },
      { heading: 'exports:columns.seconds', value: (row) => row.seconds },
      { heading: 'live:columns.peakViewers', value: (row) => row.peakViewers },
      { heading: 'live:columns.views', value: (row) => row.views },
      { heading: 'exports:columns.tokensOfGifts', value: (row) => row.giftTokens },
      { heading: 'exports:columns.tokensOfMinutes', value: (row) => row.minuteTokens },
      { heading: 'live:columns.bonus', value: (row) => row.bonus },
      { heading: 'live:columns.endReason', value: (row) => row.endReason },
    ],
  ),
  serveList(liveCallList, async (context, payload) => mapPage(await callPage(context, payload), shownCall), [
    { heading: 'live:columns.callId', value: (row) => row.callId },
    { heading: 'exports:columns.caller', value: (row) => row.caller.userId },
    { heading: 'exports:columns.callersNickname', value: (row) => row.caller.nickname },
    { heading: 'exports:columns.callee', value: (row) => row.callee.userId },
    { heading: 'exports:columns.calleesNickname', value: (row) => row.callee.nickname },
    {
      heading: 'live:columns.kind',
      value: (row, context) => optionText('live:options.kind', row.kind, context.language),
    },
    { heading: 'exports:columns.tokensPerMinute', value: (row) => row.unitPrice },
    {
      heading: 'live:columns.callState',
      value: (row, context) => optionText('live:options.callState', row.state, context.language),
    },
    { heading: 'exports:columns.seconds', value: (row) => row.seconds },
    { heading: 'live:columns.tokens', value: (row) => row.tokens },
    { heading: 'exports:columns.tokensOfGifts', value: (row) => row.giftTokens },
    { heading: 'live:columns.bonus', value: (row) => row.bonus },
    { heading: 'live:columns.points', value: (row) => row.points },
    { heading: 'live:columns.requestedAt', value: (row) => moment(row.requestedAt) },
    { heading: 'live:columns.answeredAt', value: (row) => moment(row.answeredAt) },
    { heading: 'live:columns.endedAt', value: (row) => moment(row.endedAt) },
    { heading: 'live:columns.endReason', value: (row) => row.endReason },
  ]),
  serveList(liveGiftList, giftList, [
    { heading: 'live:columns.at', value: (row) => moment(row.at) },
    { heading: 'live:columns.giftId', value: (row) => row.giftId },
    { heading: 'exports:columns.liveName', value: (row, { language }) => row.giftNames?.[language] ?? '' },
    { heading: 'exports:columns.sender', value: (row) => row.sender.userId },
    { heading: 'exports:columns.sendersNickname', value: (row) => row.sender.nickname },
    { heading: 'exports:columns.receiver', value: (row) => row.receiver.userId },
    { heading: 'exports:columns.receiversNickname', value: (row) => row.receiver.nickname },
    { heading: 'live:columns.count', value: (row) => row.count },
    { heading: 'live:columns.tokens', value: (row) => row.tokens },
    { heading: 'live:columns.promoTokens', value: (row) => row.promoTokens },
    { heading: 'live:columns.bonus', value: (row) => row.bonus },
    { heading: 'live:columns.liveId', value: (row) => row.liveId },
    { heading: 'live:columns.callId', value: (row) => row.callId },
  ]),
]
