// The state that `stateAt` derives, as a list's filter.
import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../records/index.ts'

export const stateFilter: Filter<string> = (state, { now }): RawBuilder<boolean> => {
  const expired = sql<boolean>`coalesce(t.to_at <= ${now}, false)`
  const effective = sql<boolean>`(t.enabled and coalesce(t.from_at <= ${now}, true))`
  if (state === 'expired') return expired
  return state === 'effective' ? sql`(not ${expired} and ${effective})` : sql`(not ${expired} and not ${effective})`
}
