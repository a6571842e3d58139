// Decisions about accounts of staff and roles.
import { sayer } from './say.ts'
import { type Change, changed, listOf, type Sentence } from './words.ts'

const say = sayer('system')

/** `Account anna disabled`. */
export const accountsChanged = (names: readonly string[], how: Exclude<Change, 'moved'>): Sentence =>
  changed(say('account', { count: names.length }), listOf(names), how)

/** `Password of anna reset`: what belonged to the accounts and was ended. */
export const accountsLost = (
  names: readonly string[],
  what: 'password' | 'authenticator' | 'sessions' | 'invitation',
): Sentence => say(`accountsLost.${what}`, { names: listOf(names) })

type Asked = 'added' | 'edited' | 'enabled' | 'password' | 'authenticator' | 'confirmed'

/** `Add account anna`, `Reset the password of anna`: what waits for a second member of staff. */
export const accountAsked = (name: string, what: Asked): Sentence =>
  what === 'password' || what === 'authenticator' || what === 'confirmed'
    ? say(`accountAsked.${what}`, { name })
    : changed(say('account', { count: 1 }), name, what, 'request')

/** `Edit role Night moderators`. */
export const roleAsked = (name: string): Sentence => changed(say('role', { count: 1 }), name, 'edited', 'request')

/** The code with which accounts set their passwords. */
export const codesFetched = (names: readonly string[]): Sentence => say('codesFetched', { names: listOf(names) })

/** `npm run reset-account`. */
export const accountReset = (name: string): Sentence => say('accountReset', { name })

/** An administrator begins to look as a role or an account would, or stops. */
export const seesAs = (name: string, what: 'role' | 'account' | 'ended'): Sentence => say(`seesAs.${what}`, { name })

/** Set-up is over: these two decide from now on. */
export const setupEnded = (names: readonly string[]): Sentence => say('setupEnded', { names: listOf(names) })

/** An account that was given rights alone during set-up, when that ends. */
export const rightsWithheld = (name: string): Sentence => say('rightsWithheld', { name })

export const accountsConfirmed = (name: string): Sentence => say('accountConfirmed', { name })

/** `npm run admit`: a request that nobody else approved. */
export const admitted = (title: Sentence): Sentence => say('admitted', { title })

/** `Role Night moderators edited`. */
export const rolesChanged = (names: readonly string[], how: 'added' | 'edited' | 'deleted'): Sentence =>
  changed(say('role', { count: names.length }), listOf(names), how)
