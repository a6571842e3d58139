// Checks SMS codes: only the newest counts, it works once, and five wrong tries invalidate it.

import type { Context } from '../../kit/calls/context.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { passwordMatches } from '../access.password.ts'
import { spend } from '../codes.queries.ts'
import * as queries from './sms.queries.ts'
import type { Purpose } from './sms.rules.ts'

/**
 * Checks whether `code` is the one sent to `number` (E.164): to someone who had proved to be the account, or to anyone who named the number. A
 * wrong one counts as a try of both; a right one is not used up yet.
 *
 * @returns what `spendCode` takes, or null if it is wrong.
 */
export async function rightCode(
  context: Context,
  sent: { purpose: Purpose; number: string; code: string },
): Promise<string | null> {
  for (const proven of [true, false]) {
    const row = await queries.takeTry(context.database, { ...sent, proven }, wallNow())
    if (!row || !(await passwordMatches(sent.code, row.code_hash))) continue
    await queries.forgetTry(context.database, row.id)
    return row.id
  }
  return null
}

/** Uses up a right code together with its action. @returns false if it was used in the meantime. */
export const spendCode = (tx: Transaction, id: string): Promise<boolean> => spend(tx, 'access.sms_code', id, wallNow())
