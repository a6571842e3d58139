// Decisions about chargebacks, in one wording.
import { amountOf, type Form, inForm, listOf, type Sentence } from './words.ts'

type Targets = { orders: readonly string[] }
const ofOrders = (orders: readonly string[]): Sentence => {
  const names = listOf(orders)
  return { en: `${orders.length === 1 ? 'order' : 'orders'} ${names.en}`, cn: `订单 ${names.cn}` }
}

const decided = {
  debt: { en: 'kept as a debt', cn: '已记为欠款' },
  contest: { en: 'contested at the gateway', cn: '已向支付通道申诉' },
  lost: { en: 'lost at the gateway', cn: '申诉未成功' },
} as const

/** `Chargeback of order ord-41 contested at the gateway`. */
export function chargebacksDecided(decision: keyof typeof decided, { orders }: Targets): Sentence {
  const of = ofOrders(orders)
  return { en: `Chargeback of ${of.en} ${decided[decision].en}`, cn: `${of.cn} 的拒付${decided[decision].cn}` }
}

/** `Debt of order ord-41 written off: 300 tokens`, `Mark the chargeback of order ord-41 as won`. */
export function chargebacksSettled(
  form: Form,
  decision: 'writeOff' | 'reverse',
  { orders, tokens }: Targets & { tokens: number },
): Sentence {
  const of = ofOrders(orders)
  const amount = amountOf(tokens)
  return decision === 'writeOff'
    ? inForm(
        form,
        { en: `Debt of ${of.en} written off: ${amount} tokens`, cn: `已核销 ${of.cn} 的欠款：${amount} 代币` },
        { en: `Write off the debt of ${of.en}: ${amount} tokens`, cn: `核销 ${of.cn} 的欠款：${amount} 代币` },
      )
    : inForm(
        form,
        { en: `Chargeback of ${of.en} marked as won`, cn: `${of.cn} 的拒付已按胜诉处理` },
        { en: `Mark the chargeback of ${of.en} as won`, cn: `将 ${of.cn} 的拒付按胜诉处理` },
      )
}
