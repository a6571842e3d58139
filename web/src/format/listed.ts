import { tagOf } from '@greenroom/contract/languages'
import { textLanguage } from '../i18n/index.ts'

/** Several names or labels as a reader of this language lists them. */
export const listed = (all: readonly string[], language: string = textLanguage()): string =>
  new Intl.ListFormat(tagOf(language), {
    style: 'narrow',
    type: 'conjunction',
  }).format(all)
