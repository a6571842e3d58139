/** Languages by their own names. */
export const languageNames = {
  en: 'English',
  cn: '简体中文',
  ar: 'العربية',
  es: 'Español',
  ja: '日本語',
  ms: 'Bahasa Melayu',
  pt: 'Português',
  ru: 'Русский',
  zh_tw: '繁體中文',
} as const
