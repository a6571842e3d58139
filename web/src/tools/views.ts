// The part of an address that a saved view stores.
import { clearFilters, type Filters } from '../list/filters.ts'

/** Filters, sort order and page size; not the page, the open drawer or the view's id. */
export function queryOf(address: URLSearchParams): string {
  const kept = new URLSearchParams(address)
  for (const name of ['page', 'drawer', 'view', 'lang', 'pc']) kept.delete(name)
  kept.sort()
  return kept.toString()
}

/** Whether two queries are equal, whatever the order of parameters. */
export const sameQuery = (a: string, b: string) => queryOf(new URLSearchParams(a)) === queryOf(new URLSearchParams(b))

/** The address of the unfiltered list: without filters, sort order, page size, page and view; the current tab stays. */
export function withoutView(filters: Filters, address: URLSearchParams): URLSearchParams {
  const next = clearFilters(filters, address)
  for (const name of ['sort', 'size', 'drawer']) next.delete(name)
  return next
}

/** Whether the address has neither filters nor a sort order: nothing to save. */
export function isEverything(address: URLSearchParams): boolean {
  const query = new URLSearchParams(queryOf(address))
  query.delete('tab')
  return query.size === 0
}
