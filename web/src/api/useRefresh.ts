// After a change, all that is shown is read again: the list, counts in the shell, other open panels. What is not shown is
// read when it is shown next.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries(), [queries])
}
