// Which of the two languages of full text a person of the app is told things in.
import type { Language } from './context.ts'

/**
 * The language of texts for somebody whose app speaks `tag` (`zh`, `zh-TW`, `cn`, `pt-BR`): Chinese in every script and
 * region of it, else English (spec section 1).
 */
export const languageFor = (tag: string): Language => (/^(zh|cn)(?![a-z])/i.test(tag) ? 'cn' : 'en')

/** A text that stands in both languages as that person reads it; empty where there is none. */
export const textFor = (text: { text_en: string; text_cn: string } | undefined, tag: string): string =>
  text === undefined ? '' : languageFor(tag) === 'cn' ? text.text_cn : text.text_en
