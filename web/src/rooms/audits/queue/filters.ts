// What narrows the queue. The address bar holds it.
import { sexes } from '@greenroom/contract/words'
import {
  type Filters,
  filterPayload,
  filtersOf,
  flag,
  idText,
  numberRange,
  oneOf,
  readFilters,
  text,
} from '../../../list/filters.ts'
import type { Asked } from './state/jobs.ts'

const percent = numberRange()

const filters = filtersOf({
  userId: idText(),
  sex: oneOf(sexes),
  country: text(),
  label: text(),
  /** In hundredths, as it is shown. */
  score: numberRange(),
  appeals: flag(),
})
filters.country.read = (value) => (/^[A-Z]{2}$/.test(value) ? value : undefined)
filters.label.read = (value) => value.trim().slice(0, 40) || undefined
filters.score.read = (value) => {
  const span = percent.read(value)
  return span && span.min <= 100 && (span.max ?? 0) <= 100 ? span : undefined
}
filters.score.payload = (_name, { min, max }) => ({
  minScore: min / 100,
  ...(max !== undefined && { maxScore: max / 100 }),
})
filters.appeals.read = (value) => (value === 'true' ? true : undefined)

export const queueFilters = filters satisfies Filters

/** What a claim asks for, as the address says. */
export const askedOf = (address: URLSearchParams, sort: Asked['sort']): Asked => ({
  sort,
  ...(filterPayload(queueFilters, readFilters(queueFilters, address)) as Omit<Asked, 'sort'>),
})
