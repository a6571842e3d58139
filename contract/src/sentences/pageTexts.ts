// How sentences get their texts on a page: from those of its room, which i18next has loaded with its code. The web's build takes this file
// instead of `allTexts.ts` (`imports` in package.json).
import i18next from 'i18next'
import type { Room, Sentence } from './say.ts'

/** A sentence's text before its params are filled in; undefined if the page has no such key. */
export const textIn = (language: keyof Sentence, room: Room, key: string): string | undefined =>
  i18next.getResource(language, room, `sentences.${key}`) as string | undefined

/** A sentence that is rendered when it is read: a page has the texts of one language. */
export const inBoth = (render: (language: keyof Sentence) => string): Sentence => ({
  get en() {
    return render('en')
  },
  get cn() {
    return render('cn')
  },
})
