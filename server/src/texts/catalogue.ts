// The catalogue of texts, which the server shares with the screens: a column of an export has the words of its list.
import { type StaffLanguage, staffLanguages, tagOf } from '@greenroom/contract/languages'
import { createInstance } from 'i18next'
import * as chinese from './chinese.ts'
import * as english from './english.ts'

/** The languages of staff; every text has both. */
export type Language = StaffLanguage

type Catalogue = typeof english

/** A text with plural forms is asked for without the form. */
type Base<K extends string> = K extends `${infer B}_one` | `${infer B}_other` ? B : K
type Keys<T> = T extends string
  ? ''
  : { [K in keyof T & string]: T[K] extends string ? Base<K> : `${K}.${Keys<T[K]>}` }[keyof T & string]

/** `<room>:<key>` of a text. */
export type TextKey = { [N in keyof Catalogue]: `${N}:${Keys<Catalogue[N]>}` }[keyof Catalogue]

type OptionsOf<N extends keyof Catalogue> = Catalogue[N] extends { options: infer O } ? keyof O & string : never

/** The texts of a set of codes, such as `<room>:options.<set>`. */
export type OptionKey =
  | 'flow:purposes'
  | 'notify:actions'
  | { [N in keyof Catalogue]: `${N}:options.${OptionsOf<N>}` }[keyof Catalogue]

const texts = createInstance()
await texts.init({
  lng: tagOf('en'),
  fallbackLng: false,
  resources: { [tagOf('en')]: { ...english }, [tagOf('cn')]: { ...chinese } },
  interpolation: { escapeValue: false },
})
const readers = { en: texts.getFixedT(tagOf('en')), cn: texts.getFixedT(tagOf('cn')) }

export const textOf = (key: TextKey, language: Language, values: Record<string, string | number> = {}): string =>
  readers[language](key, values)

/** A text in both languages, for the log. */
export const inBoth = (key: TextKey, values: Record<string, string | number> = {}): Record<Language, string> => ({
  en: textOf(key, 'en', values),
  cn: textOf(key, 'cn', values),
})

type Tree = { readonly [key: string]: string | Tree }

const at = (tree: string | Tree | undefined, key: string): string | Tree | undefined =>
  typeof tree === 'object' && Object.hasOwn(tree, key) ? tree[key] : undefined

/** Sets of options that were asked for: a file asks for each cell, which is too often for i18next (they have no values to fill in). */
const sets: Record<Language, Map<OptionKey, string | Tree | undefined>> = { en: new Map(), cn: new Map() }

function setOf(options: OptionKey, language: Language): string | Tree | undefined {
  const known = sets[language]
  if (!known.has(options)) {
    const root: Tree = language === 'en' ? english : chinese
    known.set(options, options.split(/[:.]/).reduce<string | Tree | undefined>(at, root))
  }
  return known.get(options)
}

/** A code's text as the screens show it, or the code itself if it has none. */
export function optionText(options: OptionKey, code: string, language: Language): string {
  const set = setOf(options, language)
  const text = at(set, code) ?? at(set, code.replace(/\W/g, '_'))
  return typeof text === 'string' ? text : code
}

/** The code whose text was typed, in either language; anything else is returned unchanged. */
export function codeNamed(options: OptionKey, typed: string): string {
  const sought = typed.trim().toLowerCase()
  const codes = Object.keys(setOf(options, 'en') ?? {})
  const isNamed = (code: string) =>
    [code, ...staffLanguages.map((language) => optionText(options, code, language))].some(
      (name) => name.toLowerCase() === sought,
    )
  return codes.find(isNamed) ?? typed
}

export const yesOrNo = (is: boolean, language: Language): string =>
  optionText('exports:options.answer', is ? 'yes' : 'no', language)

/** A declared parameter's name or description in both languages. */
export function paramText(key: string, part: 'name' | 'description'): Record<Language, string> {
  const of = `params:${key}.${part}`
  return { en: readers.en(of), cn: readers.cn(of) }
}
