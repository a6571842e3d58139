// Sentences about approvals.
import { sayer } from './say.ts'
import type { Sentence } from './words.ts'

const say = sayer('approvals')

type End = 'requested' | 'approved' | 'refused' | 'cancelled' | 'lapsed' | 'failed' | 'pending'

/** The decision on a request: `Approved: Grant 250,000 tokens to …`. */
export const approvalEnded = (how: End, title: Sentence): Sentence => say(`approvalEnded.${how}`, { title })

/** A request that its maker applied alone during set-up, and that stays marked as such. */
export const doneInSetup = (title: Sentence): Sentence => say('doneInSetup', { title })

type Verb = 'approve' | 'refuse'

/** A decision that takes effect after some seconds. */
export const approvalDecided = (verb: Verb, title: Sentence, seconds: number): Sentence =>
  say(`approvalDecided.${verb}`, { seconds, title })

export const approvalUndone = (verb: Verb, title: Sentence): Sentence => say(`approvalUndone.${verb}`, { title })

/** The decision was refused when it took effect. */
export const approvalNotInEffect = (verb: Verb, title: Sentence): Sentence =>
  say(`approvalNotInEffect.${verb}`, { title })

/** A checker's question to a request's maker, or the answer. */
export const approvalDiscussed = (how: 'asked' | 'answered', title: Sentence): Sentence =>
  say(`approvalDiscussed.${how}`, { title })
