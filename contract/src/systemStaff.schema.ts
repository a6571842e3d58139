// Payloads and results of the System calls: accounts, roles and menus.
import { z } from 'zod'
import { plainTyped } from './digits.ts'
import {
  areaCode,
  can,
  count,
  flag,
  instant,
  integer,
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
  rowIds,
  searchText,
  timeRange,
  version,
} from './fields.ts'
import { key, level } from './system.schema.ts'

// Accounts ------------------------------------------------------------------------------------------------------------

const staffRow = z.object({
  userId: count(),
  username: z.string(),
  status: count(),
  roles: z.array(z.object({ roleId: count(), roleName: z.string() })),
  /** Masked: `+86 138****1234`; empty when none. */
  phone: z.string(),
  areaCode: z.string(),
  secondFactor: z.enum(['none', 'sms', 'google', 'passkey']),
  /** It has a passkey or an authenticator. */
  googleBound: z.boolean(),
  unionId: count().nullable(),
  agentId: count().nullable(),
  remark: z.string(),
  sessions: count(),
  lastLoginAt: instant().nullable(),
  createdAt: instant(),
  version: count(),
  /** It has a right that counts, so what strengthens it waits for a second member of staff. */
  counts: z.boolean(),
  /** Until when its holder may set the first password; null without an open invitation. */
  invitedUntil: instant().nullable(),
  can: can(
    'update',
    'enable',
    'disable',
    'resetPassword',
    'unbindGoogle',
    'endSessions',
    'revokeInvitation',
    'delete',
    'seeAs',
  ),
})

/** A request that waits for a second member of staff: nothing has changed yet. */
const waiting = {
  approvalId: z.uuid().optional(),
  /**
   * For each account that needs a new password: the maker's half of setting it, shown once. It works with the code that the approver gets.
   */
  links: z.array(z.object({ username: z.string(), token: z.string() })).optional(),
}

const staffFields = {
  roleIds: rowIds(),
  areaCode: optional(areaCode()),
  phone: optional(
    z
      .string()
      .overwrite((text) => plainTyped(text).replaceAll(/[\s().-]/g, ''))
      .regex(/^\d{4,15}$/),
  ),
  remark: optional(prose(200)),
}

export const staffList = {
  payload: listPayload({
    q: optional(searchText(100)),
    status: optional(integer(0, 3)),
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
    /** If left out, the server generates one and returns it once. None for an account with a right that counts. */
    password: optional(z.string().max(200)),
    /** Its holder sets the password with a link; always so with a right that counts. */
    invite: optional(flag()),
    /** How the link is sent besides being shown: by mail to `email`, or as a text message to `phone`. */
    sendBy: optional(z.enum(['mail', 'sms'])),
    email: optional(z.email().max(320)),
    ...staffFields,
  }),
  /** `userId` and `password` unless it waits. */
  answer: z.object({
    userId: count().optional(),
    password: z.string().optional(),
    /** To whom the link is sent, masked. */
    sentTo: z.string().optional(),
    ...waiting,
  }),
}

export const inviteWays = {
  payload: z.object({}),
  answer: z.object({
    mail: z.boolean(),
    sms: z.boolean(),
    /** Text messages are printed by the server and sent to nobody. */
    printed: z.boolean(),
  }),
}

export const staffUpdate = {
  payload: z.object({
    userId: rowId(),
    version: version(),
    ...staffFields,
    /** Lists mask phones, so an empty form field keeps the number; this removes it. */
    removePhone: optional(flag()),
  }),
  answer: z.object(waiting),
}

export const staffStatus = {
  payload: z.object({ ids: rowIds(), status: z.union([integer(0, 0), integer(1, 1)]), reason: optional(prose(500)) }),
  /** The requests that wait, by account; these accounts are not enabled yet. */
  answer: outcomes().extend({ waiting: z.array(z.object({ userId: count(), approvalId: z.uuid() })).optional() }),
}

export const staffPasswordReset = {
  payload: z.object({ userId: rowId(), reason: reason() }),
  /** The new password, shown once, unless it waits. */
  answer: z.object({ password: z.string().optional(), ...waiting }),
}

export const staffGoogleUnbind = {
  payload: z.object({ userId: rowId(), reason: reason() }),
  answer: z.object({ approvalId: z.uuid().optional() }),
}

/** The approver's half of setting passwords: new codes for the accounts of an approved request, each shown once. */
export const staffCode = {
  payload: z.object({ approvalId: z.uuid() }),
  answer: z.object({ codes: z.array(z.object({ username: z.string(), code: z.string(), expiresAt: instant() })) }),
}

export const staffInvitationRevoke = { payload: z.object({ userId: rowId() }), answer: nothing() }

export const staffSessionsEnd = { payload: z.object({ ids: rowIds(), reason: reason() }), answer: outcomes() }

export const staffDelete = { payload: z.object({ ids: rowIds(), reason: reason() }), answer: outcomes() }

// Roles ---------------------------------------------------------------------------------------------------------------

const secondFactor = z.enum(['none', 'sms', 'google', 'passkey'])

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
  can: can('update', 'delete', 'seeAs'),
})

/** Left out: unchanged. Empty, as a form sends an empty list: none. Typed by the inner schema, whose input type `preprocess` loses. */
const menuIds = () =>
  z.preprocess((v) => (v === '' ? [] : v), listOf(rowId(), 2_000).optional()) as unknown as z.ZodOptional<
    z.ZodType<number[], number[]>
  >

const roleFields = {
  roleName: line(50),
  remark: optional(prose(200)),
  /** Ids with read-write. Without `readMenuIds`, read-only menus stay read-only. */
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
  answer: z.object(waiting),
}

export const roleAll = {
  payload: z.object({}),
  answer: z.object({
    list: z.array(z.object({ roleId: count(), roleName: z.string(), secondFactor, counts: z.boolean() })),
  }),
}

export const roleDelete = {
  payload: z.object({ roleIds: rowIds(), remark: optional(prose(500)) }),
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
  cacheAble: optional(integer(0, 1)),
  sort: optional(integer(0, 9_999)),
}

export const menuTree = { payload: z.object({}), answer: z.object({ menus: z.array(menuNode) }) }

/** The same tree for the role editor: ids and names of grantable menus. */
export const roleMenus = { payload: z.object({}), answer: z.object({ menus: z.array(menuNode) }) }

export const menuSave = {
  payload: z.object({
    parentId: integer(0, maxInteger),
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
    parentId: optional(integer(0, maxInteger)),
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
