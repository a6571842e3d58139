// Decisions about chargebacks, in one wording.
import { ordersOf } from './finance.ts'
import { sayer } from './say.ts'
import { type Form, type Sentence, tokensOf } from './words.ts'

const say = sayer('finance')

type Targets = { orders: readonly string[] }

/** `Chargeback of order ord-41 contested at the gateway`. */
export const chargebacksDecided = (decision: 'debt' | 'contest' | 'lost', { orders }: Targets): Sentence =>
  say(`chargebacksDecided.${decision}`, { orders: ordersOf(orders) })

/** `Debt of order ord-41 written off: 300 tokens`, `Mark the chargeback of order ord-41 as won`. */
export const chargebacksSettled = (
  form: Form,
  decision: 'writeOff' | 'reverse',
  { orders, tokens }: Targets & { tokens: number },
): Sentence =>
  decision === 'writeOff'
    ? say(`chargebacksSettled.writeOff.${form}`, { orders: ordersOf(orders), tokens: tokensOf(tokens) })
    : say(`chargebacksSettled.reverse.${form}`, { orders: ordersOf(orders) })
