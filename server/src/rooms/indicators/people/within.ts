import { sql } from 'kysely'
import type { Filters } from '../figures/facts.ts'

/** The condition that a row of the table `d` has any of the values of each dimension; null excludes everything. */
export const within = (filters: Filters | null) =>
  filters === null
    ? sql`and false`
    : sql.join(
        Object.entries(filters).map(([name, values]) => sql`and ${sql.ref(`d.${name}`)} = any(${values}::text[])`),
        sql` `,
      )
