// Decisions about the platform itself: parameters, menus, countries, app versions, gift templates, the whitelist.
import { isolated } from '../isolated.ts'
import { type Change, changed, type Form, inForm, inOne, type Sentence } from './words.ts'

/** A stored value; an empty one is shown as a dash. */
const valueOf = (value: string) => (value === '' ? '–' : isolated(value))

export function paramChanged(form: Form, details: { key: string; from: string; to: string }): Sentence {
  const [from, to] = [valueOf(details.from), valueOf(details.to)]
  return inForm(
    form,
    {
      en: `Parameter ${details.key} changed from ${from} to ${to}`,
      cn: `已将参数 ${details.key} 由 ${from} 改为 ${to}`,
    },
    {
      en: `Change parameter ${details.key} from ${from} to ${to}`,
      cn: `将参数 ${details.key} 由 ${from} 改为 ${to}`,
    },
  )
}

/** Whether staff may change a parameter's value. */
export const paramLocked = (form: Form, details: { key: string; editable: boolean }): Sentence =>
  details.editable
    ? inForm(
        form,
        { en: `Parameter ${details.key} unlocked`, cn: `已解锁参数 ${details.key}` },
        { en: `Unlock parameter ${details.key}`, cn: `解锁参数 ${details.key}` },
      )
    : inForm(
        form,
        { en: `Parameter ${details.key} locked`, cn: `已锁定参数 ${details.key}` },
        { en: `Lock parameter ${details.key}`, cn: `锁定参数 ${details.key}` },
      )

export function paramAdded(details: { key: string; value: string }): Sentence {
  const value = valueOf(details.value)
  return { en: `Parameter ${details.key} added, set to ${value}`, cn: `已新增参数 ${details.key}，值为 ${value}` }
}

export const paramDeleted = (key: string): Sentence => changed({ en: 'Parameter', cn: '参数' }, key, 'deleted')

/** `Menu Posts moved`; a menu is named in both languages. */
export const menuChanged = (names: Sentence, how: Change): Sentence =>
  changed({ en: 'Menu', cn: '菜单' }, { en: isolated(names.en), cn: isolated(names.cn) }, how)

/** `Countries Brazil and Peru enabled`. */
export function countriesChanged(form: Form, names: readonly Sentence[], how: Change): Sentence {
  const what = names.length === 1 ? 'Country' : 'Countries'
  const list = inOne(names.map(({ en, cn }) => ({ en: isolated(en), cn: isolated(cn) })))
  return changed({ en: what, cn: '国家' }, list, how, form)
}

type Version = { app: string; name: string; build: number }

const versionName = ({ app, name, build }: Version): Sentence => ({
  en: `${isolated(app)} ${isolated(name)} (build ${build})`,
  cn: `${isolated(app)} ${isolated(name)}（构建号 ${build}）`,
})

/** `App version Greenroom 2.4.1 (build 118) edited`. */
export function versionsChanged(versions: readonly Version[], how: Change): Sentence {
  const names = versions.map(versionName)
  return changed({ en: names.length === 1 ? 'App version' : 'App versions', cn: '应用版本' }, inOne(names), how)
}

const scenes = {
  live: { en: 'live rooms', cn: '直播间' },
  call: { en: '1v1 calls', cn: '1v1 通话' },
  chat: { en: 'chats', cn: '聊天' },
  dynamic: { en: 'posts', cn: '动态' },
} as const satisfies Record<string, Sentence>

/** Scenes without a name here are named by the app. */
function sceneOf(scene: string): Sentence {
  if (Object.hasOwn(scenes, scene)) return scenes[scene as keyof typeof scenes]
  return { en: isolated(scene), cn: isolated(scene) }
}

type GiftTemplate = { name: string; scene: string }

/** `Gift template Roses for live rooms enabled`. */
export function giftTemplatesChanged(templates: readonly GiftTemplate[], how: Change): Sentence {
  const names = templates.map(({ name, scene }) => ({
    en: `${isolated(name)} for ${sceneOf(scene).en}`,
    cn: `${isolated(name)}（${sceneOf(scene).cn}）`,
  }))
  return changed({ en: names.length === 1 ? 'Gift template' : 'Gift templates', cn: '礼物模板' }, inOne(names), how)
}

const whitelisted = {
  ip: { en: 'IP', cn: 'IP' },
  user: { en: 'User', cn: '用户' },
  device: { en: 'Device', cn: '设备' },
  withdrawal: { en: 'Withdrawals of user', cn: '提现用户' },
} as const satisfies Record<string, Sentence>

export type Whitelisted = { kind: keyof typeof whitelisted; value: string }

/** `Device 8f21 added to the whitelist`; several are listed. */
export function whitelistChanged(entries: readonly Whitelisted[], how: Change, form: Form = 'done'): Sentence {
  const list = inOne(
    entries.map(({ kind, value }) => ({
      en: `${whitelisted[kind].en} ${isolated(value)}`,
      cn: `${whitelisted[kind].cn} ${isolated(value)}`,
    })),
  )
  const verb = how === 'added' || how === 'deleted' ? how : 'edited'
  const done = {
    added: { en: `${list.en} added to the whitelist`, cn: `已将 ${list.cn} 加入白名单` },
    edited: { en: `Whitelist entry of ${list.en} edited`, cn: `已编辑白名单中的 ${list.cn}` },
    deleted: { en: `${list.en} removed from the whitelist`, cn: `已将 ${list.cn} 移出白名单` },
  }
  const request = {
    added: { en: `Add ${list.en} to the whitelist`, cn: `将 ${list.cn} 加入白名单` },
    edited: { en: `Edit whitelist entry of ${list.en}`, cn: `编辑白名单中的 ${list.cn}` },
    deleted: { en: `Remove ${list.en} from the whitelist`, cn: `将 ${list.cn} 移出白名单` },
  }
  return inForm(form, done[verb], request[verb])
}
