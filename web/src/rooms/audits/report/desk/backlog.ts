// The number of reported users in the queue, polled every few seconds.
import { auditBacklog } from '@greenroom/contract/audits'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'

export const backlogKey = ['audits', 'report', 'backlog']
const every = 5_000

export const useReportBacklog = () =>
  useQuery({
    queryKey: backlogKey,
    queryFn: ({ signal }) => call(auditBacklog, { kind: 'report' }, { signal }),
    refetchInterval: every,
  })
