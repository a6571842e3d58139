/** All nine. English and Chinese are complete; the others have the specification's texts. */
export const languages = ['en', 'cn', 'ar', 'es', 'ja', 'ms', 'pt', 'ru', 'zh_tw'] as const
export type Language = (typeof languages)[number]

/** The options of the switch in the top bar. */
export const offeredLanguages = ['cn', 'en'] as const
export type OfferedLanguage = (typeof offeredLanguages)[number]

const storageKey = 'language'

/** The standard codes of our languages, for browsers and screen readers. */
export const htmlLanguages: Record<Language, string> = {
  en: 'en',
  cn: 'zh-CN',
  ar: 'ar',
  es: 'es',
  ja: 'ja',
  ms: 'ms',
  pt: 'pt',
  ru: 'ru',
  zh_tw: 'zh-TW',
}

export const directionOf = (language: Language): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr')

const isLanguage = (text: string | null): text is Language => languages.includes(text as Language)

function fromBrowser(tag: string): Language | undefined {
  const [base, ...rest] = tag.toLowerCase().split('-')
  if (base === 'zh') return rest.some((part) => ['tw', 'hk', 'mo', 'hant'].includes(part)) ? 'zh_tw' : 'cn'
  return isLanguage(base ?? null) ? (base as Language) : undefined
}

/**
 * The address, else the stored choice, else English (spec section 1). The browser's language counts only if it is one of the seven that the
 * switch does not offer.
 */
export function detectLanguage(): Language {
  const requested = new URLSearchParams(location.search).get('lang')
  if (isLanguage(requested)) {
    keepLanguage(requested)
    return requested
  }
  const kept = localStorage.getItem(storageKey)
  if (isLanguage(kept)) return kept
  const preferred = navigator.languages.map(fromBrowser).find((language) => language !== undefined)
  return preferred === undefined || preferred === 'cn' ? 'en' : preferred
}

export const keepLanguage = (language: Language): void => localStorage.setItem(storageKey, language)
