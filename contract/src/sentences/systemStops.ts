// Stop switches: what was stopped, and what goes on again.
import { isolated } from '../isolated.ts'
import type { StopKind } from '../systemStopKinds.ts'
import { type Form, inForm, type Sentence } from './words.ts'

/** What a stop of each kind stops. */
export const stopNames = {
  payouts: { en: 'payouts', cn: '打款' },
  withdrawals: { en: 'passing of withdrawals', cn: '提现审核通过' },
  sales: { en: "agents' sales", cn: '代理售币' },
  guilds: { en: 'registration of guilds', cn: '公会注册' },
  agents: { en: 'applications of top-up agents', cn: '充值代理申请' },
  benefits: { en: 'registration benefits', cn: '注册福利' },
  gateway: { en: 'new orders of gateway', cn: '支付渠道新订单：' },
  client: { en: 'app client', cn: '应用对接：' },
} as const satisfies Record<StopKind, Sentence>

export type Stopped = { kind: StopKind; name: string }

/** `new orders of gateway card`. */
export const stoppedThing = ({ kind, name }: Stopped): Sentence => {
  const { en, cn } = stopNames[kind]
  return name === '' ? { en, cn } : { en: `${en} ${isolated(name)}`, cn: `${cn}${isolated(name)}` }
}

export function thingStopped(stopped: Stopped): Sentence {
  const { en, cn } = stoppedThing(stopped)
  return { en: `Stopped: ${en}`, cn: `已暂停：${cn}` }
}

export function thingResumed(form: Form, stopped: Stopped): Sentence {
  const { en, cn } = stoppedThing(stopped)
  return inForm(form, { en: `Resumed: ${en}`, cn: `已恢复：${cn}` }, { en: `Resume ${en}`, cn: `恢复${cn}` })
}
