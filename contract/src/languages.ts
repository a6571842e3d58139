// The languages of the product: the one list of them, from which every other is made (server/test/languages.test.ts).

/** What is known of a language. */
type Described = {
  /** Its own name. */
  own: string
  /** Its code in the standard, for browsers, screen readers and formats. */
  tag: string
  direction: 'ltr' | 'rtl'
  /** Staff's have all texts; outsiders' have those that users, visitors and applicants see, and are English elsewhere. */
  of: 'staff' | 'outsiders'
}

const described = {
  en: { own: 'English', tag: 'en', direction: 'ltr', of: 'staff' },
  cn: { own: '简体中文', tag: 'zh-CN', direction: 'ltr', of: 'staff' },
  ar: { own: 'العربية', tag: 'ar', direction: 'rtl', of: 'outsiders' },
  es: { own: 'Español', tag: 'es', direction: 'ltr', of: 'outsiders' },
  ja: { own: '日本語', tag: 'ja', direction: 'ltr', of: 'outsiders' },
  ms: { own: 'Bahasa Melayu', tag: 'ms', direction: 'ltr', of: 'outsiders' },
  pt: { own: 'Português', tag: 'pt', direction: 'ltr', of: 'outsiders' },
  ru: { own: 'Русский', tag: 'ru', direction: 'ltr', of: 'outsiders' },
  zh_tw: { own: '繁體中文', tag: 'zh-TW', direction: 'ltr', of: 'outsiders' },
} as const satisfies Record<string, Described>

export type Language = keyof typeof described
/** The languages of staff, which have every text. */
export type StaffLanguage = {
  [L in Language]: (typeof described)[L]['of'] extends 'staff' ? L : never
}[Language]

/** All of them, in the order in which they are offered; English comes first, and stands in for what has no text. */
export const languages = Object.keys(described) as Language[]

const isStaffs = (language: Language): language is StaffLanguage => described[language].of === 'staff'
export const staffLanguages: readonly StaffLanguage[] = languages.filter(isStaffs)

export const isLanguage = (text: string): text is Language => Object.hasOwn(described, text)

/** The language's own name. */
export const languageNameOf = (language: Language): string => described[language].own
/** Its code in the standard; another code than ours stays as it is. */
export const tagOf = (language: string): string => (isLanguage(language) ? described[language].tag : language)
export const directionOf = (language: Language): 'ltr' | 'rtl' => described[language].direction

/** The parts of a standard code that say that Chinese is written in traditional characters. */
export const traditional = ['tw', 'hk', 'mo', 'hant'] as const

/** Our language of a code that an app or a browser reports: `zh-TW` is `zh_tw`, `pt-BR` is `pt`; undefined if it is none of ours. */
export function languageOfTag(reported: string): Language | undefined {
  const [base = '', ...rest] = reported.toLowerCase().split(/[-_]/)
  if (base === 'zh' || base === 'cn') return traditional.some((part) => rest.includes(part)) ? 'zh_tw' : 'cn'
  return isLanguage(base) ? base : undefined
}

/** The language of staff that its reader understands best: Chinese in every script and region, else English (spec section 1). */
export const staffLanguageOf = (language: Language | undefined): StaffLanguage =>
  language === 'cn' || language === 'zh_tw' ? 'cn' : 'en'
