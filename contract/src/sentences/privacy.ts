// Decisions about a person's data. What is erased is named by its number alone.
import { sayer } from './say.ts'
import { type Form, type Named, personOf, type Sentence } from './words.ts'

const say = sayer('users')

/** `Delete Noura2008 (100297)`. */
export const deletionAsked = (form: Form, person: Named): Sentence =>
  say(`deletionAsked.${form}`, { user: personOf(person) })
export const deletionEnded = (person: Named): Sentence => say('deletionEnded', { user: personOf(person) })
export const personErased = (userId: bigint | number): Sentence => say('personErased', { number: String(userId) })
/** `Data of user 100297`: what an archive is called. */
export const archiveOf = (userId: bigint | number): Sentence => say('archiveOf', { number: String(userId) })
/** `Archive of user 100297 asked for`. */
export const archiveMade = (userId: bigint | number): Sentence => say('archiveMade', { number: String(userId) })
export const personHeld = (person: Named, how: 'begun' | 'ended'): Sentence =>
  say(`personHeld.${how}`, { user: personOf(person) })
