// Texts of codes in the reader's language, for output outside the web, such as files.
import type { Language } from './context.ts'

export type Words = Readonly<Record<string, Readonly<Record<Language, string>>>>

/** A code's text, or the code itself if unknown. */
export const wordIn = (words: Words, code: string, language: Language): string =>
  Object.hasOwn(words, code) ? words[code]![language] : code

const answers = { yes: { en: 'Yes', cn: '是' }, no: { en: 'No', cn: '否' } } as const

export const yesOrNo = (is: boolean, language: Language): string => answers[is ? 'yes' : 'no'][language]
