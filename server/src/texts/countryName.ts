// Country names as the screens show them: from Unicode's tables, which Node and browsers share.
import type { Language } from './catalogue.ts'

const namesIn = (locale: string) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' })
const names = { en: namesIn('en'), cn: namesIn('zh-CN') }

/** The name of a country by its two-letter code (ISO 3166-1); unknown codes are returned unchanged. */
export const countryName = (code: string, language: Language): string =>
  /^[A-Za-z]{2}$/.test(code) ? (names[language].of(code.toUpperCase()) ?? code) : code
