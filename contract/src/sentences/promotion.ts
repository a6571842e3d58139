// Decisions about promoters, channels and landing pages, in one wording.
import type { payoutAccountKinds, priceModels } from '../statesAndKinds.ts'
import { sayer } from './say.ts'
import {
  accountKind,
  type Change,
  changed,
  type Form,
  inOne,
  listOf,
  personal,
  type Sentence,
  tokensOf,
} from './words.ts'

const say = sayer('promotion')

type Named = { name: string }
const namesOf = (rows: readonly Named[]) => listOf(rows.map(({ name }) => name))

/** `Channel TikTok spring edited`. */
export const channelsChanged = (rows: readonly Named[], how: Change, form: Form = 'done'): Sentence =>
  changed(say('channel', { count: rows.length }), namesOf(rows), how, form)

/** `Terms of channel TikTok spring changed from 2026-11-20 on`. */
export const termsChanged = ({ name, fromDay }: Named & { fromDay: string }): Sentence =>
  say('termsChanged', { name, from: fromDay })

export const promotersChanged = (rows: readonly Named[], how: Change): Sentence =>
  changed(say('promoter', { count: rows.length }), inOne(rows.map(({ name }) => personal(name))), how)

type Account = { promoter: string; kind: (typeof payoutAccountKinds)[number]; lastFour: string }

/** `Promoter KolHub is paid to bank account … 1234`. */
export const promoterAccountChanged = (form: Form, { promoter, kind, lastFour }: Account): Sentence =>
  say(`promoterAccountChanged.${form}`, { promoter, account: accountKind(kind), lastFour })

export const promoterAccountRevealed = ({ promoter, kind, lastFour }: Account): Sentence =>
  say('promoterAccountRevealed', { promoter, account: accountKind(kind), lastFour })

type Benefit = Named & { tokens: number; freeMinutes: number; budgetTokens: number }

/** Tokens, free minutes or both. */
function benefitOf({ tokens, freeMinutes }: Benefit): Sentence {
  if (freeMinutes === 0) return tokensOf(tokens)
  const minutes = say('freeMinutes', { count: freeMinutes })
  return tokens === 0 ? minutes : say('tokensAndMinutes', { tokens: tokensOf(tokens), minutes })
}

/** `Give new users 200 tokens and 5 free minutes, 20,000 tokens in total: Spring welcome`. */
export const benefitChanged = (form: Form, benefit: Benefit): Sentence =>
  say(`benefitChanged.${form}`, {
    name: benefit.name,
    benefit: benefitOf(benefit),
    budget: tokensOf(benefit.budgetTokens),
  })

export const benefitsStopped = (rows: readonly Named[], form: Form = 'done'): Sentence =>
  say(`benefitsStopped.${form}`, { names: namesOf(rows) })

type Settled = { promoter: string; model: (typeof priceModels)[number]; month: string }
const settlementOf = ({ promoter, model, month }: Settled): Sentence =>
  say('settlement', { promoter, model: say(`model.${model}`), month })

/** `Settlement of KolHub (CPA, 2026-10) frozen`. */
export const settlementsChanged = (
  how: 'frozen' | 'reopened' | 'approved' | 'paid',
  rows: readonly Settled[],
  form: Form = 'done',
): Sentence => say(`settlementsChanged.${how}.${form}`, { settlements: inOne(rows.map(settlementOf)) })

/** `Landing page Spring edited`. */
export const landingsChanged = (rows: readonly Named[], how: Change): Sentence =>
  changed(say('landing', { count: rows.length }), namesOf(rows), how)

/** What a landing page shows from now on. */
export function landingPublished(page: Named & { a: number; b: number | null; shareB: number }): Sentence {
  const { name } = page
  const version = String(page.a)
  return page.b === null
    ? say('landingPublished', { name, version })
    : say('landingTested', { name, version, other: String(page.b), percent: page.shareB })
}

export const landingUnpublished = ({ name }: Named): Sentence => say('landingUnpublished', { name })
