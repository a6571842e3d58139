// The ordinary records of the System area.
import { limits } from '../limits.ts'
import { record } from '../record.ts'

export const country = record({
  thing: 'country',
  path: '/sys/country',
  menu: 'system.country',
  key: 'code',
  as: 'country',
  verbs: ['update', 'enable'],
  fields: {
    /** ISO 3166-1 alpha-2. */
    code: { is: 'text', like: /^[A-Z]{2}$/, en: 'Code', cn: '代码', sort: true, ltr: true },
    code3: { is: 'text', en: 'Code (3 letters)', cn: '三位代码', ltr: true },
    names: { is: 'names', max: 100, set: 'always', sort: true },
    // Antarctica has neither a dialling code nor a currency.
    diallingCode: { is: 'text', like: /^(\+\d{1,8})?$/, set: 'always', en: 'Dialling code', cn: '区号', ltr: true },
    currency: { is: 'text', like: /^([A-Z]{3})?$/, set: 'always', en: 'Currency', cn: '货币', ltr: true },
    region: { is: 'text', max: 50, set: 'always', en: 'Region', cn: '地区' },
    sort: {
      is: 'whole',
      min: 0,
      max: 9_999,
      set: 'always',
      sort: true,
      hint: { en: 'Smaller numbers come first.', cn: '数字小的排在前面。' },
    },
    enabled: { is: 'flag' },
  },
  filters: { q: { is: 'text', max: 50 }, region: { is: 'text', max: 50 }, enabled: { is: 'flag' } },
  order: 'sort',
  size: 50,
})

export const version = record({
  thing: 'version',
  path: '/sys/version',
  menu: 'system.version',
  key: 'id',
  as: 'version',
  verbs: ['info', 'save', 'update', 'delete'],
  fields: {
    id: { is: 'id' },
    app: { is: 'text', max: 50, set: 'once', en: 'App', cn: '应用' },
    build: { is: 'whole', min: 1, max: 2_147_483_647, set: 'once', sort: true, en: 'Build', cn: '构建号' },
    name: { is: 'text', like: /^\d+(\.\d+){1,3}$/, set: 'always' },
    address: {
      is: 'text',
      like: /^https:\/\//,
      set: 'always',
      en: 'Update address',
      cn: '更新地址',
      ltr: true,
      hint: { en: 'Where the app fetches it: https only.', cn: 'app 下载更新的地址，仅限 https。' },
    },
    description: { is: 'text', max: 2_000, lines: true, set: 'always', en: "What's new", cn: '更新说明' },
    mandatory: {
      is: 'flag',
      set: 'always',
      en: 'Mandatory',
      cn: '强制更新',
      hint: { en: "Older versions can't be used until they are updated.", cn: '旧版本更新后才能继续使用。' },
    },
    sharePercent: {
      is: 'whole',
      min: 0,
      max: 100,
      set: 'always',
      unit: '%',
      en: 'Share of users',
      cn: '用户占比',
      hint: { en: 'Percentage of users who are offered it.', cn: '向多少比例的用户推送。' },
    },
    createdBy: { is: 'text' },
    createdAt: { is: 'time', sort: true },
    updatedAt: { is: 'time' },
  },
  filters: { app: { is: 'text', max: 50 }, q: { is: 'text', max: 50 }, mandatory: { is: 'flag' } },
  order: '-createdAt',
  size: 20,
})

const whitelistKinds = {
  ip: { en: 'IP', cn: 'IP' },
  user: { en: 'App user', cn: 'app 用户' },
  device: { en: 'Device', cn: '设备' },
  withdrawal: { en: 'Withdrawal', cn: '提现' },
}
const whitelistStates = { effective: { en: 'Effective', cn: '生效中' }, expired: { en: 'Expired', cn: '已过期' } }

export const whitelist = record({
  thing: 'whitelist',
  path: '/sys/whitelist',
  menu: 'system.whitelist',
  key: 'id',
  as: 'entry',
  verbs: ['info', 'save', 'update', 'delete'],
  fields: {
    id: { is: 'id' },
    kind: { is: 'choice', of: whitelistKinds, set: 'once' },
    /** An address or network for `ip`, an app user's id, a device's serial number. */
    value: { is: 'text', max: 100, set: 'once', sort: true, en: 'Value', cn: '内容', ltr: true },
    note: { is: 'text', max: 200, lines: true, blank: true, set: 'always' },
    expiresAt: {
      is: 'time',
      blank: true,
      set: 'always',
      hint: { en: 'Leave it empty for no expiry.', cn: '留空表示长期有效。' },
    },
    state: { is: 'choice', of: whitelistStates },
    createdBy: { is: 'text' },
    createdAt: { is: 'time', sort: true },
  },
  filters: {
    q: { is: 'text', max: 100 },
    kind: { is: 'choice', of: whitelistKinds },
    state: { is: 'choice', of: whitelistStates },
  },
  order: '-createdAt',
  size: 20,
})

const scenes = {
  live: { en: 'Live room', cn: '直播间' },
  call: { en: '1v1 call', cn: '1v1 通话' },
  chat: { en: 'Chat', cn: '聊天' },
  dynamic: { en: 'Post', cn: '动态' },
}

export const giftTemplate = record({
  thing: 'giftTemplate',
  path: '/sys/giftTemplate',
  menu: 'system.giftTemplate',
  key: 'id',
  as: 'template',
  verbs: ['info', 'save', 'update', 'turn', 'delete'],
  fields: {
    id: { is: 'id' },
    /** Its length has a code of its own. */
    name: {
      is: 'text',
      like: /^[^\p{Cc}]{1,20}$/u,
      set: 'always',
      sort: true,
      hint: { en: 'At most 20 characters.', cn: '最多 20 个字符。' },
    },
    scene: {
      is: 'choice',
      of: scenes,
      set: 'always',
      en: 'Scene',
      cn: '场景',
      hint: { en: 'One template can be enabled in each scene.', cn: '每个场景只能启用一个模板。' },
    },
    /** Of the catalogue, in display order; the list shows them as cards. */
    giftIds: { is: 'own', set: 'always', shown: false, en: 'Gifts', cn: '礼物' },
    gifts: { is: 'own', en: 'Gifts', cn: '礼物' },
    enabled: { is: 'flag' },
    remark: { is: 'text', max: 200, lines: true, blank: true, set: 'always' },
    updatedBy: { is: 'text' },
    updatedAt: { is: 'time', sort: true },
  },
  filters: { q: { is: 'text', max: 50 }, scene: { is: 'choice', of: scenes }, enabled: { is: 'flag' } },
  order: '-updatedAt',
  size: 20,
})

/** The catalogue's code for gifts of a template that are too few, too many, odd in number, or named twice. */
export function giftsFault(ids: readonly number[]): 70004 | 70005 | 70006 | 70007 | undefined {
  if (ids.length < limits.giftPicturesMin) return 70004
  if (ids.length > limits.giftPicturesMax) return 70005
  if (ids.length % 2 !== 0) return 70006
  return new Set(ids).size === ids.length ? undefined : 70007
}
