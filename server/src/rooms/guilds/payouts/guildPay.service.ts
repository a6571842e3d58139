// Pays requests and weeks: at once, or when a second member of staff approved it.
import type { Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/payouts'
import { guildsPaid } from '@greenroom/contract/sentences/guildMoney'
import { z } from 'zod'
import {
  type ApprovalKind,
  type Approvals,
  decidesAlone,
  defineApproval,
  holdAlone,
  refuseStopped,
  stopped,
  takeBackAlone,
} from '../../../access/index.ts'
import { chosen, done, notDone, type Outcome, unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause, refuseCode, refuseField, type Why } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { newId } from '../../../kit/random.ts'
import type { Params } from '../../../params/index.ts'
import { failuresEntered, type PaidDirectly, paymentFaults } from '../../finance/index.ts'
import { applyOrder } from './guildPay.apply.ts'
import { type Judged, type Line, lockedLines } from './guildPay.lines.ts'
import * as orders from './guildPay.orders.ts'
import { screenLines } from './guildPayouts.payees.ts'
import { payableOf } from './guildPayouts.source.ts'

type Services = { params: Params; approvals: Approvals; seals: Seals }
type PayAnswer = { outcomes: Outcome[]; approvalId?: string }

const lineOf = (judged: Judged): Line[] => ('line' in judged ? [judged.line] : [])
const outcomeOf = (judged: Judged, refusedIds: ReadonlySet<number>): Outcome => {
  if ('line' in judged)
    return refusedIds.has(judged.id) ? notDone(judged.id, 11005, because('payout.requested')) : done(judged.id)
  return notDone(judged.id, judged.code, judged.why)
}
const paymentsOf = (lines: readonly Line[]) =>
  lines.map(({ guildName, usdCents, week }) => ({ guild: guildName, usdCents, ...(week && { week: week.week }) }))

/** Guilds with an open sanctions hit are not paid, nor what a payout policy does not allow. */
async function allowed(tx: Transaction, seals: Seals, now: Date, judged: readonly Judged[]): Promise<Judged[]> {
  const refuse = (whyOf: (line: Line) => Why | undefined, of: readonly Judged[]) =>
    of.map((one): Judged => {
      const why = 'line' in one ? whyOf(one.line) : undefined
      return why ? { id: one.id, code: 1000002, why } : one
    })
  const bars = await screenLines(tx, seals, now, judged.flatMap(lineOf))
  const unlisted = refuse(({ guildId }) => {
    const bar = bars.get(guildId)
    return bar && because(bar)
  }, judged)
  const directly: PaidDirectly = (reader, payeeIds, since) =>
    orders.paidDirectly(reader, ['request', 'week'], payeeIds, since)
  const faults = await paymentFaults(tx, seals, now, unlisted.flatMap(lineOf).map(payableOf), [directly])
  return refuse(({ id }) => faults.get(String(id)), unlisted)
}

/** Who entered that a batch could not pay a line does not pay it by hand: had the bank paid it after all, it would be paid twice. */
async function unlessOwnFailure(tx: Transaction, pays: orders.Pays, by: string, judged: readonly Judged[]) {
  const lines = judged.flatMap(lineOf).map(({ id }) => String(id))
  const failedBy = await failuresEntered(tx, pays === 'request' ? 'guild.request' : 'guild.week', lines)
  return judged.map((one): Judged => {
    const own = 'line' in one && failedBy.get(String(one.id)) === by
    return own ? { id: one.id, code: 10026, why: because('payout.ownFailure') } : one
  })
}

/** Pays requests, or weeks. Over the limit nothing is paid before it is approved; then no line may be refused. */
export const pay =
  ({ params, approvals, seals }: Services, pays: orders.Pays) =>
  async (context: Context, sent: Parsed<typeof calls.payoutPay>): Promise<PayAnswer> => {
    const ids = chosen(sent.ids, 'ids')
    const { reference, proofFileId } = sent
    const staff = staffOf(context)
    const usdtCents = params.integer('usdt_usd_cents')
    let refused: Outcome[] = []
    const result = await unlessUnchanged<PayAnswer | null>(
      context,
      null,
      async (tx): Promise<PayAnswer | undefined> => {
        const stop = await stopped(tx, 'payouts')
        if (stop) {
          refused = ids.map((id) => notDone(id, 1000002, stop))
          return undefined
        }
        if (!(await orders.isProof(tx, proofFileId))) throw refuseBecause(10009, 'proofFileId', 'payout.noProof')
        await holdAlone(tx, context, 'guildPayment')
        const waiting = () => orders.waitingLines(approvals, tx, pays, context.now)
        const requested = { payerId: staff.id, now: context.now, waiting }
        const { judged: able, weeks } = await lockedLines(tx, pays, ids, requested)
        const mine = await unlessOwnFailure(tx, pays, staff.username, able)
        const judged = await allowed(tx, seals, context.now, mine)
        const lines = judged.flatMap(lineOf)
        refused = judged.map((one) => outcomeOf(one, new Set()))
        if (lines.length === 0) return undefined
        const usdCents = lines.reduce((sum, line) => sum + line.usdCents, 0n)
        const order: orders.Order = {
          id: newId(context.now),
          pays,
          ids: lines.map(({ id }) => id),
          usdCents,
          reference,
          proofFileId,
          by: staff.username,
          byId: staff.id,
          at: context.now,
          approvalId: null,
          appliedAt: null,
        }
        const subjectOf = (id: number) => `${order.id} ${id}`
        const parts = lines.map(({ id, usdCents: amount }) => ({ subject: subjectOf(id), amount }))
        if (!(await decidesAlone(tx, context, params, { kind: 'guildPayment', parts }))) {
          if (lines.length < judged.length) {
            const held = because('payout.otherRefused')
            refused = judged.map((one) => ('line' in one ? notDone(one.id, 1000002, held) : outcomeOf(one, new Set())))
            return undefined
          }
          const approvalId = await approvals.ask(tx, context, {
            kind: orders.payKinds[pays],
            subject: order.id,
            payload: {
              orderId: order.id,
              guildIds: [...new Set(lines.map(({ guildId }) => guildId))],
              payments: lines.map(seenOf),
            },
            before: null,
            after: {
              payments: lines.map(({ id, guildId, usdCents: cents, account }) => ({
                ...(pays === 'week' ? { settlementId: id } : { requestId: id }),
                guildId,
                usdCents: Number(cents),
                account: `${account.kind} …${account.lastFour}`,
              })),
              usdCents: Number(usdCents),
              reference,
            },
            reason: reference,
            title: guildsPaid('request', paymentsOf(lines)),
          })
          await orders.insertOrder(tx, { ...order, approvalId })
          return { outcomes: [], approvalId }
        }
        await orders.insertOrder(tx, order)
        const refusedIds = await applyOrder(tx, context, order, { lines, weeks, usdtCents, reason: reference })
        await takeBackAlone(tx, context.now, 'guildPayment', [...refusedIds].map(subjectOf))
        refused = judged.map((one) => outcomeOf(one, refusedIds))
        return refusedIds.size === lines.length ? undefined : { outcomes: refused }
      },
    )
    return result ?? { outcomes: refused }
  }

/** What the approver sees of a line. */
const seenOf = ({ id, usdCents, account }: Line) => ({ id, usdCents: Number(usdCents), accountId: account.id })

/** An order over the limit. It pays exactly what the approver saw; if any line, amount or account has changed, it fails. */
export const payApproval = ({ params, seals }: Omit<Services, 'approvals'>, pays: orders.Pays): ApprovalKind =>
  defineApproval({
    kind: orders.payKinds[pays],
    menu: pays === 'request' ? 'guilds.withdrawalManage' : 'guilds.settleAccounts',
    payload: z.object({
      orderId: z.string(),
      guildIds: z.array(z.number().int()),
      payments: z.array(z.object({ id: z.number().int(), usdCents: z.number().int(), accountId: z.number().int() })),
    }),
    concerns: (_, { payload: { guildIds } }) => ({ guildIds }),
    async stillValid(tx, { payload: { orderId } }) {
      const order = await orders.orderById(tx, orderId)
      if (!order) return because('approval.gone')
      return order.appliedAt ? because('approval.done') : null
    },
    async apply(tx, context, { payload: { orderId, payments }, reason }) {
      await refuseStopped(tx, 'payouts', 'ids')
      const order = await orders.lockOrder(tx, orderId)
      if (!order) throw new Error(`order ${orderId} disappeared before it was applied`)
      // Its own pending approval does not block it.
      const requested = { payerId: order.byId, now: context.now, waiting: async () => new Map<number, unknown>() }
      const { judged: able, weeks } = await lockedLines(tx, pays, order.ids.map(Number), requested)
      const judged = await allowed(tx, seals, context.now, able)
      const refused = judged.find((one) => 'code' in one)
      if (refused) throw refused.why ? refuseField(refused.code, 'ids', refused.why) : refuseCode(refused.code, 'ids')
      const lines = judged.flatMap(lineOf)
      const seen = new Map(payments.map((one) => [one.id, one]))
      const isSeen = (line: Line) =>
        seen.get(line.id)?.usdCents === Number(line.usdCents) && seen.get(line.id)?.accountId === line.account.id
      if (lines.length !== seen.size || !lines.every(isSeen)) throw refuseBecause(20000, 'ids', 'payout.changed')
      const usdtCents = params.integer('usdt_usd_cents')
      const refusedByLedger = await applyOrder(tx, context, order, { lines, weeks, usdtCents, reason })
      if (refusedByLedger.size > 0) throw refuseBecause(11005, 'ids', 'payout.requested')
    },
  })
