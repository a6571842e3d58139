// How sentences get their texts on a page: from those of its room, which i18next has loaded with its code. The build takes this file instead of
// the contract's whole catalogue.
import type * as catalogue from '@greenroom/contract/sentences/allTexts'
import i18next from 'i18next'

/** A reader of one of the seven other languages has its texts in the place of the English ones, where outsiders see the sentence. */
export const textIn: typeof catalogue.textIn = (language, room, key) => {
  const of = (one: string) => i18next.getResource(one, room, `sentences.${key}`) as string | undefined
  return (language === 'en' ? of(i18next.language) : undefined) ?? of(language)
}

/** What a text was read for: another language in the place of English has others. */
export const spoken: typeof catalogue.spoken = (language) => (language === 'en' ? i18next.language : language)

/** A sentence that is rendered when it is read: a page has the texts of one language. */
export const inBoth: typeof catalogue.inBoth = (render) => ({
  get en() {
    return render('en')
  },
  get cn() {
    return render('cn')
  },
})

/** Only the log asks what a sentence was made of. */
export const made: typeof catalogue.made = (sentence) => sentence
