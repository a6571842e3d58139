// Codes that prove a mail address. Wall time.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { takeTry } from '../codes.queries.ts'
import { before, day, hour, minute } from '../throttle.ts'

export type MailCode = {
  id: string
  staff_id: number
  address: string
  code_hash: string
  at: Date
  expires_at: Date
}

/** How many went out lately: for the account or to the address, whichever are more. */
export async function recentMailCodes(
  reader: Reader,
  { staff_id, address }: Pick<MailCode, 'staff_id' | 'address'>,
  now: Date,
) {
  const { rows } = await sql<{ minute: number; hour: number; day: number }>`
    select coalesce(max(minute), 0)::int as minute, coalesce(max(hour), 0)::int as hour, coalesce(max(day), 0)::int as day
      from (select count(*) filter (where at > ${before(now, minute)}) as minute,
                   count(*) filter (where at > ${before(now, hour)}) as hour, count(*) as day
              from access.mail_code where staff_id = ${staff_id} and at > ${before(now, day)}
             union all
            select count(*) filter (where at > ${before(now, minute)}), count(*) filter (where at > ${before(now, hour)}), count(*)
              from access.mail_code where address = ${address} and at > ${before(now, day)}) as sent`.execute(reader)
  return rows[0]!
}

export const addMailCode = (tx: Transaction, code: MailCode) => tx.insertInto('access.mail_code').values(code).execute()

/** Counts a try at the newest code for the address. */
export const takeMailTry = (
  reader: Reader,
  { staffId, address, tries }: { staffId: number; address: string; tries: number },
  now: Date,
) => takeTry(reader, 'access.mail_code', { of: sql`staff_id = ${staffId} and address = ${address}`, tries, now })

export const mailOf = (reader: Reader, staffId: number) =>
  reader.selectFrom('access.staff').select('email').where('id', '=', staffId).executeTakeFirstOrThrow()

/** @returns the address before */
export async function putMail(tx: Transaction, staffId: number, email: string): Promise<string> {
  const before = await tx
    .selectFrom('access.staff')
    .select('email')
    .where('id', '=', staffId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('access.staff')
    .set({ email, version: sql<number>`version + 1` })
    .where('id', '=', staffId)
    .execute()
  return before.email
}
