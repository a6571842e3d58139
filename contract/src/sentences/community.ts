// Decisions about posts, comments and topics, told in one way.
import { listOf, type Named, namesOf, type Sentence } from './words.ts'

const verbs = {
  shown: { en: 'shown again', cn: '已恢复' },
  hidden: { en: 'hidden', cn: '已隐藏' },
  removed: { en: 'taken down', cn: '已下架' },
  pinned: { en: 'pinned', cn: '已置顶' },
  unpinned: { en: 'unpinned', cn: '已取消置顶' },
} as const satisfies Record<string, Sentence>

const things = {
  post: { one: 'Post', many: 'posts', cn: '动态' },
  comment: { one: 'Comment', many: 'comments', cn: '评论' },
} as const

export type Become = keyof typeof verbs

/** `Post of Noura2008 (100297) hidden`, `3 posts of … hidden`; each author is named once. */
export function contentBecame(about: {
  what: keyof typeof things
  authors: readonly Named[]
  become: Become
}): Sentence {
  const { authors, become } = about
  const what = things[about.what]
  const verb = verbs[become]
  const who = namesOf([...new Map(authors.map((author) => [String(author.id), author])).values()])
  const count = authors.length
  return count === 1
    ? { en: `${what.one} of ${who.en} ${verb.en}`, cn: `${verb.cn} ${who.cn} 的${what.cn}` }
    : { en: `${count} ${what.many} of ${who.en} ${verb.en}`, cn: `${verb.cn} ${who.cn} 的 ${count} 条${what.cn}` }
}

/** `Topic dance hidden`, `Topics dance and cats pinned`. */
export function topicsBecame(names: readonly string[], become: Become): Sentence {
  const list = listOf(names)
  const verb = verbs[become]
  return { en: `${names.length === 1 ? 'Topic' : 'Topics'} ${list.en} ${verb.en}`, cn: `${verb.cn}话题 ${list.cn}` }
}
