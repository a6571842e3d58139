// Writes what was decided, in one statement.
import type { ErrorCode } from '@greenroom/contract/errors'
import { CompiledQuery } from 'kysely'
import type { Transaction } from '../kit/database.ts'
import { prepare } from '../kit/prepared.ts'
import { isPlatform } from './accounts.ts'
import type { Leg } from './balances.ts'
import type { Batch, Party } from './batch.ts'
import { ends, findIds, type Opened, openedOf, plainArray } from './open.ts'
import type { Item } from './post.ts'

/** A transfer as it is written: with legs and their accounts, or refused by a code. */
export type Written = {
  item: Item
  hash: string
  legs: readonly Leg[]
  parties: readonly Party[]
  code: ErrorCode | null
}

/** An array of texts that may hold anything. */
const textArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

/**
 * The parameters of `ledger.post`: arrays of transfers, of accounts, and of legs, which name their transfer and their account
 * by their places (`migrations/functions/ledger.sql`).
 */
function parametersOf(
  actor: string,
  at: Date,
  written: readonly Written[],
  owned: readonly Party[],
  platform: readonly Party[],
): unknown[] {
  for (const parties of [owned, platform]) for (const [index, party] of parties.entries()) party.place = index + 1
  const own: (number | bigint)[][] = [[], [], [], [], [], []]
  const other: (number | bigint)[][] = [[], [], [], []]
  for (const [transfer, { legs, parties }] of written.entries())
    for (const [line, { account, amount, reserved = 0n, costMicros = 0n }] of legs.entries()) {
      const { place } = parties[line]!
      if (!isPlatform(account)) {
        own[0]!.push(transfer + 1)
        own[1]!.push(line + 1)
        own[2]!.push(place)
        own[3]!.push(amount)
        own[4]!.push(reserved)
        own[5]!.push(costMicros)
      } else {
        if (reserved || costMicros) throw new Error(`${account.name} is the platform's: it only moves`)
        other[0]!.push(transfer + 1)
        other[1]!.push(line + 1)
        other[2]!.push(place)
        other[3]!.push(amount)
      }
    }
  return [
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
    plainArray(owned.map(({ id }) => id)),
    plainArray(owned.map(({ key }) => key.name)),
    plainArray(owned.map(({ before }) => before.posted)),
    plainArray(owned.map(({ before }) => before.reserved)),
    plainArray(owned.map(({ before }) => before.costMicros)),
    plainArray(platform.map(({ id }) => id)),
    plainArray(platform.map(({ key }) => key.name)),
    ...own.map(plainArray),
    ...other.map(plainArray),
  ]
}

const inOrder = (parties: Iterable<Party>): Party[] => [...parties].sort((a, b) => a.id - b.id)

/** Written out, since building it anew takes as long as sending it. */
const places = (count: number) => Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', ')
const posting = prepare(`select ledger.post(${places(27)})`)
const postingExpected = prepare(`select * from ledger.post_expected(${places(29)})`)

/**
 * Writes what was decided on a batch that was opened.
 *
 * @param at business time.
 * @throws a unique violation when a transfer or the resolution of a hold is there already.
 */
export async function write(
  tx: Transaction,
  actor: string,
  at: Date,
  written: readonly Written[],
  { platform }: Batch,
): Promise<void> {
  if (written.length === 0) return
  const moved = new Set(written.flatMap(({ parties }) => parties))
  // Platform accounts are made by migrations, so that their ids are always committed ones.
  await findIds(tx, platform.values())
  const owned = inOrder([...moved].filter(({ key }) => !isPlatform(key)))
  const others = inOrder([...moved].filter(({ key }) => isPlatform(key)))
  await tx.executeQuery(CompiledQuery.raw(posting, parametersOf(actor, at, written, owned, others)))
}

/**
 * Locks the accounts and writes, if they are as expected and none of the transfers is there yet.
 *
 * @returns null when it is written. Otherwise nothing was; all accounts are locked and their balances filled in, unless one is
 * not who it was taken for.
 */
export async function writeExpected(
  tx: Transaction,
  actor: string,
  at: Date,
  written: readonly Written[],
  batch: Batch,
): Promise<{ opened: Opened | null } | null> {
  await findIds(tx, batch.platform.values())
  const { low, high } = ends(written.map((one) => one.item.id.toLowerCase()))
  const parameters = parametersOf(actor, at, written, inOrder(batch.owned.values()), inOrder(batch.platform.values()))
  const { rows } = await tx.executeQuery<{ accounts: string | null; known: string | null }>(
    CompiledQuery.raw(postingExpected, [low, high, ...parameters]),
  )
  const { accounts, known } = rows[0]!
  return accounts === null ? null : { opened: openedOf(batch, { accounts, known, held: null }) }
}
