// Closing a chargeback, approved by a second member of staff: its debt is written off, or it counts as won.
import { chargebacksSettled } from '@greenroom/contract/sentences/chargebacks'
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../../access/index.ts'
import { send, walletChanged } from '../../../bridge/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { type Item, post, walletsAfter } from '../../../ledger/index.ts'
import { record } from '../../../log/index.ts'
import { lockOrders } from '../orders/orders.queries.ts'
import { stateFor } from '../orders/orders.service.ts'
import { rechargeHandler } from '../recharges/recharges.events.ts'
import { owedBy, writeOffAccounts, writeOffLegs } from '../recharges/recharges.legs.ts'
import * as queries from './chargebacks.queries.ts'
import { type Settlement, type State, settleFault, stateClosed } from './chargebacks.rules.ts'
import { settleKinds } from './chargebacks.service.ts'
import { factsOf } from './chargebacks.shown.ts'

const payload = z.object({ chargebackId: z.uuid(), owedTokens: z.number().int() })
type SettleRequest = { payload: z.infer<typeof payload>; reason: string }

const kindOf = (decision: Settlement, apply: typeof writeOff): ApprovalKind =>
  defineApproval({
    kind: settleKinds[decision],
    menu: 'finance.chargeback',
    payload,
    concerns: noParties,
    async stillValid(tx, { payload: { chargebackId } }) {
      const row = (await queries.chargebacksOf(tx, [chargebackId])).get(chargebackId)
      if (!row) return because('record.none')
      const fault = settleFault(decision, factsOf(row, false))
      return fault && because(fault)
    },
    async apply(tx, context, requested) {
      // Lock order of an order's money: the order, the accounts, its chargebacks.
      const { chargebackId } = requested.payload
      const row = (await queries.chargebacksOf(tx, [chargebackId])).get(chargebackId)
      if (!row) throw refuseBecause(10032, 'chargebackId', 'record.none')
      await lockOrders(tx, [row.order_id])
      await apply(tx, context, row, requested)
      await record(tx, context, {
        operation: 'chargeback.settle',
        target: `order ${row.order_id}`,
        content: chargebacksSettled('done', decision, { orders: [row.order_id], tokens: Number(row.owed_tokens) }),
        before: { chargebackId, state: row.state, owedTokens: Number(row.owed_tokens) },
        after: { chargebackId, state: stateClosed(decision, row.state as State), owedTokens: 0 },
        reason: requested.reason,
      })
    },
  })

/** The current debt is written off, without what was repaid since the request. */
async function writeOff(
  tx: Transaction,
  context: Context,
  row: queries.Chargeback,
  { reason }: SettleRequest,
): Promise<void> {
  const by = staffOf(context).username
  const tokens = BigInt(row.owed_tokens)
  const item: Item = {
    id: newId(context.now),
    kind: 'debt.writeOff',
    phase: 'single',
    reference: `order ${row.order_id}`,
    occurredAt: context.now,
    request: { chargebackId: row.id, tokens },
    accounts: writeOffAccounts(row.user_id),
    decide: (balances) =>
      tokens === 0n || owedBy(balances, row.user_id) < tokens ? 20000 : writeOffLegs(row.user_id, tokens),
  }
  const [outcome] = await post(tx, by, context.now, [item])
  const locked = (await queries.lockChargebacks(tx, [row.id])).get(row.id)!
  // A recharge may have repaid a part before the account was locked.
  if (outcome?.status !== 'accepted' || BigInt(locked.owed_tokens) !== tokens)
    throw refuseBecause(20000, 'chargebackId', 'chargeback.changed')
  const state = stateClosed('writeOff', row.state as State)
  const written = { id: row.id, state, what: 'written off', writtenOff: tokens, transferId: item.id }
  await queries.decide(tx, [written], by, context.now, reason)
}

/** Handled like the app's own event: the price and the tokens come back. */
async function reverse(
  tx: Transaction,
  context: Context,
  row: queries.Chargeback,
  { reason }: SettleRequest,
): Promise<void> {
  const by = staffOf(context).username
  const event = {
    id: newId(context.now),
    type: 'recharge.refunded' as const,
    at: context.now,
    data: { orderId: row.order_id, kind: 'chargeback' as const, outcome: 'reversed' as const },
  }
  const [planned] = await rechargeHandler.plan({ tx, now: context.now, send: () => undefined }, [event])
  if (!planned || 'refuse' in planned) throw refuseBecause(20000, 'chargebackId', 'chargeback.state')
  const outcomes = await post(tx, by, context.now, planned.items ?? [])
  await rechargeHandler.settle?.({ tx, now: context.now, send: () => undefined }, [
    { event, state: planned.state, outcomes },
  ])
  await queries.signReversal(tx, [row.id], by, reason)
  const order = (await lockOrders(tx, [row.order_id])).get(row.order_id)!
  // The app did not request this, so it must be notified.
  await send(tx, context.now, [
    {
      type: 'recharge.changed',
      subject: `order:${row.order_id}`,
      data: { orderId: row.order_id, userId: Number(row.user_id), state: stateFor(order) },
    },
    ...walletsAfter(outcomes).map(walletChanged),
  ])
}

export const chargebackApprovals: ApprovalKind[] = [kindOf('writeOff', writeOff), kindOf('reverse', reverse)]
