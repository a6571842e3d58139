import { sql } from 'kysely'
import type { Database } from '../src/kit/database/database.ts'

/**
 * Resolves when everything committed so far can be read as new. The horizon is server-wide: an open transaction of
 * another test file holds it back.
 */
export async function settled(database: Database): Promise<void> {
  const { rows } = await sql<{ xid: string }>`select kit.xid()::text as xid`.execute(database)
  for (let tries = 0; tries < 2_000; tries++) {
    const { rows: now } = await sql<{ past: boolean }>`
      select kit.horizon() > ${rows[0]!.xid}::xid8 as past`.execute(database)
    if (now[0]?.past) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('a transaction of the server does not end')
}

/** Folds until nothing is left, including what a fold itself marked. */
export async function foldAll(database: Database, fold: () => Promise<boolean>): Promise<void> {
  do await settled(database)
  while (await fold())
}
