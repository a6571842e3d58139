// Which words of a sentence are personal: the log keeps them apart, so that they can be erased and the sealed entry stays as it is. Numbers of
// users stay in the sentence. A nickname is always personal (`personOf`), and so is what `personal` says; what else a param brings is
// declared here by room and param.

import { originOf, type Room, type Sentence } from './allTexts.ts'
import { type Param, rendered, sayer, shown } from './say.ts'

/**
 * `personal`: names, contacts, addresses, devices and free texts of people. `plain`: numbers, states, and names that staff give to things
 * and accounts. `inherited`: as the param that the sentence is given for; personal where it is given for none. A sentence within another
 * has its own declarations.
 */
type Kind = 'personal' | 'plain' | 'inherited'

const plain = (...names: string[]): Record<string, Kind> => Object.fromEntries(names.map((name) => [name, 'plain']))
const personal = (...names: string[]): Record<string, Kind> =>
  Object.fromEntries(names.map((name) => [name, 'personal']))
const inherited = (...names: string[]): Record<string, Kind> =>
  Object.fromEntries(names.map((name) => [name, 'inherited']))

/** By room and param; `key param` is about the texts that begin with this key only. */
export const paramKinds: Readonly<Record<Room, Readonly<Record<string, Kind>>>> = {
  // A title comes from the request, as text.
  approvals: { ...personal('title'), ...plain('seconds') },
  audits: {
    ...personal('who'),
    ...plain('count', 'kind', 'queue', 'decision', 'why', 'claimed', 'before', 'items', 'punished', 'punish'),
  },
  community: { ...personal('who'), ...plain('count', 'what', 'names', 'topics') },
  finance: {
    ...personal('who', 'lastFour', 'payee', 'owner'),
    ...plain('count', 'name', 'names', 'usd', 'usdt', 'tokens', 'id', 'orders', 'account', 'kind', 'chain', 'batch'),
    ...plain('withdrawal', 'withdrawals', 'purchase', 'purchases', 'added', 'removed', 'gateway', 'month', 'format'),
    ...plain('seconds', 'stock', 'batches', 'number', 'before', 'deposit', 'times', 'paid', 'failed', 'part'),
  },
  guilds: {
    ...plain('who', 'guild', 'count', 'usd', 'from', 'to', 'week', 'plan', 'account', 'payouts', 'parent', 'people'),
    ...plain('names', 'field'),
    ...personal('leader', 'lastFour', 'deductionAdded from', 'deductionReversed from'),
  },
  indicators: plain('name', 'days', 'note', 'from', 'to'),
  list: {
    ...plain('count', 'what', 'name', 'length', 'more', 'all'),
    ...inherited('who', 'names', 'one', 'other'),
  },
  live: { ...personal('who'), ...plain('ban') },
  log: {
    ...personal('ip', 'phone', 'address'),
    ...plain(
      'name',
      'who',
      'count',
      'attempts',
      'list',
      'provider',
      'purpose',
      'guild',
      'username',
      'state',
      'format',
      'operation',
      'total',
    ),
    ...plain('picture', 'width', 'height'),
    ...personal('passkey'),
  },
  official: plain('count', 'name', 'gift', 'tokens', 'from', 'placements', 'position'),
  promotion: {
    ...personal('promoter'),
    ...plain(
      'name',
      'names',
      'from',
      'account',
      'benefit',
      'budget',
      'tokens',
      'minutes',
      'count',
      'settlements',
      'model',
    ),
    ...plain('month', 'version', 'other', 'percent'),
    ...personal('lastFour'),
  },
  system: {
    ...personal('title', 'value', 'phone', 'file', 'address'),
    ...plain(
      'id',
      'way',
      'paramAdded value',
      'name',
      'group',
      'role',
      'names',
      'count',
      'key',
      'from',
      'to',
      'endpoint',
      'previous',
      'deleted',
      'hint',
    ),
    ...plain(
      'type',
      'number',
      'client',
      'code',
      'screen',
      'release',
      'operation',
      'decided',
      'total',
      'thing',
      'step',
      'entries',
    ),
    ...plain('app', 'build', 'scene'),
  },
  'topup-agents': { ...personal('who'), ...plain('tokens') },
  users: {
    ...personal('who', 'id', 'names', 'user'),
    ...plain(
      'number',
      'tokens',
      'sum',
      'count',
      'flag',
      'field',
      'maker',
      'done',
      'users',
      'length',
      'people',
      'devices',
    ),
  },
}

/** How a param of a text is declared; undefined if it is not. */
export function kindOf(room: Room, key: string, param: string): Kind | undefined {
  const kinds = paramKinds[room]
  const special = Object.keys(kinds).find((name) => {
    const [start = '', of] = name.split(' ')
    return of === param && key.startsWith(start)
  })
  return kinds[special ?? param]
}

/** A word that is kept apart, and whose it is; without a subject, that of the entry. */
export type Word = { text: Sentence; subject: string | undefined }

/** Stand where the words were: characters that no text has, since Unicode gives them to nobody. */
const firstMark = 0xfdd0
const marks = 32
const marked = /[\ufdd0-\ufdef]/g

/** The mark of the word with this number. */
export const markOf = (number: number): string => String.fromCharCode(firstMark + number)

/** A text that can't be taken for one with marks. */
export const unmarked = (text: string): string => text.replace(marked, '')

/** Whether there is a mark in the text. */
export const marksIn = (text: string): boolean => text.search(marked) >= 0

/** Stands where a word was erased. */
export const erased: Sentence = sayer('log')('erased')

/** A text with its words in their places. */
export const withWords = (text: string, wordAt: (number: number) => string): string =>
  text.replace(marked, (mark) => wordAt(mark.charCodeAt(0) - firstMark))

type Language = keyof Sentence

/** Collects words; both languages name the same ones. */
function collector() {
  const words: Word[] = []
  const numbers = new Map<Param, number>()
  /** @param same what brought the word, in either language */
  const apart = (same: Param, word: Word): string => {
    const known = numbers.get(same)
    if (known !== undefined) return markOf(known)
    // Nobody reads a sentence that names more.
    if (words.length === marks) return '…'
    numbers.set(same, words.push(word) - 1)
    return markOf(words.length - 1)
  }
  return { words, apart }
}

/** A sentence with marks in the places of its personal words, and those words. */
export function wordsApart(sentence: Sentence): { sentence: Sentence; words: Word[] } {
  const { words, apart } = collector()
  const textOf = (param: Param | undefined, language: Language, kind: Kind): string => {
    const whole = () => {
      const text = (of: Language) => unmarked(shown(param, of))
      if (param === undefined || kind === 'plain' || text(language) === '') return text(language)
      return apart(param, { text: { en: text('en'), cn: text('cn') }, subject: undefined })
    }
    if (typeof param === 'number' || typeof param === 'bigint') return shown(param, language)
    const origin = typeof param === 'object' ? originOf(param) : undefined
    if (param === undefined || origin === undefined || 'asItIs' in origin) return whole()
    if ('word' in origin) {
      const { word, subject, after } = origin
      return (word[language] === '' ? '' : apart(param, { text: word, subject })) + after
    }
    const { room, key, params } = origin
    return rendered(room, key, params, language, (inner, _, name) => {
      const own = kindOf(room, key, name) ?? 'personal'
      return textOf(inner, language, own === 'inherited' ? kind : own)
    })
  }
  return { sentence: { en: textOf(sentence, 'en', 'personal'), cn: textOf(sentence, 'cn', 'personal') }, words }
}
