// What staff do with chargebacks: keep the rest as a debt, contest it, and request closing it from a second member of staff.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/chargebacks'
import { chargebacksDecided, chargebacksSettled } from '@greenroom/contract/sentences/chargebacks'
import type { Approvals } from '../../../access/index.ts'
import { batch, chosen, notDone, type Outcome, sortOut, unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { recordMany } from '../../../log/index.ts'
import * as queries from './chargebacks.queries.ts'
import {
  decideFault,
  type Facts,
  type Fault,
  type Settlement,
  type State,
  settleFault,
  stateAfter,
  stateClosed,
} from './chargebacks.rules.ts'
import { factsOf, moneyOf, shownChargeback } from './chargebacks.shown.ts'

export const settleKinds = { writeOff: 'chargeback.writeOff', reverse: 'chargeback.reverse' } as const

/** Chargebacks that wait for a second member of staff, with their request. */
async function waiting(approvals: Approvals, reader: Parameters<Approvals['waitingOn']>[0], now: Date) {
  const both = await Promise.all(Object.values(settleKinds).map((kind) => approvals.waitingOn(reader, kind, now)))
  return new Map(both.flatMap((one) => [...one]))
}
const mayWrite = (context: Context) => levelOn(staffOf(context), 'finance.chargeback') === 3

/** One page of chargebacks. */
export async function list(approvals: Approvals, context: Context, payload: Parsed<typeof calls.chargebackList>) {
  const [page, open] = await Promise.all([
    queries.chargebackPage(context, payload),
    waiting(approvals, context.database, context.now),
  ])
  const writes = mayWrite(context)
  return mapPage(page, (row) => shownChargeback(row, open.get(row.id) ?? null, writes))
}

/** One chargeback with its story. @throws Refusal 10032 where there is none. */
export async function info(
  approvals: Approvals,
  context: Context,
  { chargebackId }: Parsed<typeof calls.chargebackInfo>,
): Promise<Answer<typeof calls.chargebackInfo>> {
  const { records } = await list(approvals, context, { chargebackId, size: 1 })
  const [row] = records
  if (!row) throw refuseBecause(10032, 'chargebackId', 'record.none')
  const events = await queries.eventsOf(context.database, chargebackId)
  return {
    ...row,
    story: events.map((event) => ({
      at: event.at.toISOString(),
      what: event.what as 'arrived',
      tokens: Number(event.tokens),
      by: event.by,
      reason: event.reason,
      transferId: event.transfer_id,
      orderId: event.order_id,
    })),
  }
}

export const ofUser = async (context: Context, payload: Parsed<typeof calls.userChargebackList>) =>
  mapPage(await queries.userChargebackPage(context, payload), moneyOf)

/** These chargebacks, locked: an outcome each, and those without a fault. */
async function lockAble(
  approvals: Approvals,
  tx: Transaction,
  now: Date,
  ids: readonly string[],
  faultOf: (facts: Facts) => Fault | null,
) {
  const found = await queries.lockChargebacks(tx, ids)
  const open = await waiting(approvals, tx, now)
  return sortOut(ids, found, (row, id) => {
    const fault = faultOf(factsOf(row, open.has(id)))
    return fault ? notDone(id, 20000, because(fault)) : null
  })
}

const loggedOf = (row: queries.Chargeback, state: string) => ({
  chargebackId: row.id,
  orderId: row.order_id,
  userId: Number(row.user_id),
  state,
  owedTokens: Number(row.owed_tokens),
})

/** Decides chargebacks, with an outcome each. */
export function decide(
  approvals: Approvals,
  context: Context,
  { ids: sent, decision, reason }: Parsed<typeof calls.chargebackDecide>,
) {
  const ids = chosen(sent, 'ids')
  return batch(context, async (tx) => {
    const { outcomes, able } = await lockAble(approvals, tx, context.now, ids, (facts) => decideFault(decision, facts))
    if (able.length === 0) return outcomes
    const what = { debt: 'debt', contest: 'contested', lost: 'lost' }[decision]
    await queries.decide(
      tx,
      able.map((row) => ({
        id: row.id,
        state: stateAfter(decision, BigInt(row.owed_tokens)),
        what,
        writtenOff: 0n,
        transferId: null,
      })),
      staffOf(context).username,
      context.now,
      reason,
    )
    await recordMany(
      tx,
      context,
      able.map((row) => ({
        target: `order ${row.order_id}`,
        content: chargebacksDecided(decision, { orders: [row.order_id] }),
        before: loggedOf(row, row.state),
        after: loggedOf(row, stateAfter(decision, BigInt(row.owed_tokens))),
        reason,
      })),
    )
    return outcomes
  })
}

/** Requests closing these, one approval each. */
export async function settle(
  approvals: Approvals,
  context: Context,
  { ids: sent, decision, reason }: Parsed<typeof calls.chargebackSettle>,
): Promise<Answer<typeof calls.chargebackSettle>> {
  const ids = chosen(sent, 'ids')
  let refused: Outcome[] = []
  const answer = await unlessUnchanged<Answer<typeof calls.chargebackSettle> | null>(context, null, async (tx) => {
    const { outcomes, able } = await lockAble(approvals, tx, context.now, ids, (facts) => settleFault(decision, facts))
    if (able.length === 0) {
      refused = outcomes
      return undefined
    }
    let approvalId: string | undefined
    for (const row of able) approvalId = await ask(row)
    return { outcomes, ...(approvalId !== undefined && { approvalId }) }

    async function ask(row: queries.Chargeback): Promise<string> {
      const tokens = Number(row.owed_tokens)
      return approvals.ask(tx, context, {
        kind: settleKinds[decision satisfies Settlement],
        subject: row.id,
        payload: { chargebackId: row.id, owedTokens: tokens },
        before: loggedOf(row, row.state),
        after: loggedOf(row, stateClosed(decision, row.state as State)),
        reason,
        title: chargebacksSettled('request', decision, { orders: [row.order_id], tokens }),
      })
    }
  })
  return answer ?? { outcomes: refused }
}
