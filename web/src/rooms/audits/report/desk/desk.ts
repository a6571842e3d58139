// The desk as rules: which cases are held, what the reviewer has chosen for each, and what may be closed. Pure.
import type { reportClaim, reportDecide } from '@greenroom/contract/audits'
import type { Answer, Payload } from '@greenroom/contract/call'
import { forbidHours, type reportActions } from '@greenroom/contract/words'

export type Case = Answer<typeof reportClaim>['cases'][number]
export type Report = Case['reports'][number]
export type Action = (typeof reportActions)[number]

/** What the desk shows: cases, or why there are none. */
export type Phase = 'loading' | 'ready' | 'failed' | 'away'

/** What the reviewer has chosen for one case. */
export type Draft = {
  /** Undefined until the reviewer has chosen: nothing is carried out that nobody chose. */
  action: Action | undefined
  /** Of a ban or a broadcast ban; 0 means permanent. */
  hours: number
  falseIds: ReadonlySet<string>
  templateId: number | undefined
  reason: string
  /** The report that is looked at. */
  reportId: string | undefined
}

export type Desk = {
  cases: readonly Case[]
  drafts: ReadonlyMap<string, Draft>
  /** Why a case is not held any more, by its look. */
  lost: ReadonlyMap<string, string>
  /** The look of the case that is shown. */
  at: string | undefined
  /** How many more wait. */
  more: number
}

export const emptyDesk: Desk = { cases: [], drafts: new Map(), lost: new Map(), at: undefined, more: 0 }

/** A ban of an account begins with a day; a broadcast ban with the ladder's next step. */
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

/** The report that is looked at; the newest where that one is there no more. */
export const reportOf = (one: Case, draft: Draft): Report | undefined =>
  one.reports.find(({ reportId }) => reportId === draft.reportId) ?? one.reports[0]

/** What one chooses for a case; what she chose before stays with it while she looks at others. */
export const choose = (desk: Desk, one: Case, change: Partial<Draft>): Desk => ({
  ...desk,
  drafts: new Map(desk.drafts).set(one.reviewId, { ...draftOf(desk, one), ...change }),
})

/** An action with the length that it begins with. */
export const act = (desk: Desk, one: Case, action: Action): Desk =>
  draftOf(desk, one).action === action ? desk : choose(desk, one, { action, hours: hoursFor(action, one) })

/** A step longer or shorter, as far as there are any. */
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

/** All false, or none where all were. Nothing is left to act on then, so the action is nothing. */
export function toggleAll(desk: Desk, one: Case): Desk {
  const draft = draftOf(desk, one)
  if (allFalse(one, draft)) return choose(desk, one, { falseIds: new Set(), action: undefined })
  return choose(desk, one, { falseIds: new Set(one.reports.map(({ reportId }) => reportId)), action: 'nothing' })
}

/** What comes `by` places after the one of that key; the ends stay. */
function beside<T>(all: readonly T[], place: number, by: 1 | -1): T | undefined {
  return all[Math.min(all.length - 1, Math.max(0, place + by))]
}

export function lookBeside(desk: Desk, one: Case, by: 1 | -1): Desk {
  const shown = reportOf(one, draftOf(desk, one))
  const next = beside(one.reports, shown ? one.reports.indexOf(shown) : 0, by)
  return choose(desk, one, { reportId: next?.reportId })
}

export function goBeside(desk: Desk, by: 1 | -1): Desk {
  const place = desk.cases.findIndex(({ reviewId }) => reviewId === desk.at)
  return { ...desk, at: beside(desk.cases, place, by)?.reviewId }
}

/**
 * What a claim answered: cases keep their places and what was chosen for them, new ones come last. One that is shown and
 * was not answered has gone to another; others that went are forgotten.
 */
export function received(desk: Desk, answer: Answer<typeof reportClaim>, gone: string): Desk {
  const now = new Map(answer.cases.map((one) => [one.reviewId, one]))
  const kept = desk.cases.flatMap((one) => {
    const found = now.get(one.reviewId)
    return found ? [found] : one.reviewId === desk.at ? [one] : []
  })
  const known = new Set(kept.map(({ reviewId }) => reviewId))
  const cases = [...kept, ...answer.cases.filter(({ reviewId }) => !known.has(reviewId))]
  const lost = new Map([...desk.lost].filter(([reviewId]) => known.has(reviewId) && !now.has(reviewId)))
  if (desk.at !== undefined && known.has(desk.at) && !now.has(desk.at) && !lost.has(desk.at)) lost.set(desk.at, gone)
  const at = cases.some(({ reviewId }) => reviewId === desk.at) ? desk.at : cases[0]?.reviewId
  return { ...desk, cases, lost, at, more: answer.more }
}

/** A case whose decision was taken back is shown again, with what was chosen for it. */
export const bringBack = (desk: Desk, one: Case, draft: Draft): Desk => ({
  ...drop(desk, one.reviewId),
  cases: [...desk.cases.filter(({ reviewId }) => reviewId !== one.reviewId), one],
  drafts: new Map(desk.drafts).set(one.reviewId, draft),
  at: one.reviewId,
})

/** Closed, given back or seen to be lost: the next one is shown. */
export function drop(desk: Desk, reviewId: string): Desk {
  const place = desk.cases.findIndex((one) => one.reviewId === reviewId)
  if (place < 0) return desk
  const cases = desk.cases.filter((one) => one.reviewId !== reviewId)
  const drafts = new Map(desk.drafts)
  drafts.delete(reviewId)
  const lost = new Map(desk.lost)
  lost.delete(reviewId)
  const at = desk.at === reviewId ? (cases[place] ?? cases.at(-1))?.reviewId : desk.at
  return { ...desk, cases, drafts, lost, at }
}

export const lose = (desk: Desk, reviewId: string, why: string): Desk =>
  desk.cases.some((one) => one.reviewId === reviewId) ? { ...desk, lost: new Map(desk.lost).set(reviewId, why) } : desk

/** Cases whose time has passed are lost, at `now` of the platform. */
export const expire = (desk: Desk, now: number, why: string): Desk =>
  desk.cases.reduce(
    (next, one) =>
      Date.parse(one.claimedUntil) <= now && !next.lost.has(one.reviewId) ? lose(next, one.reviewId, why) : next,
    desk,
  )

/** Why it can't be closed yet, by the key of the words for it. */
export function missing(one: Case, draft: Draft): 'action' | 'allFalse' | 'template' | 'reason' | undefined {
  if (draft.action === undefined) return 'action'
  if (draft.action === 'nothing') return undefined
  if (allFalse(one, draft)) return 'allFalse'
  if (draft.action === 'warn' && draft.templateId === undefined) return 'template'
  return draft.reason.trim() === '' ? 'reason' : undefined
}

/** What is sent: the reports that were shown, and nothing that the action has no use for. */
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
