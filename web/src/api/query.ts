import { QueryClient } from '@tanstack/react-query'
import { Unreachable } from './refused.ts'

/** The query cache. Refusals are not retried; network failures are, twice. */
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
