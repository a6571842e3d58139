// After a change, everything on screen is refetched: the list, counts in the shell, other open panels. Everything else is refetched when
// it is shown next.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries(), [queries])
}
