// What of an address a saved view keeps.
import { clearFilters, type Filters } from '../list/filters.ts'

/** Filters, order and page size; not the page, the open drawer or the view's own id. */
export function queryOf(address: URLSearchParams): string {
  const kept = new URLSearchParams(address)
  for (const name of ['page', 'drawer', 'view', 'lang', 'pc']) kept.delete(name)
  kept.sort()
  return kept.toString()
}

/** Whether two queries ask for the same, in whatever order. */
export const sameQuery = (a: string, b: string) => queryOf(new URLSearchParams(a)) === queryOf(new URLSearchParams(b))

/** The address of the whole list: without filters, order, page size, page and view; the part of the screen that is shown stays. */
export function withoutView(filters: Filters, address: URLSearchParams): URLSearchParams {
  const next = clearFilters(filters, address)
  for (const name of ['sort', 'size', 'drawer']) next.delete(name)
  return next
}

/** Whether the address narrows and orders nothing: there is nothing to save. */
export function isEverything(address: URLSearchParams): boolean {
  const query = new URLSearchParams(queryOf(address))
  query.delete('tab')
  return query.size === 0
}
