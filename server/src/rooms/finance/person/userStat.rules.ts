// Splits a span of days into stored sums. Pure.
/** Sums of one grain whose starts are within `[from, to]`. */
export type Segment = { grain: 'day' | 'month' | 'all'; from: string; to: string }

/** The start of the sums of all days. */
export const always = '2000-01-01'
const earliest = '1970-01-01'
const latest = '9999-12-31'

const monthOf = (day: string) => `${day.slice(0, 7)}-01`

function addMonths(month: string, count: number): string {
  const [year, index] = [Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + count]
  const months = year * 12 + index
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

const lastOf = (month: string): string => {
  const [year, index] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
  return `${month.slice(0, 8)}${String(new Date(Date.UTC(year, index, 0)).getUTCDate()).padStart(2, '0')}`
}

/** Whole months within the span, and the days before and after; the totals if it is unbounded. */
export function segmentsOf({ from, to }: { from: string | undefined; to: string | undefined }): Segment[] {
  if (from === undefined && to === undefined) return [{ grain: 'all', from: always, to: always }]
  const first = from ?? earliest
  const last = to ?? latest
  const fullMonths = {
    from: first === monthOf(first) ? first : addMonths(monthOf(first), 1),
    to: last === lastOf(monthOf(last)) ? monthOf(last) : addMonths(monthOf(last), -1),
  }
  if (fullMonths.from > fullMonths.to) return [{ grain: 'day', from: first, to: last }]
  return [
    ...(first < fullMonths.from ? [{ grain: 'day', from: first, to: lastOf(monthOf(first)) } as const] : []),
    { grain: 'month', ...fullMonths },
    ...(last > lastOf(fullMonths.to) ? [{ grain: 'day', from: monthOf(last), to: last } as const] : []),
  ]
}
