// Functions and triggers are in separate files, one per schema (`functions/<schema>.sql`), which are applied again when
// their content changes: git shows what changed in a function, and no migration repeats one.
//
// A file contains `create or replace` statements, and calls that do nothing the second time. A function whose
// parameters or result change needs a `drop function if exists` above it, and its grants in `grants.sql`.
// `kit.xid` and `kit.horizon` are defined by the migration instead: a restored database replaces them
// (`kit/database/newRows.ts`).
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { type QueryExecutorProvider, sql } from 'kysely'
import pg from 'pg'
import { isOlder, release } from './release.ts'
import { runStatements } from './statements.ts'

/** The hash of a file of functions; null if the schema has none. */
function fileOf(name: string): { text: string; hash: string } | null {
  const file = new URL(`./functions/${name}.sql`, import.meta.url)
  if (!existsSync(file)) return null
  const text = readFileSync(file, 'utf8')
  return { text, hash: createHash('sha256').update(text).digest('hex') }
}

/** One hash of all functions of these schemas as this build has them. `functionsIn` says what a database has, in the same form. */
export const functionsOf = (schemas: readonly string[]): string =>
  createHash('md5')
    .update(
      schemas
        .flatMap((name) => fileOf(name)?.hash ?? [])
        .toSorted()
        .join(),
    )
    .digest('hex')
    .slice(0, 12)

/** The same of a database, as SQL. What was granted is no function. */
export const functionsIn = sql<string>`
  (select left(md5(string_agg(hash, ',' order by hash)), 12) from kit.function_file where name not like '% %')`

/** The files of these schemas whose content the database lacks, in their order. What a newer release wrote is not lacking. */
async function lacking(database: QueryExecutorProvider, schemas: string[], by: string) {
  const { rows } = await sql<{ name: string; hash: string; release: string }>`
    select name, hash, release from kit.function_file`.execute(database)
  const applied = new Map(rows.map((row) => [row.name, row]))
  return schemas.flatMap((name) => {
    const file = fileOf(name)
    if (!file) return []
    const known = applied.get(name)
    return known?.hash === file.hash || (known && isOlder(by, known.release)) ? [] : [{ name, ...file }]
  })
}

/** The names of the function files that `applyFunctions` would apply. */
export const waitingFunctions = async (database: QueryExecutorProvider, schemas: string[]): Promise<string[]> =>
  (await lacking(database, schemas, release)).map(({ name }) => name)

/**
 * Applies the function files of these schemas, in their order, unless the database already has exactly this content, or that of a newer
 * release: an older server that starts beside a newer one takes nothing back. Schemas without a file have no functions.
 *
 * @param by the release that applies them; tests name others
 */
export async function applyFunctions(
  database: QueryExecutorProvider,
  schemas: string[],
  by: string = release,
): Promise<{ applied: number }> {
  const changed = await lacking(database, schemas, by)
  for (const { name, text, hash } of changed) {
    await runStatements(database, text)
    await noteApplied(database, { name, hash, by })
  }
  return { applied: changed.length }
}

const noteApplied = (database: QueryExecutorProvider, { name, hash, by }: { name: string; hash: string; by: string }) =>
  sql`
    insert into kit.function_file (name, hash, release) values (${name}, ${hash}, ${by})
    on conflict (name) do update set hash = excluded.hash, release = excluded.release, applied_at = now()`.execute(
    database,
  )

/**
 * Grants a role what the application needs (`grants.sql`): to a new role, after a change of the file, and `anew` after anything else that may
 * have made or replaced what is granted.
 *
 * @throws if there is no such role, or the connection's role owns the schemas not
 */
export async function grantTo(database: QueryExecutorProvider, role: string, anew: boolean): Promise<void> {
  const text = readFileSync(new URL('./grants.sql', import.meta.url), 'utf8')
  const file = { name: `grants to ${role}`, hash: createHash('sha256').update(text).digest('hex'), by: release }
  const { rows } = await sql<{ hash: string }>`select hash from kit.function_file where name = ${file.name}`.execute(
    database,
  )
  if (!anew && rows[0]?.hash === file.hash) return
  await runStatements(database, text.replaceAll(':"app"', pg.escapeIdentifier(role)))
  await noteApplied(database, file)
}
