// Names of countries as the screens tell them: by Unicode's own tables, which Node and browsers share.
import type { Language } from './context.ts'

const namesIn = (locale: string) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' })
const names = { en: namesIn('en'), cn: namesIn('zh-CN') }

/** The name of a country by its two letters (ISO 3166-1); the text itself where they name none. */
export const countryName = (code: string, language: Language): string =>
  /^[A-Za-z]{2}$/.test(code) ? (names[language].of(code.toUpperCase()) ?? code) : code
