import { agentHome } from '@greenroom/contract/agentPortal'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** The application and the agent's figures. */
export const useHome = () =>
  useQuery({
    queryKey: ['topup-agents.home', 'home'],
    queryFn: ({ signal }) => call(agentHome, {}, { signal }),
    staleTime: 0,
    refetchInterval: 30_000,
  })
