// Decisions about money in and out, in one wording.
import { type Form, listOf, type Sentence, usdOf } from './words.ts'

type Orders = { orders: readonly string[]; usdCents: number }

/** `Order ord-41 refunded: $4.99`, `Refund order ord-41: $4.99`. */
export function ordersRefunded(form: Form, { orders, usdCents }: Orders): Sentence {
  const names = listOf(orders)
  const noun = orders.length === 1 ? 'order' : 'orders'
  const sum = usdOf(usdCents)
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
