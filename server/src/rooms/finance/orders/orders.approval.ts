// A refund over the limit, when a second member of staff approves it.
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../../access/index.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import * as queries from './orders.queries.ts'
import { refundFault } from './orders.rules.ts'
import { askApp, refundKind } from './orders.service.ts'
import { factsOf } from './orders.shown.ts'

/** Orders refunded or charged back in the meantime are left out; if none is left, the request fails. */
export const refundApproval: ApprovalKind = defineApproval({
  kind: refundKind,
  menu: 'finance.recharge',
  payload: z.object({ orders: z.array(z.string()) }),
  concerns: noParties,
  stillValid: async (tx, { id }) =>
    (await queries.refundsOfApproval(tx, id)).some(({ state }) => state === 'waiting')
      ? null
      : because('approval.done'),
  async apply(tx, context, { id }) {
    const refunds = await queries.refundsOfApproval(tx, id)
    const orders = await queries.lockOrders(
      tx,
      refunds.map(({ order_id }) => order_id),
    )
    const able = refunds.filter(({ order_id }) => refundFault(factsOf(orders.get(order_id)!, false)) === null)
    const left = refunds.filter((refund) => !able.includes(refund))
    await queries.setRefunds(
      tx,
      left.map((refund) => refund.id),
      ['waiting'],
      'dropped',
      context.now,
    )
    if (able.length === 0) throw refuseBecause(20000, 'ids', 'order.givenBack')
    const requested = await queries.setRefunds(
      tx,
      able.map((refund) => refund.id),
      ['waiting'],
      'asked',
      context.now,
    )
    await askApp(tx, context, requested)
  },
})
