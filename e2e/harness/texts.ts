// The product's own texts, for what the specification doesn't fix.
import { existsSync, readFileSync } from 'node:fs'
import { directionOf, languages, type Language as Spoken, tagOf } from '@greenroom/contract/languages'
import { inPseudo } from './pseudo.ts'

type Texts = { [key: string]: string | Texts }
export type Language = 'en' | 'cn'
/** One of the nine: outsiders' texts have them all. */
export type { Spoken }

const fileOf = (language: string, namespace: string) =>
  new URL(`../../contract/texts/${language}/${namespace}.json`, import.meta.url)
const read = (language: string, namespace: string) =>
  JSON.parse(readFileSync(fileOf(language, namespace), 'utf8')) as Texts

/** The text of a catalogue code. */
export function errorText(code: number, language: Spoken = 'en'): string {
  const text = read(language, 'errors')[code]
  if (typeof text !== 'string') throw new Error(`no text for ${code} in ${language}`)
  return text
}

/** A text by its key, with places for values; `count` chooses the plural. Undefined if the language has none. */
function textIn(language: Spoken, namespace: string, key: string, count?: string | number): string | undefined {
  const texts = read(language, namespace)
  const find = (key: string) =>
    key
      .split('.')
      .reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts)
  const form = count === undefined ? 'other' : new Intl.PluralRules(tagOf(language)).select(Number(count))
  const text = find(key) ?? find(`${key}_${form}`) ?? find(`${key}_other`)
  return typeof text === 'string' ? text : undefined
}

function rawText(language: Spoken, namespace: string, key: string, count?: string | number): string {
  const text = textIn(language, namespace, key, count)
  if (text === undefined) throw new Error(`no text ${key} in ${language}/${namespace}`)
  return text
}

const place = /\{\{(\w+)\}\}/g

/** Texts of an area in one language, by key, with their values filled in; `count` chooses the plural. Read from the right, values stand apart. */
export const textsOf =
  (language: Spoken, namespace: string) =>
  (key: string, values: Record<string, string | number> = {}): string =>
    rawText(language, namespace, key, values['count']).replace(place, (_, name: string) => {
      const value = values[name]
      return directionOf(language) === 'rtl' && typeof value === 'string' ? `\u2068${value}\u2069` : String(value)
    })

/** A whole number as the language writes it. */
export const numberIn = (language: Spoken, value: number): string =>
  new Intl.NumberFormat(tagOf(language), { numberingSystem: 'latn' }).format(value)

/** Matches a text in every language and the pseudo-language, whatever its values are: for helpers of tests in any. */
export function eitherText(namespace: string, key: string): RegExp {
  const pattern = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(place, '.*')
  const known = languages
    .filter((language) => existsSync(fileOf(language, namespace)))
    .flatMap((language) => textIn(language, namespace, key) ?? [])
  const all = new Set([...known, inPseudo(rawText('en', namespace, key))])
  return new RegExp(`^(${[...all].map(pattern).join('|')})$`)
}
