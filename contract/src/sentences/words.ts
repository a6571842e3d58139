// Building blocks of the sentences about decisions: users with their ids, durations, amounts. Pure; both languages at
// once.
import { isolated } from '../isolated.ts'
import type { payoutAccountKinds } from '../statesAndKinds.ts'
import { made } from './allTexts.ts'
import { amountOf, type Sentence, sayer } from './say.ts'

export { amountOf, type Sentence } from './say.ts'

const say = sayer('list')

/** A user by nickname and id; the nickname may be empty. */
export type Named = { id: number | string; nickname: string }

/** A completed action ("banned") or a requested one ("Ban"). */
export type Form = 'done' | 'request'

/** `Noura2008 (100297)`: the id tells users with the same nickname apart. */
export const nameOf = ({ id, nickname }: Named): string =>
  nickname === '' ? String(id) : `${isolated(nickname)} (${id})`

/** The same as part of a sentence, where the log keeps the nickname apart. */
export function personOf({ id, nickname }: Named): Sentence {
  const whole = nameOf({ id, nickname })
  const word = isolated(nickname)
  const after = whole.slice(word.length)
  return made({ en: whole, cn: whole }, { word: { en: word, cn: word }, subject: `user ${id}`, after })
}

/**
 * A word of a person that is no nickname: a device, a promoter's name. The log keeps it apart.
 *
 * @param subject whose it is, as in the log's targets (`user 7`); without one, that of the entry
 */
export function personal(word: string, subject?: string): Sentence {
  const safe = isolated(word)
  return made({ en: safe, cn: safe }, { word: { en: safe, cn: safe }, subject, after: '' })
}

/** A name is the same in both languages. */
export function asItIs(name: string): Sentence {
  const safe = isolated(name)
  const sentence = { en: safe, cn: safe }
  return made(sentence, { asItIs: sentence })
}

/** A name that staff wrote in each language. */
export function titleIn({ en, cn }: Sentence): Sentence {
  const sentence = { en: isolated(en), cn: isolated(cn) }
  return made(sentence, { asItIs: sentence })
}

/** Stored names: the first few, then a count. */
export const listOf = (names: readonly string[]): Sentence => inOne(names.map(asItIs))

/**
 * The first two, then a count: `a and b`, `a, b and 3 more`. Names inside are isolated. `all` is the number of all where only some are
 * given; Chinese counts each kind of thing with a word of its own.
 */
export function inOne(
  names: readonly Sentence[],
  all = names.length,
  of: 'items' | 'people' | 'payments' = 'items',
): Sentence {
  const [one, other] = names
  if (!one) return asItIs('')
  const more = all - (other ? 2 : 1)
  const first = other ? say(more > 0 ? 'comma' : 'and', { one, other }) : one
  return more > 0 ? say(`more.${of}`, { names: first, more, all }) : first
}

/** The first few users by name, then a count. `all` is the total where only some are named. */
export const namesOf = (people: readonly Named[], all = people.length): Sentence =>
  people.length === 0 ? usersOf(all) : inOne(people.slice(0, 2).map(personOf), all, 'people')

export const usersOf = (count: number): Sentence => say('users', { count })
export const tokensOf = (count: number | bigint): Sentence => say('tokens', { count })

/** `for 24 hours`, `permanently`; whole days from three on. */
export function lengthOf(hours: number): Sentence {
  if (hours === 0) return say('permanently')
  return hours >= 72 && hours % 24 === 0 ? say('days', { count: hours / 24 }) : say('hours', { count: hours })
}

/** Cents as dollars: `$1,250.00`, as on screens. */
export const usdOf = (cents: number | bigint): string => {
  const amount = BigInt(cents)
  return `$${amountOf(amount / 100n)}.${String(amount % 100n).padStart(2, '0')}`
}

/** Where a payout goes, within a sentence. */
export const accountKind = (kind: (typeof payoutAccountKinds)[number]): Sentence => say(`account.${kind}`)

/** A masked field of someone's contacts. */
export const contactField = (field: 'phone' | 'email'): Sentence => say(`contact.${field}`)

/** What happened to a record that staff maintain. */
export type Change = 'added' | 'edited' | 'enabled' | 'disabled' | 'deleted' | 'moved'

/** `Menu Posts moved`; a name may differ by language. */
export const changed = (what: Sentence, name: string | Sentence, how: Change, form: Form = 'done'): Sentence =>
  say(`changed.${how}.${form}`, { what, name })
