// The calls of one queue, as the workbench makes them.
import { auditClaim, auditDecide, auditHeap, auditRelease, auditUndo } from '@greenroom/contract/audits'
import type { Payload } from '@greenroom/contract/call'
import type { ReasonKey } from '@greenroom/contract/reasons'
import type { Outcome } from '../../../actions/action.ts'
import { call, isCancelled, isRefused, Unreachable } from '../../../api/call.ts'
import type { Decision, Review, Verdict } from './queueDesk.ts'
import type { Refusal } from './reduceDesk.ts'

type Kind = Payload<typeof auditClaim>['kind']
type Claim = Omit<Payload<typeof auditClaim>, 'kind'>

export type Calls = {
  claim: (payload: Claim) => Promise<{ reviews: Review[]; more: number }>
  /** `undoUntil` in milliseconds; refusals, except those of one's own identical decision. */
  decide: (ids: string[], verdict: Verdict) => Promise<{ undoUntil: number | undefined; refused: Refusal[] }>
  /** Claims what looks like an item; it comes first. */
  gather: (id: string) => Promise<Review[]>
  undo: (ids: readonly string[]) => Promise<{ reviews: Review[]; refused: Refusal[] }>
  release: (what: { ids?: readonly string[]; skip?: true }) => Promise<void>
}

/** Time-out after which the connection counts as lost. */
const timeoutMs = 20_000

const decidedBy = { passed: 'review.passedBy', failed: 'review.failedBy' } as const satisfies Record<
  Decision,
  ReasonKey
>
/** The refusal of undoing an undecided item. */
const notDecided: ReasonKey = 'review.notDecided'

/** A decision whose answer was lost is sent again: that the caller has already made it is no refusal. */
const isRepeat = ({ code, reason, params }: Refusal, verdict: Verdict, me: string): boolean =>
  code === 20000 && reason === decidedBy[verdict.decision] && params?.['by'] === me

const refusals = (outcomes: readonly Outcome[]): Refusal[] =>
  outcomes
    .filter(({ ok }) => !ok)
    .map(({ id, errorCode, errorMsg, reason, params }) => ({
      id: String(id),
      code: errorCode,
      message: errorMsg ?? '',
      reason,
      params,
    }))

/** No answer, or the server is busy: the call may be retried. */
export const passing = (error: unknown): boolean =>
  error instanceof Unreachable || isCancelled(error) || isRefused(error, 10001, 10008, 10030)

/** `me` is the caller's username. */
export const callsOf = (kind: Kind, me: () => string): Calls => {
  const options = () => ({ signal: AbortSignal.timeout(timeoutMs) })
  return {
    claim: (payload) => call(auditClaim, { kind, ...payload }, options()),
    decide: async (ids, verdict) => {
      const { outcomes, undoUntil } = await call(auditDecide, { kind, ids, ...verdict }, options())
      return {
        undoUntil: Date.parse(undoUntil),
        refused: refusals(outcomes).filter((one) => !isRepeat(one, verdict, me())),
      }
    },
    gather: async (reviewId) => (await call(auditHeap, { kind, reviewId }, options())).reviews,
    undo: async (ids) => {
      const { outcomes, reviews } = await call(auditUndo, { kind, ids: [...ids] }, options())
      // An undo whose answer was lost is sent again, and was already done.
      return { reviews, refused: refusals(outcomes).filter(({ reason }) => reason !== notDecided) }
    },
    release: async ({ ids, skip }) => {
      await call(auditRelease, { kind, ...(ids && { ids: [...ids] }), ...(skip && { skip }) }, options())
    },
  }
}
