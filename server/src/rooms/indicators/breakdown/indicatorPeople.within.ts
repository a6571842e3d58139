import { sql } from 'kysely'
import type { Filters } from '../figures/figures.facts.ts'

/** A condition on the table `d`: each filtered dimension has one of its values. Filters that are null match no row. */
export const within = (filters: Filters | null) =>
  filters === null
    ? sql`and false`
    : sql.join(
        Object.entries(filters).map(([name, values]) => sql`and ${sql.ref(`d.${name}`)} = any(${values}::text[])`),
        sql` `,
      )
