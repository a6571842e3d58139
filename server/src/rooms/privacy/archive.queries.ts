// Everything that is known of a person, read by the same declarations that erase it. Sealed texts and hashes are left out.
import { archiveRows } from '@greenroom/contract/privacy.schema'
import { sql } from 'kysely'
import type { Reader } from '../../kit/database/database.ts'
import { forPerson, personalData, secretsOf } from './declared/data.declared.ts'

export type Archived = { table: string; rows: Record<string, unknown>[]; more: boolean }

/** The rows about the person, by table; tables without any are left out. */
export async function archiveOf(reader: Reader, userId: bigint): Promise<Archived[]> {
  const archived: Archived[] = []
  for (const [table, data] of Object.entries(personalData)) {
    if (data.whose === undefined) continue
    const secrets = [...secretsOf(data)]
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - ${secrets}::text[] as row from ${sql.table(table)} as t
       where ${sql.raw(forPerson(data.whose, userId))} limit ${archiveRows + 1}`.execute(reader)
    if (rows.length > 0)
      archived.push({
        table,
        rows: rows.slice(0, archiveRows).map(({ row }) => row),
        more: rows.length > archiveRows,
      })
  }
  return archived
}
