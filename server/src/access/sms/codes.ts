// Checking a code that was sent: the newest counts, it is good once, and five wrong tries end it.
import { wallNow } from '../../kit/clock.ts'
import type { Context } from '../../kit/context.ts'
import type { Transaction } from '../../kit/database.ts'
import { passwordMatches } from '../password.ts'
import * as queries from './queries.ts'
import type { Purpose } from './rules.ts'

/**
 * Looks whether `code` is the one sent to `number` (E.164). A wrong one costs a try; a right one is not spent yet.
 *
 * @returns what `spendCode` takes, or null when it is wrong.
 */
export async function rightCode(
  context: Context,
  sent: { purpose: Purpose; number: string; code: string },
): Promise<string | null> {
  const row = await queries.takeTry(context.database, sent.purpose, sent.number, wallNow())
  if (!row || !(await passwordMatches(sent.code, row.code_hash))) return null
  await queries.giveTryBack(context.database, row.id)
  return row.id
}

/** Spends a right code together with what it was asked for. @returns false when it was spent meanwhile. */
export const spendCode = (tx: Transaction, id: string): Promise<boolean> => queries.spend(tx, id, wallNow())
