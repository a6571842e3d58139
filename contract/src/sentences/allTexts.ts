// How sentences get their texts: from the whole catalogue. The build of the web replaces this file (`web/src/i18n/sentenceTexts.ts`).
import * as chinese from './chinese.ts'
import * as english from './english.ts'

/** One decision in both languages. */
export type Sentence = { en: string; cn: string }

/** The rooms that have sentences; those of `log` are shown in the log only. */
export type Room = keyof typeof english

/** What a sentence was made of: a text of a room with its params, a text as it is, or a person's word. */
export type Origin =
  | { room: Room; key: string; params: Readonly<Record<string, string | number | bigint | Sentence>> }
  | { asItIs: Sentence }
  | { word: Sentence; subject: string | undefined; after: string }

const origins = new WeakMap<Sentence, Origin>()

/** Remembers what the sentence was made of: the log keeps the words of people apart (`personalWords.ts`). Pages have no need of it. */
export function made(sentence: Sentence, origin: Origin): Sentence {
  origins.set(sentence, origin)
  return sentence
}

/** Undefined for a sentence that came from elsewhere: from the database, or written out. */
export const originOf = (sentence: Sentence): Origin | undefined => origins.get(sentence)

type Tree = { readonly [key: string]: string | Tree }

const flat = (tree: Tree, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, text]) =>
    typeof text === 'string' ? [[before + key, text]] : flat(text, `${before}${key}.`),
  )

const textsOf = (rooms: Readonly<Record<Room, { sentences: Tree }>>) =>
  new Map(Object.entries(rooms).flatMap(([room, { sentences }]) => flat(sentences, `${room}:`)))

const texts: Record<keyof Sentence, ReadonlyMap<string, string>> = { en: textsOf(english), cn: textsOf(chinese) }

/** A sentence's text before its params are filled in; undefined if the language has no such key. */
export const textIn = (language: keyof Sentence, room: Room, key: string): string | undefined =>
  texts[language].get(`${room}:${key}`)

/** Under which name the texts of a language are remembered. Only a page may have another in the place of English. */
export const spoken = (language: keyof Sentence): string => language

/** A sentence in both languages, as the log stores it. */
export const inBoth = (render: (language: keyof Sentence) => string): Sentence => ({
  en: render('en'),
  cn: render('cn'),
})
