// The product's own texts, for what the specification doesn't fix.
import { readFileSync } from 'node:fs'

type Texts = { [key: string]: string | Texts }
export type Language = 'en' | 'cn'

const read = (language: string, namespace: string) =>
  JSON.parse(
    readFileSync(new URL(`../../web/src/i18n/locales/${language}/${namespace}.json`, import.meta.url), 'utf8'),
  ) as Texts

/** The text of a catalogue code. */
export function errorText(code: number, language: Language = 'en'): string {
  const text = read(language, 'errors')[code]
  if (typeof text !== 'string') throw new Error(`no text for ${code} in ${language}`)
  return text
}

/** Texts of an area in one language, by key, with their values filled in; `count` chooses the plural. */
export function textsOf(language: Language, namespace: string) {
  const texts = read(language, namespace)
  const find = (key: string) =>
    key
      .split('.')
      .reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts)
  return (key: string, values: Record<string, string | number> = {}): string => {
    const text = find(key) ?? find(`${key}_${values['count'] === 1 ? 'one' : 'other'}`) ?? find(`${key}_other`)
    if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}/${namespace}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
  }
}
