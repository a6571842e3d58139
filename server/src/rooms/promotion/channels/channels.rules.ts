// Terms of channels, and hints of fraud (docs/promotion.md, Hints). Pure.
import type { channelHints } from '@greenroom/contract/statesAndKinds'

type Model = 'CPA' | 'CPS' | 'fixed'

/** The model's field; the other one is 0, to avoid misreading it as a price. */
export const priced = (model: Model, sent: { priceCents?: number | undefined; shareBp?: number | undefined }) => ({
  priceCents: model === 'CPS' ? 0n : BigInt(sent.priceCents ?? 0),
  shareBp: model === 'CPS' ? (sent.shareBp ?? 0) : 0,
})

/** The field that a model requires but was not sent. */
export const missingPrice = (
  model: Model,
  sent: { priceCents?: number | undefined; shareBp?: number | undefined },
): 'priceCents' | 'shareBp' | null => {
  if (model === 'CPS') return sent.shareBp === undefined ? 'shareBp' : null
  return sent.priceCents === undefined ? 'priceCents' : null
}

export type HintKind = (typeof channelHints)[number]
export type Hint = {
  hint: HintKind
  value: string
  people: number
  of: number
  shareBp: number
  othersBp: number | null
}

/** Below this many registrations a share is meaningless. */
const leastPeople = 20
/** Share of a channel's registrations from which one address block or device model is suspicious. */
const blockBp = 1_500
const modelBp = 5_000
const noSessionBp = 3_000

export type Facts = {
  registrations: number
  /** The largest group of each kind. */
  block: { value: string; people: number } | null
  model: { value: string; people: number } | null
  /** Registered a day ago or earlier, and were never online. */
  noSession: number
  /** Registrations whose next day is over, and how many of them returned: of the channel, and of all others. */
  cohort: { registrations: number; returned: number }
  others: { registrations: number; returned: number }
}

const part = (people: number, of: number) => (of === 0 ? 0 : Math.floor((people * 10_000) / of))

/** Hints, strongest first. */
export function hintsOf(facts: Facts): Hint[] {
  const { registrations: all, cohort, others } = facts
  const hints: Hint[] = []
  const add = (hint: HintKind, value: string, people: number, of: number, from: number) => {
    const shareBp = part(people, of)
    if (of >= leastPeople && shareBp >= from) hints.push({ hint, value, people, of, shareBp, othersBp: null })
  }
  if (facts.block) add('block', facts.block.value, facts.block.people, all, blockBp)
  if (facts.model) add('model', facts.model.value, facts.model.people, all, modelBp)
  add('noSession', '', facts.noSession, all, noSessionBp)
  const [own, theirs] = [part(cohort.returned, cohort.registrations), part(others.returned, others.registrations)]
  // Below half of the other channels' rate, with enough users on both sides.
  if (cohort.registrations >= leastPeople && others.registrations >= leastPeople && own * 2 < theirs)
    hints.push({
      hint: 'lowReturn',
      value: '',
      people: cohort.registrations - cohort.returned,
      of: cohort.registrations,
      shareBp: own,
      othersBp: theirs,
    })
  return hints.toSorted((a, b) => b.shareBp - a.shareBp)
}
