/** How much `now` is above or below `before`, in basis points rounded to a percent; null if `before` was zero. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 100) * 100
