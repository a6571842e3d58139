// Reads the operation log and the names of menus.
import type { Parsed } from '@greenroom/contract/call'
import { namesOf } from '@greenroom/contract/localized'
import type { logList } from '@greenroom/contract/system'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Context, Scope } from '../../../kit/calls/context.ts'
import type { Database, DB, Reader } from '../../../kit/database/database.ts'
import type { Keyset, Page } from '../../../kit/database/paging.ts'
import { containing } from '../../../kit/text.ts'
import { wordsOf } from '../../../log/index.ts'
import { equals, type Filters, narrowedPage, search, spanOfIds } from '../../../records/index.ts'
import { keysNamed, menuKeysNamed, type Named, operationNames } from './operationLog.rules.ts'

export type LogRow = {
  id: string
  at: Date
  staff_id: number | null
  username: string
  menu_key: string | null
  operation: string
  target: string
  content: string
  ip: string
  words: unknown
}

const byId = { column: 'e.id', type: 'uuid' as const, of: (row: LogRow) => row.id }
const keyset: Keyset<LogRow> = { sorts: { at: byId }, defaultSort: '-at', id: byId, defaultSize: 20 }

type Entries<O> = SelectQueryBuilder<DB & { e: DB['log.entry'] }, 'e', O>

/** Guild leaders and top-up agents only see entries of their own guild or account. */
function within<O>(query: Entries<O>, scope: Scope): Entries<O> {
  if (scope.kind === 'guild') return query.where('e.union_id', '=', scope.unionId)
  if (scope.kind === 'agent') return query.where('e.agent_id', '=', scope.agentId)
  return query
}

/** A single value uses `=`, so that the index returns the rows in order, which it can't for a list of values. */
function oneOf(column: string, keys: string[]) {
  if (keys.length === 0) return sql<boolean>`false`
  return keys.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${keys[0]}`
    : sql<boolean>`${sql.ref(column)} in (${sql.join(keys)})`
}

/**
 * Entries with the text in a personal word of their content. The index of words has trigrams: two characters are looked for entry by entry, in
 * the month that `checkContentSearch` allows.
 */
function wordsFound(text: string) {
  const found = sql`p.field ^@ 'content/' and p.value ilike ${containing(text)}`
  return text.length > 2
    ? sql<boolean>`e.id = any(array(select p.entry from log.personal p where ${found}))`
    : sql<boolean>`exists (select from log.personal p where p.entry = e.id and ${found})`
}

/** At most so many pieces of a phrase are looked up in the indexes; the whole phrase decides. */
const mostPieces = 6

/**
 * Entries whose sentence has the text with its personal words in their places, such as a sentence copied from the list. Its longest pieces
 * are found by the indexes of content and words, each in either of them.
 */
function phraseFound(text: string) {
  const pieces = text
    .split(/[^\p{L}\p{N}*]+/u)
    .filter(({ length }) => length > 2)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, mostPieces)
  if (pieces.length < 2) return sql<boolean>`false`
  const each = pieces.map((piece) => sql`(e.content ilike ${containing(piece)} or ${wordsFound(piece)})`)
  return sql<boolean>`(${sql.join(each, sql` and `)} and log.with_words(e.id, 'content', e.content) ilike ${containing(text)})`
}

const filtersOf = (menus: Menus): Omit<Filters<typeof logList>, 'language'> => ({
  ...spanOfIds('e.id'),
  menuName: (name) => oneOf('e.menu_key', menuKeysNamed(name, menus.all)),
  opName: (name) => oneOf('e.operation', keysNamed(name, operationNames)),
  username: equals('e.username'),
  logContent: search(['e.content'], wordsFound, phraseFound),
})

/** One page of entries, newest first. */
export function logPage(
  context: Context,
  menus: Menus,
  payload: Omit<Parsed<typeof logList>, 'language'>,
): Promise<Page<LogRow>> {
  const query = within(
    context.database
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
        wordsOf.as('words'),
      ]),
    context.scope,
  )
  const filters = filtersOf(menus)
  const isOpen = Object.keys(filters).every((field) => payload[field as keyof typeof filters] === undefined)
  // Always an index scan by id: no value needs another plan.
  const alike = context.scope.kind === 'platform' && isOpen && (payload.current ?? 1) === 1
  return narrowedPage<LogRow, typeof payload>(context, query, filters, keyset, payload, { alike })
}

/** One entry with before and after; undefined outside the scope. */
export async function logEntry(reader: Reader, scope: Scope, id: string) {
  return within(reader.selectFrom('log.entry as e').selectAll('e').select(wordsOf.as('words')), scope)
    .where('e.id', '=', id)
    .executeTakeFirst()
}

/** The block that contains entries of this transaction number. */
export async function blockOf(reader: Reader, xid: string) {
  return reader
    .selectFrom('log.block')
    .select(['number', 'hash', 'sealed_at'])
    .where('xid_from', '<=', xid)
    .where('xid_to', '>', xid)
    .executeTakeFirst()
}

const menusFor = 2_000
/** All menus with a key, in order, and by key. */
export type Menus = { all: Named[]; byKey: ReadonlyMap<string, Named['names']> }

const kept = new WeakMap<Database, { menus: Menus; until: number }>()

/** The names of all menus, cached for two seconds, since every row of every list needs them. */
export async function menuNames(reader: Reader): Promise<Menus> {
  const known = kept.get(reader)
  if (known && known.until > performance.now()) return known.menus
  const rows = await reader
    .selectFrom('access.menu')
    .select(['key', 'texts'])
    .where('key', 'is not', null)
    .orderBy('sort')
    .execute()
  const all = rows.map((row) => ({ key: row.key!, names: namesOf(row.texts) }))
  const menus = { all, byKey: new Map(all.map(({ key, names }) => [key, names])) }
  kept.set(reader, { menus, until: performance.now() + menusFor })
  return menus
}
