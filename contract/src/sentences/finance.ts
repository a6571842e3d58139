// Decisions about money in and out, in one wording.
import { amountOf, type Form, listOf, type Sentence } from './words.ts'

const dollars = (usdCents: number): string =>
  `${amountOf(Math.floor(usdCents / 100))}.${String(usdCents % 100).padStart(2, '0')}`

type Orders = { orders: readonly string[]; usdCents: number }

/** `Order ord-41 refunded: 4.99 USD`, `Refund order ord-41: 4.99 USD`. */
export function ordersRefunded(form: Form, { orders, usdCents }: Orders): Sentence {
  const names = listOf(orders)
  const noun = orders.length === 1 ? 'order' : 'orders'
  const sum = `${dollars(usdCents)} USD`
  return form === 'done'
    ? {
        en: `Refund of ${noun} ${names.en} requested from the app: ${sum}`,
        cn: `已向应用申请订单 ${names.cn} 退款：${sum}`,
      }
    : { en: `Refund ${noun} ${names.en}: ${sum}`, cn: `订单 ${names.cn} 退款：${sum}` }
}

/** `Order ord-41 sent to the app again`. */
export function ordersResent(orders: readonly string[]): Sentence {
  const names = listOf(orders)
  return {
    en: `${orders.length === 1 ? 'Order' : 'Orders'} ${names.en} sent to the app again`,
    cn: `已向应用重发订单 ${names.cn}`,
  }
}
