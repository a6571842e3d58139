// Promoters of channels, and the names of parts.
import type { Dimension } from '@greenroom/contract/figureDimensions'
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'

/** The promoter's id of each channel that has one. */
export async function promotersOf(reader: Reader): Promise<ReadonlyMap<string, string>> {
  const rows = await reader.selectFrom('promotion.channel').select(['number', 'promoter_id']).execute()
  return new Map(rows.flatMap((row) => (row.promoter_id === null ? [] : [[row.number, String(row.promoter_id)]])))
}

/** Names of channels, promoters and guilds by their part's value; other parts are named by the reader's language. */
export async function namesOf(
  reader: Reader,
  by: Dimension,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = async () => {
    if (by === 'channel')
      return sql<{ value: string; name: string }>`
        select number as value, name from promotion.channel where number = any(${values}::text[])`.execute(reader)
    if (by !== 'promoter' && by !== 'guild') return { rows: [] }
    const ids = values.filter((value) => /^\d+$/.test(value))
    const table = sql.table(by === 'promoter' ? 'promotion.promoter' : 'guilds.guild')
    return sql<{ value: string; name: string }>`
      select id::text as value, name from ${table} where id = any(${ids}::int[])`.execute(reader)
  }
  return new Map((await found()).rows.map(({ value, name }) => [value, name]))
}

/** All promoters by name, as filter options. */
export async function promotersNamed(reader: Reader): Promise<{ promoterId: number; name: string }[]> {
  const rows = await reader.selectFrom('promotion.promoter').select(['id', 'name']).orderBy('name').execute()
  return rows.map(({ id, name }) => ({ promoterId: id, name }))
}
