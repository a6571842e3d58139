// What the sentences about decisions are made of: people with their ids, lengths, amounts. Pure; both languages at once.

/** One decision, told in both languages. */
export type Sentence = { en: string; cn: string }

/** A person by nickname and id; the nickname may be empty. */
export type Named = { id: number | string; nickname: string }

/** What has been done ("banned"), or what is asked for ("Ban"). */
export type Form = 'done' | 'asked'

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** The text, kept apart where it runs from right to left: it must not turn the id and the words around it. */
const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

/** `Noura2008 (100297)`, so that two of one nickname are never taken for each other. */
export const nameOf = ({ id, nickname }: Named): string =>
  nickname === '' ? String(id) : `${isolated(nickname)} (${id})`

const named = 2

/** The first few names, the rest by number: `a and b`, `a, b and 3 more`. `unit` is the Chinese word for each. */
export function listOf(all: readonly string[], count = all.length, unit = '项'): Sentence {
  const names = all.slice(0, named)
  const more = count - names.length
  return {
    en: more > 0 ? `${names.join(', ')} and ${more} more` : names.join(' and '),
    cn: names.join('、') + (more > 0 ? ` 等 ${count} ${unit}` : ''),
  }
}

/** The first few people by name, the rest by number. `all` is how many there are where only some are named. */
export function namesOf(people: readonly Named[], all = people.length): Sentence {
  const names = people.slice(0, named).map(nameOf)
  if (names.length === 0) return { en: `${all} users`, cn: `${all} 位用户` }
  return listOf(names, all, '人')
}

/** `for 24 hours`, `permanently`; whole days from three on. */
export function lengthOf(hours: number): Sentence {
  if (hours === 0) return { en: 'permanently', cn: '永久' }
  const days = hours >= 72 && hours % 24 === 0
  const count = days ? hours / 24 : hours
  const unit = days ? 'day' : 'hour'
  return { en: `for ${count} ${unit}${count === 1 ? '' : 's'}`, cn: `${count} ${days ? '天' : '小时'}` }
}

const grouped = new Intl.NumberFormat('en-US')
/** `250,000`, alike in both languages. */
export const amountOf = (amount: number | bigint): string => grouped.format(amount)

/** The one of the two forms. */
export const inForm = (form: Form, done: Sentence, asked: Sentence): Sentence => (form === 'done' ? done : asked)
