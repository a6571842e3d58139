// Decisions on withdrawals in review: pass and refuse, at once or in some seconds.
import type { Answer, Parsed } from '@greenroom/contract/call'
import {
  type Payment,
  type WithdrawalDecision,
  withdrawalDecided,
  withdrawalsPassed,
  withdrawalsRefused,
} from '@greenroom/contract/sentences/withdrawals'
import type * as calls from '@greenroom/contract/withdrawals'
import {
  type Decision,
  decidesAlone,
  holdAlone,
  keepDecision,
  refuseStopped,
  stopped,
  takeBackAlone,
  undoFor,
} from '../../../access/index.ts'
import { batch, chosen, notDone, type Outcome, refusalOfOutcome, unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { record } from '../../../log/index.ts'
import { takeDebts } from './withdrawals.debts.ts'
import { end, paymentOf } from './withdrawals.end.ts'
import { type Judged, judge, judgePass, outcomeOf, rowsOf } from './withdrawals.judge.ts'
import * as queries from './withdrawals.queries.ts'
import { passKind, type ReadServices } from './withdrawals.read.ts'

/**
 * Passes these: what their users owe is taken first, and the rest may be paid now. Where nothing is left to be paid, it ends here.
 */
export async function applyPass(
  { params }: Pick<ReadServices, 'params'>,
  tx: Transaction,
  context: Context,
  rows: readonly queries.Locked[],
  { by, byId, secondById, reason }: { by: string; byId: number; secondById?: number; reason: string },
): Promise<void> {
  await queries.setDecided(
    tx,
    rows.map(({ id }) => id),
    { state: 'withdrawing', reason: '', by, byId, at: context.now, ...(secondById !== undefined && { secondById }) },
  )
  const how = { by: staffOf(context).username, at: context.now, tokensPerUsd: params.integer('tokens_per_usd') }
  const passed = await takeDebts(tx, how, rows)
  const [ended = [], left = []] = [true, false].map((ends) =>
    passed.filter(({ netCents }) => (netCents === 0n) === ends),
  )
  const ending = {
    operation: passKind,
    reason,
    content: (items: Payment[]) => withdrawalsPassed('done', items),
  } as const
  if (left.length > 0) await end(tx, context, left, { ...ending, state: 'withdrawing' })
  if (ended.length === 0) return
  await queries.setPaid(
    tx,
    'success',
    context.now,
    ended.map(({ id }) => ({ id, reference: '', proofFileId: null, by: '' })),
  )
  await end(tx, context, ended, { ...ending, state: 'success', pay: new Map() })
}

/** Sends these for approval. @returns the request's id */
async function askPass(
  { approvals }: Pick<ReadServices, 'approvals'>,
  tx: Transaction,
  context: Context,
  rows: readonly queries.Locked[],
  reason: string,
): Promise<string> {
  const withdrawalIds = rows.map(({ id }) => id)
  const approvalId = await approvals.ask(tx, context, {
    kind: passKind,
    // Identifies this set of withdrawals, so that it may be requested again after a rejection.
    subject: newId(context.now),
    payload: { withdrawalIds },
    before: null,
    after: {
      withdrawals: rows.map((row) => ({
        withdrawalId: row.id,
        userId: Number(row.userId),
        usdCents: Number(row.usdCents),
        account: `${row.method} …${row.lastFour}`,
      })),
      usdCents: Number(rows.reduce((sum, row) => sum + row.usdCents, 0n)),
    },
    reason,
    title: withdrawalsPassed('request', rows.map(paymentOf)),
  })
  await queries.setWaiting(tx, withdrawalIds, approvalId)
  return approvalId
}

/** Stores and logs the caller's decision on one that is locked and may be decided so; it takes effect after these seconds. */
async function decideLater(
  tx: Transaction,
  context: Context,
  row: queries.Locked,
  { verb, reason, seconds }: { verb: WithdrawalDecision; reason: string; seconds: number },
) {
  const undo = await keepDecision(tx, context, { kind: 'withdrawal', subject: row.id, verb, reason, seconds })
  await queries.setDecision(tx, row.id, undo.decisionId)
  const details = { withdrawalId: row.id, userId: Number(row.userId), usdCents: Number(row.usdCents), state: row.state }
  await record(tx, context, {
    target: `withdrawal ${row.id}`,
    content: withdrawalDecided(verb, paymentOf(row), seconds),
    before: details,
    after: { ...details, decision: verb, effectiveAt: undo.effectiveAt },
    reason,
  })
  return undo
}

/**
 * Passes withdrawals; above the limit, or if the risk panel holds one, all of them wait for a second member of staff. While passing is stopped,
 * each is refused (1000002). With `undoSeconds`, a single one is decided now, which counts for the limit, and passed then.
 */
export function pass(
  services: ReadServices,
  context: Context,
  { ids: sent, reason = '', undoSeconds }: Parsed<typeof calls.withdrawalPass>,
): Promise<Answer<typeof calls.withdrawalPass>> {
  const ids = chosen(sent, 'ids')
  const seconds = undoFor(context, ids, undoSeconds)
  const { id: byId, username: by } = staffOf(context)
  let refused: Outcome[] = []
  return unlessUnchanged<Answer<typeof calls.withdrawalPass> | null>(context, null, async (tx) => {
    const stop = await stopped(tx, 'withdrawals')
    if (stop) {
      refused = ids.map((id) => notDone(id, 1000002, stop))
      return undefined
    }
    await holdAlone(tx, context, 'withdrawalPass')
    const { judged, riskHeld } = await judgePass(services, tx, context, ids)
    const outcomes = judged.map(outcomeOf)
    const rows = rowsOf(judged)
    const [first] = rows
    if (!first) {
      refused = outcomes
      return undefined
    }
    const parts = rows.map(({ id, usdCents: amount }) => ({ subject: id, amount }))
    const alone = !riskHeld && (await decidesAlone(tx, context, services.params, { kind: 'withdrawalPass', parts }))
    if (seconds > 0) {
      const undo = await decideLater(tx, context, first, { verb: alone ? 'pass' : 'ask', reason, seconds })
      return { outcomes, undo, ...(!alone && { asks: true }) }
    }
    if (!alone) return { outcomes, approvalId: await askPass(services, tx, context, rows, reason) }
    await applyPass(services, tx, context, rows, { by, byId, reason })
    return { outcomes }
  }).then((answer) => answer ?? { outcomes: refused })
}

/** The bonus of these returns to their users. */
async function applyRefuse(
  tx: Transaction,
  context: Context,
  rows: readonly queries.Locked[],
  reason: string,
): Promise<void> {
  const { id: byId, username: by } = staffOf(context)
  await queries.setDecided(
    tx,
    rows.map(({ id }) => id),
    { state: 'audit failed', reason, by, byId, at: context.now },
  )
  await end(tx, context, rows, {
    operation: 'withdrawal.refuse',
    state: 'audit failed',
    reason,
    release: true,
    content: (items) => withdrawalsRefused('done', items),
  })
}

/** Refuses withdrawals in review: the bonus returns to the users; with `undoSeconds`, that of a single one then. */
export function refuse(
  services: ReadServices,
  context: Context,
  { ids: sent, reason, undoSeconds }: Parsed<typeof calls.withdrawalRefuse>,
): Promise<Answer<typeof calls.withdrawalRefuse>> {
  const ids = chosen(sent, 'ids')
  const seconds = undoFor(context, ids, undoSeconds)
  let undo: Answer<typeof calls.withdrawalRefuse>['undo']
  return batch(context, async (tx) => {
    const judged = await judge(services, tx, context, { ids, verb: 'refuse' })
    const rows = rowsOf(judged)
    const [first] = rows
    if (first && seconds > 0) undo = await decideLater(tx, context, first, { verb: 'refuse', reason, seconds })
    else if (first) await applyRefuse(tx, context, rows, reason)
    return judged.map(outcomeOf)
  }).then((answer) => ({ ...answer, ...(undo && { undo }) }))
}

/**
 * Gives a decision its effect, in the words of the account that made it, if it may still be done: what was counted for its limit stays counted,
 * and what the risk panel holds by now is sent for approval.
 *
 * @throws Refusal by the rule that no longer allows it
 */
export async function applyDecision(
  services: ReadServices,
  tx: Transaction,
  context: Context,
  { id: decisionId, subject, verb, reason }: Pick<Decision, 'id' | 'subject' | 'verb' | 'reason'>,
): Promise<void> {
  const staff = staffOf(context)
  const { id: byId, username: by } = staff
  if (levelOn(staff, 'finance.withdraw') < 3) throw refuseBecause(10026, 'account', 'undo.notAllowed', { by })
  const ids = [subject]
  const only = (judged: readonly Judged[]): queries.Locked => {
    const [one] = judged
    if (one && 'row' in one) return one.row
    throw refusalOfOutcome(one && outcomeOf(one), 'ids')
  }
  if (verb === 'refuse') {
    const judged = await judge(services, tx, context, { ids, verb, applying: decisionId })
    return applyRefuse(tx, context, [only(judged)], reason)
  }
  await refuseStopped(tx, 'withdrawals', 'ids')
  const { judged, riskHeld } = await judgePass(services, tx, context, ids, decisionId)
  const rows = [only(judged)]
  if (verb === 'pass' && !riskHeld) return applyPass(services, tx, context, rows, { by, byId, reason })
  await takeBackAlone(tx, context.now, 'withdrawalPass', ids)
  await askPass(services, tx, context, rows, reason)
}
