// Which of the two fully supported languages an app user gets.
import { languageOfTag, type StaffLanguage, staffLanguageOf } from '@greenroom/contract/languages'
import { languageOf, namesOf, type Texts } from '@greenroom/contract/localized'

/**
 * The language for an app locale `tag` (`zh`, `zh-TW`, `cn`, `pt-BR`): Chinese in every script and region, else English
 * (spec section 1).
 */
export const languageFor = (tag: string): StaffLanguage => staffLanguageOf(languageOfTag(tag))

/** The text in the user's own language, else in the one of the two that `languageFor` names; empty if there is none. */
export const textFor = (texts: Texts | undefined, tag: string): string =>
  texts === undefined ? '' : (texts[languageOf(tag)] ?? namesOf(texts)[languageFor(tag)])
