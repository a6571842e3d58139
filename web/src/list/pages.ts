// The shown page of a list, and how it is requested. Known cursors are stored, so that going back is as cheap as going forward; a page with
// an unknown cursor (after a reload) is requested by number.

export const pageSizes = [20, 50, 100, 200] as const
export const defaultPageSize = 50

/** The page number and size in an address. */
export function readPage(address: URLSearchParams, defaultSize: number = defaultPageSize) {
  const page = Number(address.get('page') ?? 1)
  const size = Number(address.get('size') ?? defaultSize)
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    size: (pageSizes as readonly number[]).includes(size) ? size : defaultSize,
  }
}

/** The parameters of a page: its cursor if known, else its number. */
export const pagePayload = (page: number, size: number, cursor: string | undefined) =>
  page > 1 && cursor !== undefined ? { size, after: cursor } : { size, current: page }

type Totals = { total: number; totalIsEstimate?: boolean | undefined; shown: number; page: number; size: number }

/** First and last row of the page by number, and whether more follow. */
export function rangeOf({ total, totalIsEstimate, shown, page, size }: Totals, next: string | undefined) {
  const from = shown === 0 ? 0 : (page - 1) * size + 1
  const to = shown === 0 ? 0 : from + shown - 1
  // An estimate can't tell whether there is a next page; a cursor or a full page can.
  const more = next !== undefined || (totalIsEstimate ? shown === size : to < total)
  return { from, to, more, atLeast: Math.max(total, to) }
}
