// Decisions about official content, in one wording.
import { isolated } from '../isolated.ts'
import { amountOf, type Change, changed, type Form, inOne, type Sentence } from './words.ts'

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
  recharge: { en: 'the top-up page', cn: '充值页' },
  profile: { en: 'the profile page', cn: '个人页' },
  start: { en: 'the start of the app', cn: '启动页' },
  ticker: { en: 'the ticker', cn: '滚动条' },
  chat: { en: 'chats', cn: '聊天' },
} as const satisfies Record<string, Sentence>

/** `5 banners of the home page reordered`. */
export function placementsOrdered(details: { kind: Kind; position: keyof typeof positions; count: number }): Sentence {
  const { one, many, cn } = kinds[details.kind]
  const where = positions[details.position]
  const what = (details.count === 1 ? one : many).toLowerCase()
  return {
    en: `${details.count} ${what} of ${where.en} reordered`,
    cn: `已调整${where.cn}的 ${details.count} 个${cn}的顺序`,
  }
}

/** `Official account Greenroom Care edited`. */
export function officialAccountsChanged(
  accounts: readonly { title: string }[],
  how: Change,
  form: Form = 'done',
): Sentence {
  const en = accounts.length === 1 ? 'Official account' : 'Official accounts'
  return changed({ en, cn: '官方账号' }, inBoth(accounts.map(({ title }) => title)), how, form)
}

type GiftNames = { en: string; cn: string }

const giftNames = (names: readonly GiftNames[]) =>
  inOne(names.map(({ en, cn }) => ({ en: isolated(en), cn: isolated(cn) })))

/** `Gift Rose edited`. */
export function giftsChanged(form: Form, names: readonly GiftNames[], how: Change): Sentence {
  return changed({ en: names.length === 1 ? 'Gift' : 'Gifts', cn: '礼物' }, giftNames(names), how, form)
}

/** `Price of gift Rose set to 20 tokens from 2026-02-01 00:00:00`. */
export function giftPriced(details: { names: GiftNames; price: number; from: string | undefined }): Sentence {
  const { en, cn } = giftNames([details.names])
  const price = amountOf(details.price)
  return details.from === undefined
    ? { en: `Price of gift ${en} set to ${price} tokens`, cn: `已将礼物 ${cn} 的价格设为 ${price} 代币` }
    : {
        en: `Price of gift ${en} set to ${price} tokens from ${details.from}`,
        cn: `已将礼物 ${cn} 的价格设为 ${price} 代币，自 ${details.from} 起`,
      }
}

/** `System message Welcome edited`. */
export function messagesChanged(names: readonly string[], how: Change): Sentence {
  return changed({ en: names.length === 1 ? 'System message' : 'System messages', cn: '系统消息' }, inBoth(names), how)
}

const messageVerbs = {
  tested: { en: 'sent as a test to', cn: '已测试发送' },
  paused: { en: 'paused; it had been sent to', cn: '已暂停' },
  resumed: { en: 'resumed; it had been sent to', cn: '已继续发送' },
  stopped: { en: 'stopped; it had been sent to', cn: '已停止' },
} as const

/** `System message Welcome stopped; it had been sent to 5,000 users`. */
export function messageDid(details: { name: string; how: keyof typeof messageVerbs; users: number }): Sentence {
  const { en, cn } = messageVerbs[details.how]
  const name = isolated(details.name)
  const users = amountOf(details.users)
  return {
    en: `System message ${name} ${en} ${users} user${details.users === 1 ? '' : 's'}`,
    cn:
      details.how === 'tested'
        ? `${cn}系统消息 ${name} 给 ${users} 位用户`
        : `${cn}系统消息 ${name}（已发送 ${users} 人）`,
  }
}
