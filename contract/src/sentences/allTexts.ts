// How sentences get their texts: from the whole catalogue. The build of the web replaces this file (`web/src/i18n/sentenceTexts.ts`).
import * as chinese from './chinese.ts'
import * as english from './english.ts'

/** One decision in both languages. */
export type Sentence = { en: string; cn: string }

/** The rooms that have sentences; those of `log` are shown in the log only. */
export type Room = keyof typeof english

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

/** A sentence in both languages, as the log stores it. */
export const inBoth = (render: (language: keyof Sentence) => string): Sentence => ({
  en: render('en'),
  cn: render('cn'),
})
