// The desk's rules: claimed cases, the reviewer's choices, and what may be closed. Pure.
import type { reportClaim, reportDecide } from '@greenroom/contract/auditReports'
import type { Answer, Payload } from '@greenroom/contract/call'
import { forbidHours, type reportActions } from '@greenroom/contract/statesAndKinds'
import { type Claims, claimsBy, noClaims } from '../../../page/desk/claims.ts'

export type Case = Answer<typeof reportClaim>['cases'][number]
export type Report = Case['reports'][number]
export type Action = (typeof reportActions)[number]

/** The desk's content: cases, or why there are none. */
export type Phase = 'loading' | 'ready' | 'failed' | 'away'

/** The reviewer's choices for one case. */
export type Draft = {
  /** Undefined until chosen: there is no default action. */
  action: Action | undefined
  /** Duration of a ban or broadcast ban; 0 means permanent. */
  hours: number
  falseIds: ReadonlySet<string>
  templateId: number | undefined
  reason: string
  /** The current report. */
  reportId: string | undefined
}

export type Desk = Claims<Case> & { drafts: ReadonlyMap<string, Draft> }

export const emptyDesk: Desk = { ...noClaims, drafts: new Map() }

/** Default duration: one day for a ban, the next escalation step for a broadcast ban. */
const usualHours = 24

export const hoursFor = (action: Action, one: Case): number =>
  action === 'forbid' ? one.suggestedForbidHours : usualHours

export const lasts = (action: Action | undefined): boolean =>
  action !== undefined && action !== 'nothing' && action !== 'warn'

export const draftFor = (one: Case): Draft => ({
  action: undefined,
  hours: usualHours,
  falseIds: new Set(),
  templateId: undefined,
  reason: '',
  reportId: one.reports[0]?.reportId,
})

export const draftOf = (desk: Desk, one: Case): Draft => desk.drafts.get(one.reviewId) ?? draftFor(one)

export const currentOf = (desk: Desk): Case | undefined => desk.cases.find(({ reviewId }) => reviewId === desk.at)

/** The current report; the newest if it no longer exists. */
export const reportOf = (one: Case, draft: Draft): Report | undefined =>
  one.reports.find(({ reportId }) => reportId === draft.reportId) ?? one.reports[0]

/** The reviewer's choices for a case; they stay with it while other cases are open. */
export const choose = (desk: Desk, one: Case, change: Partial<Draft>): Desk => ({
  ...desk,
  drafts: new Map(desk.drafts).set(one.reviewId, { ...draftOf(desk, one), ...change }),
})

/** Sets an action with its default duration. */
export const act = (desk: Desk, one: Case, action: Action): Desk =>
  draftOf(desk, one).action === action ? desk : choose(desk, one, { action, hours: hoursFor(action, one) })

/** One step longer or shorter, within the limits. */
export function lengthen(desk: Desk, one: Case, by: 1 | -1): Desk {
  const draft = draftOf(desk, one)
  const place = forbidHours.findIndex((hours) => hours === draft.hours)
  const next = forbidHours[place + by]
  return !lasts(draft.action) || next === undefined ? desk : choose(desk, one, { hours: next })
}

export function toggleFalse(desk: Desk, one: Case, reportId: string): Desk {
  const falseIds = new Set(draftOf(desk, one).falseIds)
  if (!falseIds.delete(reportId)) falseIds.add(reportId)
  return choose(desk, one, { falseIds })
}

const isFalse =
  ({ falseIds }: Draft) =>
  (report: Report) =>
    falseIds.has(report.reportId)
export const allFalse = (one: Case, draft: Draft): boolean => one.reports.every(isFalse(draft))

/** Marks all reports as false, or none if all were. Without true reports, the action is *nothing*. */
export function toggleAll(desk: Desk, one: Case): Desk {
  const draft = draftOf(desk, one)
  if (allFalse(one, draft)) return choose(desk, one, { falseIds: new Set(), action: undefined })
  return choose(desk, one, { falseIds: new Set(one.reports.map(({ reportId }) => reportId)), action: 'nothing' })
}

/** The element `by` places after the one with this key, within the list. */
function beside<T>(all: readonly T[], place: number, by: 1 | -1): T | undefined {
  return all[Math.min(all.length - 1, Math.max(0, place + by))]
}

export function selectBeside(desk: Desk, one: Case, by: 1 | -1): Desk {
  const shown = reportOf(one, draftOf(desk, one))
  const next = beside(one.reports, shown ? one.reports.indexOf(shown) : 0, by)
  return choose(desk, one, { reportId: next?.reportId })
}

const claims = claimsBy<Case>({
  keyOf: ({ reviewId }) => reviewId,
  endOf: ({ claimedUntil }) => Date.parse(claimedUntil),
  afterLast: 'last',
})
export const { goBeside, received, lose, expire, firstEnd } = claims

/** Restores a case whose decision was undone, with its choices. */
export const bringBack = (desk: Desk, one: Case, draft: Draft): Desk => ({
  ...claims.bringBack(desk, [one], 'returned'),
  drafts: new Map(desk.drafts).set(one.reviewId, draft),
})

/** Removes a closed, released or lost case with its choices, and shows the next. */
export function drop(desk: Desk, reviewId: string): Desk {
  const drafts = new Map(desk.drafts)
  drafts.delete(reviewId)
  return { ...claims.drop(desk, reviewId), drafts }
}

/** Why it can't be closed yet, as a text key. */
export function missing(one: Case, draft: Draft): 'action' | 'allFalse' | 'template' | 'reason' | undefined {
  if (draft.action === undefined) return 'action'
  if (draft.action === 'nothing') return undefined
  if (allFalse(one, draft)) return 'allFalse'
  if (draft.action === 'warn' && draft.templateId === undefined) return 'template'
  return draft.reason.trim() === '' ? 'reason' : undefined
}

/** The payload: the shown reports, and only the fields that the action uses. */
export function payloadOf(one: Case, draft: Draft): Payload<typeof reportDecide> {
  const reportIds = one.reports.map(({ reportId }) => reportId)
  const { action } = draft
  if (action === undefined) throw new Error('a case is closed only with a chosen action')
  return {
    reviewId: one.reviewId,
    reportIds,
    action,
    falseIds: reportIds.filter((id) => draft.falseIds.has(id)),
    ...(lasts(action) && { hours: draft.hours }),
    ...(action !== 'nothing' && draft.templateId !== undefined && { templateId: draft.templateId }),
    ...(draft.reason.trim() !== '' && { reason: draft.reason.trim() }),
  }
}
