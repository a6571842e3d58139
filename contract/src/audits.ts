// The Audit area: queues of items, their reviews, reports, templates and figures; and what a person's page asks.
import type * as schema from './audits.schema.ts'
import { declare } from './call.ts'
import type { MenuKey } from './screens.ts'
import type { auditKinds, itemKinds } from './words.ts'

/** A reviewer sees the kinds whose menus her role has. */
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
const queueMenus = { ...itemMenus, report: 'audits.report' } as const satisfies Record<
  (typeof auditKinds)[number],
  MenuKey
>

/**
 * Below `/cms`, but no call: `GET …?kind=…&id=…&index=…` with the `token` header answers the bytes of a picture, the n-th from
 * 0: of the item `id`, or with kind `report` of the report `id` (its evidence, then the pictures of the post it is about).
 * It asks for that kind's menu read-only, or `audits.log` for items; a passed certification is shown to every kind. Real
 * statuses: 401, 403, 404, and 502 where the app's picture can't be had (10 MB and 5 s at most).
 */
export const auditPicturePath = '/audit/picture'

// The person's page ----------------------------------------------------------------------------------------------------

export const userContentList = declare<typeof schema.userContentList>('userContentList', {
  method: 'GET',
  path: '/audit/user/items',
  level: 'read',
  menu: 'users.list',
})

export const userReportList = declare<typeof schema.userReportList>('userReportList', {
  method: 'GET',
  path: '/audit/user/reports',
  level: 'read',
  menu: 'users.list',
})

// The workbench --------------------------------------------------------------------------------------------------------

/** How much waits in a queue, and how long it has. */
export const auditBacklog = declare<typeof schema.auditBacklog>('auditBacklog', {
  method: 'GET',
  path: '/audit/backlog',
  level: 'read',
  menuBy: queueMenus,
})

/**
 * Takes items to review, for 10 minutes (parameter `audit_claim_minutes`): first those the caller holds already, whose
 * time begins anew, then the next of the queue until `size` are held. Nobody else is given them meanwhile.
 */
export const auditClaim = declare<typeof schema.auditClaim>('auditClaim', {
  method: 'POST',
  path: '/audit/claim',
  level: 'write',
  menuBy: itemMenus,
  operation: 'audit.claim',
})

/** Gives back what the caller holds: all of a kind, or what is named. With `skip` it is not offered to her again. */
export const auditRelease = declare<typeof schema.auditRelease>('auditRelease', {
  method: 'POST',
  path: '/audit/release',
  level: 'write',
  menuBy: queueMenus,
  operation: 'audit.release',
})

/**
 * Decides claimed reviews, one or many, each with its outcome; who fails names a template (11004). A claim that ran out
 * or went to another is 20000 and its message says who decided what; reviews of other kinds are 10032.
 */
export const auditDecide = declare<typeof schema.auditDecide>('auditDecide', {
  method: 'POST',
  path: '/audit/decide',
  level: 'write',
  menuBy: itemMenus,
  operation: 'audit.decide',
  codes: [10032, 11004, 20000],
})

/** Takes back one's own decision within 30 seconds (parameter `audit_undo_seconds`): the item is the caller's again. Too late, or changed since: 20000. */
export const auditUndo = declare<typeof schema.auditUndo>('auditUndo', {
  method: 'POST',
  path: '/audit/undo',
  level: 'write',
  menuBy: itemMenus,
  operation: 'audit.undo',
  codes: [10032, 20000],
})

/** What a reviewer sees beside an item: the person, her earlier decisions, reports, bans and devices. */
export const auditPerson = declare<typeof schema.auditPerson>('auditPerson', {
  method: 'GET',
  path: '/audit/person',
  level: 'read',
  menuBy: queueMenus,
  codes: [10032],
})

/** How the caller likes to see pictures. */
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

/** Every decision, newest first; of all kinds. */
export const auditLogList = declare<typeof schema.auditLogList>('auditLogList', {
  method: 'GET',
  path: '/audit/log/list',
  level: 'read',
  menu: 'audits.log',
  exportable: true,
})

/** One item with all that was decided about it. */
export const auditItemInfo = declare<typeof schema.auditItemInfo>('auditItemInfo', {
  method: 'GET',
  path: '/audit/item/info',
  level: 'read',
  menu: 'audits.log',
  codes: [10032],
})

/**
 * Changes what was decided, one or many of the same state (50002 otherwise): passed items fail, their content is taken
 * down; failed ones pass, which only a supervisor may (read-write on `audits.quality`, else 10026).
 */
export const auditOverturn = declare<typeof schema.auditOverturn>('auditOverturn', {
  method: 'POST',
  path: '/audit/overturn',
  level: 'write',
  menu: 'audits.log',
  operation: 'audit.overturn',
  codes: [10032, 11004, 20000, 50002],
})

// Templates ------------------------------------------------------------------------------------------------------------

/** The templates of a queue that may be used, in their order: what the workbench offers. */
export const auditTemplateChoices = declare<typeof schema.auditTemplateChoices>('auditTemplateChoices', {
  method: 'GET',
  path: '/audit/template/choices',
  level: 'read',
  menuBy: queueMenus,
})
export const auditTemplateList = declare<typeof schema.auditTemplateList>('auditTemplateList', {
  method: 'GET',
  path: '/audit/template/list',
  level: 'read',
  menu: 'audits.template',
  exportable: true,
})
export const auditTemplateSave = declare<typeof schema.auditTemplateSave>('auditTemplateSave', {
  method: 'POST',
  path: '/audit/template/save',
  level: 'write',
  menu: 'audits.template',
  operation: 'auditTemplate.save',
  codes: [10027, 90002],
})
export const auditTemplateUpdate = declare<typeof schema.auditTemplateUpdate>('auditTemplateUpdate', {
  method: 'POST',
  path: '/audit/template/update',
  level: 'write',
  menu: 'audits.template',
  operation: 'auditTemplate.update',
  codes: [10027, 10032, 20000, 90002],
})
export const auditTemplateEnable = declare<typeof schema.auditTemplateEnable>('auditTemplateEnable', {
  method: 'POST',
  path: '/audit/template/enable',
  level: 'write',
  menu: 'audits.template',
  operation: 'auditTemplate.enable',
  codes: [10032, 20000],
})

// Reports --------------------------------------------------------------------------------------------------------------

/** Takes people who are reported, each with all her untreated reports, as `auditClaim` takes items. */
export const reportClaim = declare<typeof schema.reportClaim>('reportClaim', {
  method: 'POST',
  path: '/audit/report/claim',
  level: 'write',
  menu: 'audits.report',
  operation: 'audit.claim',
})

/**
 * Closes reports of one person in one step: the action, which of them were false, and what she is told. What was
 * reported while the caller looked waits anew. A lost claim is 20000, a ban that adds nothing is 20000 and closes nothing.
 */
export const reportDecide = declare<typeof schema.reportDecide>('reportDecide', {
  method: 'POST',
  path: '/audit/report/decide',
  level: 'write',
  menu: 'audits.report',
  operation: 'report.decide',
  codes: [10032, 11004, 20000, 21001],
  fieldCodes: { reason: 11004 },
})

/**
 * Takes back the caller's own decision about reports within its time (`undoUntil`): the reports wait in the caller's hands
 * again, and the ban that came of it is lifted. A warning cannot be taken back. 20000 says why not.
 */
export const reportUndo = declare<typeof schema.reportUndo>('reportUndo', {
  method: 'POST',
  path: '/audit/report/undo',
  level: 'write',
  menu: 'audits.report',
  operation: 'report.undo',
  codes: [10032, 20000],
})

export const reportList = declare<typeof schema.reportList>('reportList', {
  method: 'GET',
  path: '/audit/report/list',
  level: 'read',
  menu: 'audits.report',
  exportable: true,
})

// Figures --------------------------------------------------------------------------------------------------------------

/** Reviewers: decisions, decisions an hour, overturned share, agreement with a second reviewer. */
export const auditReviewers = declare<typeof schema.auditReviewers>('auditReviewers', {
  method: 'GET',
  path: '/audit/figures/reviewers',
  level: 'read',
  menu: 'audits.quality',
})

/** Queues: arrived, decided, backlog and waiting time by hour. */
export const auditQueues = declare<typeof schema.auditQueues>('auditQueues', {
  method: 'GET',
  path: '/audit/figures/queues',
  level: 'read',
  menu: 'audits.quality',
})

/** Where a second reviewer decided otherwise. */
export const auditDisagreementList = declare<typeof schema.auditDisagreementList>('auditDisagreementList', {
  method: 'GET',
  path: '/audit/figures/disagreements',
  level: 'read',
  menu: 'audits.quality',
  exportable: true,
})
