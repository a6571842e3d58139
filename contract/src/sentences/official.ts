// Decisions about what the platform says and shows, in one wording.
import { isolated } from '../isolated.ts'
import { type Change, changed, type Form, inOne, type Sentence } from './words.ts'

const kinds = {
  banner: { one: 'Banner', many: 'Banners', cn: '横幅' },
  activity: { one: 'Activity', many: 'Activities', cn: '活动' },
  advert: { one: 'Advert', many: 'Adverts', cn: '广告' },
} as const

type Kind = keyof typeof kinds

const inBoth = (names: readonly string[]) => inOne(names.map(isolated).map((name) => ({ en: name, cn: name })))

/** `Banner Summer gala enabled`. */
export function placementsChanged(form: Form, kind: Kind, names: readonly string[], how: Change): Sentence {
  const { one, many, cn } = kinds[kind]
  return changed({ en: names.length === 1 ? one : many, cn }, inBoth(names), how, form)
}

const positions = {
  home: { en: 'the home page', cn: '首页' },
  live: { en: 'live rooms', cn: '直播间' },
  recharge: { en: 'the recharge page', cn: '充值页' },
  profile: { en: 'the profile page', cn: '个人页' },
  start: { en: 'the start of the app', cn: '启动页' },
  ticker: { en: 'the ticker', cn: '滚动条' },
  chat: { en: 'chats', cn: '聊天' },
} as const satisfies Record<string, Sentence>

/** `5 banners of the home page put in order`. */
export function placementsOrdered(about: { kind: Kind; position: keyof typeof positions; count: number }): Sentence {
  const { one, many, cn } = kinds[about.kind]
  const where = positions[about.position]
  const what = (about.count === 1 ? one : many).toLowerCase()
  return {
    en: `${about.count} ${what} of ${where.en} put in order`,
    cn: `已调整${where.cn}的 ${about.count} 个${cn}的顺序`,
  }
}

/** `Official account Greenroom Care edited`. */
export function officialAccountsChanged(form: Form, titles: readonly string[], how: Change): Sentence {
  return changed(
    { en: titles.length === 1 ? 'Official account' : 'Official accounts', cn: '官方账号' },
    inBoth(titles),
    how,
    form,
  )
}
