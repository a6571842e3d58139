// Shared by screens with figures: their filters, their answer, and the list object that other parts of the page expect.
import type { Answer, AnyCall, Payload } from '@greenroom/contract/call'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { type Filters, filterPayload, readFilters } from '../list/filters.ts'
import { useCompleteList } from '../list/useCompleteList.ts'
import { useAddress } from '../session/useAddress.ts'

/** The answer of a call for figures, with the filters in the address. */
export function useFigures<C extends AnyCall>(declared: C, filters: Filters) {
  const [address] = useAddress()
  const payload = filterPayload(filters, readFilters(filters, address)) as Payload<C>
  const query = useQuery({
    queryKey: [declared.menu, declared.name, payload],
    queryFn: ({ signal }) => call(declared, payload, { signal }) as Promise<Answer<C>>,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const list = useCompleteList({
    call: declared,
    query,
    filters,
    rows: (): object[] => [],
    rowId: () => 0,
    name: () => '',
  })
  return { list, data: query.data as Answer<C> | undefined }
}
