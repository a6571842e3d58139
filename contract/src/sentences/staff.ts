// Decisions about accounts of staff and roles.
import { sayer } from './say.ts'
import { type Change, changed, listOf, type Sentence } from './words.ts'

const say = sayer('system')

/** `Account anna disabled`. */
export const accountsChanged = (names: readonly string[], how: Exclude<Change, 'moved'>): Sentence =>
  changed(say('account', { count: names.length }), listOf(names), how)

/** `Password of anna reset`: what belonged to the accounts and was ended. */
export const accountsLost = (names: readonly string[], what: 'password' | 'authenticator' | 'sessions'): Sentence =>
  say(`accountsLost.${what}`, { names: listOf(names) })

type Asked = 'added' | 'edited' | 'enabled' | 'password' | 'authenticator'

/** `Add account anna`, `Reset the password of anna`: what waits for a second member of staff. */
export const accountAsked = (name: string, what: Asked): Sentence =>
  what === 'password' || what === 'authenticator'
    ? say(`accountAsked.${what}`, { name })
    : changed(say('account', { count: 1 }), name, what, 'request')

/** `Edit role Night moderators`. */
export const roleAsked = (name: string): Sentence => changed(say('role', { count: 1 }), name, 'edited', 'request')

/** The code with which accounts set their passwords. */
export const codesFetched = (names: readonly string[]): Sentence => say('codesFetched', { names: listOf(names) })

/** `npm run reset-account`. */
export const accountReset = (name: string): Sentence => say('accountReset', { name })

/** `npm run admit`: a request that nobody else approved. */
export const admitted = (title: Sentence): Sentence => say('admitted', { title })

/** `Role Night moderators edited`. */
export const rolesChanged = (names: readonly string[], how: 'added' | 'edited' | 'deleted'): Sentence =>
  changed(say('role', { count: names.length }), listOf(names), how)
