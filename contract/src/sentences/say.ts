// A sentence is a key of its room's texts (`sentences` in contract/texts/<language>/<room>.json) and params. The log
// stores it in both languages; a page has the texts of its reader's language only.

import { isolated } from '../isolated.ts'
import { inBoth, made, type Room, type Sentence, spoken, textIn } from './allTexts.ts'
import type * as english from './english.ts'

export type { Sentence } from './allTexts.ts'

type Language = keyof Sentence

/** A text with plural forms is asked for without the form. */
type Base<K extends string> = K extends `${infer B}_one` | `${infer B}_other` ? B : K
type Keys<T> = T extends string
  ? never
  : { [K in keyof T & string]: T[K] extends string ? Base<K> : `${K}.${Keys<T[K]>}` }[keyof T & string]
type Key<R extends Room> = Keys<(typeof english)[R]['sentences']>

/** A name, which is isolated; a number, which is grouped (an id is given as a text); a part that is a sentence itself. */
export type Param = string | number | bigint | Sentence
type Params = Readonly<Record<string, Param>>

const grouped = new Intl.NumberFormat('en-US')
/** `250,000`, the same in both languages. */
export const amountOf = (amount: number | bigint): string =>
  amount >= 0 && amount < 1_000 ? String(amount) : grouped.format(amount)

/** Text, or a param's name; `lower`: a noun that would begin a sentence stands inside one. */
type Piece = string | { name: string; lower: boolean }
/** A text taken apart, with its plural forms if it has any. */
type Text = { plain: readonly Piece[] | undefined; forms: ReadonlyMap<string, readonly Piece[]> }

const piecesOf = (text: string): readonly Piece[] =>
  text
    .split(/(\{\{\w+(?:, lower)?\}\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const [, name, lower] = /^\{\{(\w+)(, lower)?\}\}$/.exec(piece) ?? []
      return name === undefined ? piece : { name, lower: lower !== undefined }
    })

const plurals: Record<Language, Intl.PluralRules> = { en: new Intl.PluralRules('en'), cn: new Intl.PluralRules('zh') }

function readText(language: Language, room: Room, key: string): Text | undefined {
  const plain = textIn(language, room, key)
  const forms = plurals[language].resolvedOptions().pluralCategories.flatMap((form) => {
    const text = textIn(language, room, `${key}_${form}`)
    return text === undefined ? [] : [[form, piecesOf(text)] as const]
  })
  if (plain === undefined && forms.length === 0) return undefined
  return { plain: plain === undefined ? undefined : piecesOf(plain), forms: new Map(forms) }
}

/** Texts that were read: the log asks for the same ones each second. */
const known = new Map<string, Map<Room, Map<string, Text>>>()

function textOf(language: Language, room: Room, key: string): Text | undefined {
  const ofLanguage = known.get(spoken(language)) ?? new Map<Room, Map<string, Text>>()
  const ofRoom = ofLanguage.get(room) ?? new Map<string, Text>()
  const found = ofRoom.get(key) ?? readText(language, room, key)
  // A page's texts may come later.
  if (found) known.set(spoken(language), ofLanguage.set(room, ofRoom.set(key, found)))
  return found
}

/** Forms of small counts: the rules take longer than the rest of a sentence. */
const forms: Record<Language, string[]> = { en: [], cn: [] }

function formOf(language: Language, count: number): string {
  if (count >= 1_000 || !Number.isInteger(count) || count < 0) return plurals[language].select(count)
  return (forms[language][count] ??= plurals[language].select(count))
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** A param as it stands in the sentence. */
export function shown(param: Param | undefined, language: Language): string {
  if (typeof param === 'string') return isolated(param)
  if (typeof param === 'object') return param[language]
  return param === undefined ? '' : amountOf(param)
}

/** The text with its params filled in by `show`, which is given a param and its name. */
export function rendered(
  room: Room,
  key: string,
  params: Params,
  language: Language,
  show: (param: Param | undefined, language: Language, name: string) => string = shown,
): string {
  const text = textOf(language, room, key)
  const { count } = params
  const pieces =
    text && text.forms.size > 0 && (typeof count === 'number' || typeof count === 'bigint')
      ? text.forms.get(formOf(language, Number(count)))
      : text?.plain
  let sentence = ''
  for (const piece of pieces ?? [key]) {
    if (typeof piece === 'string') sentence += piece
    else {
      const part = show(params[piece.name], language, piece.name)
      sentence += piece.lower ? lowered(part) : part
    }
  }
  return sentence
}

/** Says sentences of a room. `count` chooses the plural form. */
export const sayer =
  <R extends Room>(room: R) =>
  (key: Key<R>, params: Params = {}): Sentence =>
    made(
      inBoth((language) => rendered(room, key, params, language)),
      { room, key, params },
    )
