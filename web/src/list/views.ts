// What of an address a saved view keeps.

/** Filters, order and page size; not the page, the open drawer or the view's own id. */
export function queryOf(address: URLSearchParams): string {
  const kept = new URLSearchParams(address)
  for (const name of ['page', 'drawer', 'view', 'lang', 'pc']) kept.delete(name)
  kept.sort()
  return kept.toString()
}

/** Whether two queries ask for the same, in whatever order. */
export const sameQuery = (a: string, b: string) => queryOf(new URLSearchParams(a)) === queryOf(new URLSearchParams(b))
