// A user's record, prefetched for the next items.
import { auditPerson } from '@greenroom/contract/audits'
import type { Answer } from '@greenroom/contract/call'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../api/call.ts'
import { ahead, type Desk } from '../bench/queueDesk.ts'
import { afterFrame } from './afterFrame.ts'
import type { Kind } from './workbench.ts'

export type PersonRecord = Answer<typeof auditPerson>

const freshMs = 60_000
const prefetchCount = 4

/** The queue whose menu authorises the request, including reports. */
export type AuditKind = Kind | 'report'

export const personOf = (kind: AuditKind, userId: number) =>
  queryOptions({
    queryKey: ['audits', kind, 'person', userId],
    queryFn: ({ signal }) => call(auditPerson, { kind, userId }, { signal }),
    staleTime: freshMs,
    refetchOnWindowFocus: false,
  })

/** The ids of the next users, as one string. */
export const peopleAhead = ({ desk }: { desk: Desk }): string =>
  ahead(desk, prefetchCount)
    .map(({ user }) => user.userId)
    .join()

/** Prefetches the records of the next few users. */
export function useRecordsAhead(kind: Kind, next: string, enabled: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!enabled || next === '') return
    afterFrame(() => {
      for (const userId of next.split(',').map(Number)) void queries.prefetchQuery(personOf(kind, userId))
    })
  }, [queries, kind, next, enabled])
}
