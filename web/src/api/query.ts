import { QueryClient } from '@tanstack/react-query'
import { Unreachable } from './refused.ts'

/** What the screens read is kept here. A refusal is an answer and not tried again; a failed network is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => error instanceof Unreachable && failures < 2,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})
