// The money lists whose pages are timed on large tables, with a payload for each filter.
import { agentSaleList } from '@greenroom/contract/agentTrades'
import type { Call } from '@greenroom/contract/call'
import { rechargeList, userStatList } from '@greenroom/contract/finance'
import { withdrawalList } from '@greenroom/contract/withdrawals'

export const aimOfList = 50
export const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** A filter's payload, the same for each request or another for each, so that not only what is in memory is measured. */
export type Payload = object | ((round: number) => object)
export type List = { call: Call<any>; filters: Record<string, Payload>; aim?: number }

/** Returns these in turn. */
const oneOf = <T>(values: readonly T[], round: number): T => values[round % values.length]!
const ofDay = (round: number) => ({ startTimeStr: day(10 + round), endTimeStr: day(10 + round) })

/** Each with its filters. */
export const moneyLists: Record<string, List> = {
  orders: {
    call: rechargeList,
    filters: {
      order: (round) => ({ orderId: `bench-${1_000 + 7_919 * round}` }),
      user: (round) => ({ userId: 1_000 + 997 * round }),
      'user of most': { userId: 1 },
      'state, frequent': { state: 'success' },
      'state, rare': { state: 'failure' },
      'refund, rare': { refund: 'chargeback' },
      gateway: { gateway: 'card' },
      'gateway of none': { gateway: 'nobody' },
      product: (round) => ({ product: `coins-${100 * (1 + (round % 6))}` }),
      'channel of none': { channel: 'nobody' },
      channel: (round) => ({ channel: `ch${round % 60}` }),
      'first recharge': { firstRecharge: 'true' },
      'gateway reference': (round) => ({ gatewayReference: `pay_${4_711 + 7_919 * round}` }),
      payer: (round) => ({ payerReference: `payer ${1_000 + 997 * round}` }),
      'country, frequent': { country: 'BR' },
      'country, rare': (round) => ({ country: oneOf(['FR', 'DE', 'NG', 'BD', 'PK'], round) }),
      'channel of users': (round) => ({ userChannel: `ch${59 - (round % 30)}` }),
      sex: { sex: 'none' },
      day: ofDay,
      'state and day': (round) => ({ state: 'failure', ...ofDay(round) }),
      'country and day': (round) => ({ country: 'FR', ...ofDay(round) }),
      'sex and day of payment': (round) => ({ sex: 'none', moment: 'paid', sort: '-paidAt', ...ofDay(round) }),
      'user and state': (round) => ({ userId: 1_000 + 997 * round, state: 'success' }),
      'time of payment': (round) => ({ moment: 'paid', sort: '-paidAt', ...ofDay(round) }),
      returned: { moment: 'refunded' },
      'time of giving back': { moment: 'refunded', sort: '-refundedAt' },
      'user and time of giving back': (round) => ({ userId: 1 + round, moment: 'refunded', sort: '-refundedAt' }),
    },
  },
  withdrawals: {
    call: withdrawalList,
    filters: {
      withdrawal: (round) => ({ withdrawalId: `wd-${1_000 + 7_919 * round}` }),
      user: (round) => ({ userId: 1_000 + 997 * round }),
      'state, frequent': { state: 'success' },
      'state, rare': { state: 'manual processing successful' },
      method: (round) => ({ method: oneOf(['usdt.erc20', 'bank', 'e-wallet', 'usdt.trc20'], round) }),
      held: { held: 'true' },
      'risk, frequent': { risk: 'first' },
      'risk, rare': { risk: 'circle' },
      amount: (round) => ({ usdMin: 880 - 10 * round, usdMax: 900 - 10 * round }),
      'time of payment': (round) => ({ moment: 'paid', ...ofDay(round) }),
      'amount of none': { usdMin: 10_000 },
      day: ofDay,
      'state and day': (round) => ({ state: 'failure', ...ofDay(round) }),
      'largest first': { sort: '-usdCents' },
      'user and time of payment': (round) => ({ userId: 1_000 + 997 * round, moment: 'paid', startTimeStr: day(300) }),
    },
  },
  sales: {
    call: agentSaleList,
    filters: {
      agent: (round) => ({ agentId: 1_001 + round }),
      'agent of few': { agentId: 1_100 },
      user: (round) => ({ userId: 1_000 + 997 * round }),
      'requested returns': { backState: 'asked' },
      'refused returns': { backState: 'refused' },
      'new buyers': { pattern: 'new' },
      nights: { pattern: 'night' },
      'round trips': { pattern: 'round' },
      day: ofDay,
      'tokens, some': { tokensMin: 50_000 },
      'tokens, few': { tokensMin: 51_990 },
      'tokens of none': { tokensMin: 60_000 },
      'agent and round trips': (round) => ({ agentId: 1_001 + round, pattern: 'round' }),
      'agent and new buyers': (round) => ({ agentId: 1_001 + round, pattern: 'new' }),
      'agent and nights': (round) => ({ agentId: 1_001 + round, pattern: 'night' }),
      'agent and requested returns': (round) => ({ agentId: 1_001 + round, backState: 'asked' }),
      'agent and day': (round) => ({ agentId: 1_001 + round, ...ofDay(round) }),
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
