// The queue's filters, stored in the address bar.
import { sexes } from '@greenroom/contract/statesAndKinds'
import {
  type FlagFilter,
  filterPayload,
  filtersOf,
  flag,
  idText,
  type NumberRangeFilter,
  numberRange,
  oneOf,
  readFilters,
  type TextFilter,
  text,
} from '../../../list/filters.ts'
import type { ClaimFilters } from '../bench/deskJobs.ts'

const percent = numberRange()

/** In hundredths, as it is shown. */
const score: NumberRangeFilter = {
  ...percent,
  read: (value) => {
    const span = percent.read(value)
    return span && span.min <= 100 && (span.max ?? 0) <= 100 ? span : undefined
  },
  payload: (_name, { min, max }) => ({ minScore: min / 100, ...(max !== undefined && { maxScore: max / 100 }) }),
}

export const queueFilters = filtersOf({
  userId: idText(),
  sex: oneOf(sexes),
  country: { ...text(), read: (value) => (/^[A-Z]{2}$/.test(value) ? value : undefined) } satisfies TextFilter,
  label: { ...text(), read: (value) => value.trim().slice(0, 40) || undefined } satisfies TextFilter,
  score,
  appeals: { ...flag(), read: (value) => (value === 'true' ? true : undefined) } satisfies FlagFilter,
})

/** A claim's filters, from the address. */
export const requestOf = (address: URLSearchParams, sort: ClaimFilters['sort']): ClaimFilters => ({
  sort,
  ...(filterPayload(queueFilters, readFilters(queueFilters, address)) as Omit<ClaimFilters, 'sort'>),
})
