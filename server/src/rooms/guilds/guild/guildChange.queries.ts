import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import type { AgeFacts } from '../../users/index.ts'

/** What is known about a user's age. */
export async function agedOf(reader: Reader, userId: bigint): Promise<AgeFacts & { nickname: string }> {
  const { rows } = await sql<AgeFacts & { nickname: string }>`
    select to_char(birthday, 'YYYY-MM-DD') as birthday, certified, nickname
      from users.app_user where id = ${userId}`.execute(reader)
  return rows[0] ?? { birthday: null, certified: false, nickname: '' }
}
