// Files requests for approval and takes the checkers' decisions.
import { type ApprovalKey, approvalViews, atRisk, type Rates, undeclared } from '@greenroom/contract/approvals'
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import { reasonText } from '@greenroom/contract/reasons'
import type { MenuKey } from '@greenroom/contract/screens'
import {
  approvalDecided,
  approvalDiscussed,
  approvalEnded,
  approvalNotInEffect,
  approvalUndone,
} from '@greenroom/contract/sentences/approvals'
import type { Sentence } from '@greenroom/contract/sentences/words'
import {
  type approvalAnswer,
  type approvalAsk,
  type approvalCancel,
  approvalDecide,
  type approvalUndo,
} from '@greenroom/contract/system'
import { chosen, done, notDone, type Outcome, refusalOfOutcome, unlessUnchanged } from '../../kit/batch.ts'
import { type Context, type Language, levelOn, type Staff, staffOf, system } from '../../kit/context.ts'
import { type Reader, type Transaction, violates } from '../../kit/database.ts'
import { newId } from '../../kit/random.ts'
import { because, Refusal, refuseBecause, refuseCode, refuseField, type Why, whyOf } from '../../kit/refusal.ts'
import { inSavepoint, tryOut } from '../../kit/savepoint.ts'
import { contentOf, type LogEntry, lineIn, record, recordMany } from '../../log/index.ts'
import { type DecisionKind, keepDecision, refusedLast, takeBack, undoFor } from '../decisions/index.ts'
import { Stopped } from '../stops/stopped.ts'
import type { Waiting } from '../todo.ts'
import { concernedByRequest, concernedStaff, decidingStaff, type Holder, stillMay } from './deciders.ts'
import type { ApprovalKind, Evidence } from './kinds.ts'
import * as queries from './queries.ts'
import { insertAnswer, insertQuestion } from './questions.ts'
import {
  type Actor,
  codeOf,
  type EndingVerb,
  type Facts,
  next,
  type Reason,
  type State,
  stateAt,
  type Verb,
  whyNot,
} from './rules.ts'

export type ApprovalRequest = {
  /** One of the registered kinds. */
  kind: ApprovalKey
  /** The subject; only one request at a time may be pending on it. */
  subject: string
  payload: unknown
  before: unknown
  after: unknown
  reason: string
  /** The request as text: `Grant 250,000 tokens to Noura2008 (100297)`. */
  title: Sentence
}

export type Approvals = {
  /** The registered kinds. */
  kinds: readonly ApprovalKind[]
  /**
   * Files a request for approval, in the transaction of the requesting call, and logs it.
   *
   * @returns the approval's id.
   * @throws Refusal 20000 if a request on the subject is already pending; 10026 if the maker leads a guild or is an agent that it is about.
   */
  ask(tx: Transaction, context: Context, requested: ApprovalRequest): Promise<string>
  decide(context: Context, payload: Parsed<typeof approvalDecide>): Promise<Answer<typeof approvalDecide>>
  /**
   * Takes the caller's decision back before it takes effect.
   *
   * @throws Refusal 10032, 10026, 20000
   */
  undo(context: Context, payload: Parsed<typeof approvalUndo>): Promise<Answer<typeof approvalUndo>>
  /** What becomes of decisions that could be undone. */
  decisions: DecisionKind
  cancel(context: Context, payload: Parsed<typeof approvalCancel>): Promise<{ outcomes: Outcome[] }>
  /** Asks the maker of a pending request; who may decide it may. @throws Refusal 10032, 10026, 20000 */
  question(context: Context, payload: Parsed<typeof approvalAsk>): Promise<Answer<typeof approvalAsk>>
  /** Answers the open question about one's own request. @throws Refusal 10032, 10026, 20000 */
  answer(context: Context, payload: Parsed<typeof approvalAnswer>): Promise<Answer<typeof approvalAnswer>>
  /** What the kind of a request shows besides it, to those who may read the kind's menu. */
  evidenceOf(context: Context, row: queries.ApprovalRow): Promise<Evidence>
  /** Pending approval ids of a kind, by subject. */
  waitingOn(reader: Reader, kind: string, now: Date): Promise<Map<string, string>>
  /** Number of pending requests that the caller may decide. */
  waitingFor(reader: Reader, staff: Staff, now: Date): Promise<Waiting>
  /**
   * Adds to each of `rows` its state at `now`, what `staff` may do to it (true, or the key of the reason why not), and who may decide it now.
   */
  viewsFor(reader: Reader, staff: Staff, rows: readonly queries.ApprovalRow[], now: Date): Promise<ViewOf>
}

export type ViewOf = (row: queries.ApprovalRow) => {
  state: State
  /** Its last decision, if that was refused as it took effect, and nobody has decided since. */
  notInEffect: { by: string; at: Date; why: string } | null
  can: Record<Verb, true | Reason>
  /** The accounts that may decide a pending request, by name; `more` were left out. */
  deciders: { names: string[]; more: number }
}

const hour = 3_600_000
const mostNames = 5
const nobody = { names: [], more: 0 }

/** The earliest of these moments. */
const first = (rows: readonly queries.Pending[], moment: 'created_at' | 'expires_at'): Date | null =>
  rows.reduce<Date | null>((least, { [moment]: at }) => (least === null || at < least ? at : least), null)

type Waits = Pick<Facts, 'state' | 'expiresAt' | 'decided'>
const waitsOf = (row: Pick<queries.Pending, 'state' | 'expires_at' | 'decided'>): Waits => ({
  state: row.state,
  expiresAt: row.expires_at,
  decided: row.decided,
})

/** Who decided what, or why it cannot be done, in words. */
function wordsFor(why: Reason, row: queries.ApprovalRow): Why {
  switch (why) {
    case 'readOnly':
      return because('readOnly')
    case 'decided':
      return because('approval.decidedBy', {
        state: row.decided === null ? row.state : next(row.state, row.decided),
        by: row.decider ?? row.checker ?? row.maker,
        at: (row.decided_on ?? row.decided_at)?.toISOString() ?? '',
      })
    case 'lapsed':
      return because('approval.lapsed', { at: row.expires_at.toISOString() })
    case 'yourself':
      return because('approval.yourself')
    case 'notMaker':
      return because('approval.notMaker', { by: row.maker })
    case 'otherMenu':
      return because('approval.otherMenu')
    case 'concerned':
      return because('approval.concerned')
    case 'makerGone':
      return because('approval.makerGone', { maker: row.maker })
    case 'asked':
      return because('approval.asked')
    case 'notAsked':
      return because('approval.notAsked')
  }
}

const entryFor = (row: queries.ApprovalRow, ending: queries.Ending): LogEntry => ({
  target: `approval ${row.id}`,
  content: approvalEnded(ending.state, { en: row.title_en, cn: row.title_cn }),
  before: { state: row.state, kind: row.kind, subject: row.subject, maker: row.maker, before: row.before },
  after: { state: ending.state, kind: row.kind, subject: row.subject, maker: row.maker, after: row.after },
  reason: lineIn(ending.reason, 'en'),
})

const textsOf = ({ reason, params = {} }: Why): Sentence => ({
  en: reasonText(reason, params, 'en'),
  cn: reasonText(reason, params, 'cn'),
})

/** Why a request could not be applied, for the outcome: the inner reason in the caller's language. */
function notApplied(why: Why, language: Language): Why {
  const texts = textsOf(why)
  return { ...because('approval.notApplied', { why: texts.en }), params: { why: texts[language] } }
}

/** An expired request ends at its expiry time, not when the job runs. */
const lapseOf = (row: queries.ApprovalRow): queries.Ending => ({
  id: row.id,
  state: next(row.state, 'lapse'),
  checkerId: null,
  at: row.expires_at,
  reason: '',
})

/** Expires overdue requests and logs them without an actor. */
export async function lapse(tx: Transaction, context: Context, rows: readonly queries.ApprovalRow[]): Promise<void> {
  if (rows.length === 0) return
  await queries.endApprovals(tx, rows.map(lapseOf))
  await recordMany(
    tx,
    context,
    rows.map((row) => ({ ...entryFor(row, lapseOf(row)), operation: 'approval.lapse', actor: system })),
  )
}

/** Nothing was decided and nothing expired: rolls back without a trace. */
class NothingDone extends Error {
  readonly outcomes: Outcome[]
  constructor(outcomes: Outcome[]) {
    super('nothing done')
    this.outcomes = outcomes
  }
}

/** Why a request was not applied. It either `fails`, which is final, or stays pending: this checker may not decide it, or it is stopped. */
type NotApplied = { fails: true; why: Why } | { fails: false; why: Why; code: ErrorCode }

/**
 * Applies one approval in its own savepoint, so that a failure doesn't affect the others; or only tries it out, for a decision that takes effect
 * later: nothing of it is left.
 *
 * @returns null if it was applied, else why not: the rule's own reason, or the code's meaning. 10026 is about who decides, and a stop passes, so
 * they end nothing.
 */
async function applyOne(
  tx: Transaction,
  context: Context,
  kind: ApprovalKind,
  row: queries.ApprovalRow,
  inPart: typeof inSavepoint = inSavepoint,
): Promise<NotApplied | null> {
  const gone = await kind.stillValid(tx, row)
  if (gone !== null) return { fails: true, why: gone }
  const logged = context.logged
  try {
    await inPart(tx, () => kind.apply(tx, context, row))
    if (inPart !== inSavepoint) context.logged = logged
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    context.logged = logged
    const stays = error.code === 10026 || error instanceof Stopped
    return stays ? { fails: false, why: whyOf(error), code: error.code } : { fails: true, why: whyOf(error) }
  }
}

type Settings = {
  kinds: readonly ApprovalKind[]
  /** How long a request stays pending. */
  hours: () => number
  rates: () => Rates
}

/** Creates the approvals service. */
export function openApprovals({ kinds, hours, rates }: Settings): Approvals {
  const byKind = new Map<string, ApprovalKind>(kinds.map((kind) => [kind.kind, kind]))

  const mayDecideKind = (level: Holder['level'], kind: ApprovalKind): boolean =>
    kind.decidedBy === 'everyone' || level(kind.menu) > 0

  const actorFor = (staff: Staff, kind: string): Actor => {
    const level = (menu: MenuKey) => levelOn(staff, menu)
    const defined = byKind.get(kind)
    const mayDecide = defined !== undefined && mayDecideKind(level, defined)
    return { id: staff.id, mayWrite: level('system.approval') === 3, mayDecide }
  }

  /** Facts about each of `rows` for the caller `staff`. */
  async function judge(reader: Reader, staff: Staff, rows: readonly queries.Pending[]) {
    const waiting = rows.filter((row) => row.state === 'pending')
    const concerned = await concernedByRequest(reader, waiting)
    const may = await stillMay(
      reader,
      waiting.map((row) => row.maker_id),
    )
    return (row: queries.Pending): Facts => {
      const menu = byKind.get(row.kind)?.menu
      return {
        ...waitsOf(row),
        makerId: row.maker_id,
        makerMay: menu !== undefined && may(row.maker_id, menu),
        concerned: concerned.get(row.id)?.has(staff.id) ?? false,
        asked: row.asked,
      }
    }
  }

  /** A pending request, locked, that the caller may ask or answer about. @throws Refusal 10032, 10026, 20000 */
  async function lockToDiscuss(tx: Transaction, context: Context, verb: 'ask' | 'answer', id: string) {
    const staff = staffOf(context)
    const row = await queries.lockApproval(tx, id)
    if (!row) throw refuseCode(10032, 'approvalId')
    const why = whyNot((await judge(tx, staff, [row]))(row), verb, actorFor(staff, row.kind), context.now)
    if (why) throw refuseField(codeOf[why], 'approvalId', wordsFor(why, row))
    return row
  }

  /** Who may decide each of `rows` now. */
  async function decidersFor(reader: Reader, rows: readonly queries.Pending[], now: Date) {
    const waiting = rows.filter((row) => stateAt(waitsOf(row), now) === 'pending')
    if (waiting.length === 0) return () => nobody
    const staff = await decidingStaff(reader)
    const concerned = await concernedByRequest(reader, waiting)
    const ids = new Set(waiting.map(({ id }) => id))
    return (row: queries.Pending): ReturnType<ViewOf>['deciders'] => {
      const kind = byKind.get(row.kind)
      if (!kind || !ids.has(row.id)) return nobody
      const may = staff.filter(
        ({ id, level }) =>
          id !== row.maker_id && mayDecideKind(level, kind) && !(concerned.get(row.id)?.has(id) ?? false),
      )
      const names = may.slice(0, mostNames).map(({ username }) => username)
      return { names, more: may.length - names.length }
    }
  }

  /** Takes the locks of all pending ones of `rows`, kind by kind in the order of their names. */
  async function holdAll(tx: Transaction, rows: readonly queries.ApprovalRow[]): Promise<void> {
    const pending = Map.groupBy(
      rows.filter(({ state }) => state === 'pending'),
      ({ kind }) => kind,
    )
    for (const [kind, of] of [...pending].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      await byKind.get(kind)?.hold?.(
        tx,
        of.map(({ id }) => id),
      )
  }

  /** One transaction for the selected requests: each is checked, ended and logged separately. */
  async function each(
    context: Context,
    verb: EndingVerb,
    { ids, reason, seconds = 0 }: { ids: string[]; reason: string; seconds?: number },
  ): Promise<{ outcomes: Outcome[]; undo?: Awaited<ReturnType<typeof keepDecision>> }> {
    const staff = staffOf(context)
    const applied = new Set<ApprovalKind>()
    const work = async (tx: Transaction) => {
      applied.clear()
      const before = context.logged
      const rows = new Map((await queries.lockApprovals(tx, ids)).map((row) => [row.id, row]))
      const factsOf = await judge(tx, staff, [...rows.values()])
      if (verb === 'approve') await holdAll(tx, [...rows.values()])
      const endings: queries.Ending[] = []
      const outcomes: Outcome[] = []
      let undo: Awaited<ReturnType<typeof keepDecision>> | undefined
      for (const id of ids) {
        const row = rows.get(id)
        const why = row && whyNot(factsOf(row), verb, actorFor(staff, row.kind), context.now)
        if (!row) outcomes.push(notDone(id, 10032))
        else if (why) outcomes.push(notDone(id, codeOf[why], wordsFor(why, row)))
        else {
          const kind = byKind.get(row.kind)
          // One that would expire first takes effect at once.
          const later =
            verb !== 'cancel' && seconds > 0 && row.expires_at.getTime() > context.now.getTime() + seconds * 1_000
          const not =
            verb === 'approve' && kind ? await applyOne(tx, context, kind, row, later ? tryOut : inSavepoint) : null
          if (not?.fails === false) {
            outcomes.push(notDone(id, not.code, not.why))
            continue
          }
          if (later && not === null) {
            undo = await decideLater(tx, context, row, { verb, reason, seconds })
            outcomes.push(done(id))
            continue
          }
          if (verb === 'approve' && kind && not === null) applied.add(kind)
          endings.push({
            id,
            state: next(row.state, not === null ? verb : 'fail'),
            checkerId: verb === 'cancel' ? null : staff.id,
            at: context.now,
            reason: not ? contentOf(textsOf(not.why)) : reason,
          })
          outcomes.push(not === null ? done(id) : notDone(id, 20000, notApplied(not.why, context.language)))
        }
      }
      if (endings.length > 0) await queries.endApprovals(tx, endings)
      await recordMany(
        tx,
        context,
        endings.map((ending) => entryFor(rows.get(ending.id)!, ending)),
      )
      await lapse(
        tx,
        context,
        [...rows.values()].filter((row) => row.state === 'pending' && stateAt(waitsOf(row), context.now) === 'lapsed'),
      )
      if (context.logged === before) throw new NothingDone(outcomes)
      return { outcomes, ...(undo && { undo }) }
    }
    const result = await context.tx(work).catch((error: unknown) => {
      if (error instanceof NothingDone) return { outcomes: error.outcomes }
      throw error
    })
    for (const kind of applied) await kind.applied?.()
    return result
  }

  /** Keeps a decision that would be applied now for its moment. */
  async function decideLater(
    tx: Transaction,
    context: Context,
    row: queries.ApprovalRow,
    { verb, reason, seconds }: { verb: 'approve' | 'refuse'; reason: string; seconds: number },
  ) {
    const undo = await keepDecision(tx, context, { kind: 'approval', subject: row.id, verb, reason, seconds })
    await queries.setDecision(tx, row.id, undo.decisionId)
    await record(tx, context, {
      target: `approval ${row.id}`,
      content: approvalDecided(verb, { en: row.title_en, cn: row.title_cn }, seconds),
      before: { state: row.state, kind: row.kind, subject: row.subject, maker: row.maker },
      after: { state: row.state, decision: verb, effectiveAt: undo.effectiveAt },
      reason,
    })
    return undo
  }

  const decisions: DecisionKind = {
    kind: 'approval',
    callOf: () => approvalDecide,
    async apply(tx, context, { subject: id, verb, reason }) {
      if (verb !== 'approve' && verb !== 'refuse') throw new Error(`an approval is not decided by ${verb}`)
      const [row] = await queries.lockApprovals(tx, [id])
      if (!row) throw new Error(`no approval ${id} to decide`)
      const staff = staffOf(context)
      const facts = (await judge(tx, staff, [row]))(row)
      // It was in time when it was decided.
      const inTime = { ...facts, decided: null, expiresAt: new Date(Math.max(+facts.expiresAt, +context.now + 1)) }
      const why = whyNot(inTime, verb, actorFor(staff, row.kind), context.now)
      if (why) throw refusalOfOutcome(notDone(id, codeOf[why], wordsFor(why, row)), 'ids')
      const kind = byKind.get(row.kind)
      if (verb === 'approve' && kind) await kind.hold?.(tx, [id])
      const not = verb === 'approve' && kind ? await applyOne(tx, context, kind, row) : null
      if (not?.fails === false) throw refusalOfOutcome(notDone(id, not.code, not.why), 'ids')
      const ending: queries.Ending = {
        id,
        state: next(row.state, not === null ? verb : 'fail'),
        checkerId: staff.id,
        at: context.now,
        reason: not ? contentOf(textsOf(not.why)) : reason,
      }
      await queries.endApprovals(tx, [ending])
      await record(tx, context, entryFor(row, ending))
      return verb === 'approve' && not === null ? kind?.applied : undefined
    },
    async refused(tx, context, { subject: id, verb, by }, why) {
      const [row] = await queries.lockApprovals(tx, [id])
      if (!row || (verb !== 'approve' && verb !== 'refuse'))
        throw new Error(`no approval ${id} that was decided by ${verb}`)
      await queries.setDecision(tx, id, null)
      await record(tx, context, {
        operation: 'decision.refused',
        target: `approval ${id}`,
        content: approvalNotInEffect(verb, { en: row.title_en, cn: row.title_cn }),
        before: { state: row.state, decision: verb, by },
        after: { state: row.state },
        reason: why.en,
        actor: system,
      })
    },
  }

  return {
    kinds,
    decisions,

    undo: async (context, { decisionId }) => {
      let subject = ''
      return unlessUnchanged(context, null, async (tx) => {
        const { decision, isNew } = await takeBack(tx, context, 'approval', decisionId)
        subject = decision.subject
        if (!isNew) return undefined
        const [row] = await queries.lockApprovals(tx, [subject])
        const { verb } = decision
        if (!row || (verb !== 'approve' && verb !== 'refuse'))
          throw new Error(`no approval ${subject} that was decided`)
        await queries.setDecision(tx, subject, null)
        await record(tx, context, {
          target: `approval ${subject}`,
          content: approvalUndone(verb, { en: row.title_en, cn: row.title_cn }),
          before: { state: row.state, decision: verb },
          after: { state: row.state },
        })
        return null
      }).then(() => ({ approvalId: subject }))
    },

    async ask(tx, context, { kind, subject, payload, before, after, reason, title }) {
      const defined = byKind.get(kind)
      if (!defined) throw new Error(`${kind} is not defined as an approval kind`)
      const { id: maker_id } = staffOf(context)
      const parties = await defined.concerns(tx, { subject, payload })
      if ((await concernedStaff(tx, parties)).has(maker_id))
        throw refuseBecause(10026, 'approvalId', 'approval.concerned')
      const waiting = await queries.lockWaiting(tx, kind, subject)
      if (waiting && stateAt(waitsOf(waiting), context.now) !== 'lapsed')
        throw refuseBecause(20000, 'approvalId', 'approval.waits', {
          by: waiting.maker,
          at: waiting.created_at.toISOString(),
        })
      if (waiting) await lapse(tx, context, [waiting])
      const unshown = [before, after].flatMap((facts) => undeclared(approvalViews[kind].fields, facts))
      if (unshown.length > 0) throw new Error(`${kind} has no words for ${unshown.join(', ')}`)
      const risk = atRisk(kind, before, after, rates())
      const id = newId(context.now)
      const expires_at = new Date(context.now.getTime() + hours() * hour)
      await queries
        .insertApproval(tx, {
          id,
          kind,
          subject,
          payload,
          before,
          after,
          reason,
          maker_id,
          guild_ids: [...(parties.guildIds ?? [])],
          agent_ids: [...(parties.agentIds ?? [])],
          created_at: context.now,
          expires_at,
          title_en: title.en,
          title_cn: title.cn,
          usd_cents: risk.usdCents === null ? null : BigInt(risk.usdCents),
        })
        .catch((error: unknown) => {
          if (violates(error, 'approval_pending')) throw refuseBecause(20000, 'approvalId', 'approval.waitsNow')
          throw error
        })
      if (risk.parties.length > 0) await queries.insertParties(tx, id, risk.parties)
      await record(tx, context, {
        operation: 'approval.ask',
        target: `approval ${id}`,
        content: approvalEnded('requested', title),
        before,
        after,
        reason,
      })
      return id
    },

    async decide(context, { ids: sent, decision, reason = '', undoSeconds }) {
      if (decision === 'refuse' && !reason) throw refuseBecause(11004, 'reason', 'reason.missing')
      const ids = chosen(sent, 'ids')
      return each(context, decision, { ids, reason, seconds: undoFor(context, ids, undoSeconds) })
    },

    question: (context, { approvalId, question }) =>
      context.tx(async (tx) => {
        const row = await lockToDiscuss(tx, context, 'ask', approvalId)
        await insertQuestion(tx, context, approvalId, question)
        await record(tx, context, {
          target: `approval ${approvalId}`,
          content: approvalDiscussed('asked', { en: row.title_en, cn: row.title_cn }),
          before: null,
          after: { maker: row.maker, question },
        })
        return {}
      }),

    answer: (context, { approvalId, answer }) =>
      context.tx(async (tx) => {
        const row = await lockToDiscuss(tx, context, 'answer', approvalId)
        const question = await insertAnswer(tx, context.now, approvalId, answer)
        await record(tx, context, {
          target: `approval ${approvalId}`,
          content: approvalDiscussed('answered', { en: row.title_en, cn: row.title_cn }),
          before: { question },
          after: { question, answer },
        })
        return {}
      }),

    async evidenceOf(context, row) {
      const kind = byKind.get(row.kind)
      const found = kind && levelOn(staffOf(context), kind.menu) > 0 && kind.evidence
      return found ? found(context, row.payload) : { withdrawals: [] }
    },

    cancel: async (context, { ids, reason = '' }) => each(context, 'cancel', { ids: chosen(ids, 'ids'), reason }),

    waitingOn: queries.waitingOn,

    async waitingFor(reader, staff, now) {
      const mine = kinds.filter(({ kind }) => {
        const actor = actorFor(staff, kind)
        return actor.mayWrite && actor.mayDecide
      })
      if (mine.length === 0) return { count: 0, oldest: null, until: null }
      const rows = await queries.pendingOf(
        reader,
        mine.map(({ kind }) => kind),
        now,
      )
      const factsOf = await judge(reader, staff, rows)
      const decidable = rows.filter((row) => whyNot(factsOf(row), 'approve', actorFor(staff, row.kind), now) === null)
      const [oldest, until] = [first(decidable, 'created_at'), first(decidable, 'expires_at')]
      return { count: decidable.length, oldest, until }
    },

    async viewsFor(reader, staff, rows, now) {
      const factsOf = await judge(reader, staff, rows)
      const decidersOf = await decidersFor(reader, rows, now)
      const waiting = rows.filter((row) => row.state === 'pending').map(({ id }) => id)
      const refused = await refusedLast(reader, 'approval', waiting)
      return (row) => {
        const facts = factsOf(row)
        const actor = actorFor(staff, row.kind)
        const may = (verb: Verb) => whyNot(facts, verb, actor, now) ?? true
        return {
          state: stateAt(facts, now),
          notInEffect: refused.get(row.id) ?? null,
          can: {
            approve: may('approve'),
            refuse: may('refuse'),
            cancel: may('cancel'),
            ask: may('ask'),
            answer: may('answer'),
          },
          deciders: decidersOf(row),
        }
      }
    },
  }
}
