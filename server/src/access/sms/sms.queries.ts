// Queries for codes sent by SMS.
import { sql } from 'kysely'
import type { Database, Reader, Transaction } from '../../kit/database/database.ts'
import * as codes from '../codes.queries.ts'
import { before, day, hour, minute } from '../throttle.ts'
import { type Purpose, type Sent, wrongTries } from './sms.rules.ts'

/**
 * Recently sent messages to the number, for this purpose only, and apart from those that anyone may request: they must not use up those of
 * the account's owner. A message that the provider refused counts only for the network, so the number may try again.
 */
export async function recentlySent(
  reader: Reader,
  { purpose, proven, number, network }: Pick<NewCode, 'purpose' | 'proven' | 'number' | 'network'>,
  now: Date,
): Promise<Sent> {
  const { rows } = await sql<Sent>`
    select count(*) filter (where at > ${before(now, minute)})::int as minute,
           count(*) filter (where at > ${before(now, hour)})::int as hour,
           count(*)::int as day,
           (select count(*)::int from access.sms_code where network = ${network} and at > ${before(now, day)}) as network
      from access.sms_code
     where number = ${number} and purpose = ${purpose} and proven = ${proven} and at > ${before(now, day)} and not failed`.execute(
    reader,
  )
  return rows[0]!
}

export type NewCode = {
  id: string
  purpose: Purpose
  /** Requested with the account's password or session. */
  proven: boolean
  number: string
  ip: string
  network: string
  code_hash: string | null
  at: Date
  expires_at: Date
}

export const addCode = (tx: Transaction, code: NewCode) => tx.insertInto('access.sms_code').values(code).execute()

export const markFailed = (tx: Transaction, id: string) =>
  tx.updateTable('access.sms_code').set({ failed: true }).where('id', '=', id).execute()

/** Counts a try at a number's newest code. */
export const takeTry = (
  database: Database,
  { purpose, proven, number }: Pick<NewCode, 'purpose' | 'proven' | 'number'>,
  now: Date,
) =>
  codes.takeTry(database, 'access.sms_code', {
    of: sql`purpose = ${purpose} and proven = ${proven} and number = ${number} and not failed`,
    tries: wrongTries,
    now,
  })

/** A right code doesn't count as a try. */
export const forgetTry = (database: Database, id: string) =>
  database
    .updateTable('access.sms_code')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .execute()

/** The phone of an account that may log in, matched by the number's digits. */
export const accountsWithPhone = (reader: Reader, areaCode: string, number: string) =>
  reader
    .selectFrom('access.staff')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`ltrim(area_code, '+') = ${areaCode} and ltrim(phone, '0') = ltrim(${number}, '0')`)
    .limit(1)
    .executeTakeFirst()
