// Texts of the catalogue in both languages of staff at once, for what is stored or sent in both: reasons, and sentences about decisions.
import { createInstance } from 'i18next'

/** One text in both languages. */
export type Sentence = { en: string; cn: string }

/** Numbers are grouped; a sentence is inserted in the language of the text around it. Names are isolated by the caller. */
export type Value = string | number | bigint | Sentence

/** A text with plural forms is asked for by `count`, without the form. */
type Base<K extends string> = K extends `${infer B}_one` | `${infer B}_other` ? B : K
/** The keys of a catalogue's file. */
export type Keys<T> = {
  [K in keyof T & string]: T[K] extends string ? Base<K> : `${K}.${Keys<T[K]>}`
}[keyof T & string]

/** The languages as the standard names them, for their plurals. */
const standard = { en: 'en', cn: 'zh' } as const
const grouped = new Intl.NumberFormat('en-US')

const texts = createInstance()
void texts.init({
  lng: standard.en,
  fallbackLng: false,
  initAsync: false,
  resources: {},
  interpolation: { escapeValue: false },
})

/** `count` stays a number, which chooses the plural: its text groups it (`{{count, number}}`). */
function shown(language: 'en' | 'cn', name: string, value: Value): string | number {
  if (typeof value === 'object') return value[language]
  if (name === 'count') return Number(value)
  return typeof value === 'string' ? value : grouped.format(value)
}

/** Says the texts of one file in both languages. `cn` has the keys of `en`, which a test holds. */
export function sayer<const T extends object>(namespace: string, en: T, cn: object) {
  texts.addResourceBundle(standard.en, namespace, en)
  texts.addResourceBundle(standard.cn, namespace, cn)
  const one = (language: 'en' | 'cn', key: string, values: Readonly<Record<string, Value>>) =>
    texts.getFixedT(standard[language], namespace)(
      key,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(language, name, value)])),
    )
  return (key: Keys<T>, values: Readonly<Record<string, Value>> = {}): Sentence => ({
    en: one('en', key, values),
    cn: one('cn', key, values),
  })
}
