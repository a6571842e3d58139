// Reads the operation log.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database.ts'
import { type Keyset, pageOf, type PageRequest } from '../../../kit/paging.ts'
import { idAt } from '../../../kit/random.ts'
import type { Span } from '../../../kit/time.ts'

export type LogFilters = {
  span: Span
  menuKeys?: string[] | undefined
  operations?: string[] | undefined
  username?: string | undefined
  content?: string | undefined
}

type LogRow = { id: string }

const byId = { column: 'e.id', type: 'uuid', of: (row: LogRow) => row.id }
const keyset: Keyset<LogRow> = { sorts: { at: byId }, defaultSort: '-at', id: byId, defaultSize: 20 }

/** `%` and `_` are what the reader typed, not wildcards. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** One page of entries, newest first. A span of time is a span of ids, which are UUIDv7. */
export async function logPage(reader: Reader, filters: LogFilters, request: PageRequest) {
  let query = reader
    .selectFrom('log.entry as e')
    .select(['e.id', 'e.at', 'e.staff_id', 'e.username', 'e.menu_key', 'e.operation', 'e.target', 'e.content', 'e.ip'])
  const { span } = filters
  if (span.from) query = query.where('e.id', '>=', idAt(span.from))
  if (span.to) query = query.where('e.id', '<', idAt(span.to))
  if (filters.menuKeys) query = query.where('e.menu_key', 'in', filters.menuKeys)
  if (filters.operations) query = query.where('e.operation', 'in', filters.operations)
  if (filters.username !== undefined) query = query.where('e.username', '=', filters.username)
  if (filters.content !== undefined)
    query = query.where('e.content', 'ilike', sql<string>`${containing(filters.content)}`)
  return pageOf(reader, query, keyset, request, filters)
}
