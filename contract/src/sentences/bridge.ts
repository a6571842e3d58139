// Decisions about app clients, their secrets and deliveries.
import { sayer } from './say.ts'
import { type Change, changed, type Form, type Sentence } from './words.ts'

const say = sayer('system')

export const clientAdded = (form: Form, { name, endpoint }: { name: string; endpoint: string }): Sentence =>
  endpoint === '' ? say(`clientAdded.${form}`, { name }) : say(`clientAddedTo.${form}`, { name, endpoint })

/** A client that brings the history of an old console. */
export const historyAdded = (form: Form, { name, days }: { name: string; days: number }): Sentence =>
  say(`historyAdded.${form}`, { name, count: days })
export const historyClosed = (name: string): Sentence => say('historyClosed', { name })

export const endpointChanged = (form: Form, details: { name: string; from: string; to: string }): Sentence =>
  say(`endpointChanged.${form}`, { name: details.name, from: details.from || '–', to: details.to || '–' })

export function secretRotated(form: Form, { name, hours }: { name: string; hours: number }): Sentence {
  const previous = hours === 0 ? say('previousEnds') : say('previousStays', { count: hours })
  return say(`secretRotated.${form}`, { name, previous })
}

/** `App client Game enabled`. */
export const clientChanged = (name: string, how: Change): Sentence => changed(say('client'), name, how)

/** Pending commands of the client are dropped. */
export function clientDeleted({ name, waiting }: { name: string; waiting: number }): Sentence {
  const deleted = clientChanged(name, 'deleted')
  return waiting === 0 ? deleted : say('commandsDropped', { deleted, count: waiting })
}

/** A command that changes nothing, to try the endpoint. */
export const clientTested = ({ name, endpoint }: { name: string; endpoint: string }): Sentence =>
  say('clientTested', { name, endpoint })

type Secret = { name: string; hint: string }
/** A secret is identified by its prefix. */
export const secretFetched = ({ name, hint }: Secret): Sentence => say('secretFetched', { hint, name })
export const secretEnded = ({ name, hint }: Secret): Sentence => say('secretEnded', { hint, name })

/** A restored copy delivers nothing until someone enables it. */
export const deliveriesResumed = (count: number): Sentence => say('deliveriesResumed', { count })

/** A command by the name the app knows. */
export const commandSentAgain = ({
  type,
  number,
  client,
}: {
  type: string
  number: string
  client: string
}): Sentence => say('commandSentAgain', { number, type, client })

/** The same for several, as the following message reports it. */
export const commandsSentAgain = (count: number): Sentence => say('commandsSentAgain', { count })

type Held = { type: string; client: string; how: 'replayed' | 'dropped' | number }

/** How a held event ended: taken in, refused by a rule with its code, or dropped by staff. */
export const heldEventEnded = ({ type, client, how }: Held): Sentence =>
  typeof how === 'number'
    ? say('heldEventRefused', { type, client, code: String(how) })
    : say(`heldEvent.${how}`, { type, client })

/** The same for several, as the following message reports it. */
export const heldEventsReplayed = (count: number): Sentence => say('heldEventsReplayed', { count })
export const heldEventsDropped = (count: number): Sentence => say('heldEventsDropped', { count })

/** An error of the front end that staff have seen. */
export const pageErrorKnown = ({ screen, release }: { screen: string; release: string }): Sentence =>
  say('pageErrorKnown', { screen, release })

export const pageErrorsKnown = (count: number): Sentence => say('pageErrorsKnown', { count })
