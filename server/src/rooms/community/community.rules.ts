// Allowed actions on a post, a comment or a topic. Pure.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { contentStates } from '@greenroom/contract/statesAndKinds'

export type ContentState = (typeof contentStates)[number]
export type ContentFacts = {
  state: ContentState
  pinned?: boolean
  /** The audit decision; undefined if it is not audited. */
  auditState?: string | null | undefined
}

/** Allowed, or the reason's text key and the refusal code. */
export type Verdict =
  | true
  | { why: 'shown' | 'hidden' | 'removed' | 'failed' | 'pinned' | 'notPinned' | 'notShown'; code: ErrorCode }

const already = (state: ContentState): Verdict => ({ why: state, code: 20000 })

/**
 * Whether it may change to `to`. Failed content is shown again by changing the audit decision, not here (50002), so that the two never
 * disagree.
 */
export function mayBecome(facts: ContentFacts, to: ContentState): Verdict {
  if (facts.state === to) return already(to)
  if (to === 'shown' && facts.auditState === 'failed') return { why: 'failed', code: 50002 }
  // Content taken down cannot also be hidden.
  if (to === 'hidden' && facts.state === 'removed') return already('removed')
  return true
}

/** Whether it may be pinned or unpinned. Only visible content can be pinned. */
export function mayPin(facts: ContentFacts, pinned: boolean): Verdict {
  if (pinned && facts.pinned) return { why: 'pinned', code: 20000 }
  if (!pinned && !facts.pinned) return { why: 'notPinned', code: 20000 }
  if (pinned && facts.state !== 'shown') return { why: 'notShown', code: 1000002 }
  return true
}

/** A verdict in the form of a row's `can`. */
export const shownVerdict = (verdict: Verdict): true | string => (verdict === true ? true : verdict.why)
