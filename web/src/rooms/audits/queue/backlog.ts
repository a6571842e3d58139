// The backlog, polled every few seconds, and machine labels for the filter.
import { auditBacklog } from '@greenroom/contract/audits'
import type { Answer, Payload } from '@greenroom/contract/call'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export type Kind = Exclude<Payload<typeof auditBacklog>['kind'], 'report'>
export type Backlog = Answer<typeof auditBacklog>

const every = 5_000

export const backlogKey = (kind: Kind) => ['audits', kind, 'backlog']

const backlogOf = (kind: Kind) =>
  queryOptions({
    queryKey: backlogKey(kind),
    queryFn: ({ signal }) => call(auditBacklog, { kind }, { signal }),
    refetchInterval: every,
  })

export const useBacklog = (kind: Kind) => useQuery(backlogOf(kind))

const appealsOf = ({ appeals }: Backlog) => appeals

/** The open appeals of a queue. */
export const useAppeals = (kind: Kind) => useQuery({ ...backlogOf(kind), select: appealsOf })

const labelsOf = ({ labels }: Backlog) => labels

/** Only the labels, which rarely change. */
export const useBacklogLabels = (kind: Kind) => useQuery({ ...backlogOf(kind), select: labelsOf })
