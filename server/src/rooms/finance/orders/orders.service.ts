// What staff do with recharge orders: view, notify the app again, refund.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { rechargeInfo, rechargeList, rechargeRefund, rechargeResend } from '@greenroom/contract/finance'
import { ordersRefunded, ordersResent } from '@greenroom/contract/sentences/finance'
import { type Approvals, decidesAlone, holdAlone } from '../../../access/index.ts'
import { type Command, send } from '../../../bridge/index.ts'
import { batch, chosen, done, notDone, type Outcome, sortOut, unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { newId } from '../../../kit/random.ts'
import { transferPage } from '../../../ledger/index.ts'
import { recordMany } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { depositActor, isOfDeposit } from '../recharges/recharges.rules.ts'
import * as queries from './orders.queries.ts'
import { refundFault, resendFault, storyOf } from './orders.rules.ts'
import { factsOf, shownOrder } from './orders.shown.ts'

export const refundKind = 'recharge.refund'
/** Transfers of one order: the recharge, and its returns with those that were won. */
const mostTransfers = 20

const waitingIds = async (approvals: Approvals, context: Context) =>
  new Set((await approvals.waitingOn(context.database, refundKind, context.now)).values())
const mayWrite = (context: Context) => levelOn(staffOf(context), 'finance.recharge') === 3

/** One page of orders. */
export async function orders(approvals: Approvals, context: Context, payload: Parsed<typeof rechargeList>) {
  const [page, waiting] = await Promise.all([queries.orderPage(context, payload), waitingIds(approvals, context)])
  const writes = mayWrite(context)
  return mapPage(page, (row) => shownOrder(row, waiting, writes))
}

/** One order with its history and transfers. @throws Refusal 10032 where there is none. */
export async function orderInfo(
  approvals: Approvals,
  context: Context,
  { orderId }: Parsed<typeof rechargeInfo>,
): Promise<Answer<typeof rechargeInfo>> {
  const { database } = context
  const { records } = await queries.orderPage(context, { orderId: [orderId], size: 1 })
  const [row] = records
  if (!row) throw refuseBecause(10032, 'orderId', 'order.unknown')
  const reference = `order ${orderId}`
  const [waiting, returns, refunds, commands, transfers] = await Promise.all([
    waitingIds(approvals, context),
    queries.returnsOf(database, orderId),
    queries.refundsOf(database, orderId),
    queries.deliveredCommands(database, orderId),
    transferPage(context, { reference }, { size: mostTransfers }, { reference }),
  ])
  const settled = await queries.debtsSettled(
    database,
    transfers.records.map(({ id }) => id),
  )
  const returnOf = new Map(returns.map((one) => [one.transfer_id, one]))
  const debtOf = (id: string) => Number(returnOf.get(id)?.debt_tokens ?? 0) - (settled.get(id) ?? 0)
  const transferOf = (of: string | null) => transfers.records.find(({ id }) => id === of)
  const creditedAt = transferOf(row.recharge_id)?.recorded_at ?? null
  const refundedBy = (transferId: string | null) => {
    const by = isOfDeposit(orderId) ? transferOf(transferId)?.actor : undefined
    return by === undefined || by === depositActor ? '' : by
  }
  const owner = `user:${row.user_id}`
  const sum = (legs: readonly { owner: string; currency: string; amount: number }[], of: string, currency: string) =>
    legs.filter((leg) => leg.owner === of && leg.currency === currency).reduce((all, leg) => all + leg.amount, 0)
  return {
    ...shownOrder(row, waiting, mayWrite(context)),
    story: storyOf(row, returns, refunds, commands, { creditedAt, refundedBy }),
    transfers: transfers.records
      .filter(({ refused }) => refused === null)
      .toReversed()
      .map(({ id, kind, occurred_at, legs }) => ({
        transferId: id,
        kind,
        occurredAt: occurred_at.toISOString(),
        // The user's debt is an account of theirs too, but not tokens.
        tokens: sum(legs, owner, 'TOKEN') + debtOf(id),
        debtTokens: debtOf(id),
        cashUsdMicros: cashOf(row, returns, id),
      })),
  }
}

/** The gross price less the gateway's fee, or what a return or its reversal moved. */
function cashOf(row: queries.OrderRow, returns: readonly queries.ReturnRow[], transferId: string): number {
  const microsPerCent = 10_000
  if (transferId === row.recharge_id) return Number(row.usd_cents - row.fee_usd_cents) * microsPerCent
  const price = Number(row.usd_cents) * microsPerCent
  if (returns.some(({ reverse_id }) => reverse_id === transferId)) return price
  return returns.some(({ transfer_id }) => transfer_id === transferId) ? -price : 0
}

/** The order's state as sent to the app; a chargeback that was won never happened. */
export const stateFor = ({
  state,
  refund,
  reversed_at,
}: {
  state: string
  refund: string
  reversed_at: Date | null
}): string => (refund === 'none' || reversed_at !== null ? state : refund === 'refund' ? 'refunded' : 'charged back')

/** Sends the state of these orders to the app again. */
export function resend(context: Context, { ids: sent }: Parsed<typeof rechargeResend>) {
  const ids = chosen(sent, 'ids')
  return batch(context, async (tx) => {
    const found = await queries.lockOrders(tx, ids)
    const resendable = [...found.values()].filter((row) => resendFault(factsOf(row, false)) === null)
    await recordMany(
      tx,
      context,
      resendable.map((row) => ({
        target: `order ${row.id}`,
        content: ordersResent([row.id]),
        before: null,
        after: { orderId: row.id, state: stateFor(row) },
      })),
    )
    await send(
      tx,
      context.now,
      resendable.map(
        (row): Command => ({
          type: 'recharge.changed',
          subject: `order:${row.id}`,
          data: { orderId: row.id, userId: Number(row.user_id), state: stateFor(row) },
        }),
      ),
    )
    const resent = new Set(resendable.map(({ id }) => id))
    return ids.map((id) =>
      resent.has(id)
        ? done(id)
        : found.has(id)
          ? notDone(id, 1000002, because('order.incomplete'))
          : notDone(id, 10032),
    )
  })
}

/** Sends refund commands to the app, in the transaction of the decision. */
export async function askApp(tx: Transaction, context: Context, refunds: readonly queries.Refund[]): Promise<void> {
  const orders = await queries.lockOrders(
    tx,
    refunds.map((refund) => refund.order_id),
  )
  await recordMany(
    tx,
    context,
    refunds.map((refund) => ({
      operation: 'recharge.refund',
      target: `order ${refund.order_id}`,
      content: ordersRefunded('done', { orders: [refund.order_id], usdCents: Number(refund.usd_cents) }),
      before: null,
      after: { refundId: refund.id, orderId: refund.order_id, usdCents: Number(refund.usd_cents) },
      reason: refund.reason,
    })),
  )
  await send(
    tx,
    context.now,
    refunds.map(
      (refund): Command => ({
        type: 'recharge.refund',
        subject: `order:${refund.order_id}`,
        data: {
          refundId: refund.id,
          orderId: refund.order_id,
          userId: Number(orders.get(refund.order_id)!.user_id),
          usdCents: Number(refund.usd_cents),
          reason: refund.reason,
        },
      }),
    ),
  )
}

/**
 * Refunds whole orders: a command requests it from the app, which sends `recharge.refunded` when the gateway has refunded. Above the limit a second member
 * of staff must approve first.
 */
export function refund(
  { params, approvals }: { params: Params; approvals: Approvals },
  context: Context,
  { ids: sent, reason }: Parsed<typeof rechargeRefund>,
): Promise<Answer<typeof rechargeRefund>> {
  const ids = chosen(sent, 'ids')
  let refused: Outcome[] = []
  return unlessUnchanged<Answer<typeof rechargeRefund> | null>(context, null, async (tx) => {
    const by = staffOf(context).username
    await holdAlone(tx, context, 'refund')
    const found = await queries.lockOrders(tx, ids)
    const open = await queries.openRefunds(tx, ids)
    const waiting = new Set((await approvals.waitingOn(tx, refundKind, context.now)).values())
    // Rejected or expired requests release their orders.
    const stale = [...open.values()].filter(
      (one) => one.state === 'waiting' && (one.approval_id === null || !waiting.has(one.approval_id)),
    )
    if (stale.length > 0)
      await queries.setRefunds(
        tx,
        stale.map(({ id }) => id),
        ['waiting'],
        'dropped',
        context.now,
      )
    for (const { order_id } of stale) open.delete(order_id)

    const { outcomes, able } = sortOut(ids, found, (row, id) => {
      const fault = refundFault(factsOf(row, open.has(id)))
      if (fault === null) return null
      return notDone(id, fault === 'order.givenBack' || fault === 'order.refundOpen' ? 20000 : 1000002, because(fault))
    })
    if (able.length === 0) {
      refused = outcomes
      return undefined
    }
    const usdCents = able.reduce((sum, row) => sum + row.usd_cents, 0n)
    const made = able.map((row) => ({ id: newId(context.now), order_id: row.id, usd_cents: row.usd_cents }))
    const parts = made.map(({ id, usd_cents }) => ({ subject: id, amount: usd_cents }))
    const alone = await decidesAlone(tx, context, params, { kind: 'refund', parts })
    const rows = made.map((one) => ({
      ...one,
      reason,
      state: alone ? ('asked' as const) : ('waiting' as const),
      approval_id: null as string | null,
      asked_by: by,
      asked_at: context.now,
    }))
    if (alone) {
      await queries.addRefunds(tx, rows)
      await askApp(
        tx,
        context,
        rows.map((row) => ({ ...row, ended_at: null, failure_reason: '' })),
      )
      return { outcomes }
    }
    const orders = able.map(({ id }) => id)
    const approvalId = await approvals.ask(tx, context, {
      kind: refundKind,
      subject: rows[0]!.id,
      payload: { orders },
      before: null,
      after: { orders, usdCents: Number(usdCents) },
      reason,
      title: ordersRefunded('request', { orders, usdCents: Number(usdCents) }),
    })
    await queries.addRefunds(
      tx,
      rows.map((row) => ({ ...row, approval_id: approvalId })),
    )
    return { outcomes, approvalId }
  }).then((answer) => answer ?? { outcomes: refused })
}
