// The product's own words, for what the specification doesn't fix.
import { readFileSync } from 'node:fs'

type Texts = { [key: string]: string | Texts }

const read = (language: string, namespace: string) =>
  JSON.parse(
    readFileSync(new URL(`../../web/src/i18n/locales/${language}/${namespace}.json`, import.meta.url), 'utf8'),
  ) as Texts

/** What a reader is told for a code of the catalogue. */
export function errorText(code: number, language: 'en' | 'cn' = 'en'): string {
  const text = read(language, 'errors')[code]
  if (typeof text !== 'string') throw new Error(`no text for ${code} in ${language}`)
  return text
}
