// Building blocks of the sentences about decisions: users with their ids, durations, amounts. Pure; both languages at
// once.
import { isolated } from '../isolated.ts'
import type { payoutAccountKinds } from '../statesAndKinds.ts'
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

/** A name is the same in both languages. */
export function asItIs(name: string): Sentence {
  const safe = isolated(name)
  return { en: safe, cn: safe }
}

/** A name that staff wrote in each language. */
export const titleIn = ({ en, cn }: Sentence): Sentence => ({ en: isolated(en), cn: isolated(cn) })

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
  people.length === 0 ? usersOf(all) : inOne(people.slice(0, 2).map(nameOf).map(asItIs), all, 'people')

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
