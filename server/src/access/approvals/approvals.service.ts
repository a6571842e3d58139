// Files requests for approval and takes the checkers' decisions.
import { atRisk, type Rates } from '@greenroom/contract/approvalRisk'
import { type ApprovalKey, approvalViews, undeclared } from '@greenroom/contract/approvals'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { approvalEnded, doneInSetup } from '@greenroom/contract/sentences/approvals'
import type { Sentence } from '@greenroom/contract/sentences/words'
import type { approvalCancel, approvalDecide, approvalUndo } from '@greenroom/contract/system'
import { chosen, done, notDone, type Outcome } from '../../kit/calls/batch.ts'
import { type Context, levelOn, type Staff, staffOf } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import { type Reader, type Transaction, violates } from '../../kit/database/database.ts'
import { inSavepoint, tryOut } from '../../kit/database/savepoint.ts'
import { newId } from '../../kit/random.ts'
import { record, recordMany } from '../../log/index.ts'
import { tell } from '../../notify/index.ts'
import type { Waiting } from '../access.todo.ts'
import { type DecisionKind, type keepDecision, refusedLast, undoFor } from '../decisions/index.ts'
import { mayActAlone, type SetupKind } from '../setup/index.ts'
import { applyOne, endingOf, notApplied } from './approvals.applying.ts'
import { concernedByRequest, concernedStaff } from './approvals.deciders.ts'
import { type Discussion, discussionOf } from './approvals.discuss.ts'
import { entryFor, tellEnded, waitsOf, wordsFor } from './approvals.ending.ts'
import { actorFor, type Deciders, deciderIdsFor, decidersFor, judge } from './approvals.judging.ts'
import type { ApprovalKind, Evidence } from './approvals.kinds.ts'
import { lapse } from './approvals.lapse.ts'
import { decideLater, decisionsOn, undo } from './approvals.later.ts'
import * as queries from './approvals.queries.ts'
import { codeOf, type EndingVerb, type Reason, type State, stateAt, type Verb, whyNot } from './approvals.rules.ts'

export type ApprovalRequest<K extends ApprovalKey = ApprovalKey> = {
  /** One of the registered kinds. */
  kind: K
  /** The subject; only one request at a time may be pending on it. */
  subject: string
  payload: unknown
  before: unknown
  after: unknown
  reason: string
  /** The request as text: `Grant 250,000 tokens to Noura2008 (100297)`. */
  title: Sentence
  /** Whose request it is, if not the caller's. */
  maker?: { id: number; username: string }
}

/** Kinds that always wait. */
export type WaitingKind = Exclude<ApprovalKey, SetupKind>

export type Approvals = Discussion & {
  /** Adds the kinds, which rooms define with services that need approvals themselves. */
  connect(kinds: readonly ApprovalKind[]): void
  /** The connected kinds. */
  readonly kinds: readonly ApprovalKind[]
  /**
   * Files a request for approval, in the transaction of the requesting call, and logs it.
   *
   * @returns the approval's id.
   * @throws Refusal 20000 if a request on the subject is already pending; 10026 if the maker leads a guild or is an agent that it is about.
   */
  ask(tx: Transaction, context: Context, requested: ApprovalRequest<WaitingKind>): Promise<string>
  /**
   * The same for a kind that takes effect at once during set-up (`setup/`), if its maker may act alone: it is then applied in this transaction and
   * stays marked.
   *
   * @param needsTwo also during set-up.
   * @throws Refusal as `ask`, and why it cannot be applied
   */
  askOrAct(
    tx: Transaction,
    context: Context,
    requested: ApprovalRequest<SetupKind>,
    needsTwo?: 'needs two',
  ): Promise<{ approvalId: string; applied: boolean }>
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
  /** What the kind of a request shows besides it, to those who may read the kind's menu. */
  evidenceOf(context: Context, row: queries.ApprovalRow): Promise<Evidence>
  /** Pending approval ids of a kind, by subject. */
  waitingOn(reader: Reader, kind: string, now: Date): Promise<Map<string, string>>
  /** The accounts that may decide a request now; none once it has ended. */
  decidersOf(reader: Reader, id: string, now: Date): Promise<number[]>
  /** Number of pending requests that the caller may decide. */
  waitingFor(reader: Reader, staff: Staff, now: Date): Promise<Waiting>
  /**
   * Adds to each of `rows` its state at `now`, what `staff` may do to it (true, or the key of the reason why not), and who may decide it now.
   */
  viewsFor(reader: Reader, staff: Staff, rows: readonly queries.ApprovalRow[], now: Date): Promise<ViewOf>
}

/** The request in the answer of a call, if it waits: during set-up it may have taken effect at once. */
export const ifItWaits = ({ approvalId, applied }: { approvalId: string; applied: boolean }) =>
  applied ? {} : { approvalId }

export type ViewOf = (row: queries.ApprovalRow) => {
  state: State
  /** Its last decision, if that was refused as it took effect, and nobody has decided since. */
  notInEffect: { by: string; at: Date; why: string } | null
  can: Record<Verb, true | Reason>
  /** The accounts that may decide a pending request, by name; `more` were left out. */
  deciders: Deciders
}

const hour = 3_600_000

/** The earliest of these moments. */
const first = (rows: readonly queries.Pending[], moment: 'created_at' | 'expires_at'): Date | null =>
  rows.reduce<Date | null>((least, { [moment]: at }) => (least === null || at < least ? at : least), null)

/** Nothing was decided and nothing expired: rolls back without a trace. */
class NothingDone extends Error {
  readonly outcomes: Outcome[]
  constructor(outcomes: Outcome[]) {
    super('nothing done')
    this.outcomes = outcomes
  }
}

type Settings = {
  /** How long a request stays pending. */
  hours: () => number
  rates: () => Rates
}

/** Creates the approvals service, which knows no kind of request before `connect`. */
export function openApprovals({ hours, rates }: Settings): Approvals {
  const byKind = new Map<string, ApprovalKind>()

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
      const factsOf = await judge(byKind, tx, staff, [...rows.values()])
      if (verb === 'approve') await holdAll(tx, [...rows.values()])
      const endings: queries.Ending[] = []
      const outcomes: Outcome[] = []
      let kept: Awaited<ReturnType<typeof keepDecision>> | undefined
      for (const id of ids) {
        const row = rows.get(id)
        const why = row && whyNot(factsOf(row), verb, actorFor(byKind, staff, row.kind), context.now)
        if (!row) outcomes.push(notDone(id, 10032))
        else if (why) outcomes.push(notDone(id, codeOf[why], wordsFor(why, row)))
        else {
          const kind = verb === 'approve' ? byKind.get(row.kind) : undefined
          // One that would expire first takes effect at once.
          const later =
            verb !== 'cancel' && seconds > 0 && row.expires_at.getTime() > context.now.getTime() + seconds * 1_000
          const not = kind ? await applyOne(tx, context, kind, row, later ? tryOut : inSavepoint) : null
          if (not?.fails === false) {
            outcomes.push(notDone(id, not.code, not.why))
            continue
          }
          if (later && not === null) {
            kept = await decideLater(tx, context, row, { verb, reason, seconds })
            outcomes.push(done(id))
            continue
          }
          if (kind && not === null) applied.add(kind)
          endings.push(endingOf(row, verb, not, { staffId: staff.id, at: context.now, reason }))
          outcomes.push(not === null ? done(id) : notDone(id, 20000, notApplied(not.why, context.language)))
        }
      }
      if (endings.length > 0) await queries.endApprovals(tx, endings)
      await tellEnded(
        tx,
        context.now,
        endings.map((ending) => ({ row: rows.get(ending.id)!, ending, by: staff.username })),
      )
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
      return { outcomes, ...(kept && { undo: kept }) }
    }
    const result = await context.tx(work).catch((error: unknown) => {
      if (error instanceof NothingDone) return { outcomes: error.outcomes }
      throw error
    })
    for (const kind of applied) await kind.applied?.()
    return result
  }

  /** Stores a request. */
  async function file(tx: Transaction, context: Context, requested: ApprovalRequest): Promise<string> {
    const { kind, subject, payload, before, after, reason, title, maker = staffOf(context) } = requested
    const defined = byKind.get(kind)
    if (!defined) throw new Error(`${kind} is not defined as an approval kind`)
    const maker_id = maker.id
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
        texts: title,
        usd_cents: risk.usdCents === null ? null : BigInt(risk.usdCents),
      })
      .catch((error: unknown) => {
        if (violates(error, 'approval_pending')) throw refuseBecause(20000, 'approvalId', 'approval.waitsNow')
        throw error
      })
    if (risk.parties.length > 0) await queries.insertParties(tx, id, risk.parties)
    return id
  }

  const recordAsked = (tx: Transaction, context: Context, id: string, requested: ApprovalRequest) =>
    record(tx, context, {
      operation: 'approval.ask',
      target: `approval ${id}`,
      content: approvalEnded('requested', requested.title),
      before: requested.before,
      after: requested.after,
      reason: requested.reason,
      actor: requested.maker,
    })

  /** Anyone who may decide it is told; who that is is asked for when they are. */
  const tellAsked = (tx: Transaction, context: Context, id: string, { kind, maker }: ApprovalRequest) => {
    const { username: by } = maker ?? staffOf(context)
    return tell(tx, context.now, [{ moment: 'requestWaiting', about: id, to: 'asked', params: { kind, by } }])
  }

  /** Applies a request that was just filed, by its maker alone. */
  async function act(tx: Transaction, context: Context, id: string): Promise<void> {
    const [row] = await queries.lockApprovals(tx, [id])
    const kind = byKind.get(row!.kind)!
    const alone = { ...row!, in_setup: true }
    const gone = await kind.stillValid(tx, alone)
    if (gone) throw new Refusal(20000, [{ field: 'approvalId', ...gone }])
    await kind.apply(tx, context, alone)
    await queries.endInSetup(tx, id, context.now)
    await record(tx, context, {
      operation: 'approval.inSetup',
      target: `approval ${id}`,
      content: doneInSetup(queries.titleOf(alone)),
      before: alone.before,
      after: alone.after,
      reason: alone.reason,
    })
  }

  return {
    connect(kinds) {
      for (const kind of kinds) byKind.set(kind.kind, kind)
    },
    get kinds() {
      return [...byKind.values()]
    },
    decisions: decisionsOn(byKind),
    undo,
    ...discussionOf(byKind),

    async ask(tx, context, requested) {
      const id = await file(tx, context, requested)
      await recordAsked(tx, context, id, requested)
      await tellAsked(tx, context, id, requested)
      return id
    },

    async askOrAct(tx, context, requested, needsTwo) {
      const alone = await mayActAlone(tx, context, needsTwo !== undefined)
      const approvalId = await file(tx, context, requested)
      if (alone) await act(tx, context, approvalId)
      else {
        await recordAsked(tx, context, approvalId, requested)
        await tellAsked(tx, context, approvalId, requested)
      }
      return { approvalId, applied: alone }
    },

    async decide(context, { ids: sent, decision, reason = '', undoSeconds }) {
      if (decision === 'refuse' && !reason) throw refuseBecause(11004, 'reason', 'reason.missing')
      const ids = chosen(sent, 'ids')
      return each(context, decision, { ids, reason, seconds: undoFor(context, ids, undoSeconds) })
    },

    async evidenceOf(context, row) {
      const kind = byKind.get(row.kind)
      const found = kind && levelOn(staffOf(context), kind.menu) > 0 && kind.evidence
      return found ? found(context, row.payload) : { withdrawals: [] }
    },

    cancel: async (context, { ids, reason = '' }) => each(context, 'cancel', { ids: chosen(ids, 'ids'), reason }),

    waitingOn: queries.waitingOn,

    async decidersOf(reader, id, now) {
      const row = await queries.approvalById(reader, id)
      if (row?.state !== 'pending') return []
      const concerned = await concernedByRequest(reader, [row])
      return (await deciderIdsFor(byKind, reader, [row], { concerned, now }))(row).map(({ id: decider }) => decider)
    },

    async waitingFor(reader, staff, now) {
      const mine = [...byKind.values()].filter(({ kind }) => {
        const actor = actorFor(byKind, staff, kind)
        return actor.mayWrite && actor.mayDecide
      })
      if (mine.length === 0) return { count: 0, oldest: null, until: null }
      const rows = await queries.pendingOf(
        reader,
        mine.map(({ kind }) => kind),
        now,
      )
      const factsOf = await judge(byKind, reader, staff, rows)
      const decidable = rows.filter(
        (row) => whyNot(factsOf(row), 'approve', actorFor(byKind, staff, row.kind), now) === null,
      )
      const [oldest, until] = [first(decidable, 'created_at'), first(decidable, 'expires_at')]
      return { count: decidable.length, oldest, until }
    },

    async viewsFor(reader, staff, rows, now) {
      const pending = rows.filter((row) => row.state === 'pending')
      const concerned = await concernedByRequest(reader, pending)
      const factsOf = await judge(byKind, reader, staff, rows, concerned)
      const decidersOf = await decidersFor(byKind, reader, pending, { concerned, now })
      const refused = await refusedLast(
        reader,
        'approval',
        pending.map(({ id }) => id),
      )
      return (row) => {
        const facts = factsOf(row)
        const actor = actorFor(byKind, staff, row.kind)
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
