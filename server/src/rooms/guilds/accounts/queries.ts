// The accounts of a leader's helpers, as the access layer keeps them.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database.ts'

export type Helper = {
  id: number
  username: string
  remark: string
  status: number
  last_login_at: Date | null
  created_at: Date
}

/** A guild's helper accounts: all, or those with the given ids. */
export async function helpersOf(reader: Reader, unionId: number, ids?: readonly number[]): Promise<Helper[]> {
  const { rows } = await sql<Helper>`
    select id, username, remark, status, last_login_at, created_at from access.staff
     where union_id = ${unionId} and read_only and deleted_at is null
       and (${ids === undefined} or id = any(${ids ?? []}::int[]))
     order by id`.execute(reader)
  return rows
}
