// Text in queries.
import { nameKey } from '@greenroom/contract/names'
import { readIds } from '@greenroom/contract/pastedIds'
import { type RawBuilder, sql } from 'kysely'

const typed = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** An `ilike` pattern for "contains"; `%` and `_` are taken literally. */
export const containing = (text: string): string => `%${typed(text)}%`

/** The pattern of `like` for texts that begin with this one. */
export const startingWith = (text: string): string => `${typed(text)}%`

/** A unique name that contains this text or one that looks like it; text that shows nothing is in none. */
export function nameContaining(column: string, text: string): RawBuilder<boolean> {
  const key = nameKey(text)
  return key === '' ? sql`false` : sql`kit.name_key(${sql.ref(column)}) like ${containing(key)}`
}

/** The numeric ids in a search text, as people paste them. */
export const idsIn = (text: string): number[] => readIds(text).ids
