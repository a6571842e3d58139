// Decisions on requests that can be undone until they take effect (docs/money.md, Undo).
import type { Answer, Parsed } from '@greenroom/contract/call'
import { approvalDecided, approvalNotInEffect, approvalUndone } from '@greenroom/contract/sentences/approvals'
import { approvalDecide, type approvalUndo } from '@greenroom/contract/system'
import { notDone, refusalOfOutcome, unlessUnchanged } from '../../kit/calls/batch.ts'
import { type Context, staffOf, system } from '../../kit/calls/context.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import { type Decision, type DecisionKind, keepDecision, takeBack } from '../decisions/index.ts'
import { applyOne, endingOf } from './approvals.applying.ts'
import { entryFor, tellEnded, wordsFor } from './approvals.ending.ts'
import { actorFor, judge, type Kinds } from './approvals.judging.ts'
import * as queries from './approvals.queries.ts'
import { titleOf } from './approvals.queries.ts'
import { codeOf, whyNot } from './approvals.rules.ts'

type DecidedBy = 'approve' | 'refuse'

/** @throws Error for a verb of other decisions */
function verbOf(verb: Decision['verb']): DecidedBy {
  if (verb !== 'approve' && verb !== 'refuse') throw new Error(`a request is not decided by ${verb}`)
  return verb
}

/** @throws Error if it is gone: requests are never deleted */
async function lockDecided(tx: Transaction, id: string): Promise<queries.ApprovalRow> {
  const row = await queries.lockApproval(tx, id)
  if (!row) throw new Error(`no request ${id} that was decided`)
  return row
}

/** Keeps a decision that would be applied now for its moment. */
export async function decideLater(
  tx: Transaction,
  context: Context,
  row: queries.ApprovalRow,
  { verb, reason, seconds }: { verb: DecidedBy; reason: string; seconds: number },
) {
  const undo = await keepDecision(tx, context, { kind: 'approval', subject: row.id, verb, reason, seconds })
  await queries.setDecision(tx, row.id, undo.decisionId)
  await record(tx, context, {
    target: `approval ${row.id}`,
    content: approvalDecided(verb, titleOf(row), seconds),
    before: { state: row.state, kind: row.kind, subject: row.subject, maker: row.maker },
    after: { state: row.state, decision: verb, effectiveAt: undo.effectiveAt },
    reason,
  })
  return undo
}

/** What becomes of decisions that could be undone. */
export const decisionsOn = (kinds: Kinds): DecisionKind => ({
  kind: 'approval',
  callOf: () => approvalDecide,
  async apply(tx, context, { subject: id, verb: decided, reason }) {
    const verb = verbOf(decided)
    const row = await lockDecided(tx, id)
    const staff = staffOf(context)
    const facts = (await judge(kinds, tx, staff, [row]))(row)
    // It was in time when it was decided.
    const inTime = { ...facts, decided: null, expiresAt: new Date(Math.max(+facts.expiresAt, +context.now + 1)) }
    const why = whyNot(inTime, verb, actorFor(kinds, staff, row.kind), context.now)
    if (why) throw refusalOfOutcome(notDone(id, codeOf[why], wordsFor(why, row)), 'ids')
    const kind = verb === 'approve' ? kinds.get(row.kind) : undefined
    await kind?.hold?.(tx, [id])
    const not = kind ? await applyOne(tx, context, kind, row) : null
    if (not?.fails === false) throw refusalOfOutcome(notDone(id, not.code, not.why), 'ids')
    const ending = endingOf(row, verb, not, { staffId: staff.id, at: context.now, reason })
    await queries.endApprovals(tx, [ending])
    await tellEnded(tx, context.now, [{ row, ending, by: staff.username }])
    await record(tx, context, entryFor(row, ending))
    return not === null ? kind?.applied : undefined
  },
  async refused(tx, context, { subject: id, verb, by }, why) {
    const row = await lockDecided(tx, id)
    await queries.setDecision(tx, id, null)
    await record(tx, context, {
      operation: 'decision.refused',
      target: `approval ${id}`,
      content: approvalNotInEffect(verbOf(verb), titleOf(row)),
      before: { state: row.state, decision: verb, by },
      after: { state: row.state },
      reason: why.en,
      actor: system,
    })
  },
})

/**
 * Takes the caller's decision back before it takes effect.
 *
 * @throws Refusal 10032, 10026, 20000
 */
export async function undo(
  context: Context,
  { decisionId }: Parsed<typeof approvalUndo>,
): Promise<Answer<typeof approvalUndo>> {
  let subject = ''
  return unlessUnchanged(context, null, async (tx) => {
    const { decision, isNew } = await takeBack(tx, context, 'approval', decisionId)
    subject = decision.subject
    if (!isNew) return undefined
    const verb = verbOf(decision.verb)
    const row = await lockDecided(tx, subject)
    await queries.setDecision(tx, subject, null)
    await record(tx, context, {
      target: `approval ${subject}`,
      content: approvalUndone(verb, titleOf(row)),
      before: { state: row.state, decision: verb },
      after: { state: row.state },
    })
    return null
  }).then(() => ({ approvalId: subject }))
}
