// What is personal in an entry stands apart, in `log.personal`: deleting it there changes nothing that is sealed. The entry keeps a mark in each
// word's place and, by field, the word's salted hash.
import { createHash } from 'node:crypto'
import {
  erased,
  markOf,
  marksIn,
  unmarked,
  type Word,
  withWords,
  wordsApart,
} from '@greenroom/contract/sentences/personalWords'
import type { Sentence } from '@greenroom/contract/sentences/words'
import type { Language } from '../kit/calls/context.ts'
import { newBytes } from '../kit/random.ts'
import { fieldOf, isPersonalField, isPersonalTarget, pointerTo } from './personal.fields.ts'

/** The format of the entries that this version writes; `log.chain.ts` says how each one is hashed. */
export const entryFormat = 1

/** A word of an entry. The field is `content/0`, `target`, `reason`, `ip`, or a JSON pointer that begins with `before` or `after`. */
export type KeptWord = { field: string; subject: string; value: string; salt: Buffer }

/** The parts of an entry that may hold personal words. */
type Parts = { target: string; content: string; reason: string; ip: string; before: unknown; after: unknown }

/** Separates the two languages of a stored text; occurs in no other content. */
const between = '\u001f'

const most = 500
const lineOf = (text: string) => text.replace(/\s*\n\s*/g, ' ').slice(0, most)

/** The stored form: the English line, then the Chinese one, so that a search finds both. */
export const contentOf = (content: Sentence): string => `${lineOf(content.en)}${between}${lineOf(content.cn)}`

/** The line of a stored text in the reader's `language`. */
export function lineIn(content: string, language: Language): string {
  const [en = '', cn = en] = content.split(between)
  return language === 'cn' ? cn : en
}

/** A word is the same in both languages, but for whole titles. */
const valueOf = ({ en, cn }: Sentence): string => (en === cn ? lineOf(en) : contentOf({ en, cn }))

/** SHA-256 over the salt, whose the word is, and the word: `log.hash_of` in SQL. */
const hashOf = ({ salt, subject, value }: KeptWord): string =>
  createHash('sha256').update(salt).update(`${subject}\u0000${value}`).digest('hex')

const saltBytes = 16
const mark = markOf(0)

/** The value with a mark for each text of a personal field. */
function jsonApart(
  value: unknown,
  at: string,
  operation: string,
  keep: (field: string, text: string) => void,
): unknown {
  if (typeof value === 'string') {
    if (value === '' || !isPersonalField({ operation, field: fieldOf(at) })) return unmarked(value)
    keep(at, value)
    return mark
  }
  if (Array.isArray(value)) return value.map((inner, i) => jsonApart(inner, pointerTo(at, String(i)), operation, keep))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, jsonApart(inner, pointerTo(at, key), operation, keep)]),
  )
}

/**
 * An entry without its personal words, and those words with their hashes.
 *
 * @param whose whose address it was made from: `staff 7`; null if an address of staff at work, which stays
 */
export function personalApart(
  entry: {
    operation: string
    target: string
    content: Sentence
    reason: string
    ip: string
    before: unknown
    after: unknown
  },
  whose: string | null,
): { parts: Parts; hashes: Record<string, string> | null; words: KeptWord[] } {
  const words: KeptWord[] = []
  const keep = (field: string, value: string, subject = entry.target) => {
    words.push({ field, subject, value, salt: newBytes(saltBytes) })
  }
  const content = wordsApart(entry.content)
  content.words.forEach(({ text, subject }: Word, number) => keep(`content/${number}`, valueOf(text), subject))
  const [kind = '', rest] = entry.target.split(/ (.*)/s)
  const isApart = rest !== undefined && isPersonalTarget(kind)
  if (isApart) keep('target', rest)
  if (entry.reason !== '') keep('reason', entry.reason)
  if (entry.ip !== '' && whose !== null) keep('ip', entry.ip, whose)
  const json = (part: 'before' | 'after') => jsonApart(entry[part], part, entry.operation, keep)
  const parts = {
    target: isApart ? `${kind} ${mark}` : entry.target,
    content: contentOf(content.sentence),
    reason: entry.reason === '' ? '' : mark,
    ip: entry.ip !== '' && whose !== null ? mark : entry.ip,
    before: json('before'),
    after: json('after'),
  }
  if (words.length === 0) return { parts, hashes: null, words }
  return { parts, hashes: Object.fromEntries(words.map((word) => [word.field, hashOf(word)])), words }
}

/** What a query selects of an entry to show it: `wordsOf` in `log.queries.ts` gives the words. */
type Stored = { words: unknown }
type Words = Readonly<Record<string, string>>

/** The words that are still there, by field. */
const wordsIn = ({ words }: Stored): Words => (words ?? {}) as Words

const shownWord = (words: Words, field: string, language: Language): string => {
  const value = words[field]
  return value === undefined ? erased[language] : lineIn(value, language)
}

/** A stored text for a reader: with its words, or with a note where they are gone. */
export function shownText(
  row: Stored,
  field: 'content' | 'target' | 'reason' | 'ip',
  text: string,
  language: Language,
): string {
  const line = field === 'content' ? lineIn(text, language) : text
  return withWords(line, (number) =>
    shownWord(wordsIn(row), field === 'content' ? `content/${number}` : field, language),
  )
}

/** The row before or after for a reader. */
export function shownJson(row: Stored, field: 'before' | 'after', value: unknown, language: Language): unknown {
  const words = wordsIn(row)
  const show = (inner: unknown, at: string): unknown => {
    if (typeof inner === 'string') return marksIn(inner) ? shownWord(words, at, language) : inner
    if (Array.isArray(inner)) return inner.map((one, i) => show(one, pointerTo(at, String(i))))
    if (inner === null || typeof inner !== 'object') return inner
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, show(one, pointerTo(at, key))]))
  }
  return show(value, field)
}
