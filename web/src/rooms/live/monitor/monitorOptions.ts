// View options of the monitor: filters are in the address bar; the number of tiles and whether streams play are stored in this browser.
import { useSyncExternalStore } from 'react'
import { useCountryOptions } from '../../../format/country.ts'
import {
  chosenFrom,
  clearFilters,
  filterPayload,
  filtersOf,
  idText,
  oneOf,
  readFilters,
  writeFilter,
} from '../../../list/filters.ts'
import { kept } from '../../../session/kept.ts'
import { useAddress } from '../../../session/useAddress.ts'

export const filters = filtersOf({
  what: { ...oneOf(['live', 'call']), payload: (_: string, kind: 'live' | 'call') => ({ kind }) },
  country: chosenFrom(useCountryOptions),
  userId: idText(),
  reports: { ...oneOf(['open']), payload: () => ({ reported: true }) },
})
export type FilterName = keyof typeof filters

/** Columns and rows of tiles. */
export const grids = [2, 3, 4, 5] as const
export type Grid = (typeof grids)[number]

type Kept = { grid: Grid; streams: boolean }
const storageKey = 'greenroom:wall'
const wall = kept<Kept>(
  { grid: 4, streams: false },
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'grid' in value &&
    grids.some((grid) => grid === value.grid) &&
    'streams' in value,
)

export function useOptions() {
  const [address, setAddress] = useAddress()
  const { grid, streams } = useSyncExternalStore(wall.subscribe, () => wall.read(storageKey))
  const keep = (change: Partial<Kept>) => wall.write(storageKey, { grid, streams, ...change })
  const values = readFilters(filters, address)
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1)
  const turnTo = (next: number) =>
    setAddress((now) => {
      if (next > 1) now.set('page', String(next))
      else now.delete('page')
    })
  return {
    grid,
    streams,
    values,
    page,
    /** The call's payload. */
    payload: filterPayload(filters, values),
    active: Object.keys(values).length,
    setGrid: (next: Grid) => {
      keep({ grid: next })
      // Keep the first tile on the page.
      turnTo(Math.floor(((page - 1) * grid * grid) / (next * next)) + 1)
    },
    toggleStreams: () => keep({ streams: !streams }),
    turnTo,
    setFilter: (name: FilterName, value: unknown) => setAddress((now) => writeFilter(filters, now, name, value)),
    clear: () => setAddress((now) => clearFilters(filters, now)),
  }
}
