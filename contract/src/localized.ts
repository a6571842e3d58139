// Texts in several languages: the reader's language first, then English.

/** Our name of a language that the app reports: `zh-TW` is `zh_tw`, `pt-BR` is `pt`; English if we have no texts in it. */
export function languageOf(reported: string): string {
  const [base = '', ...rest] = reported.toLowerCase().split(/[-_]/)
  if (base === 'zh' || base === 'cn')
    return rest.some((part) => ['tw', 'hk', 'mo', 'hant'].includes(part)) ? 'zh_tw' : 'cn'
  return ['ar', 'es', 'ja', 'ms', 'pt', 'ru'].includes(base) ? base : 'en'
}

/** The text for a reader of this language; undefined only if English has none either. */
export const textFor = <T>(texts: Readonly<Record<string, T>>, reported: string): T | undefined =>
  texts[languageOf(reported)] ?? texts['en']
