import { currencies } from '@greenroom/contract/words'
import { chosenFrom, dateRange, filtersOf, oneOf } from '../../../list/filters.ts'
import { useKindOptions } from '../options.ts'

/** Filters shared by both views of the days. */
export const dailyFilters = filtersOf({
  day: dateRange(),
  currency: oneOf(currencies),
  kind: chosenFrom(useKindOptions),
})
