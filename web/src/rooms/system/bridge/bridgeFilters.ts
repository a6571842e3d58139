import { clientList } from '@greenroom/contract/clients'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { type Option, type TextFilter, text } from '../../../list/filters.ts'

/** All clients, as options. */
export function useClientOptions(): readonly Option[] {
  const { data } = useQuery({
    queryKey: ['system.bridge', 'clients', 'all'],
    queryFn: ({ signal }) => call(clientList, { size: 200 }, { signal }),
    staleTime: 60_000,
  })
  return (data?.records ?? []).map(({ clientId, name }) => ({ value: String(clientId), label: name }))
}

/** Digits only; other input is ignored. */
export const number = (): TextFilter => ({
  ...text(),
  read: (value) => (/^\d{1,9}$/.test(value.trim()) && Number(value) > 0 ? value.trim() : undefined),
})
