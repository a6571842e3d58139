// Decisions about posts, comments and topics, in one wording.
import { sayer } from './say.ts'
import { type Form, listOf, type Named, namesOf, type Sentence } from './words.ts'

const say = sayer('community')

export type Become = 'shown' | 'hidden' | 'removed' | 'pinned' | 'unpinned'

/** `Post of Noura2008 (100297) hidden`, `3 posts of … hidden`; each author is named once. */
export function contentBecame(
  form: Form,
  details: { what: 'post' | 'comment'; authors: readonly Named[]; become: Become },
): Sentence {
  const { authors, become, what } = details
  const who = namesOf([...new Map(authors.map((author) => [String(author.id), author])).values()])
  const count = authors.length
  return say(`contentBecame.${become}.${form}`, {
    what: count === 1 ? say(`one.${what}`, { who }) : say(`several.${what}`, { count, who }),
  })
}

/** `Topic dance hidden`, `Topics dance and cats pinned`. */
export const topicsBecame = (form: Form, names: readonly string[], become: Become): Sentence =>
  say(`topicsBecame.${become}.${form}`, { topics: say('topics', { count: names.length, names: listOf(names) }) })
