// Decisions about money in and out, in one wording.
import { sayer } from './say.ts'
import { type Form, listOf, type Sentence, usdOf } from './words.ts'

const say = sayer('finance')

/** `orders ord-41 and ord-42`. */
export const ordersOf = (orders: readonly string[]): Sentence =>
  say('orders', { count: orders.length, names: listOf(orders) })

type Orders = { orders: readonly string[]; usdCents: number }

/** `Order ord-41 refunded: $4.99`, `Refund order ord-41: $4.99`. */
export const ordersRefunded = (form: Form, { orders, usdCents }: Orders): Sentence =>
  say(`ordersRefunded.${form}`, { orders: ordersOf(orders), usd: usdOf(usdCents) })

/** `Order ord-41 sent to the app again`. */
export const ordersResent = (orders: readonly string[]): Sentence =>
  say('ordersResent', { count: orders.length, names: listOf(orders) })
