// Reads the operation log and the names of menus.
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Scope } from '../../../kit/context.ts'
import type { Database, DB, Reader } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { idAt } from '../../../kit/random.ts'
import type { Span } from '../../../kit/time.ts'
import type { Named } from './rules.ts'

export type LogFilters = {
  span: Span
  menuKeys?: string[] | undefined
  operations?: string[] | undefined
  username?: string | undefined
  content?: string | undefined
}

type LogRow = { id: string }

const byId = { column: 'e.id', type: 'uuid' as const, of: (row: LogRow) => row.id }
const keyset: Keyset<LogRow> = { sorts: { at: byId }, defaultSort: '-at', id: byId, defaultSize: 20 }

type Entries<O> = SelectQueryBuilder<DB & { e: DB['log.entry'] }, 'e', O>

/** A guild leader or a top-up agent sees what was done by their own guild or account. */
function within<O>(query: Entries<O>, scope: Scope): Entries<O> {
  if (scope.kind === 'guild') return query.where('e.union_id', '=', scope.unionId)
  if (scope.kind === 'agent') return query.where('e.agent_id', '=', scope.agentId)
  return query
}

/** One value is an equation: its index then gives the rows in order, which a list of values cannot. */
function oneOf<O>(query: Entries<O>, column: 'e.menu_key' | 'e.operation', keys: string[] | undefined): Entries<O> {
  if (keys === undefined) return query
  if (keys.length === 0) return query.where(sql<boolean>`false`)
  return keys.length === 1 ? query.where(column, '=', keys[0]!) : query.where(column, 'in', keys)
}

/** `%` and `_` are what the reader typed, not wildcards. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** One page of entries, newest first. A span of time is a span of ids, which are UUIDv7. */
export async function logPage(reader: Reader, scope: Scope, filters: LogFilters, request: PageRequest) {
  let query = within(
    reader
      .selectFrom('log.entry as e')
      .select([
        'e.id',
        'e.at',
        'e.staff_id',
        'e.username',
        'e.menu_key',
        'e.operation',
        'e.target',
        'e.content',
        'e.ip',
      ]),
    scope,
  )
  const { span } = filters
  if (span.from) query = query.where('e.id', '>=', idAt(span.from))
  if (span.to) query = query.where('e.id', '<', idAt(span.to))
  query = oneOf(oneOf(query, 'e.menu_key', filters.menuKeys), 'e.operation', filters.operations)
  if (filters.username !== undefined) query = query.where('e.username', '=', filters.username)
  if (filters.content !== undefined)
    query = query.where('e.content', 'ilike', sql<string>`${containing(filters.content)}`)
  const { menuKeys, operations, username, content } = filters
  const isOpen = [span.from, span.to, menuKeys, operations, username, content].every((asked) => asked === undefined)
  // Along the ids from anywhere: no value makes another plan better.
  const alike = scope.kind === 'platform' && isOpen && (request.current ?? 1) === 1
  return pageOf(reader, query, keyset, request, { ...filters, scope }, { alike })
}

/** One entry with what was before and after, or undefined outside the scope. */
export async function logEntry(reader: Reader, scope: Scope, id: string) {
  return within(reader.selectFrom('log.entry as e').selectAll('e'), scope).where('e.id', '=', id).executeTakeFirst()
}

/** The sealed block that an entry of this transaction number stands in. */
export async function blockOf(reader: Reader, xid: string) {
  return reader
    .selectFrom('log.block')
    .select(['number', 'hash', 'sealed_at'])
    .where('xid_from', '<=', xid)
    .where('xid_to', '>', xid)
    .executeTakeFirst()
}

const menusFor = 2_000
/** All menus that have a key, in their order, and by their key. */
export type Menus = { all: Named[]; byKey: ReadonlyMap<string, Named['names']> }

const kept = new WeakMap<Database, { menus: Menus; until: number }>()

/** The names of all menus; read again after two seconds at most, since every row of every list needs them. */
export async function menuNames(reader: Reader): Promise<Menus> {
  const known = kept.get(reader)
  if (known && known.until > performance.now()) return known.menus
  const rows = await reader
    .selectFrom('access.menu')
    .select(['key', 'name_en', 'name_cn'])
    .where('key', 'is not', null)
    .orderBy('sort')
    .execute()
  const all = rows.map((row) => ({ key: row.key!, names: { en: row.name_en, cn: row.name_cn } }))
  const menus = { all, byKey: new Map(all.map(({ key, names }) => [key, names])) }
  kept.set(reader, { menus, until: performance.now() + menusFor })
  return menus
}
