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
    code: { is: 'text', like: /^[A-Z]{2}$/, sort: true, ltr: true },
    code3: { is: 'text', ltr: true },
    names: { is: 'names', max: 100, set: 'always', sort: true },
    // Antarctica has neither a dialling code nor a currency.
    diallingCode: { is: 'text', like: /^(\+\d{1,8})?$/, set: 'always', ltr: true },
    currency: { is: 'text', like: /^([A-Z]{3})?$/, set: 'always', ltr: true },
    region: { is: 'text', max: 50, set: 'always' },
    sort: {
      is: 'whole',
      min: 0,
      max: 9_999,
      set: 'always',
      sort: true,
      hint: true,
    },
    enabled: { is: 'flag' },
  },
  texts: { name: 'texts' },
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
    id: { is: 'id', column: 'recordId' },
    app: { is: 'text', max: 50, set: 'once' },
    build: { is: 'whole', min: 1, max: 2_147_483_647, set: 'once', sort: true },
    name: { is: 'text', like: /^\d+(\.\d+){1,3}$/, set: 'always' },
    address: {
      is: 'text',
      like: /^https:\/\//,
      set: 'always',
      ltr: true,
      hint: true,
    },
    description: { is: 'text', max: 2_000, lines: true, set: 'always' },
    mandatory: {
      is: 'flag',
      set: 'always',
      hint: true,
    },
    sharePercent: {
      is: 'whole',
      min: 0,
      max: 100,
      set: 'always',
      unit: '%',
      hint: true,
    },
    createdBy: { is: 'text' },
    createdAt: { is: 'time', sort: true },
    updatedAt: { is: 'time' },
  },
  filters: { app: { is: 'text', max: 50 }, q: { is: 'text', max: 50 }, mandatory: { is: 'flag' } },
  order: '-createdAt',
  size: 20,
})

const whitelistKinds = ['ip', 'user', 'device', 'withdrawal'] as const
const whitelistStates = ['effective', 'expired'] as const

export const whitelist = record({
  thing: 'whitelist',
  path: '/sys/whitelist',
  menu: 'system.whitelist',
  key: 'id',
  as: 'entry',
  verbs: ['info', 'save', 'update', 'delete'],
  fields: {
    id: { is: 'id', column: 'recordId' },
    kind: { is: 'choice', of: whitelistKinds, set: 'once' },
    /** An address or network for `ip`, an app user's id, a device's serial number. */
    value: { is: 'text', max: 100, set: 'once', sort: true, ltr: true },
    note: { is: 'text', max: 200, lines: true, blank: true, set: 'always' },
    expiresAt: {
      is: 'time',
      blank: true,
      set: 'always',
      hint: true,
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

const scenes = ['live', 'call', 'chat', 'dynamic'] as const

export const giftTemplate = record({
  thing: 'giftTemplate',
  path: '/sys/giftTemplate',
  menu: 'system.giftTemplate',
  key: 'id',
  as: 'template',
  verbs: ['info', 'save', 'update', 'turn', 'delete'],
  fields: {
    id: { is: 'id', column: 'recordId' },
    /** Its length has a code of its own. */
    name: {
      is: 'text',
      like: /^[^\p{Cc}]{1,20}$/u,
      set: 'always',
      sort: true,
      hint: true,
    },
    scene: {
      is: 'choice',
      of: scenes,
      set: 'always',
      hint: true,
    },
    /** Of the catalogue, in display order; the list shows them as cards. */
    giftIds: { is: 'own', set: 'always', shown: false },
    gifts: { is: 'own' },
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
