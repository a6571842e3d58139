// The Audit area: queues, reviews, reports, templates and figures, and the audit panels of the user page.
import type * as schema from './audits.schema.ts'
import { declare } from './call.ts'
import type { MenuKey } from './screens.ts'
import type { auditKinds, itemKinds } from './statesAndKinds.ts'

/** Reviewers see the kinds whose menus their role has. */
const itemMenus = {
  basic: 'audits.basic',
  photo: 'audits.photo',
  official: 'audits.official',
  library: 'audits.library',
  avatar: 'audits.avatar',
  cover: 'audits.cover',
  dynamic: 'audits.dynamic',
  greeting: 'audits.greeting',
} as const satisfies Record<(typeof itemKinds)[number], MenuKey>

export const queueMenus = { ...itemMenus, report: 'audits.report' } as const satisfies Record<
  (typeof auditKinds)[number],
  MenuKey
>

/**
 * Below `/cms`, but not a declared call: `GET …?kind=…&id=…&index=…` with the `token` header returns a picture's bytes.
 * `index` counts from 0 within item `id`, or with kind `report` within report `id` (its evidence, then the pictures of
 * the reported post). Requires that kind's menu read-only, or `audits.log` for items; every kind may see a passed
 * certification. Uses real HTTP statuses: 401, 403, 404, and 502 when the app's picture can't be fetched (limits: 10
 * MB, 5 s).
 */
export const auditPicturePath = '/audit/picture'

// User page -----------------------------------------------------------------------------------------------------------

export const userContentList = declare<typeof schema.userContentList>('userContentList', {
  method: 'GET',
  path: '/audit/user/items',
  level: 'read',
  menu: 'users.list',
})

// The workbench --------------------------------------------------------------------------------------------------------

/** The number of pending items in a queue and their age. */
export const auditBacklog = declare<typeof schema.auditBacklog>('auditBacklog', {
  method: 'GET',
  path: '/audit/backlog',
  level: 'read',
  menuBy: queueMenus,
})

/**
 * Claims items for 10 minutes (parameter `audit_claim_minutes`). Renews the caller's current claims, then takes the
 * next items of the queue until `size` are held. Claimed items are not given to anyone else.
 */
export const auditClaim = declare<typeof schema.auditClaim>('auditClaim', {
  method: 'POST',
  path: '/audit/claim',
  level: 'write',
  menuBy: itemMenus,
  operation: 'audit.claim',
})

/**
 * Claims what looks like an item that the caller holds, at most 200 with those the caller held already: a heap, which is decided
 * together. Appeals, second reviews, reported posts and what the machine takes for a minor are never in one. The other rules are a
 * claim's; who doesn't hold the item is refused with 20000 and why, 10032 for a review of another kind.
 */
export const auditHeap = declare<typeof schema.auditHeap>('auditHeap', {
  method: 'POST',
  path: '/audit/heap',
  level: 'write',
  menuBy: itemMenus,
  operation: 'audit.claim',
  codes: [10032, 20000],
})

/**
 * Releases the caller's claims: all of a kind, or the items named. With `skip` they are not offered to the caller
 * again.
 */
export const auditRelease = declare<typeof schema.auditRelease>('auditRelease', {
  method: 'POST',
  path: '/audit/release',
  level: 'write',
  menuBy: queueMenus,
  operation: 'audit.release',
})

/**
 * Decides claimed reviews, one or many, with one outcome each; failing an item requires a template (11004). A claim
 * that expired or passed to someone else is 20000, and its message says who decided what; reviews of other kinds are
 * 10032.
 */
export const auditDecide = declare<typeof schema.auditDecide>('auditDecide', {
  method: 'POST',
  path: '/audit/decide',
  level: 'write',
  menuBy: itemMenus,
  operation: 'audit.decide',
  codes: [10032, 11004, 20000],
})

/**
 * Undoes the caller's own decision within 30 seconds (parameter `audit_undo_seconds`); the caller holds the item again.
 * Too late, or changed since: 20000.
 */
export const auditUndo = declare<typeof schema.auditUndo>('auditUndo', {
  method: 'POST',
  path: '/audit/undo',
  level: 'write',
  menuBy: itemMenus,
  operation: 'audit.undo',
  codes: [10032, 20000],
})

/** Context of an item: the user, earlier decisions, reports, bans and devices. */
export const auditPerson = declare<typeof schema.auditPerson>('auditPerson', {
  method: 'GET',
  path: '/audit/person',
  level: 'read',
  menuBy: queueMenus,
  codes: [10032],
})

/** The caller's picture display settings. */
export const auditSettings = declare<typeof schema.auditSettings>('auditSettings', {
  method: 'GET',
  path: '/audit/settings',
  level: 'signed-in',
})

export const auditSettingsSave = declare<typeof schema.auditSettingsSave>('auditSettingsSave', {
  method: 'POST',
  path: '/audit/settings/save',
  level: 'signed-in',
  operation: 'audit.settings',
})

// Decided items --------------------------------------------------------------------------------------------------------

/** Every decision of every kind, newest first. */
export const auditLogList = declare<typeof schema.auditLogList>('auditLogList', {
  method: 'GET',
  path: '/audit/log/list',
  level: 'read',
  menu: 'audits.log',
  exportable: true,
})

/** One item with all decisions about it. */
export const auditItemInfo = declare<typeof schema.auditItemInfo>('auditItemInfo', {
  method: 'GET',
  path: '/audit/item/info',
  level: 'read',
  menu: 'audits.log',
  codes: [10032],
})

/**
 * Changes decisions, for one item or many in the same state (50002 otherwise). Passed items fail and their content is
 * taken down; failed items pass, which only a supervisor may do (read-write on `audits.quality`, else 10026).
 */
export const auditOverturn = declare<typeof schema.auditOverturn>('auditOverturn', {
  method: 'POST',
  path: '/audit/overturn',
  level: 'write',
  menu: 'audits.log',
  operation: 'audit.overturn',
  creates: true,
  codes: [10032, 11004, 20000, 50002],
})
