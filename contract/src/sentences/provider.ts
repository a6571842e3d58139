// Decisions about the identity provider, and what it tells.
import { sayer } from './say.ts'
import type { Form, Sentence } from './words.ts'

const sayLog = sayer('log')
const say = sayer('system')

type By = { name: string; provider: string }

export const loggedInByProvider = (by: By): Sentence => sayLog('loggedInByProvider', by)
export const loggedOutByProvider = (by: By): Sentence => sayLog('loggedOutByProvider', by)
export const accountLinked = (by: By, how: 'linked' | 'unlinked'): Sentence => sayLog(`accountLinked.${how}`, by)

export const providerChanged = (form: Form | 'removed', name: string): Sentence =>
  say(`providerChanged.${form}`, { name })
export const providerTested = (name: string, how: 'well' | 'problem'): Sentence =>
  say(`providerTested.${how}`, { name })

type Mapping = { group: string; role: string }
export const groupMapped = (form: Form, mapping: Mapping): Sentence => say(`groupMapped.${form}`, mapping)
export const groupUnmapped = (mapping: Mapping): Sentence => say('groupUnmapped', mapping)

/** An account has other roles, since it is in other groups. */
export const rolesByGroups = (name: string): Sentence => say('rolesByGroups', { name })
