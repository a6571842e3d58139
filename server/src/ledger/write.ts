// Writes what was decided, in one statement.
import type { ErrorCode } from '@greenroom/contract/errors'
import { CompiledQuery } from 'kysely'
import type { Transaction } from '../kit/database.ts'
import type { AccountKey } from './accounts.ts'
import type { Leg } from './balances.ts'
import { idsOf, plainArray } from './open.ts'
import type { Item } from './post.ts'

/** A transfer as it is written: with legs and the names of their accounts, or refused by a code. */
export type Written = {
  item: Item
  hash: string
  legs: readonly Leg[]
  names: readonly string[]
  code: ErrorCode | null
}

/** Written out, since building it anew takes as long as sending it. */
const statement = `select ledger.post(${Array.from({ length: 15 }, (_, index) => `$${index + 1}`).join(', ')})`

/** An array of texts that may hold anything. */
const textArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

/**
 * Writes transfers and legs.
 *
 * @param at business time.
 * @param known ids of accounts, by name; those of the platform's that are not among them are looked up.
 * @throws a unique violation when a transfer or the resolution of a hold is there already.
 */
export async function write(
  tx: Transaction,
  actor: string,
  at: Date,
  written: readonly Written[],
  known: ReadonlyMap<string, string>,
): Promise<void> {
  if (written.length === 0) return
  const unknown = new Map<string, AccountKey>()
  const of = {
    transfer: [] as number[],
    account: [] as string[],
    amount: [] as bigint[],
    reserved: [] as (bigint | number)[],
    cost: [] as (bigint | number)[],
  }
  for (const { legs, names } of written)
    for (const [index, name] of names.entries()) if (!known.has(name)) unknown.set(name, legs[index]!.account)
  // Platform accounts are made by migrations, so that their ids are always committed ones.
  const others = unknown.size === 0 ? known : await idsOf(tx, unknown)
  for (const [place, { legs, names }] of written.entries())
    for (const [index, { amount, reserved, costMicros }] of legs.entries()) {
      of.transfer.push(place + 1)
      of.account.push((known.get(names[index]!) ?? others.get(names[index]!))!)
      of.amount.push(amount)
      of.reserved.push(reserved ?? 0)
      of.cost.push(costMicros ?? 0)
    }
  await tx.executeQuery(
    CompiledQuery.raw(statement, [
      plainArray(written.map((w) => w.item.id)),
      plainArray(written.map((w) => `\\\\x${w.hash}`)),
      textArray(written.map((w) => w.item.kind)),
      plainArray(written.map((w) => w.item.phase)),
      plainArray(written.map((w) => w.item.holdId ?? 'null')),
      textArray(written.map((w) => w.item.reference)),
      plainArray(written.map((w) => w.code ?? 'null')),
      plainArray(written.map((w) => w.item.occurredAt.toISOString())),
      actor,
      at,
      plainArray(of.transfer),
      plainArray(of.account),
      plainArray(of.amount),
      plainArray(of.reserved),
      plainArray(of.cost),
    ]),
  )
}
