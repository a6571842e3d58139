// The operation log's sentences about what users do with their own accounts.
import type { StaffLanguage } from '../languages.ts'
import type { guessKinds } from '../statesAndKinds.ts'
import { sayer } from './say.ts'
import { type Sentence, titleIn } from './words.ts'

const say = sayer('log')

export const loggedIn = (name: string): Sentence => say('loggedIn', { name })
export const staffLoggedOut = (name: string): Sentence => say('loggedOut', { name })

/** A session, by its last IP address. */
export const sessionEnded = ({ username, ip }: { username: string; ip: string }): Sentence =>
  say('sessionEnded', { name: username, ip })

export const passwordChanged = (name: string): Sentence => say('passwordChanged', { name })
export const passwordSetByCode = (name: string): Sentence => say('passwordSetByCode', { name })
export const passwordSetByLink = (name: string): Sentence => say('passwordSetByLink', { name })
export const languageChosen = (name: string, language: StaffLanguage): Sentence =>
  say(`languageChosen.${language}`, { name })
/** A recovery code in place of a lost factor. */
export const recoveryCodeUsed = (name: string): Sentence => say('recoveryCodeUsed', { name })
export const recoveryCodesMade = (name: string): Sentence => say('recoveryCodesMade', { name })
/** `passkey`: what its holder calls it. */
export const passkeyAdded = (name: string, passkey: string): Sentence => say('passkeyAdded', { name, passkey })
export const passkeyRenamed = (name: string, passkey: string): Sentence => say('passkeyRenamed', { name, passkey })
export const passkeyRemoved = (name: string, passkey: string): Sentence => say('passkeyRemoved', { name, passkey })
export const holderProved = (name: string): Sentence => say('holderProved', { name })
export const authenticatorRemoved = (name: string): Sentence => say('authenticatorRemoved', { name })
/** `phone` is masked. */
export const ownPhoneChanged = (name: string, phone: string): Sentence => say('ownPhoneChanged', { name, phone })
export const mailCodeSent = (name: string, address: string): Sentence => say('mailCodeSent', { name, address })
export const ownMailChanged = (name: string, address: string): Sentence => say('ownMailChanged', { name, address })
export const ownMailRemoved = (name: string): Sentence => say('ownMailRemoved', { name })
export const toldChosen = (name: string): Sentence => say('toldChosen', { name })
export const pushTurned = (name: string, what: 'on' | 'off'): Sentence => say(`push.${what}`, { name })
export const sessionsEnded = (name: string, count: number): Sentence => say('sessionsEnded', { name, count })
export const authenticatorBound = (name: string): Sentence => say('authenticatorBound', { name })

/** After too many failures; without a name, no account has the typed name. */
export function accountFrozen(details: { username: string | undefined; minutes: number; failures: number }): Sentence {
  const { username, minutes, failures } = details
  const who = username === undefined ? say('unknownAccount') : say('account', { name: username })
  return say('accountFrozen', { who, count: minutes, attempts: say('failed', { count: failures }) })
}

/** `username`: undefined for strangers. */
export const guessesStopped = (kind: (typeof guessKinds)[number], username: string | undefined): Sentence =>
  say(`guessesStopped.${kind}`, {
    who: username === undefined ? say('visitor') : say('account', { name: username }),
  })

/** `View Banned in Brazil of Users saved`; `list` is the list's name. */
export const viewChanged = ({ name, list }: { name: string; list: Sentence }, how: 'saved' | 'deleted'): Sentence =>
  say(`viewChanged.${how}`, { name, list: titleIn(list) })

type Purpose = 'register' | 'login' | 'withdraw' | 'reset'

/** `phone` is masked. */
export function codeSent(details: { purpose: Purpose; phone: string; failed?: true }): Sentence {
  const purpose = say(`purpose.${details.purpose}`)
  return say(details.failed ? 'codeNotSent' : 'codeSent', { purpose, phone: details.phone })
}

/** A guild with the account of its leader. */
export const guildRegistered = ({ guild, username }: { guild: string; username: string }): Sentence =>
  say('guildRegistered', { guild, username })
