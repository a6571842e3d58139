// How set-up goes on and ends.
import { setupEnded as endedSentence } from '@greenroom/contract/sentences/staff'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import { decidingStaff } from '../approvals/approvals.deciders.ts'
import * as queries from './setup.queries.ts'
import { actsAlone, type GivenAlone, unconfirmed, whoEnds } from './setup.rules.ts'

/** What becomes of the accounts that nobody but their maker stands for, in the transaction that ends set-up. */
export type SetupEnded = (tx: Transaction, context: Context, given: readonly GivenAlone[]) => Promise<void>

/**
 * Whether the caller's request takes effect at once. If it does, set-up doesn't end before this transaction.
 *
 * @param needsTwo it prices money or raises a limit.
 */
export async function mayActAlone(tx: Transaction, context: Context, needsTwo: boolean): Promise<boolean> {
  const { administrator, sessionId } = staffOf(context)
  if (!administrator || needsTwo || !(await queries.holdSetup(tx))) return false
  return actsAlone(true, { administrator, factor: await queries.hasFactor(tx, sessionId) }, needsTwo)
}

/**
 * Notes that an account has logged in with a factor, which ends set-up if it is the second that may decide. The lock on rights
 * (`lockRights`) is held by then, so that nobody is given any meanwhile.
 */
export async function enterSetup(
  tx: Transaction,
  context: Context,
  account: { id: number; username: string },
  ended: SetupEnded,
): Promise<void> {
  if (!(await queries.lockSetup(tx))) return
  const deciders = await decidingStaff(tx)
  const ids = deciders.map(({ id }) => id)
  if (!ids.includes(account.id)) return
  await queries.noteDecider(tx, account.id, wallNow())
  const both = whoEnds(await queries.enteredDeciders(tx), ids)
  if (!both) return
  await ended(tx, context, unconfirmed(await queries.givenAlone(tx), both))
  await queries.forgetKnowers(tx, both)
  await queries.endSetup(tx, 'second decider', wallNow())
  const names = deciders.flatMap(({ id, username }) => (both.includes(id) ? [username] : []))
  await record(tx, context, {
    operation: 'setup.end',
    target: 'setup',
    content: endedSentence(names),
    before: null,
    after: { usernames: names },
    actor: account,
  })
}

/** A simulated app is no real installation: everything there needs two from the first day. */
export const endSetupForSimulation = (database: Database) => queries.endSetup(database, 'simulated app', wallNow())
