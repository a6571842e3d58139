// Decisions about submissions and reports, in one wording: for toasts, undo and the operation log.

import type { itemKinds, reportActions } from '../statesAndKinds.ts'
import { forbidden, toForbid, toWarn, warned } from './live.ts'
import { sayer } from './say.ts'
import { banned } from './users.ts'
import { type Change, changed, type Named, namesOf, personOf, type Sentence, titleIn } from './words.ts'

const say = sayer('audits')

type Targets = { people: readonly Named[]; all?: number | undefined }
type Kind = (typeof itemKinds)[number]

/** Without a kind: several kinds. */
type Item = Targets & { kind?: Kind | undefined }

const kindOf = ({ kind }: Item): Sentence => say(`kind.${kind ?? 'several'}`)
const whoOf = ({ people, all }: Targets): Sentence => namesOf(people, all)

/** What was decided; `why` is the title of a fail's reason. */
type Decided = Item & { decision: 'passed' | 'failed'; why?: Sentence | undefined }

const because = (decision: Sentence, why: Sentence | undefined): Sentence =>
  why ? say('because', { decision, why: titleIn(why) }) : decision

/** `Photo of Noura2008 (100297) failed: Minor`; several of one kind are counted by owner. */
export const itemDecided = (item: Decided): Sentence =>
  because(say(`itemDecided.${item.decision}`, { kind: kindOf(item), who: whoOf(item) }), item.why)

/** Left to other reviewers. */
export const itemSkipped = (item: Item): Sentence => say('itemSkipped', { kind: kindOf(item), who: whoOf(item) })

/** A second review records whether two reviewers agree, and changes nothing. */
export const itemReviewedAgain = (item: Decided): Sentence =>
  because(say(`itemReviewedAgain.${item.decision}`, { kind: kindOf(item), who: whoOf(item) }), item.why)

/** The item is pending again. */
export const itemUndone = (item: Item): Sentence => say('itemUndone', { kind: kindOf(item), who: whoOf(item) })

type Action = (typeof reportActions)[number]

const banKinds = { 'ban ID': 'id', 'ban device': 'device', 'ban both': 'both' } as const

/** What was done to a reported user; undefined if nothing was. */
function punished(person: Named, action: Action, hours: number): Sentence | undefined {
  const people = [person]
  if (action === 'nothing') return undefined
  if (action === 'warn') return warned({ people })
  if (action === 'forbid') return forbidden({ people, hours })
  return banned('done', { people, kind: banKinds[action], hours })
}

type Closing = { person: Named; count: number; action: Action; hours: number }

/** `Loud (64) banned for 24 hours; 2 reports closed`. Hours 0 is permanent. */
export function reportsClosed({ person, count, action, hours }: Closing): Sentence {
  const done = punished(person, action, hours)
  return done
    ? say('reportsClosedWith', { punished: done, count })
    : say('reportsClosed', { count, who: personOf(person) })
}

/** The same as a question before the decision. */
export function reportsToClose({ person, count, action, hours }: Closing): Sentence {
  const people = [person]
  if (action === 'nothing') return say('reportsToClose', { count, who: personOf(person) })
  const punish =
    action === 'warn'
      ? toWarn({ people })
      : action === 'forbid'
        ? toForbid({ people, hours })
        : banned('request', { people, kind: banKinds[action], hours })
  return say('reportsToCloseWith', { punish, count })
}

/** One of the reports, for the log. */
export function reportClosed(closed: { person: Named; action: Action; isFalse: boolean }): Sentence {
  const who = personOf(closed.person)
  return closed.isFalse ? say('reportFalse', { who }) : say(`reportClosed.${closed.action}`, { who })
}

/** The reports are pending again, and the resulting ban is lifted. */
export const reportsUndone = ({ person, count }: { person: Named; count: number }): Sentence =>
  say('reportsUndone', { count, who: personOf(person) })

type Queue = Kind | 'report'

/** `12 items claimed from the photo queue, 3 already held`. */
export function itemsClaimed({ kind, claimed, before }: { kind: Queue; claimed: number; before: number }): Sentence {
  const sentence = say('itemsClaimed', { count: claimed, queue: say(`kind.${kind}`) })
  return before === 0 ? sentence : say('alreadyHeld', { claimed: sentence, before })
}

/** Items that a reviewer no longer holds. */
export const itemsReleased = ({ kind, count, skipped }: { kind: Queue; count: number; skipped: boolean }): Sentence =>
  say(skipped ? 'itemsSkipped' : 'itemsReleased', { count, queue: say(`kind.${kind}`) })

/** A reviewer's display settings. */
export const displayChosen = ({ view, pageItems }: { view: 'grid' | 'single'; pageItems: number }): Sentence =>
  say(`displayChosen.${view}`, { items: pageItems })

/** `Reason template Nudity enabled`; its title in both languages. */
export const templateChanged = (title: Sentence, how: Change): Sentence => changed(say('template'), titleIn(title), how)
