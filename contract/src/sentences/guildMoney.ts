// Decisions about guilds' money: commission plans, deductions, payout accounts, requests and payments.
import { isolated } from '../isolated.ts'
import { amountOf, type Change, changed, type Form, inForm, type Sentence } from './words.ts'

/** A new one has no id yet. */
type Plan = { id?: number | undefined; name: string }

const plan: Sentence = { en: 'Commission plan', cn: '分成方案' }
const planName = ({ id, name }: Plan) => (id === undefined ? isolated(name) : `${isolated(name)} (${id})`)

/** `Commission plan Standard (1) edited`. */
export const planChanged = (about: Plan, how: Change): Sentence =>
  changed(plan, { en: planName(about), cn: planName(about) }, how)

/** `startWeek` is the Monday from which the plan is in force. */
export const planPublished = (form: Form, about: Plan & { startWeek: string }): Sentence =>
  inForm(
    form,
    {
      en: `Commission plan ${planName(about)} published, in force from ${about.startWeek}`,
      cn: `已发布分成方案 ${planName(about)}，自 ${about.startWeek} 起生效`,
    },
    {
      en: `Publish commission plan ${planName(about)}, in force from ${about.startWeek}`,
      cn: `发布分成方案 ${planName(about)}，自 ${about.startWeek} 起生效`,
    },
  )

export const planWithdrawn = (form: Form, about: Plan): Sentence =>
  inForm(
    form,
    { en: `Commission plan ${planName(about)} withdrawn`, cn: `已撤回分成方案 ${planName(about)}` },
    { en: `Withdraw commission plan ${planName(about)}`, cn: `撤回分成方案 ${planName(about)}` },
  )

/** Cents as dollars: `1,250.00 USD`. */
export const usdOf = (cents: number | bigint): string => {
  const whole = BigInt(cents)
  return `${amountOf(whole / 100n)}.${String(whole % 100n).padStart(2, '0')} USD`
}

/** `from` names the guild or the anchor. */
export const deductionAdded = (about: { from: string; usdCents: number | bigint; week: string }): Sentence => ({
  en: `${usdOf(about.usdCents)} deducted from ${isolated(about.from)} in the week of ${about.week}`,
  cn: `已从 ${isolated(about.from)} 的 ${about.week} 周结算中扣款 ${usdOf(about.usdCents)}`,
})

/** The same amount taken from several. */
export const deductionsAdded = (about: { count: number; usdCents: number; week: string }): Sentence => ({
  en: `${usdOf(about.usdCents)} each deducted ${about.count} times in the week of ${about.week}`,
  cn: `已在 ${about.week} 周结算中新增 ${about.count} 笔扣款，每笔 ${usdOf(about.usdCents)}`,
})

export function deductionsReversed(all: readonly { from: string; usdCents: number | bigint }[]): Sentence {
  const [first] = all
  if (first && all.length === 1)
    return {
      en: `Deduction of ${usdOf(first.usdCents)} from ${isolated(first.from)} reversed`,
      cn: `已撤销对 ${isolated(first.from)} 的扣款 ${usdOf(first.usdCents)}`,
    }
  return { en: `${all.length} deductions reversed`, cn: `已撤销 ${all.length} 笔扣款` }
}
