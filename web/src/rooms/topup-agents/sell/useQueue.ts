import { agentQueue } from '@greenroom/contract/agentQueue'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** The agent's last customers, usual amounts and today's profit; asked again after each sale, with the figures of Home. */
export const useQueue = () =>
  useQuery({
    queryKey: ['topup-agents.home', 'queue'],
    queryFn: ({ signal }) => call(agentQueue, {}, { signal }),
    staleTime: 10_000,
  })
