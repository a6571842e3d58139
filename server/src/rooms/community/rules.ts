// What may be done about a post, a comment or a topic. Pure.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { contentStates } from '@greenroom/contract/words'

export type ContentState = (typeof contentStates)[number]
export type Standing = {
  state: ContentState
  pinned?: boolean
  /** What the auditors say of it; undefined where nobody audits it. */
  auditState?: string | null | undefined
}

/** Yes, or why not: the key of a text of the web, and the code that refuses it. */
export type Verdict =
  | true
  | { why: 'shown' | 'hidden' | 'removed' | 'failed' | 'pinned' | 'notPinned' | 'notShown'; code: ErrorCode }

const already = (state: ContentState): Verdict => ({ why: state, code: 20000 })

/**
 * Whether it may become `to`. What an auditor failed is shown again by changing that decision, not here (50002), so that
 * the two never disagree.
 */
export function mayBecome(standing: Standing, to: ContentState): Verdict {
  if (standing.state === to) return already(to)
  if (to === 'shown' && standing.auditState === 'failed') return { why: 'failed', code: 50002 }
  // What is taken down is not hidden besides.
  if (to === 'hidden' && standing.state === 'removed') return already('removed')
  return true
}

/** Whether it may be pinned, or let go. Only what people see can stand above the rest. */
export function mayPin(standing: Standing, pinned: boolean): Verdict {
  if (pinned && standing.pinned) return { why: 'pinned', code: 20000 }
  if (!pinned && !standing.pinned) return { why: 'notPinned', code: 20000 }
  if (pinned && standing.state !== 'shown') return { why: 'notShown', code: 1000002 }
  return true
}

/** A verdict as rows carry it. */
export const shownVerdict = (verdict: Verdict): true | string => (verdict === true ? true : verdict.why)
