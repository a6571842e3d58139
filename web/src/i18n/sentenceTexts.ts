// How sentences get their texts on a page: from those of its room, which i18next has loaded with its code. The build takes this file instead of
// the contract's whole catalogue.
import type * as catalogue from '@greenroom/contract/sentences/allTexts'
import i18next from 'i18next'

export const textIn: typeof catalogue.textIn = (language, room, key) =>
  i18next.getResource(language, room, `sentences.${key}`) as string | undefined

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
