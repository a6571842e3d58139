// The product's own texts, for what the specification doesn't fix.
import { readFileSync } from 'node:fs'

type Texts = { [key: string]: string | Texts }

const read = (language: string, namespace: string) =>
  JSON.parse(
    readFileSync(new URL(`../../web/src/i18n/locales/${language}/${namespace}.json`, import.meta.url), 'utf8'),
  ) as Texts

/** The text of a catalogue code. */
export function errorText(code: number, language: 'en' | 'cn' = 'en'): string {
  const text = read(language, 'errors')[code]
  if (typeof text !== 'string') throw new Error(`no text for ${code} in ${language}`)
  return text
}
