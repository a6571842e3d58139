// Decisions about guilds' money: commission plans, deductions, payout accounts, requests and payments.
import { isolated } from '../isolated.ts'
import type { payoutAccountKinds } from '../words.ts'
import { accountKinds, type Change, changed, counted, type Form, inForm, type Sentence, usdOf } from './words.ts'

/** A new one has no id yet. */
type Plan = { id?: number | undefined; name: string }

const planNoun: Sentence = { en: 'Commission plan', cn: '分成方案' }
const planName = ({ id, name }: Plan) => (id === undefined ? isolated(name) : `${isolated(name)} (${id})`)

/** `Commission plan Standard (1) edited`. */
export const planChanged = (plan: Plan, how: Change): Sentence =>
  changed(planNoun, { en: planName(plan), cn: planName(plan) }, how)

/** `startWeek` is the Monday from which the plan is in force. */
export const planPublished = (form: Form, plan: Plan & { startWeek: string }): Sentence =>
  inForm(
    form,
    {
      en: `Commission plan ${planName(plan)} published, in force from ${plan.startWeek}`,
      cn: `已发布分成方案 ${planName(plan)}，自 ${plan.startWeek} 起生效`,
    },
    {
      en: `Publish commission plan ${planName(plan)}, in force from ${plan.startWeek}`,
      cn: `发布分成方案 ${planName(plan)}，自 ${plan.startWeek} 起生效`,
    },
  )

export const planWithdrawn = (form: Form, plan: Plan): Sentence =>
  inForm(
    form,
    { en: `Commission plan ${planName(plan)} withdrawn`, cn: `已撤回分成方案 ${planName(plan)}` },
    { en: `Withdraw commission plan ${planName(plan)}`, cn: `撤回分成方案 ${planName(plan)}` },
  )

/** `from` names the guild or the anchor. */
export const deductionAdded = (deduction: { from: string; usdCents: number | bigint; week: string }): Sentence => ({
  en: `${usdOf(deduction.usdCents)} deducted from ${isolated(deduction.from)} in the week of ${deduction.week}`,
  cn: `已从 ${isolated(deduction.from)} 的 ${deduction.week} 周结算中扣款 ${usdOf(deduction.usdCents)}`,
})

/** The same amount taken from several. */
export const deductionsAdded = (sum: { count: number; usdCents: number; week: string }): Sentence => ({
  en: `${usdOf(sum.usdCents)} each deducted ${counted(sum.count, 'time')} in the week of ${sum.week}`,
  cn: `已在 ${sum.week} 周结算中新增 ${sum.count} 笔扣款，每笔 ${usdOf(sum.usdCents)}`,
})

/** Several amounts taken for one chargeback. */
export const chargebackDeducted = (sum: { count: number; usdCents: number; week: string }): Sentence => ({
  en: `${usdOf(sum.usdCents)} in total deducted from ${sum.count} in the week of ${sum.week}`,
  cn: `已在 ${sum.week} 周结算中向 ${sum.count} 人扣款，共 ${usdOf(sum.usdCents)}`,
})

/** A request: `usdCents` in total. */
export const deductionsAsked = (sum: { count: number; usdCents: number; week: string }): Sentence => ({
  en: `Deduct ${usdOf(sum.usdCents)} in total from ${sum.count} in the week of ${sum.week}`,
  cn: `在 ${sum.week} 周结算中向 ${sum.count} 个对象扣款，共 ${usdOf(sum.usdCents)}`,
})

export function deductionsReversed(form: Form, all: readonly { from: string; usdCents: number | bigint }[]): Sentence {
  const [first] = all
  if (first && all.length === 1) {
    const [usd, from] = [usdOf(first.usdCents), isolated(first.from)]
    return inForm(
      form,
      { en: `Deduction of ${usd} from ${from} reversed`, cn: `已撤销对 ${from} 的扣款 ${usd}` },
      { en: `Reverse the deduction of ${usd} from ${from}`, cn: `撤销对 ${from} 的扣款 ${usd}` },
    )
  }
  return inForm(
    form,
    { en: `${counted(all.length, 'deduction')} reversed`, cn: `已撤销 ${all.length} 笔扣款` },
    { en: `Reverse ${counted(all.length, 'deduction')}`, cn: `撤销 ${all.length} 笔扣款` },
  )
}

type Payout = { guild: string; usdCents: number | bigint; week?: string }

export const payoutRequested = ({ guild, usdCents }: Payout): Sentence => ({
  en: `${isolated(guild)} requested ${usdOf(usdCents)}`,
  cn: `${isolated(guild)} 申请提现 ${usdOf(usdCents)}`,
})

/** `$900.00 for Stars`, or their number and total. */
function payoutsOf(all: readonly Payout[]): Sentence {
  const [first] = all
  if (first && all.length === 1) {
    const week = first.week === undefined ? '' : ` (${first.week})`
    return {
      en: `${usdOf(first.usdCents)} for ${isolated(first.guild)}${week}`,
      cn: `${isolated(first.guild)}${week} ${usdOf(first.usdCents)}`,
    }
  }
  const sum = usdOf(all.reduce((total, { usdCents }) => total + BigInt(usdCents), 0n))
  return { en: `${counted(all.length, 'payout')}, ${sum} in total`, cn: `${all.length} 笔，合计 ${sum}` }
}

export function payoutsDecided(form: Form, decision: 'agree' | 'refuse', all: readonly Payout[]): Sentence {
  const { en, cn } = payoutsOf(all)
  return decision === 'agree'
    ? inForm(form, { en: `Approved: ${en}`, cn: `已批准提现：${cn}` }, { en: `Approve: ${en}`, cn: `批准提现：${cn}` })
    : inForm(form, { en: `Rejected: ${en}`, cn: `已拒绝提现：${cn}` }, { en: `Reject: ${en}`, cn: `拒绝提现：${cn}` })
}

export function guildsPaid(form: Form, all: readonly Payout[]): Sentence {
  const { en, cn } = payoutsOf(all)
  return inForm(form, { en: `Paid: ${en}`, cn: `已付款：${cn}` }, { en: `Pay: ${en}`, cn: `付款：${cn}` })
}

type Account = { guild: string; kind: (typeof payoutAccountKinds)[number]; lastFour: string }
/** Identified by the last four characters only. */
export function accountChanged(form: Form, { guild, kind, lastFour }: Account): Sentence {
  const name = accountKinds[kind]
  return inForm(
    form,
    {
      en: `${isolated(guild)} is paid to ${name.en} …${lastFour}`,
      cn: `${isolated(guild)} 的收款账户已改为${name.cn} …${lastFour}`,
    },
    {
      en: `Pay ${isolated(guild)} to ${name.en} …${lastFour}`,
      cn: `将 ${isolated(guild)} 的收款账户改为${name.cn} …${lastFour}`,
    },
  )
}

export const accountRevealed = ({ guild, kind, lastFour }: Account): Sentence => ({
  en: `Full ${accountKinds[kind].en} …${lastFour} of ${isolated(guild)} shown`,
  cn: `查看了 ${isolated(guild)} 的${accountKinds[kind].cn} …${lastFour} 完整信息`,
})
