// The workbench's requests, and which of them can be merged.
import type { auditClaim } from '@greenroom/contract/audits'
import type { Payload } from '@greenroom/contract/call'
import type { Step, Verdict } from './queueDesk.ts'

/** A claim's filters and sort. */
export type ClaimFilters = Omit<Payload<typeof auditClaim>, 'kind' | 'size'>

export type Job =
  | { do: 'claim'; size: number; query: ClaimFilters }
  | { do: 'decide'; verdict: Verdict; parts: readonly { step: number; ids: readonly string[] }[] }
  | { do: 'gather'; id: string }
  | { do: 'undo'; step: Step; ids: readonly string[] }
  | { do: 'release'; ids?: readonly string[]; skip?: true }

/** Maximum number of ids per call. */
const most = 40

const sameVerdict = (one: Verdict, other: Verdict) =>
  one.decision === other.decision && one.templateId === other.templateId && one.note === other.note

export const decidedIds = (job: Extract<Job, { do: 'decide' }>): string[] => job.parts.flatMap(({ ids }) => ids)

/** Merges two requests; undefined if they differ. */
export function mergeJobs(first: Job, second: Job): Job | undefined {
  if (first.do === 'claim' && second.do === 'claim') return second
  if (first.do === 'decide' && second.do === 'decide' && sameVerdict(first.verdict, second.verdict)) {
    const both = { ...first, parts: [...first.parts, ...second.parts] }
    return decidedIds(both).length <= most ? both : undefined
  }
  if (first.do === 'release' && second.do === 'release' && first.skip && second.skip) {
    const ids = [...(first.ids ?? []), ...(second.ids ?? [])]
    return ids.length <= most ? { do: 'release', skip: true, ids } : undefined
  }
  return undefined
}

/** The number of items whose decisions or undos are unanswered. */
export const waitingDecisions = (jobs: readonly Job[]): number =>
  jobs.reduce(
    (count, job) =>
      job.do === 'decide' ? count + decidedIds(job).length : job.do === 'undo' ? count + job.ids.length : count,
    0,
  )
