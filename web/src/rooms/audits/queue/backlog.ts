// How much waits, looked at every few seconds; and the machine's labels, to filter by.
import { auditBacklog } from '@greenroom/contract/audits'
import type { Answer, Payload } from '@greenroom/contract/call'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export type Kind = Exclude<Payload<typeof auditBacklog>['kind'], 'report'>
export type Backlog = Answer<typeof auditBacklog>

const every = 5_000

export const backlogKey = (kind: Kind) => ['audits', kind, 'backlog']

export const useBacklog = (kind: Kind) =>
  useQuery({
    queryKey: backlogKey(kind),
    queryFn: ({ signal }) => call(auditBacklog, { kind }, { signal }),
    refetchInterval: every,
  })
