// Decisions about withdrawals, in one wording.
import type { withdrawalDecisions } from '../statesAndKinds.ts'
import { sayer } from './say.ts'
import { type Form, inOne, type Named, personOf, type Sentence, usdOf } from './words.ts'

const say = sayer('finance')

export type Payment = { user: Named; usdCents: number | bigint }

/** `$20.00 of Mei (42)`. */
const one = ({ user, usdCents }: Payment): Sentence => say('withdrawal', { usd: usdOf(usdCents), name: personOf(user) })

/** The first few of several, and their number. */
const several = (all: readonly Payment[]) => ({
  count: all.length,
  withdrawals: inOne(all.map(one), all.length, 'payments'),
})

export const withdrawalsPassed = (form: Form, all: readonly Payment[]): Sentence =>
  say(`withdrawalsPassed.${form}`, several(all))

export const withdrawalsRefused = (form: Form, all: readonly Payment[]): Sentence =>
  say(`withdrawalsRefused.${form}`, several(all))

export type WithdrawalDecision = (typeof withdrawalDecisions)[number]

/** A decision that takes effect after some seconds. */
export const withdrawalDecided = (verb: WithdrawalDecision, payment: Payment, seconds: number): Sentence =>
  say(`withdrawalDecided.${verb}`, { seconds, withdrawal: one(payment) })

/** What a decision does, as the reviewer reads it. */
export const withdrawalSentForApproval = (payment: Payment): Sentence =>
  say('withdrawalSentForApproval', { withdrawal: one(payment) })

export const withdrawalUndone = (verb: WithdrawalDecision, payment: Payment): Sentence =>
  say(`withdrawalUndone.${verb}`, { withdrawal: one(payment) })

/** The decision was refused when it took effect. */
export const withdrawalNotInEffect = (verb: WithdrawalDecision, payment: Payment): Sentence =>
  say(`withdrawalNotInEffect.${verb}`, { withdrawal: one(payment) })

export const withdrawalsReleased = (form: Form, all: readonly Payment[]): Sentence =>
  say(`withdrawalsReleased.${form}`, several(all))

export const withdrawalsPaid = (all: readonly Payment[]): Sentence => say('withdrawalsPaid', several(all))

export const withdrawalsFailed = (all: readonly Payment[]): Sentence => say('withdrawalsFailed', several(all))

export const withdrawalByHand = (form: Form, payment: Payment): Sentence =>
  say(`withdrawalByHand.${form}`, { withdrawal: one(payment) })

export const withdrawalsClaimed = (claimed: number, before: number): Sentence =>
  say('withdrawalsClaimed', { count: claimed, before })

export const withdrawalsReturned = (count: number, skipped: boolean): Sentence =>
  say(skipped ? 'withdrawalsReturned.skipped' : 'withdrawalsReturned.released', { count })

export const payeeRevealed = ({ user, kind, lastFour }: { user: Named; kind: string; lastFour: string }): Sentence =>
  say('payeeRevealed', { name: personOf(user), kind, lastFour })
