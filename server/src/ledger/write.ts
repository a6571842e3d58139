// Writes what was decided, in one statement.
import type { ErrorCode } from '@greenroom/contract/errors'
import { sql } from 'kysely'
import type { Transaction } from '../kit/database.ts'
import { type AccountKey, nameOf } from './accounts.ts'
import type { Leg } from './balances.ts'
import { cacheOf, plainArray, resolve } from './open.ts'
import type { Item } from './post.ts'

/** A transfer as it is written: with legs, or refused by a code. */
export type Written = { item: Item; hash: string; legs: readonly Leg[]; code: ErrorCode | null }

/** An array of texts that may hold anything. */
const textArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

/**
 * Writes transfers and legs.
 *
 * @param at business time.
 * @throws a unique violation when a transfer or the resolution of a hold is there already.
 */
export async function write(tx: Transaction, actor: string, at: Date, written: readonly Written[]): Promise<void> {
  if (written.length === 0) return
  const cache = cacheOf(tx)
  const unknown = new Map<string, AccountKey>()
  const of = {
    transfer: [] as number[],
    account: [] as string[],
    amount: [] as bigint[],
    reserved: [] as bigint[],
    cost: [] as bigint[],
  }
  const names: string[] = []
  for (const [index, { legs }] of written.entries())
    for (const leg of legs) {
      const name = nameOf(leg.account)
      if (!cache.has(name)) unknown.set(name, leg.account)
      names.push(name)
      of.transfer.push(index + 1)
      of.amount.push(leg.amount)
      of.reserved.push(leg.reserved ?? 0n)
      of.cost.push(leg.costMicros ?? 0n)
    }
  await resolve(tx, unknown, cache)
  for (const name of names) of.account.push(cache.get(name)!)
  await sql`select ledger.post(
    ${plainArray(written.map((w) => w.item.id))}, ${plainArray(written.map((w) => `\\\\x${w.hash}`))},
    ${textArray(written.map((w) => w.item.kind))}, ${plainArray(written.map((w) => w.item.phase))},
    ${plainArray(written.map((w) => w.item.holdId ?? 'null'))}, ${textArray(written.map((w) => w.item.reference))},
    ${plainArray(written.map((w) => w.code ?? 'null'))}, ${plainArray(written.map((w) => w.item.occurredAt.toISOString()))},
    ${actor}, ${at}, ${plainArray(of.transfer)}, ${plainArray(of.account)}, ${plainArray(of.amount)},
    ${plainArray(of.reserved)}, ${plainArray(of.cost)})`.execute(tx)
}
