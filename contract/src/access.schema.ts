// Payloads and results of the calls of `access.ts`.
import { z } from 'zod'
import { areaCode, flag, instant, jsonOf, line, nothing, optional, rowId, typedCode } from './fields.ts'
import { staffLanguages } from './languages.ts'
import { limits } from './limits.ts'
import { operationIdPattern } from './operationId.ts'
import { newPasskey } from './security.schema.ts'

const token = { token: optional(z.string().max(200)) }
const permission = z.union([z.literal(1), z.literal(3)])

export const login = {
  payload: z.object({
    username: z.string().trim().min(1).max(100),
    password: z.string().min(1).max(200),
    verifyCode: optional(typedCode()),
    macCode: optional(typedCode()),
    challenge: optional(z.string().max(100)),
    /** Binds an authenticator also where no role asks for one. */
    bind: optional(flag()),
    /** After several failures: the text and the id of the captcha from `captchaNew`. */
    captcha: optional(z.string().trim().max(limits.captcha)),
    captchaId: optional(z.uuid()),
    /** In place of a passkey or an authenticator, once. */
    recoveryCode: optional(z.string().trim().max(40)),
    /** Makes a passkey where an authenticator would be bound. */
    passkey: optional(flag()),
    /** The new passkey, and what its holder calls it. */
    credential: optional(jsonOf(newPasskey)),
    passkeyName: optional(line(50)),
  }),
  answer: z.object({
    token: z.string().optional(),
    fileUrl: z.string().optional(),
    landingPageKey: z.string().optional(),
    checkPhoneNumber: z.boolean(),
    /** A second step is needed: the masked phone for SMS, or the secret to bind an authenticator. */
    phone: z.string().optional(),
    challenge: z.string().optional(),
    bindGoogle: z.boolean().optional(),
    secret: z.string().optional(),
    otpauthUrl: z.string().optional(),
    qrCode: z.string().optional(),
    /** The account logs in with a passkey (`passkeyLogin`), or with a recovery code. */
    passkey: z.boolean().optional(),
    /** A passkey is to be made from these `options`. */
    bindPasskey: z.boolean().optional(),
    options: z.record(z.string(), z.unknown()).optional(),
  }),
}

export const captchaNew = {
  payload: z.object({}),
  /** `image` is a PNG as a data URL. */
  answer: z.object({ captchaId: z.string(), image: z.string(), width: z.number().int(), height: z.number().int() }),
}

export const passwordReset = {
  payload: z.object({
    username: z.string().trim().min(1).max(100),
    areaCode: z
      .string()
      .trim()
      .regex(/^\+?\d{1,4}$/),
    phoneNumber: z.string().trim().max(40),
    smsCode: typedCode(),
    newPassword: z.string().min(1).max(200),
  }),
  answer: nothing(),
}

/** `waits`: a second account has to approve it first. `ended`: it was revoked or replaced, or its request did not pass. */
const linkState = z.enum(['open', 'waits', 'used', 'expired', 'ended', 'wrong'])

export const linkInfo = {
  payload: z.object({ token: z.string().trim().min(1).max(200) }),
  answer: z.object({
    state: linkState,
    /** Whose account; empty for a wrong link. */
    username: z.string(),
    /** It is the account's first password. */
    invites: z.boolean(),
    /** It works with the code of who approved it. */
    needsCode: z.boolean(),
    /** What the account's roles ask for at log-in. */
    secondFactor: z.enum(['none', 'sms', 'google', 'passkey']),
    /** The number that an invited account was made with, masked; empty if there is none. */
    phone: z.string(),
    /** The number has to be proved by a code that is sent to it. */
    provesPhone: z.boolean(),
    expiresAt: instant().nullable(),
  }),
}

export const linkCode = {
  payload: z.object({ token: z.string().trim().min(1).max(200) }),
  answer: z.object({ retryAfterSeconds: z.number().int() }),
}

export const passwordByLink = {
  payload: z.object({
    /** After the `#` of the link. */
    token: z.string().trim().min(1).max(200),
    /** From who approved it; none for a link that one account made alone. */
    code: optional(z.string().trim().max(20)),
    /** What was sent to the account's number, where it has to be proved. */
    phoneCode: optional(z.string().trim().max(20)),
    newPassword: z.string().min(1).max(200),
  }),
  /** To log in with. */
  answer: z.object({ username: z.string() }),
}

export const userInfo = {
  payload: z.object(token),
  answer: z.object({
    user: z.object({
      userId: z.number().int(),
      username: z.string(),
      unionId: z.number().int().nullable(),
      agentId: z.number().int().nullable(),
      status: z.number().int(),
      avatar: z.string(),
      language: z.string(),
      roles: z.array(z.object({ roleId: z.number().int(), roleName: z.string() })),
      /** Menu key → 1 (read-only) or 3 (read-write). */
      permissions: z.record(z.string(), permission),
      /** The caller looks as this role or account would (`systemRights.ts`): the rights above are its own. */
      seeing: z.object({ name: z.string(), of: z.enum(['role', 'account']), until: instant() }).optional(),
    }),
    platform: z.object({ timeZone: z.string(), now: instant() }),
  }),
}

export const logout = { payload: z.object({}), answer: nothing() }

export type MenuEntry = {
  id: number
  key: string | null
  parentId: number
  url: string
  name: string
  names: { en: string; cn: string }
  icon: string
  cacheAble: number
  permission: 1 | 3
  type: 'catalogue' | 'menu'
  sysMenus: MenuEntry[]
}

const menuEntry: z.ZodType<MenuEntry> = z.lazy(() =>
  z.object({
    id: z.number().int(),
    key: z.string().nullable(),
    parentId: z.number().int(),
    url: z.string(),
    name: z.string(),
    names: z.object({ en: z.string(), cn: z.string() }),
    icon: z.string(),
    cacheAble: z.number().int(),
    permission,
    type: z.enum(['catalogue', 'menu']),
    sysMenus: z.array(menuEntry),
  }),
)

export const menuNav = {
  payload: z.object(token),
  answer: z.object({ menuList: z.array(menuEntry) }),
}

export const passwordChange = {
  payload: z.object({ password: z.string().min(1).max(200), newPassword: z.string().min(1).max(200) }),
  answer: nothing(),
}

export const ownCodeSend = {
  payload: z.object({}),
  answer: z.object({
    /** Masked. */
    phone: z.string(),
    /** Until another code may be requested. */
    retryAfterSeconds: z.number().int(),
  }),
}

export const languageChoose = { payload: z.object({ language: z.enum(staffLanguages) }), answer: nothing() }

export const sessionList = {
  payload: z.object({}),
  answer: z.object({
    sessions: z.array(
      z.object({
        sessionId: z.string(),
        ip: z.string(),
        userAgent: z.string(),
        createdAt: instant(),
        lastUsedAt: instant(),
        current: z.boolean(),
      }),
    ),
  }),
}

export const sessionEnd = { payload: z.object({ sessionId: z.string().max(64) }), answer: nothing() }

export const operationSettle = {
  payload: z.object({
    /** The call's name in the contract. */
    call: z.string().max(64),
    operationId: z.string().regex(operationIdPattern),
  }),
  answer: z.object({ done: z.boolean() }),
}

const savedView = z.object({
  viewId: z.number().int(),
  screen: z.string(),
  name: z.string(),
  query: z.string(),
  /** Visible to all staff who have the screen's menu. */
  shared: z.boolean(),
  /** The view's owner, and whether that is the caller. */
  owner: z.string(),
  mine: z.boolean(),
  /** The owner and administrators may delete it. */
  mayDelete: z.boolean(),
})

export const viewList = {
  payload: z.object({ screen: line(100) }),
  answer: z.object({ views: z.array(savedView) }),
}
export const viewSave = {
  payload: z.object({
    viewId: optional(rowId()),
    screen: line(100),
    name: line(50),
    query: z.string().max(2_000),
    shared: optional(flag()),
  }),
  answer: savedView,
}
export const viewDelete = { payload: z.object({ viewId: rowId() }), answer: nothing() }

export const fileUpload = {
  /** The multipart field `file` is the picture; the server reads it beside these. */
  payload: z.object({
    purpose: z.enum([
      'giftPicture',
      'avatar',
      'paymentProof',
      'purchaseProof',
      'banner',
      'activity',
      'message',
      'giftAnimation',
      'landing',
      'disputeProof',
    ]),
  }),
  answer: z.object({
    fileId: z.string(),
    url: z.string(),
    mime: z.string(),
    bytes: z.number().int(),
    width: z.number().int(),
    height: z.number().int(),
  }),
}

const exportState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled'])
const exportRow = z.object({
  exportId: z.string(),
  /** The contract name of the list that was exported, or of the call that makes the archive. */
  call: z.string(),
  /** What is exported: the name of the list's screen, in the language of the one who asked for it. */
  title: z.string(),
  format: z.enum(['xlsx', 'csv', 'zip']),
  state: exportState,
  rows: z.number().int(),
  /** It failed since the server's disk is full. */
  diskFull: z.boolean(),
  /** Signed and short-lived; every answer signs a new one. Set only while `state` is done. */
  url: z.string().optional(),
  createdAt: instant(),
  expiresAt: instant(),
})

export const exportStatus = { payload: z.object({ exportId: z.uuid() }), answer: exportRow }
export const exportCancel = { payload: z.object({ exportId: z.uuid() }), answer: nothing() }
export const exportList = { payload: z.object({}), answer: z.object({ exports: z.array(exportRow) }) }

export const home = {
  payload: z.object({}),
  answer: z.object({
    /** Pending work and, marked as alarms, faults: limited to what the caller's permissions cover. */
    todo: z.array(
      z.object({
        key: z.string(),
        count: z.number().int(),
        href: z.string(),
        alarm: z.boolean(),
        /** Since when the oldest waits. */
        oldest: instant().nullable(),
        /** When the first of them is too late, if anything ends. */
        until: instant().nullable(),
      }),
    ),
    recent: z.array(
      z.object({ id: z.string(), at: instant(), menuName: z.string(), opName: z.string(), logContent: z.string() }),
    ),
    lastLogin: z.object({ at: instant(), ip: z.string() }).nullable(),
    /** What was done on the server in place of a second member of staff in the last days; for staff. */
    notices: z.array(z.object({ id: z.string(), at: instant(), logContent: z.string() })),
  }),
}

/** Roles that a demo account can show. Guild leaders and top-up agents come with their scopes. */
export const demoRoles = [
  'moderator',
  'service',
  'operations',
  'finance-maker',
  'finance-checker',
  'analyst',
  'guild-leader',
  'new-leader',
  'agent',
] as const

export const demo = {
  payload: z.object({}),
  answer: z.object({
    running: z.boolean(),
    /** Progress of the history, 0 to 1. */
    progress: z.number().min(0).max(1),
    /** Empty unless the simulator runs on this server. */
    accounts: z.array(z.object({ role: z.enum(demoRoles), username: z.string(), password: z.string() })),
    /** How the identity provider is named with which accounts may log in; absent: none. */
    provider: z.string().optional(),
  }),
}

export const smsSend = {
  payload: z.object({
    areaCode: areaCode(),
    phoneNumber: z.string().trim().max(40),
    language: optional(z.string().trim().max(10)),
    validate: z.enum(['register', 'login', 'withdraw', 'reset']),
    challenge: optional(z.string().trim().max(100)),
  }),
  answer: z.object({ retryAfterSeconds: z.number().int() }),
}
