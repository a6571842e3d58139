// The workbench without its UI: the desk's state, requests, and claiming ahead.
import type { Named } from '@greenroom/contract/sentences/words'
import { isRefused } from '../../../api/call.ts'
import type { Calls } from './benchCalls.ts'
import { type ClaimFilters, decidedIds, type Job, mergeJobs, waitingDecisions } from './deskJobs.ts'
import { openLane } from './lane.ts'
import {
  chosenOf,
  claims,
  type Desk,
  emptyDesk,
  focused,
  idsOf,
  leftOver,
  type Review,
  type Step,
  undoable,
  type Verdict,
} from './queueDesk.ts'
import { type Change, type Refusal, reduce } from './reduceDesk.ts'

/** Why no items are held although the screen is open. */
export type Pause = 'released' | 'expired' | 'away'

export type Phase =
  | { name: 'closed' | 'loading' | 'working' }
  | { name: 'paused'; why: Pause }
  | { name: 'failed'; error: unknown }

/** The last action, for screen readers and the bar below. */
export type LastAction = {
  number: number
  what: 'passed' | 'failed' | 'skipped' | 'undone' | 'released'
  people: readonly Named[]
  /** The reason of a fail. */
  templateId?: number | undefined
}

export type Seen = {
  desk: Desk
  phase: Phase
  /** Decisions without an answer yet. */
  unsent: number
  /** The connection is lost. */
  lost: boolean
  lastAction: LastAction | undefined
  /** A batch that was partly refused. */
  report: { step: Step; refused: readonly Refusal[] } | undefined
}

export type BenchOptions = {
  calls: Calls
  /** The server's clock, in milliseconds. */
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  /** Starts sending decisions. */
  begin: (run: () => void) => void
  passing: (error: unknown) => boolean
  /** Called when a decision was answered, since figures have changed. */
  answered: () => void
  /** What is said of an item that is no longer the reviewer's. */
  lostText: () => string
}

const most = 80
const guessedUndo = 30_000

/** Always hold one more screen, so that turning to it never waits. */
const targetOf = (size: number) => Math.min(most, Math.max(2 * size, 16))
/** Claim more as soon as one screen is left, since it may be decided by one key press. */
const lowOf = (size: number) => Math.max(size + 1, 10)

export type Bench = ReturnType<typeof openBench>

export function openBench({ calls, now, wait, begin, passing, answered, lostText }: BenchOptions) {
  let seen: Seen = {
    desk: emptyDesk(12),
    phase: { name: 'closed' },
    unsent: 0,
    lost: false,
    lastAction: undefined,
    report: undefined,
  }
  let query: ClaimFilters = { sort: 'score' }
  let steps = 0
  /** The undo period, learned from the answers. */
  let undoFor = guessedUndo
  const listeners = new Set<() => void>()

  const show = (next: Partial<Seen>) => {
    seen = { ...seen, ...next }
    for (const listener of listeners) listener()
  }
  const change = (what: Change) => {
    const desk = reduce(seen.desk, what)
    if (desk !== seen.desk) show({ desk })
  }
  const say = (what: LastAction['what'], reviews: readonly Pick<Review, 'user'>[], templateId?: number) => {
    const people = reviews.map(({ user }) => ({ id: user.userId, nickname: user.nickname }))
    show({ lastAction: { number: (seen.lastAction?.number ?? 0) + 1, what, people, templateId } })
  }

  const lane = openLane<Job>({
    send,
    merge: mergeJobs,
    passing,
    refused,
    begin,
    wait,
    changed: () => {
      const unsent = waitingDecisions(lane.unanswered())
      if (unsent !== seen.unsent || lane.lost() !== seen.lost) show({ unsent, lost: lane.lost() })
    },
  })

  async function send(job: Job): Promise<void> {
    switch (job.do) {
      case 'claim': {
        const size = Math.max(job.size, Math.min(most, seen.desk.cases.length))
        const { reviews, more } = await calls.claim({ ...job.query, size })
        // Closed or reopened in the meantime: the pending release returns what was claimed.
        if (job.query !== query || (seen.phase.name !== 'working' && seen.phase.name !== 'loading')) return
        change({ do: 'claimed', reviews, more, partial: reviews.length >= size, why: lostText() })
        return show({ phase: { name: 'working' } })
      }
      case 'decide': {
        const { undoUntil, refused: no } = await calls.decide(decidedIds(job), job.verdict)
        if (undoUntil !== undefined) undoFor = Math.max(1_000, undoUntil - now())
        return take(job, undoUntil, no)
      }
      case 'gather':
        return gathered(job.id, await calls.gather(job.id))
      case 'undo': {
        const { reviews, refused: no } = await calls.undo(job.ids)
        return takeBack(job, reviews, no)
      }
      case 'release':
        return calls.release(job)
    }
  }

  function take(job: Extract<Job, { do: 'decide' }>, undoUntil: number | undefined, no: readonly Refusal[]) {
    for (const { step: id, ids } of job.parts) {
      const mine = no.filter((one) => ids.includes(one.id))
      const step = seen.desk.steps.find((one) => one.id === id)
      if (step && ids.length > 1 && mine.length > 0) show({ report: { step, refused: mine } })
      change({ do: 'answered', step: id, undoUntil, refused: mine })
    }
    answered()
  }

  function takeBack(job: Extract<Job, { do: 'undo' }>, reviews: readonly Review[], no: readonly Refusal[]) {
    change({ do: 'undone', step: job.step, reviews, refused: no })
    answered()
  }

  /** The item may have been decided meanwhile, or the desk given back: then what was claimed for it goes back, too. */
  function gathered(around: string, reviews: readonly Review[]) {
    const before = new Set(idsOf(seen.desk.cases))
    if (seen.phase.name === 'working') change({ do: 'gathered', around, reviews })
    if (seen.phase.name === 'working' && (seen.desk.heap || reviews.length < 2)) return
    const ids = idsOf(reviews).filter((id) => !before.has(id))
    if (ids.length > 0) lane.push({ do: 'release', ids })
  }

  /** The server refused the whole call. */
  function refused(job: Job, error: unknown): void {
    const code = isRefused(error) ? error.code : undefined
    const message = error instanceof Error ? error.message : String(error)
    const all = (ids: readonly string[]) => ids.map((id) => ({ id, code, message }))
    if (job.do === 'decide') take(job, undefined, all(decidedIds(job)))
    if (job.do === 'undo') takeBack(job, [], all(job.ids))
    if (job.do === 'gather') claim()
    if (job.do === 'claim' && job.query === query) show({ phase: { name: 'failed', error } })
  }

  const claim = () => lane.push({ do: 'claim', size: targetOf(seen.desk.size), query })
  const queued = (what: Job['do']) => lane.unanswered().some((job) => job.do === what)
  const few = () => claims.held(seen.desk).length < lowOf(seen.desk.size)
  const low = () => few() && seen.desk.more > 0
  const refill = () => {
    if (seen.phase.name === 'working' && low() && !queued('claim')) claim()
  }
  /** Closes the heap: what was left out of it goes back to the queue. */
  const scatter = () => {
    const { desk } = seen
    if (!desk.heap) return
    const ids = leftOver(desk)
    change({ do: 'scatter' })
    if (ids.length > 0) lane.push({ do: 'release', ids })
    refill()
  }
  const give = (why: Pause) => {
    change({ do: 'clear' })
    show({ phase: { name: 'paused', why } })
    lane.push({ do: 'release' })
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    read: () => seen,

    /** Opens a queue, or reopens it with other filters. */
    open: (next: ClaimFilters, size: number): void => {
      const held = seen.desk.cases.length > 0 || queued('claim')
      query = { ...next }
      change({ do: 'clear' })
      change({ do: 'resize', size })
      show({ phase: { name: 'loading' } })
      if (held) lane.push({ do: 'release' })
      claim()
    },
    /** Leaves the screen: sends decisions and releases items. */
    close: (): void => {
      if (seen.phase.name === 'closed') return
      const holds = seen.desk.cases.length > 0 || queued('claim')
      change({ do: 'clear' })
      show({ phase: { name: 'closed' } })
      if (holds) lane.push({ do: 'release' })
    },
    resize: (size: number): void => {
      change({ do: 'resize', size })
      refill()
    },
    /** Claims after a pause or on an empty queue; renews held items. */
    claim: (): void => {
      if (seen.phase.name !== 'working') show({ phase: { name: 'loading' } })
      if (!queued('claim')) claim()
    },
    /** New items arrived in the queue: claims them if there is room. */
    arrived: (): void => {
      if (seen.phase.name === 'working' && few() && !queued('claim')) claim()
    },
    focus: (id: string) => change({ do: 'focus', id }),
    move: (by: 1 | -1) => change({ do: 'move', by }),
    /** Off a lost item. */
    leave: (): void => {
      change({ do: 'leave' })
      refill()
    },
    choose: (ids: readonly string[]) => change({ do: 'choose', ids }),
    /** Decides the selected items, else the focused one; returns how many. */
    decide: (verdict: Verdict): number => {
      const chosen = chosenOf(seen.desk)
      if (chosen.length === 0) return 0
      const step = ++steps
      const ids = idsOf(chosen)
      change({ do: 'decide', step, ids, verdict, undoUntil: now() + undoFor })
      say(verdict.decision, chosen, verdict.templateId)
      lane.push({ do: 'decide', verdict, parts: [{ step, ids }] })
      scatter()
      refill()
      return chosen.length
    },
    /** Gathers what looks like the current item. */
    gather: (): void => {
      const { desk, phase } = seen
      const item = focused(desk)
      if (phase.name !== 'working' || desk.heap || !item?.alike || queued('gather')) return
      lane.push({ do: 'gather', id: item.reviewId })
    },
    scatter,
    skip: (): void => {
      const chosen = chosenOf(seen.desk)
      if (chosen.length === 0) return
      change({ do: 'skip', ids: idsOf(chosen) })
      say('skipped', chosen)
      lane.push({ do: 'release', ids: idsOf(chosen), skip: true })
      refill()
    },
    /** Undoes the newest decision; false if there is none left. */
    undo: (): boolean => {
      const step = undoable(seen.desk, now())
      if (!step) return false
      scatter()
      const ids = idsOf(step.reviews)
      const unsent = lane.drop((job) => job.do === 'decide' && job.parts.some((part) => part.step === step.id))
      change({ do: 'undo', step: step.id })
      if (seen.phase.name === 'paused') show({ phase: { name: 'working' } })
      if (unsent.length > 0) change({ do: 'undone', step, reviews: [], refused: [] })
      else lane.push({ do: 'undo', step, ids })
      say('undone', step.reviews)
      return true
    },
    release: (): void => {
      give('released')
      say('released', [])
    },
    /** The reviewer has been away for long. */
    away: (): void => {
      if (seen.phase.name === 'working' || seen.phase.name === 'loading') give('away')
    },
    /** On a tick: removes decisions that can no longer be undone, and reports expired claims. */
    tick: (): void => {
      change({ do: 'settle', now: now() })
      const until = claims.firstEnd(seen.desk)
      if (seen.phase.name === 'working' && until !== undefined && until <= now()) give('expired')
    },
    /** Milliseconds until the claim expires; undefined if nothing is held. */
    left: (): number | undefined => {
      const until = claims.firstEnd(seen.desk)
      return until === undefined ? undefined : until - now()
    },
    retry: () => lane.retry(),
    dismiss: () => change({ do: 'dismiss' }),
    closeReport: () => show({ report: undefined }),
  }
}
