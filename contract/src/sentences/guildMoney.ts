// Decisions about guilds' money: commission plans, deductions, payout accounts, requests and payments.
import { isolated } from '../isolated.ts'
import type { payoutAccountKinds } from '../statesAndKinds.ts'
import { sayer } from './say.ts'
import { accountKind, type Change, changed, type Form, type Sentence, usdOf } from './words.ts'

const say = sayer('guilds')

/** A new one has no id yet. */
type Plan = { id?: number | undefined; name: string }

const planName = ({ id, name }: Plan) => (id === undefined ? isolated(name) : `${isolated(name)} (${id})`)

/** `Commission plan Standard (1) edited`. */
export const planChanged = (plan: Plan, how: Change): Sentence => changed(say('plan'), planName(plan), how)

/** `startWeek` is the Monday from which the plan is in force. */
export const planPublished = (form: Form, plan: Plan & { startWeek: string }): Sentence =>
  say(`planPublished.${form}`, { plan: planName(plan), week: plan.startWeek })

export const planWithdrawn = (form: Form, plan: Plan): Sentence =>
  say(`planWithdrawn.${form}`, { plan: planName(plan) })

/** `from` names the guild or the anchor. */
export const deductionAdded = (deduction: { from: string; usdCents: number | bigint; week: string }): Sentence =>
  say('deductionAdded', { usd: usdOf(deduction.usdCents), from: deduction.from, week: deduction.week })

type Sum = { count: number; usdCents: number; week: string }

/** The same amount taken from several. */
export const deductionsAdded = ({ count, usdCents, week }: Sum): Sentence =>
  say('deductionsAdded', { usd: usdOf(usdCents), count, week })

/** Several amounts taken for one chargeback. */
export const chargebackDeducted = ({ count, usdCents, week }: Sum): Sentence =>
  say('chargebackDeducted', { usd: usdOf(usdCents), people: count, week })

/** A request: `usdCents` in total. */
export const deductionsAsked = ({ count, usdCents, week }: Sum): Sentence =>
  say('deductionsAsked', { usd: usdOf(usdCents), people: count, week })

export function deductionsReversed(form: Form, all: readonly { from: string; usdCents: number | bigint }[]): Sentence {
  const [first] = all
  return first && all.length === 1
    ? say(`deductionReversed.${form}`, { usd: usdOf(first.usdCents), from: first.from })
    : say(`deductionsReversed.${form}`, { count: all.length })
}

type Payout = { guild: string; usdCents: number | bigint; week?: string }

export const payoutRequested = ({ guild, usdCents }: Payout): Sentence =>
  say('payoutRequested', { guild, usd: usdOf(usdCents) })

/** `$900.00 for Stars`, or their number and total. */
function payoutsOf(all: readonly Payout[]): Sentence {
  const [first] = all
  if (first && all.length === 1) {
    const { guild, week } = first
    const usd = usdOf(first.usdCents)
    return week === undefined ? say('payout', { usd, guild }) : say('payoutOfWeek', { usd, guild, week })
  }
  const usd = usdOf(all.reduce((total, { usdCents }) => total + BigInt(usdCents), 0n))
  return say('payouts', { count: all.length, usd })
}

export const payoutsDecided = (form: Form, decision: 'agree' | 'refuse', all: readonly Payout[]): Sentence =>
  say(`payoutsDecided.${decision}.${form}`, { payouts: payoutsOf(all) })

export const guildsPaid = (form: Form, all: readonly Payout[]): Sentence =>
  say(`guildsPaid.${form}`, { payouts: payoutsOf(all) })

type Account = { guild: string; kind: (typeof payoutAccountKinds)[number]; lastFour: string }
/** Identified by the last four characters only. */
export const accountChanged = (form: Form, { guild, kind, lastFour }: Account): Sentence =>
  say(`accountChanged.${form}`, { guild, account: accountKind(kind), lastFour })

export const accountRevealed = ({ guild, kind, lastFour }: Account): Sentence =>
  say('accountRevealed', { account: accountKind(kind), lastFour, guild })
