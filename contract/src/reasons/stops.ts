// What is stopped (docs/money.md, Stop switches). The person or app that is refused reads why, outsiders too, so these name no staff.
import type { StopKind } from '../systemStopKinds.ts'
import type { Sentence } from './sentence.ts'

/** One for each kind: why an act is refused while it is stopped. */
const refusing = {
  'stop.payouts': { en: 'payouts are stopped: {why}', cn: '打款已暂停：{why}' },
  'stop.withdrawals': { en: 'passing withdrawals is stopped: {why}', cn: '提现审核通过已暂停：{why}' },
  'stop.sales': { en: "agents' sales are stopped: {why}", cn: '代理售币已暂停：{why}' },
  'stop.guilds': { en: 'registering guilds is stopped: {why}', cn: '公会注册已暂停：{why}' },
  'stop.agents': { en: 'applications of top-up agents are stopped: {why}', cn: '充值代理申请已暂停：{why}' },
  'stop.benefits': { en: 'registration benefits are stopped: {why}', cn: '注册福利已暂停：{why}' },
  'stop.gateway': {
    en: 'new orders of gateway {thing} are stopped: {why}',
    cn: '支付渠道 {thing} 的新订单已暂停：{why}',
  },
  'stop.client': { en: 'app client {thing} is stopped: {why}', cn: '应用对接 {thing} 已暂停：{why}' },
} as const satisfies Record<`stop.${StopKind}`, Sentence>

export const stops = {
  ...refusing,
  'stop.thing': { en: 'name which one to stop', cn: '请指明要暂停的对象' },
  'stop.noThing': { en: 'this is one switch: name nothing', cn: '该项为总开关，无需指明对象' },
  'stop.already': { en: 'already stopped by {by} at {at}: {why}', cn: '{by} 已于 {at} 暂停：{why}' },
  'stop.ended': { en: 'no longer stopped', cn: '已恢复' },
} as const satisfies Record<string, Sentence>
