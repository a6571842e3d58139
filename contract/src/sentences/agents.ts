// Decisions about top-up agents and their trades.
import { isolated } from '../isolated.ts'
import type { payoutAccountKinds, purchaseKinds, stockEnds } from '../words.ts'
import {
  accountKinds,
  amountOf,
  counted,
  type Form,
  inForm,
  type Named,
  namesOf,
  type Sentence,
  usdOf,
} from './words.ts'

const verbs = {
  apply: { en: (who: string) => `${who} applied as top-up agent`, cn: (who: string) => `${who} 申请成为充值代理` },
  approve: { en: (who: string) => `Top-up agent ${who} approved`, cn: (who: string) => `已通过 ${who} 的充值代理申请` },
  reject: { en: (who: string) => `Top-up agent ${who} rejected`, cn: (who: string) => `已拒绝 ${who} 的充值代理申请` },
  freeze: { en: (who: string) => `Top-up agent ${who} frozen`, cn: (who: string) => `已冻结充值代理 ${who}` },
  unfreeze: { en: (who: string) => `Top-up agent ${who} unfrozen`, cn: (who: string) => `已解冻充值代理 ${who}` },
} as const

/** `Top-up agent Noura (100297) approved`. */
export function agentsDecided(verb: keyof typeof verbs, agents: readonly Named[]): Sentence {
  const who = namesOf(agents)
  return { en: verbs[verb].en(who.en), cn: verbs[verb].cn(who.cn) }
}

export function agentLimitsChanged(form: Form, agent: Named): Sentence {
  const who = namesOf([agent])
  return inForm(
    form,
    { en: `Limits of top-up agent ${who.en} changed`, cn: `已修改充值代理 ${who.cn} 的限额` },
    { en: `Raise the limits of top-up agent ${who.en}`, cn: `提高充值代理 ${who.cn} 的限额` },
  )
}

const ends: Record<(typeof stockEnds)[number], Sentence> = {
  'buy back': { en: 'stock bought back', cn: '回购库存' },
  'write off': { en: 'stock written off', cn: '核销库存' },
}

export function agentCancelled(form: Form, agent: Named, stock: (typeof stockEnds)[number]): Sentence {
  const who = namesOf([agent])
  const end = ends[stock]
  return inForm(
    form,
    { en: `Top-up agent ${who.en} cancelled, ${end.en}`, cn: `已取消 ${who.cn} 的充值代理资格，${end.cn}` },
    { en: `Cancel top-up agent ${who.en}, ${end.en}`, cn: `取消 ${who.cn} 的充值代理资格，${end.cn}` },
  )
}

const kinds: Record<(typeof purchaseKinds)[number], Sentence> = {
  usdt: { en: 'USDT', cn: 'USDT' },
  bank: { en: 'bank transfer', cn: '银行转账' },
  salary: { en: 'salary', cn: '工资抵扣' },
}
type Purchase = { agent: Named; kind: (typeof purchaseKinds)[number]; usdMicros: bigint }
const boughtFor = ({ agent, kind, usdMicros }: Purchase): Sentence => {
  const who = namesOf([agent])
  const usd = usdOf(usdMicros / 10_000n)
  return {
    en: `${usd} of ${who.en} by ${kinds[kind].en}`,
    cn: `${who.cn} 的${kinds[kind].cn} ${usd}`,
  }
}

/** `of` several: their number and total. */
function purchasesOf(all: readonly Purchase[]): Sentence {
  const [first] = all
  if (first && all.length === 1) return boughtFor(first)
  const sum = usdOf(all.reduce((total, { usdMicros }) => total + usdMicros / 10_000n, 0n))
  return { en: `${counted(all.length, 'purchase')}, ${sum} in total`, cn: `${all.length} 笔购买，合计 ${sum}` }
}

export const purchaseReported = (purchase: Purchase): Sentence => {
  const { en, cn } = boughtFor(purchase)
  return { en: `Reported: ${en}`, cn: `已提交：${cn}` }
}

export function purchasesDecided(form: Form, decision: 'credit' | 'refuse', all: readonly Purchase[]): Sentence {
  const { en, cn } = purchasesOf(all)
  return decision === 'credit'
    ? inForm(form, { en: `Credited: ${en}`, cn: `已入账：${cn}` }, { en: `Credit: ${en}`, cn: `入账：${cn}` })
    : inForm(form, { en: `Rejected: ${en}`, cn: `已拒绝：${cn}` }, { en: `Reject: ${en}`, cn: `拒绝：${cn}` })
}

export function purchaseReversed(form: Form, purchase: Purchase): Sentence {
  const { en, cn } = boughtFor(purchase)
  return inForm(form, { en: `Reversed: ${en}`, cn: `已撤销：${cn}` }, { en: `Reverse: ${en}`, cn: `撤销：${cn}` })
}

/** `5,000 tokens sold to Ana (100042)`. */
export function tokensSold(buyer: Named, tokens: number | bigint): Sentence {
  const who = namesOf([buyer])
  return { en: `${counted(tokens, 'token')} sold to ${who.en}`, cn: `已向 ${who.cn} 出售 ${amountOf(tokens)} 代币` }
}

export function saleReturnRequested(buyer: Named, tokens: number | bigint): Sentence {
  const who = namesOf([buyer])
  return {
    en: `Return of ${counted(tokens, 'token')} sold to ${who.en} requested`,
    cn: `申请撤回向 ${who.cn} 出售的 ${amountOf(tokens)} 代币`,
  }
}

/** `tokens`: the returned amount. */
export function backDecided(agree: boolean, buyer: Named, tokens: number | bigint): Sentence {
  const who = namesOf([buyer])
  return agree
    ? {
        en: `${counted(tokens, 'token')} returned by ${who.en}`,
        cn: `已从 ${who.cn} 撤回 ${amountOf(tokens)} 代币`,
      }
    : { en: `Return of the sale to ${who.en} rejected`, cn: `已拒绝撤回向 ${who.cn} 的出售` }
}

export const steppedUp = (username: string): Sentence => ({
  en: `${isolated(username)} verified to sell`,
  cn: `${isolated(username)} 已通过出售验证`,
})

export const addressMade = (agent: Named, chain: string): Sentence => {
  const who = namesOf([agent])
  return { en: `USDT address (${chain}) of ${who.en} created`, cn: `已为 ${who.cn} 生成 USDT 地址（${chain}）` }
}

type Account = { agent: Named; kind: (typeof payoutAccountKinds)[number]; lastFour: string }

/** `Top-up agent Ana (100042) will be paid to bank account … 1234`. */
export function agentAccountChanged(form: Form, { agent, kind, lastFour }: Account): Sentence {
  const who = namesOf([agent])
  const { en, cn } = accountKinds[kind]
  return inForm(
    form,
    {
      en: `Top-up agent ${who.en} will be paid to ${en} … ${isolated(lastFour)}`,
      cn: `充值代理 ${who.cn} 的收款账户已改为${cn} … ${isolated(lastFour)}`,
    },
    {
      en: `Pay top-up agent ${who.en} to ${en} … ${isolated(lastFour)}`,
      cn: `将充值代理 ${who.cn} 的收款账户改为${cn} … ${isolated(lastFour)}`,
    },
  )
}

/** The contacts of an application were revealed. */
export function agentRevealed(agent: Named): Sentence {
  const who = namesOf([agent])
  return { en: `Contact details of applicant ${who.en} shown`, cn: `已查看申请人 ${who.cn} 的联系方式` }
}

export function agentAccountRevealed({ agent, kind, lastFour }: Account): Sentence {
  const who = namesOf([agent])
  return {
    en: `Payout account of top-up agent ${who.en} shown: ${accountKinds[kind].en} … ${isolated(lastFour)}`,
    cn: `已查看充值代理 ${who.cn} 的收款账户：${accountKinds[kind].cn} … ${isolated(lastFour)}`,
  }
}

/** For stock that was bought back. */
export function agentsPaid(paid: readonly Named[], usdCents: bigint): Sentence {
  const who = namesOf(paid)
  return {
    en: `${usdOf(usdCents)} paid to top-up agent ${who.en}`,
    cn: `已向充值代理 ${who.cn} 付款 ${usdOf(usdCents)}`,
  }
}
