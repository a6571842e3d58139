// Which of the two fully supported languages an app user gets.
import type { Language } from './catalogue.ts'

/**
 * The language for an app locale `tag` (`zh`, `zh-TW`, `cn`, `pt-BR`): Chinese in every script and region, else English
 * (spec section 1).
 */
export const languageFor = (tag: string): Language => (/^(zh|cn)(?![a-z])/i.test(tag) ? 'cn' : 'en')

/** The user's variant of a bilingual text; empty if there is none. */
export const textFor = (text: { text_en: string; text_cn: string } | undefined, tag: string): string =>
  text === undefined ? '' : languageFor(tag) === 'cn' ? text.text_cn : text.text_en
