// Keeps decisions until they take effect, takes them back, and gives them effect.
import type { Call } from '@greenroom/contract/call'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { unitsOf } from '../../jobs/index.ts'
import { isByHand } from '../../kit/calls/batch.ts'
import { type Context, contextOf, staffOf, systemContext } from '../../kit/calls/context.ts'
import { because, inBothLanguages, Refusal, refuseCode, refuseField, whyOf } from '../../kit/calls/refusal.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database/database.ts'
import { inSavepoint } from '../../kit/database/savepoint.ts'
import { newId } from '../../kit/random.ts'
import { contentOf, lineIn } from '../../log/index.ts'
import { staffOfAccount } from '../session.ts'
import type { Decision, DecisionOf, NewDecision } from './decisions.queries.ts'
import * as queries from './decisions.queries.ts'
import { undoing } from './decisions.rules.ts'

const second = 1_000

/** For how long what these ids are decided to be can be undone: not several at once, and no chunk of a bulk job. */
export const undoFor = (context: Context, ids: readonly string[], seconds = 0): number =>
  isByHand(context, ids) ? seconds : 0

/**
 * Keeps a decision of the caller for its moment, in the transaction of the call, which has locked and checked the subject and points it to the
 * decision. The caller logs it.
 */
export async function keepDecision(
  tx: Transaction,
  context: Context,
  {
    seconds,
    ...decision
  }: Pick<NewDecision, 'kind' | 'subject' | 'verb' | 'reason'> & {
    seconds: number
  },
): Promise<{ decisionId: string; effectiveAt: string }> {
  const { now } = context
  const id = newId(now)
  const effective_at = new Date(now.getTime() + seconds * second)
  await queries.insertDecision(tx, { ...decision, id, staff_id: staffOf(context).id, decided_at: now, effective_at })
  return { decisionId: id, effectiveAt: effective_at.toISOString() }
}

/**
 * Takes the caller's decision back, in the transaction of the call, which then returns its subject and logs it.
 *
 * @returns the decision; `isNew`: false if it was undone before, and nothing changes
 * @throws Refusal 10032 if there is none of this kind; 10026 if another account decided; 20000 once it took effect
 */
export async function takeBack(
  tx: Transaction,
  context: Context,
  kind: DecisionOf,
  decisionId: string,
): Promise<{ decision: Decision; isNew: boolean }> {
  const decision = await queries.lockDecision(tx, decisionId)
  if (decision?.kind !== kind) throw refuseCode(10032, 'decisionId')
  const facts = {
    staffId: decision.staff_id,
    by: decision.by,
    effectiveAt: decision.effective_at,
    endedAt: decision.ended_at,
    outcome: decision.outcome,
    why: lineIn(decision.why, context.language),
  }
  const what = undoing(facts, staffOf(context).id, context.now)
  if (typeof what === 'object') throw refuseField(what.code, 'decisionId', what.why)
  if (what === 'undo') await queries.endDecision(tx, decisionId, { outcome: 'undone', at: context.now })
  return { decision, isNew: what === 'undo' }
}

/** What a room does with its decisions. */
export type DecisionKind = {
  kind: DecisionOf
  /** The call by which it was decided. */
  callOf: (verb: Decision['verb']) => Call
  /**
   * Gives it effect with the context of the account that decided, which may still do so. A Refusal undoes what was done here, and hands it to
   * `refused`.
   *
   * @returns runs after the commit
   */
  apply(tx: Transaction, context: Context, decision: Decision): Promise<(() => Promise<void>) | undefined>
  /** Returns the subject to those who decide, and logs why. */
  refused(tx: Transaction, context: Context, decision: Decision, why: Sentence): Promise<void>
}

type Places = { database: Database; clock: Pick<Clock, 'now'>; kinds: readonly DecisionKind[]; timeZone: () => string }

/** One decision in one transaction; nothing if it has ended, or another process works on it. */
async function giveEffectTo(
  { database, clock, kinds, timeZone }: Places,
  due: Pick<Decision, 'id' | 'kind' | 'verb' | 'staff_id'>,
): Promise<void> {
  const kind = kinds.find((one) => one.kind === due.kind)
  if (!kind) throw new Error(`nobody gives effect to decisions on a ${due.kind}`)
  const call = kind.callOf(due.verb)
  const caller = await staffOfAccount(database, due.staff_id)
  const ofSystem = systemContext(call, { database, clock, timeZone: timeZone() })
  const context: Context = caller
    ? contextOf({ ...ofSystem, call, caller, language: caller.language, clock, requestId: `decision ${due.id}` })
    : ofSystem
  const after = await ofSystem.tx(async (tx) => {
    const decision = await queries.lockDue(tx, due.id, context.now)
    if (!decision) return undefined
    let done: (() => Promise<void>) | undefined
    try {
      if (!caller) throw new Refusal(10026, [{ field: 'account', ...because('undo.notAllowed', { by: decision.by }) }])
      await inSavepoint(tx, async () => {
        done = await kind.apply(tx, context, decision)
      })
      await queries.endDecision(tx, decision.id, { outcome: 'done', at: context.now })
      return done
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const why = inBothLanguages(whyOf(error))
      await queries.endDecision(tx, decision.id, { outcome: 'refused', at: context.now, why: contentOf(why) })
      await kind.refused(tx, ofSystem, decision, why)
      return undefined
    }
  })
  await after?.()
}

export const decisionsJob = 'decisions'
const atOnce = 100

/**
 * Gives effect to every decision whose moment has come, each in its own transaction. One that fails is parked and tried again, and the others go
 * on.
 *
 * @returns whether there may be more
 */
export async function giveEffect(places: Places, onError: (error: unknown, id: string) => void): Promise<boolean> {
  const { database, clock } = places
  const units = unitsOf({ database, clock }, decisionsJob, onError)
  const due = await queries.dueDecisions(database, clock.now(), { without: await units.parked(), limit: atOnce })
  for (const one of due) await units.attempt(one.id, () => giveEffectTo(places, one))
  return due.length === atOnce
}
