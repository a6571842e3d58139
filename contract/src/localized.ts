// Texts in several languages: the reader's language first, then English.
import { type Language, languageOfTag } from './languages.ts'

/** Our name of a language that the app reports: `zh-TW` is `zh_tw`, `pt-BR` is `pt`; English if we have no texts in it. */
export const languageOf = (reported: string): Language => languageOfTag(reported) ?? 'en'

/** A text by language, as it is stored where staff edit it; English is always there. */
export type Texts = { en: string } & { [L in Exclude<Language, 'en'>]?: string | undefined }

/** The text in the two languages of the screens; in English where there is no Chinese one. */
export const namesOf = (texts: Texts): { en: string; cn: string } => ({ en: texts.en, cn: texts.cn ?? texts.en })

/** The text for a reader of this language; undefined only if English has none either. */
export const textFor = <T>(texts: Readonly<Record<string, T>>, reported: string): T | undefined =>
  texts[languageOf(reported)] ?? texts['en']
