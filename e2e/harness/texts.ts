// The product's own texts, for what the specification doesn't fix.
import { readFileSync } from 'node:fs'
import { inPseudo } from './pseudo.ts'

type Texts = { [key: string]: string | Texts }
export type Language = 'en' | 'cn'

const read = (language: string, namespace: string) =>
  JSON.parse(
    readFileSync(new URL(`../../contract/texts/${language}/${namespace}.json`, import.meta.url), 'utf8'),
  ) as Texts

/** The text of a catalogue code. */
export function errorText(code: number, language: Language = 'en'): string {
  const text = read(language, 'errors')[code]
  if (typeof text !== 'string') throw new Error(`no text for ${code} in ${language}`)
  return text
}

/** A text by its key, with places for values; `count` chooses the plural. */
function rawText(language: Language, namespace: string, key: string, count?: string | number): string {
  const texts = read(language, namespace)
  const find = (key: string) =>
    key
      .split('.')
      .reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts)
  const text = find(key) ?? find(`${key}_${count === 1 ? 'one' : 'other'}`) ?? find(`${key}_other`)
  if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}/${namespace}`)
  return text
}

const place = /\{\{(\w+)\}\}/g

/** Texts of an area in one language, by key, with their values filled in; `count` chooses the plural. */
export const textsOf =
  (language: Language, namespace: string) =>
  (key: string, values: Record<string, string | number> = {}): string =>
    rawText(language, namespace, key, values['count']).replace(place, (_, name: string) => String(values[name]))

/** Matches a text in both languages and the pseudo-language, whatever its values are: for helpers of tests in any. */
export function eitherText(namespace: string, key: string): RegExp {
  const pattern = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(place, '.*')
  const english = rawText('en', namespace, key)
  return new RegExp(`^(${[english, rawText('cn', namespace, key), inPseudo(english)].map(pattern).join('|')})$`)
}
