// Decisions about posts, comments and topics, in one wording.
import { type Form, inForm, listOf, type Named, namesOf, type Sentence } from './words.ts'

const verbs = {
  shown: { done: { en: 'shown again', cn: '已恢复' }, request: { en: 'Show', cn: '恢复' } },
  hidden: { done: { en: 'hidden', cn: '已隐藏' }, request: { en: 'Hide', cn: '隐藏' } },
  removed: { done: { en: 'taken down', cn: '已下架' }, request: { en: 'Take down', cn: '下架' } },
  pinned: { done: { en: 'pinned', cn: '已置顶' }, request: { en: 'Pin', cn: '置顶' } },
  unpinned: { done: { en: 'unpinned', cn: '已取消置顶' }, request: { en: 'Unpin', cn: '取消置顶' } },
} as const satisfies Record<string, Record<Form, Sentence>>

const things = {
  post: { one: 'post', many: 'posts', cn: '动态' },
  comment: { one: 'comment', many: 'comments', cn: '评论' },
} as const

export type Become = keyof typeof verbs

/** `Post of Noura2008 (100297) hidden`, `3 posts of … hidden`; each author is named once. */
export function contentBecame(
  form: Form,
  details: { what: keyof typeof things; authors: readonly Named[]; become: Become },
): Sentence {
  const { authors, become } = details
  const what = things[details.what]
  const verb = verbs[become][form]
  const who = namesOf([...new Map(authors.map((author) => [String(author.id), author])).values()])
  const count = authors.length
  const of =
    count === 1
      ? { en: `${what.one} of ${who.en}`, cn: `${who.cn} 的${what.cn}` }
      : { en: `${count} ${what.many} of ${who.en}`, cn: `${who.cn} 的 ${count} 条${what.cn}` }
  const cn = `${verb.cn} ${of.cn}`
  return inForm(form, { en: capital(`${of.en} ${verb.en}`), cn }, { en: `${verb.en} ${of.en}`, cn })
}

/** `Topic dance hidden`, `Topics dance and cats pinned`. */
export function topicsBecame(form: Form, names: readonly string[], become: Become): Sentence {
  const list = listOf(names)
  const verb = verbs[become][form]
  const of = `${names.length === 1 ? 'topic' : 'topics'} ${list.en}`
  const cn = `${verb.cn}话题 ${list.cn}`
  return inForm(form, { en: capital(`${of} ${verb.en}`), cn }, { en: `${verb.en} ${of}`, cn })
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
