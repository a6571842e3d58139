// Payloads and results of the System calls.
import { z } from 'zod'
import {
  can,
  flag,
  instant,
  line,
  listOf,
  listPayload,
  maxInteger,
  nothing,
  optional,
  outcomes,
  pageOf,
  prose,
  reason,
  rowId,
  timeRange,
  timeText,
  version,
  whole,
} from './fields.ts'
import { giftCard } from './gifts.schema.ts'

const ids = () => listOf(rowId())
const level = z.union([z.literal(1), z.literal(3)])
const key = (max = 60) =>
  z
    .string()
    .trim()
    .regex(/^[a-zA-Z][a-zA-Z0-9_.-]*$/)
    .max(max)
const count = () => z.number().int()

// Accounts ------------------------------------------------------------------------------------------------------------

const staffRow = z.object({
  userId: count(),
  username: z.string(),
  status: count(),
  roles: z.array(z.object({ roleId: count(), roleName: z.string() })),
  /** Masked: `+86 138****1234`; empty when none. */
  phone: z.string(),
  areaCode: z.string(),
  secondFactor: z.enum(['none', 'sms', 'google']),
  googleBound: z.boolean(),
  unionId: count().nullable(),
  agentId: count().nullable(),
  remark: z.string(),
  sessions: count(),
  lastLoginAt: instant().nullable(),
  createdAt: instant(),
  version: count(),
  can: can('update', 'enable', 'disable', 'resetPassword', 'unbindGoogle', 'endSessions', 'delete'),
})

const staffFields = {
  roleIds: ids(),
  areaCode: optional(
    z
      .string()
      .trim()
      .regex(/^\+?\d{1,4}$/),
  ),
  phone: optional(
    z
      .string()
      .trim()
      .regex(/^\d{4,15}$/),
  ),
  remark: optional(prose(200)),
}

export const staffList = {
  payload: listPayload({
    q: optional(line(100)),
    status: optional(whole(0, 3)),
    roleId: optional(rowId()),
    ...timeRange,
  }),
  answer: pageOf(staffRow),
}
export const staffInfo = { payload: z.object({ userId: rowId() }), answer: z.object({ user: staffRow }) }
export const staffSave = {
  payload: z.object({
    username: z
      .string()
      .trim()
      .regex(/^[a-zA-Z0-9._-]{3,50}$/),
    /** If left out, the server generates one and returns it once. */
    password: optional(z.string().max(200)),
    ...staffFields,
  }),
  answer: z.object({ userId: count(), password: z.string().optional() }),
}
export const staffUpdate = {
  payload: z.object({
    userId: rowId(),
    version: version(),
    ...staffFields,
    /** Lists mask phones, so an empty form field keeps the number; this removes it. */
    removePhone: optional(flag()),
  }),
  answer: nothing(),
}
export const staffStatus = {
  payload: z.object({ ids: ids(), status: z.union([whole(0, 0), whole(1, 1)]), reason: optional(prose(500)) }),
  answer: outcomes(),
}
export const staffPasswordReset = {
  payload: z.object({ userId: rowId(), reason: reason() }),
  /** The new password, shown once. */
  answer: z.object({ password: z.string() }),
}
export const staffGoogleUnbind = { payload: z.object({ userId: rowId(), reason: reason() }), answer: nothing() }
export const staffSessionsEnd = { payload: z.object({ ids: ids(), reason: reason() }), answer: outcomes() }
export const staffDelete = { payload: z.object({ ids: ids(), reason: reason() }), answer: outcomes() }

// Roles ---------------------------------------------------------------------------------------------------------------

const secondFactor = z.enum(['none', 'sms', 'google'])
const roleRow = z.object({
  roleId: count(),
  roleName: z.string(),
  remark: z.string(),
  secondFactor,
  builtIn: z.boolean(),
  users: count(),
  menus: count(),
  updatedAt: instant(),
  version: count(),
  can: can('update', 'delete'),
})
/** Left out: unchanged. Empty, as a form sends an empty list: none. */
const menuIds = () =>
  z.preprocess((v) => (v === '' ? [] : v), listOf(rowId(), 2_000).optional()) as unknown as z.ZodOptional<
    z.ZodType<number[], number[]>
  >
const roleFields = {
  roleName: line(50),
  remark: optional(prose(200)),
  /** Ids with read-write; see wire.md, "Who may call what", for what `menuIds` alone leaves unchanged. */
  menuIds: menuIds(),
  readMenuIds: menuIds(),
  secondFactor: optional(secondFactor),
}

export const roleList = {
  payload: listPayload({ roleName: optional(line(50)) }),
  answer: pageOf(roleRow),
}
export const roleInfo = {
  payload: z.object({ roleId: rowId() }),
  answer: z.object({
    role: roleRow.extend({
      /** Comma-separated read-write ids, for clients of the original service. */
      menuIds: z.string(),
      readMenuIds: z.string(),
      menus: z.array(z.object({ menuId: count(), permission: level })),
    }),
  }),
}
export const roleSave = { payload: z.object(roleFields), answer: z.object({ roleId: count() }) }
export const roleUpdate = {
  payload: z.object({ roleId: rowId(), version: optional(version()), ...roleFields }),
  answer: nothing(),
}
export const roleAll = {
  payload: z.object({}),
  answer: z.object({ list: z.array(z.object({ roleId: count(), roleName: z.string(), secondFactor })) }),
}
export const roleDelete = {
  payload: z.object({ roleIds: ids(), remark: optional(prose(500)) }),
  answer: outcomes(),
}

// Menus ---------------------------------------------------------------------------------------------------------------

export type MenuNode = {
  id: number
  key: string | null
  parentId: number
  type: 'catalogue' | 'menu'
  name: string
  names: { en: string; cn: string }
  path: string
  icon: string
  cacheAble: number
  sort: number
  builtIn: boolean
  version: number
  can: Record<'update' | 'delete' | 'addChild', true | string>
  children: MenuNode[]
}
const menuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.object({
    id: count(),
    key: z.string().nullable(),
    parentId: count(),
    type: z.enum(['catalogue', 'menu']),
    name: z.string(),
    names: z.object({ en: z.string(), cn: z.string() }),
    path: z.string(),
    icon: z.string(),
    cacheAble: count(),
    sort: count(),
    builtIn: z.boolean(),
    version: count(),
    can: can('update', 'delete', 'addChild'),
    children: z.array(menuNode),
  }),
)
const menuFields = {
  nameEn: line(50),
  nameCn: line(50),
  icon: optional(key(40)),
  cacheAble: optional(whole(0, 1)),
  sort: optional(whole(0, 9_999)),
}
export const menuTree = { payload: z.object({}), answer: z.object({ menus: z.array(menuNode) }) }
/** The same tree for the role editor: ids and names of grantable menus. */
export const roleMenus = { payload: z.object({}), answer: z.object({ menus: z.array(menuNode) }) }
export const menuSave = {
  payload: z.object({
    parentId: whole(0, maxInteger),
    type: z.enum(['catalogue', 'menu']),
    /** A screen's path, or an https URL that opens in a new tab; empty for a folder. */
    path: optional(z.string().trim().max(500)),
    ...menuFields,
  }),
  answer: z.object({ id: count() }),
}
export const menuUpdate = {
  payload: z.object({
    id: rowId(),
    version: version(),
    parentId: optional(whole(0, maxInteger)),
    path: optional(z.string().trim().max(500)),
    ...menuFields,
  }),
  answer: nothing(),
}
/** Moves it one place up or down among its siblings. */
export const menuMove = {
  payload: z.object({ id: rowId(), version: version(), to: z.enum(['up', 'down']) }),
  answer: nothing(),
}
export const menuDelete = { payload: z.object({ id: rowId(), reason: reason() }), answer: nothing() }

// Operation log -------------------------------------------------------------------------------------------------------

const logRow = z.object({
  id: z.string(),
  at: instant(),
  userId: count().nullable(),
  username: z.string(),
  menuName: z.string(),
  opName: z.string(),
  /** The operation's key in the contract. */
  operation: z.string(),
  target: z.string(),
  logContent: z.string(),
  ip: z.string(),
})
export const logList = {
  payload: listPayload({
    ...timeRange,
    menuName: optional(line(100)),
    opName: optional(line(100)),
    username: optional(line(100)),
    logContent: optional(line(200)),
    language: optional(z.string().max(10)),
  }),
  answer: pageOf(logRow),
}
export const logInfo = {
  payload: z.object({ id: z.string().max(64) }),
  answer: z.object({
    entry: logRow.extend({
      reason: z.string(),
      requestId: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      /** The sealed block that contains the entry; null until it is sealed (a few seconds). */
      block: z.object({ number: count(), hash: z.string(), sealedAt: instant() }).nullable(),
    }),
  }),
}
/** Names to filter by, in the caller's language. */
export const logNames = {
  payload: z.object({}),
  answer: z.object({
    menus: z.array(z.object({ key: z.string(), name: z.string() })),
    operations: z.array(z.object({ key: z.string(), menu: z.string().nullable(), name: z.string() })),
  }),
}
export const logVerify = {
  payload: z.object({}),
  answer: z.object({
    ok: z.boolean(),
    blocks: count(),
    rows: count(),
    unsealed: count(),
    lastHash: z.string(),
    broken: z.object({ number: count(), why: z.enum(['rows', 'hash', 'chain', 'gap']) }).nullable(),
    milliseconds: count(),
  }),
}

// Parameters ----------------------------------------------------------------------------------------------------------

const paramType = z.enum(['text', 'integer', 'boolean', 'choice', 'timeZone', 'json'])
const paramRow = z.object({
  key: z.string(),
  group: z.string(),
  type: paramType,
  names: z.object({ en: z.string(), cn: z.string() }),
  description: z.object({ en: z.string(), cn: z.string() }),
  value: z.string(),
  defaultValue: z.string().nullable(),
  unit: z.string(),
  choices: z.array(z.string()),
  min: count().nullable(),
  max: count().nullable(),
  editable: z.boolean(),
  frontEndNeeded: z.boolean(),
  sensitive: z.boolean(),
  builtIn: z.boolean(),
  /** A change that waits for a checker. */
  pendingApprovalId: z.string().nullable(),
  /** Null if nobody has changed it yet. */
  updatedAt: instant().nullable(),
  updatedBy: z.string(),
  version: count(),
  can: can('set', 'delete', 'editable'),
})
export const paramList = {
  payload: listPayload({
    q: optional(line(100)),
    group: optional(line(60)),
    frontEndNeeded: optional(flag()),
    changed: optional(flag()),
  }),
  answer: pageOf(paramRow),
}
/** Answer of a sensitive write: done, or waiting for a checker. */
const applied = z.object({ applied: z.boolean(), approvalId: z.string().optional() })
export const paramSet = {
  payload: z.object({ key: key(), value: z.string().max(10_000), version: version(), reason: reason() }),
  answer: applied,
}
export const paramAdd = {
  payload: z.object({
    key: key(),
    type: z.enum(['text', 'integer', 'boolean', 'json']),
    value: z.string().max(10_000),
    nameEn: line(100),
    nameCn: line(100),
    frontEndNeeded: flag(),
  }),
  answer: nothing(),
}
/** Whether staff may change its value. */
export const paramEditable = {
  payload: z.object({ key: key(), editable: flag(), reason: reason() }),
  answer: applied,
}
export const paramDelete = { payload: z.object({ key: key(), reason: reason() }), answer: nothing() }
const paramChange = z.object({
  id: count(),
  version: count(),
  at: instant(),
  by: z.string(),
  approvedBy: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string(),
  reason: z.string(),
  can: can('revert'),
})
export const paramHistory = { payload: listPayload({ key: key() }), answer: pageOf(paramChange) }
export const paramRevert = {
  payload: z.object({ key: key(), changeId: rowId(), version: version(), reason: reason() }),
  answer: applied,
}

// Gift templates ------------------------------------------------------------------------------------------------------

const giftTemplateRow = z.object({
  id: count(),
  name: z.string(),
  scene: z.string(),
  /** In display order. */
  gifts: z.array(giftCard),
  enabled: z.boolean(),
  remark: z.string(),
  updatedAt: instant(),
  updatedBy: z.string(),
  version: count(),
  can: can('update', 'enable', 'disable', 'delete'),
})
const giftTemplateFields = {
  /** Its length has its own codes, which the rules produce. */
  name: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}]*$/u),
  scene: z.enum(['live', 'call', 'chat', 'dynamic']),
  /** Gifts of the catalogue, in display order; how many there may be has codes of its own. */
  giftIds: listOf(rowId(), 50),
  remark: optional(prose(200)),
}
export const giftTemplateList = {
  payload: listPayload({
    q: optional(line(50)),
    scene: optional(z.enum(['live', 'call', 'chat', 'dynamic'])),
    enabled: optional(flag()),
  }),
  answer: pageOf(giftTemplateRow),
}
export const giftTemplateInfo = { payload: z.object({ id: rowId() }), answer: z.object({ template: giftTemplateRow }) }
export const giftTemplateSave = { payload: z.object(giftTemplateFields), answer: z.object({ id: count() }) }
export const giftTemplateUpdate = {
  payload: z.object({ id: rowId(), version: version(), ...giftTemplateFields }),
  answer: nothing(),
}
export const giftTemplateEnable = {
  payload: z.object({ id: rowId(), version: version(), enabled: flag() }),
  answer: nothing(),
}
/** The catalogue, from which a template is composed. */
export const giftTemplateGifts = { payload: z.object({}), answer: z.object({ gifts: z.array(giftCard) }) }
export const giftTemplateDelete = { payload: z.object({ ids: ids(), reason: reason() }), answer: outcomes() }

// Whitelist -----------------------------------------------------------------------------------------------------------

const whitelistKind = z.enum(['ip', 'user', 'device', 'withdrawal'])
const whitelistRow = z.object({
  id: count(),
  kind: whitelistKind,
  value: z.string(),
  note: z.string(),
  expiresAt: instant().nullable(),
  state: z.enum(['effective', 'expired']),
  createdBy: z.string(),
  createdAt: instant(),
  version: count(),
  can: can('update', 'delete'),
})
export const whitelistList = {
  payload: listPayload({
    q: optional(line(100)),
    kind: optional(whitelistKind),
    state: optional(z.enum(['effective', 'expired'])),
  }),
  answer: pageOf(whitelistRow),
}
export const whitelistInfo = { payload: z.object({ id: rowId() }), answer: z.object({ entry: whitelistRow }) }
export const whitelistSave = {
  payload: z.object({
    kind: whitelistKind,
    /** An address or network for `ip`, an app user's id, a device's serial number. */
    value: line(100),
    note: optional(prose(200)),
    expiresAtStr: optional(timeText()),
  }),
  answer: z.object({ id: count() }),
}
export const whitelistUpdate = {
  payload: z.object({
    id: rowId(),
    version: version(),
    note: optional(prose(200)),
    expiresAtStr: optional(timeText()),
  }),
  answer: nothing(),
}
export const whitelistDelete = { payload: z.object({ ids: ids(), reason: reason() }), answer: outcomes() }

// App versions --------------------------------------------------------------------------------------------------------

const versionRow = z.object({
  id: count(),
  app: z.string(),
  name: z.string(),
  build: count(),
  address: z.string(),
  description: z.string(),
  mandatory: z.boolean(),
  sharePercent: count(),
  createdBy: z.string(),
  createdAt: instant(),
  updatedAt: instant(),
  version: count(),
  can: can('update', 'delete'),
})
const versionFields = {
  name: z
    .string()
    .trim()
    .regex(/^\d+(\.\d+){1,3}$/),
  address: z
    .string()
    .trim()
    .max(500)
    .url()
    .regex(/^https:\/\//),
  description: prose(2_000, 1),
  mandatory: flag(),
  /** Share of users it is offered to, in %. */
  sharePercent: whole(0, 100),
}
export const versionList = {
  payload: listPayload({ app: optional(line(50)), q: optional(line(50)), mandatory: optional(flag()) }),
  answer: pageOf(versionRow),
}
export const versionInfo = { payload: z.object({ id: rowId() }), answer: z.object({ version: versionRow }) }
export const versionSave = {
  payload: z.object({ app: line(50), build: whole(1, 2_147_483_647), ...versionFields }),
  answer: z.object({ id: count() }),
}
export const versionUpdate = {
  payload: z.object({ id: rowId(), version: version(), ...versionFields }),
  answer: nothing(),
}
export const versionDelete = { payload: z.object({ ids: ids(), reason: reason() }), answer: outcomes() }

// Countries -----------------------------------------------------------------------------------------------------------

const countryRow = z.object({
  /** ISO 3166-1 alpha-2. */
  code: z.string(),
  code3: z.string(),
  names: z.object({ en: z.string(), cn: z.string() }),
  diallingCode: z.string(),
  currency: z.string(),
  region: z.string(),
  sort: count(),
  enabled: z.boolean(),
  version: count(),
  can: can('update', 'enable', 'disable'),
})
export const countryList = {
  payload: listPayload({ q: optional(line(50)), region: optional(line(50)), enabled: optional(flag()) }),
  answer: pageOf(countryRow),
}
export const countryUpdate = {
  payload: z.object({
    code: z.string().regex(/^[A-Z]{2}$/),
    version: version(),
    nameEn: line(100),
    nameCn: line(100),
    /** Antarctica has neither a dialling code nor a currency. */
    diallingCode: z
      .string()
      .trim()
      .regex(/^(\+\d{1,8})?$/),
    currency: z
      .string()
      .trim()
      .regex(/^([A-Z]{3})?$/),
    region: line(50),
    sort: whole(0, 9_999),
  }),
  answer: nothing(),
}
export const countryEnable = {
  payload: z.object({ codes: listOf(z.string().regex(/^[A-Z]{2}$/), 300), enabled: flag() }),
  answer: outcomes(),
}

// Approvals -----------------------------------------------------------------------------------------------------------

const approvalState = z.enum(['pending', 'approved', 'refused', 'cancelled', 'lapsed', 'failed'])
const approvalRow = z.object({
  approvalId: z.string(),
  /** `param.set` and the like: `system:approval.kind.<kind>`. */
  kind: z.string(),
  /** The subject, for example the parameter's key. */
  subject: z.string(),
  /** The request in the reader's language; empty for requests made before titles were stored. */
  title: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  state: approvalState,
  maker: z.string(),
  createdAt: instant(),
  expiresAt: instant(),
  checker: z.string().nullable(),
  decidedAt: instant().nullable(),
  decisionReason: z.string(),
  version: count(),
  can: can('approve', 'refuse', 'cancel'),
})
export const approvalList = {
  payload: listPayload({
    state: optional(approvalState),
    kind: optional(line(60)),
    maker: optional(line(100)),
    ...timeRange,
  }),
  answer: pageOf(approvalRow),
}
export const approvalMine = {
  payload: listPayload({ state: optional(approvalState), approvalId: optional(z.uuid()) }),
  answer: pageOf(approvalRow),
}
export const approvalInfo = {
  payload: z.object({ approvalId: z.uuid() }),
  answer: z.object({ approval: approvalRow }),
}
export const approvalDecide = {
  payload: z.object({
    ids: listOf(z.uuid()),
    decision: z.enum(['approve', 'refuse']),
    reason: optional(prose(500)),
  }),
  answer: outcomes(),
}
export const approvalCancel = {
  payload: z.object({ ids: listOf(z.uuid()), reason: optional(prose(500)) }),
  answer: outcomes(),
}
