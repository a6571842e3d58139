// Decisions about broadcasting, in one wording.
import { sayer } from './say.ts'
import { lengthOf, type Named, namesOf, type Sentence } from './words.ts'

const say = sayer('live')
/** Decisions on reports use these, too. */
const sayAnywhere = sayer('list')

type Targets = { people: readonly Named[]; all?: number | undefined }
const whoOf = ({ people, all }: Targets): Sentence => namesOf(people, all)

/** Hours 0 is permanent. */
export const forbidden = (targets: Targets & { hours: number }): Sentence =>
  sayAnywhere('forbidden.done', { who: whoOf(targets), length: lengthOf(targets.hours) })

/** The same as a request: `Ban Noura2008 (100297) from broadcasting for 1 hour`. */
export const toForbid = (targets: Targets & { hours: number }): Sentence =>
  sayAnywhere('forbidden.request', { who: whoOf(targets), length: lengthOf(targets.hours) })

export const allowed = (targets: Targets): Sentence => say('allowed', { who: whoOf(targets) })

export const warned = (targets: Targets): Sentence => sayAnywhere('warned.done', { who: whoOf(targets) })
export const toWarn = (targets: Targets): Sentence => sayAnywhere('warned.request', { who: whoOf(targets) })

type Kind = 'live' | 'call'

/** A broadcast or a call that staff ended. */
export const ended = (targets: Targets & { kind: Kind }): Sentence =>
  say(`ended.${targets.kind}`, { who: whoOf(targets) })

/** The same with a broadcast ban of one party; hours 0 is permanent. */
export const endedAndForbidden = ({ kind, person, hours }: { kind: Kind; person: Named; hours: number }): Sentence =>
  say(`endedAndForbidden.${kind}`, { ban: forbidden({ people: [person], hours }) })
