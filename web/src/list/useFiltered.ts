// Shared by lists with and without pages: the menu, and the filters with their values in the address.
import type { MenuKey } from '@greenroom/contract/screens'
import { useMemo } from 'react'
import { useSession } from '../session/session.ts'
import { useAddress } from '../session/useAddress.ts'
import { type ListWords, wordsOfRoom } from '../ui/words.ts'
import { clearFilters, type Filter, type Filters, readFilters, unreadable, writeFilter } from './filters.ts'

/** A filter whose text changes with every pause in typing. */
const isTyped = (filter: Filter | undefined) => filter?.kind === 'text' || filter?.kind === 'ids'

export function useFiltered<F extends Filters>(menu: MenuKey, filters: F, words?: ListWords) {
  const { may } = useSession()
  const [address, change] = useAddress()
  const room = menu.split('.')[0] ?? menu
  const values = useMemo(() => readFilters(filters, address), [filters, address])
  const shared = {
    menu,
    room,
    words: words ?? wordsOfRoom(room),
    writable: may(menu, 'write'),
    filters,
    values,
    setFilter: (name: string, value: unknown) =>
      // Text changes with every pause in typing; only the last value becomes a history entry.
      change((now) => writeFilter(filters, now, name, value), { replace: isTyped(filters[name]) }),
    clear: () => change((now) => clearFilters(filters, now)),
    active: Object.keys(values).length,
    unreadable: unreadable(filters, values),
  }
  return { address, change, values, shared }
}
