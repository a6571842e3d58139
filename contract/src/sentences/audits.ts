// Decisions about submissions and reports, in one wording: for toasts, undo and the operation log.

import { isolated } from '../isolated.ts'
import type { itemKinds, reportActions } from '../words.ts'
import { forbidden, toForbid, warned } from './live.ts'
import { banned } from './users.ts'
import { amountOf, type Change, changed, counted, type Named, nameOf, namesOf, type Sentence } from './words.ts'

type Targets = { people: readonly Named[]; all?: number | undefined }

const kindNames = {
  basic: { en: 'Basic info', cn: '基本信息' },
  photo: { en: 'Photo', cn: '照片' },
  official: { en: 'Certification', cn: '官方认证' },
  library: { en: 'Library photo', cn: '相册照片' },
  avatar: { en: 'Avatar', cn: '头像' },
  cover: { en: 'Live cover', cn: '直播封面' },
  dynamic: { en: 'Post', cn: '动态' },
  greeting: { en: 'Greeting', cn: '群发打招呼' },
} as const satisfies Record<(typeof itemKinds)[number], Sentence>

const queueNames = { ...kindNames, report: { en: 'Report', cn: '举报' } } as const

const ends = {
  passed: { en: 'passed', cn: '通过' },
  failed: { en: 'failed', cn: '不通过' },
} as const satisfies Record<string, Sentence>

/** Without a kind: several kinds. */
type Item = Targets & { kind?: keyof typeof kindNames | undefined }

const nameOfKind = (kind: Item['kind']): Sentence => (kind ? kindNames[kind] : { en: 'Items', cn: '内容' })

/** What was decided; `why` is the title of a fail's reason. */
type Decided = Item & { decision: keyof typeof ends; why?: Sentence | undefined }

const whyOf = ({ why }: Decided): Sentence =>
  why ? { en: `: ${isolated(why.en)}`, cn: `：${isolated(why.cn)}` } : { en: '', cn: '' }

/** `Photo of Noura2008 (100297) failed: Minor`; several of one kind are counted by owner. */
export function itemDecided(item: Decided): Sentence {
  const who = namesOf(item.people, item.all)
  const kind = nameOfKind(item.kind)
  const end = ends[item.decision]
  const why = whyOf(item)
  return { en: `${kind.en} of ${who.en} ${end.en}${why.en}`, cn: `${who.cn} 的${kind.cn}审核${end.cn}${why.cn}` }
}

/** Left to other reviewers. */
export function itemSkipped(item: Item): Sentence {
  const who = namesOf(item.people, item.all)
  const kind = nameOfKind(item.kind)
  return { en: `${kind.en} of ${who.en} skipped`, cn: `已跳过 ${who.cn} 的${kind.cn}` }
}

/** A second review records whether two reviewers agree, and changes nothing. */
export function itemReviewedAgain(item: Decided): Sentence {
  const who = namesOf(item.people, item.all)
  const kind = nameOfKind(item.kind)
  const end = ends[item.decision]
  const why = whyOf(item)
  return {
    en: `Second review of ${kind.en} of ${who.en}: ${end.en}${why.en}`,
    cn: `复审 ${who.cn} 的${kind.cn}：${end.cn}${why.cn}`,
  }
}

/** The item is pending again. */
export function itemUndone(item: Item): Sentence {
  const who = namesOf(item.people, item.all)
  const kind = nameOfKind(item.kind)
  return { en: `Decision on ${kind.en} of ${who.en} undone`, cn: `已撤销对 ${who.cn} 的${kind.cn}的审核` }
}

type Action = (typeof reportActions)[number]

const banKinds = { 'ban ID': 'id', 'ban device': 'device', 'ban both': 'both' } as const

/** What was done to a reported user; undefined if nothing was. */
function punished(person: Named, action: Action, hours: number): Sentence | undefined {
  const people = [person]
  if (action === 'nothing') return undefined
  if (action === 'warn') return warned({ people })
  if (action === 'forbid') return forbidden({ people, hours })
  return banned('done', { people, kind: banKinds[action], hours })
}

const reportsOf = (count: number) => `${count} report${count === 1 ? '' : 's'}`

/** `Loud (64) banned for 24 hours; 2 reports closed`. Hours 0 is permanent. */
export function reportsClosed(closed: { person: Named; count: number; action: Action; hours: number }): Sentence {
  const { person, count, action, hours } = closed
  const done = punished(person, action, hours)
  if (done) return { en: `${done.en}; ${reportsOf(count)} closed`, cn: `${done.cn}；已结案 ${count} 条举报` }
  const who = nameOf(person)
  return {
    en: `${reportsOf(count)} against ${who} closed without action`,
    cn: `针对 ${who} 的 ${count} 条举报已结案，未处罚`,
  }
}

/** The same as a question before the decision. */
export function reportsToClose(toClose: { person: Named; count: number; action: Action; hours: number }): Sentence {
  const { person, count, action, hours } = toClose
  const who = nameOf(person)
  const people = [person]
  const closing = { en: `close ${reportsOf(count)}`, cn: `结案 ${count} 条举报` }
  if (action === 'nothing')
    return { en: `Close ${reportsOf(count)} against ${who} without action`, cn: `${closing.cn}（${who}），不处罚` }
  const done =
    action === 'warn'
      ? { en: `Warn ${who}`, cn: `警告 ${who}` }
      : action === 'forbid'
        ? toForbid({ people, hours })
        : banned('request', { people, kind: banKinds[action], hours })
  return { en: `${done.en} and ${closing.en}`, cn: `${done.cn}，并${closing.cn}` }
}

/** One of the reports, for the log. */
export function reportClosed(closed: { person: Named; action: Action; isFalse: boolean }): Sentence {
  const who = nameOf(closed.person)
  const of = { en: `Report against ${who}`, cn: `针对 ${who} 的举报` }
  if (closed.isFalse) return { en: `${of.en} closed as false`, cn: `${of.cn}已判定为不实` }
  const how = {
    nothing: { en: 'closed without action', cn: '已结案，未处罚' },
    warn: { en: 'closed with a warning', cn: '已结案：警告' },
    'ban ID': { en: 'closed with a ban of the ID', cn: '已结案：封禁 ID' },
    'ban device': { en: 'closed with a ban of the device', cn: '已结案：封禁设备' },
    'ban both': { en: 'closed with a ban of the ID and the device', cn: '已结案：封禁 ID 和设备' },
    forbid: { en: 'closed with a broadcast ban', cn: '已结案：禁播' },
  }[closed.action]
  return { en: `${of.en} ${how.en}`, cn: `${of.cn}${how.cn}` }
}

/** The reports are pending again, and the resulting ban is lifted. */
export function reportsUndone(undone: { person: Named; count: number }): Sentence {
  const who = nameOf(undone.person)
  return {
    en: `Decision undone: ${reportsOf(undone.count)} against ${who} open again`,
    cn: `已撤销：针对 ${who} 的 ${undone.count} 条举报重新待处理`,
  }
}

const held = (count: number) =>
  count === 0 ? { en: '', cn: '' } : { en: `, ${amountOf(count)} already held`, cn: `，另已持有 ${amountOf(count)} 项` }

/** `12 items claimed from the photo queue, 3 already held`. */
export function itemsClaimed(claim: {
  kind: keyof typeof kindNames | 'report'
  claimed: number
  before: number
}): Sentence {
  const queue = queueNames[claim.kind]
  const more = held(claim.before)
  return {
    en: `${itemsOf(claim.claimed)} claimed from the ${queue.en.toLowerCase()} queue${more.en}`,
    cn: `已从${queue.cn}队列领取 ${amountOf(claim.claimed)} 项${more.cn}`,
  }
}

/** Items that a reviewer no longer holds. */
export function itemsReleased(release: {
  kind: keyof typeof kindNames | 'report'
  count: number
  skipped: boolean
}): Sentence {
  const queue = queueNames[release.kind]
  const count = amountOf(release.count)
  return release.skipped
    ? {
        en: `${itemsOf(release.count)} of the ${queue.en.toLowerCase()} queue skipped`,
        cn: `已跳过${queue.cn}队列 ${count} 项`,
      }
    : {
        en: `${itemsOf(release.count)} released to the ${queue.en.toLowerCase()} queue`,
        cn: `已退回${queue.cn}队列 ${count} 项`,
      }
}

const itemsOf = (count: number) => counted(count, 'item')

const views = {
  grid: { en: 'grid', cn: '网格' },
  single: { en: 'single', cn: '单张' },
} as const satisfies Record<string, Sentence>

/** A reviewer's display settings. */
export function displayChosen(display: { view: keyof typeof views; pageItems: number }): Sentence {
  const view = views[display.view]
  return {
    en: `Audit display set to ${view.en} view, ${display.pageItems} per screen`,
    cn: `审核显示已设为${view.cn}视图，每屏 ${display.pageItems} 项`,
  }
}

/** `Reason template Nudity enabled`; its title in both languages. */
export const templateChanged = (title: Sentence, how: Change): Sentence =>
  changed({ en: 'Reason template', cn: '原因模板' }, { en: isolated(title.en), cn: isolated(title.cn) }, how)
