// Rate limits stored in the database, so they hold across processes, restarts and concurrent requests.
import { sql } from 'kysely'
import type { Context } from '../kit/calls/context.ts'
import { Refusal } from '../kit/calls/refusal.ts'
import { wallNow } from '../kit/clock.ts'
import { inTransaction, type Transaction } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'
import { networkOf } from './network.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const before = (now: Date, milliseconds: number): Date => new Date(now.getTime() - milliseconds)
export const after = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

/** Advisory lock: one transaction at a time works on `name`. */
export const hold = (tx: Transaction, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)

/**
 * Counts one public call from the caller's network.
 *
 * @throws Refusal 10008 above `perMinute`.
 */
export async function countTry(
  context: Pick<Context, 'ip' | 'database'>,
  kind: string,
  perMinute: number,
): Promise<void> {
  const network = networkOf(context.ip)
  await inTransaction(context.database, async (tx) => {
    await hold(tx, `try ${kind} ${network}`)
    const now = wallNow()
    const { count } = await tx
      .selectFrom('access.public_try')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('kind', '=', kind)
      .where('network', '=', network)
      .where('at', '>', before(now, minute))
      .executeTakeFirstOrThrow()
    if (count >= perMinute) throw new Refusal(10008)
    await tx
      .insertInto('access.public_try')
      .values({ id: newId(now), kind, network, at: now })
      .execute()
  })
}

/** The same for a page, which shows it. @returns false above `perMinute` */
export async function mayTry(...asked: Parameters<typeof countTry>): Promise<boolean> {
  try {
    await countTry(...asked)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
