// Codes that were sent, by SMS or by mail: tries and their end. Wall time.
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '../kit/database/database.ts'

type Codes = 'access.sms_code' | 'access.mail_code'

/**
 * Counts a try at the newest of these codes before it is compared. Undefined if no code can match: never sent, used, too old, or tried too often.
 * One statement, so concurrent tries all count.
 */
export async function takeTry(
  reader: Reader,
  codes: Codes,
  { of, tries, now }: { of: RawBuilder<boolean>; tries: number; now: Date },
) {
  const table = sql.table(codes)
  const { rows } = await sql<{ id: string; code_hash: string | null }>`
    update ${table} set tries = tries + 1
     where id = (select id from ${table} where ${of} order by at desc, id desc limit 1)
       and tries < ${tries} and spent_at is null and expires_at > ${now}
    returning id, code_hash`.execute(reader)
  return rows[0]
}

/** Uses up a code. @returns false if another request did */
export async function spend(tx: Transaction, codes: Codes, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(codes)} set spent_at = ${now} where id = ${id} and spent_at is null returning 1`.execute(tx)
  return rows.length === 1
}
