// The money lists whose pages are timed on large tables, with a payload for each filter.
import { agentSaleList } from '@greenroom/contract/agentTrades'
import type { Call } from '@greenroom/contract/call'
import { rechargeList, userStatList } from '@greenroom/contract/finance'
import { withdrawalList } from '@greenroom/contract/withdrawals'

export const aimOfList = 50
export const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

export type List = { call: Call<any>; filters: Record<string, object>; aim?: number }
/** Each with its filters. */
export const moneyLists: Record<string, List> = {
  orders: {
    call: rechargeList,
    filters: {
      order: { orderId: 'bench-1000' },
      user: { userId: 1_000 },
      'user of most': { userId: 1 },
      'state, frequent': { state: 'success' },
      'state, rare': { state: 'failure' },
      'refund, rare': { refund: 'chargeback' },
      gateway: { gateway: 'card' },
      'gateway of none': { gateway: 'nobody' },
      product: { product: 'coins-300' },
      'channel of none': { channel: 'nobody' },
      channel: { channel: 'ch30' },
      'first recharge': { firstRecharge: 'true' },
      'gateway reference': { gatewayReference: 'pay_4711' },
      payer: { payerReference: 'payer 1000' },
      'country, frequent': { country: 'BR' },
      'country, rare': { country: 'FR' },
      'channel of users': { userChannel: 'ch50' },
      sex: { sex: 'none' },
      day: { startTimeStr: day(10), endTimeStr: day(10) },
      'state and day': { state: 'failure', startTimeStr: day(10), endTimeStr: day(10) },
      'user and state': { userId: 1_000, state: 'success' },
      'time of payment': { moment: 'paid', sort: '-paidAt', startTimeStr: day(10), endTimeStr: day(10) },
      returned: { moment: 'refunded' },
      'time of giving back': { moment: 'refunded', sort: '-refundedAt' },
      'user and time of giving back': { userId: 1, moment: 'refunded', sort: '-refundedAt' },
    },
  },
  withdrawals: {
    call: withdrawalList,
    filters: {
      withdrawal: { withdrawalId: 'wd-1000' },
      user: { userId: 1_000 },
      'state, frequent': { state: 'success' },
      'state, rare': { state: 'manual processing successful' },
      method: { method: 'usdt.erc20' },
      held: { held: 'true' },
      'risk, frequent': { risk: 'first' },
      'risk, rare': { risk: 'circle' },
      amount: { usdMin: 880, usdMax: 900 },
      'time of payment': { moment: 'paid', startTimeStr: day(10), endTimeStr: day(10) },
      'amount of none': { usdMin: 10_000 },
      day: { startTimeStr: day(10), endTimeStr: day(10) },
      'state and day': { state: 'failure', startTimeStr: day(10), endTimeStr: day(10) },
      'largest first': { sort: '-usdCents' },
      'user and time of payment': { userId: 1_000, moment: 'paid', startTimeStr: day(300) },
    },
  },
  sales: {
    call: agentSaleList,
    filters: {
      agent: { agentId: 1_001 },
      'agent of few': { agentId: 1_100 },
      user: { userId: 1_000 },
      'requested returns': { backState: 'asked' },
      'refused returns': { backState: 'refused' },
      'new buyers': { pattern: 'new' },
      nights: { pattern: 'night' },
      'round trips': { pattern: 'round' },
      day: { startTimeStr: day(10), endTimeStr: day(10) },
      'tokens, some': { tokensMin: 50_000 },
      'tokens, few': { tokensMin: 51_990 },
      'tokens of none': { tokensMin: 60_000 },
      'agent and round trips': { agentId: 1_001, pattern: 'round' },
      'agent and day': { agentId: 1_001, startTimeStr: day(10), endTimeStr: day(10) },
    },
  },
  userStat: {
    call: userStatList,
    aim: 1_000,
    filters: {
      'most spent': { sort: '-spentTokens' },
      user: { userId: 1_000 },
      'user and span': { userId: 1_000, startTimeStr: day(40), endTimeStr: day(1) },
      'a day': { startTimeStr: day(3), endTimeStr: day(3) },
      'a week': { startTimeStr: day(9), endTimeStr: day(3) },
      'a week by spending': { startTimeStr: day(9), endTimeStr: day(3), sort: '-spentTokens' },
      'forty days': { startTimeStr: day(40), endTimeStr: day(1) },
      earners: { has: 'earned', sort: '-earnedBonus' },
    },
  },
}
