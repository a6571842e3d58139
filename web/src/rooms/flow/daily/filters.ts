import { currencies } from '@greenroom/contract/words'
import { chosenFrom, dateRange, filtersOf, oneOf } from '../../../list/filters.ts'
import { useKindOptions } from '../options.ts'

/** Both views of the days are narrowed by the same. */
export const dailyFilters = filtersOf({
  day: dateRange(),
  currency: oneOf(currencies),
  kind: chosenFrom(useKindOptions),
})
