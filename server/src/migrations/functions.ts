// Functions and triggers are in separate files, one per schema (`functions/<schema>.sql`), which are applied again when
// their content changes: git shows what changed in a function, and no migration repeats one.
//
// A file contains `create or replace` statements, and calls that do nothing the second time. A function whose
// parameters or result change needs a `drop function if exists` above it, and its grants in `deploy/app-role.sql`.
// `kit.xid` and `kit.horizon` are defined by the migration instead: a restored database replaces them
// (`kit/database/newRows.ts`).
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { type QueryExecutorProvider, sql } from 'kysely'
import { runStatements } from './statements.ts'

/**
 * Applies the function files of these schemas, in their order, unless the database already has exactly this content. Schemas
 * without a file have no functions.
 */
export async function applyFunctions(database: QueryExecutorProvider, schemas: string[]): Promise<void> {
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from kit.function_file`.execute(database)
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  for (const name of schemas) {
    const file = new URL(`./functions/${name}.sql`, import.meta.url)
    if (!existsSync(file)) continue
    const text = readFileSync(file, 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    if (applied.get(name) === hash) continue
    await runStatements(database, text)
    await sql`
      insert into kit.function_file (name, hash) values (${name}, ${hash})
      on conflict (name) do update set hash = excluded.hash, applied_at = now()`.execute(database)
  }
}
