// The ledger's writing side in the database: finds accounts, locks and reads what a batch needs, and writes its plan.
// The SQL functions it calls check everything again (docs/ledger.md).
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { composite, plainArray, textArray } from '../kit/database/arrays.ts'
import { type Database, inTransaction, runLater, runPrepared, type Transaction } from '../kit/database/database.ts'
import { prepare } from '../kit/database/prepared.ts'
import { type Cache, heldOf } from './cache.ts'
import { type AccountIs, type AccountKey, accountOf, definitionOf, isPlatform, keyOf } from './ledger.accounts.ts'
import type { Balance, Batch, BatchAccount, Existing, Found, Hold, PlannedTransfer } from './ledger.types.ts'

/** Ids may be 30 days old, and a job that fails for weeks must not stop money. */
const monthsBehind = 2
const monthsAhead = 2

/** Creates the missing monthly partitions around `now`. */
export const ensureLedgerMonths = (database: Database, now: Date): Promise<void> =>
  inTransaction(database, async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await sql`
      select ledger.ensure_months(((${now}::timestamptz at time zone 'UTC') - ${`${monthsBehind} months`}::interval)::date,
                                  ${monthsBehind + 1 + monthsAhead})`.execute(tx)
  })

/** Accounts that a transaction found missing and may have created itself: not committed, so never cached. */
const maybeUncommitted = new WeakMap<Transaction, Set<string>>()

const columnsOf = (keys: readonly AccountKey[]) => ({
  owners: keys.map(({ owner }) => owner),
  purposes: keys.map(({ purpose }) => purpose),
  currencies: keys.map(({ currency }) => currency),
})

/**
 * The accounts among these that exist, as `a`. Purpose and currency are expressions so that the index on owners is used: an owner has few
 * accounts, a purpose millions.
 */
export function accountsAmong(keys: readonly AccountKey[]): RawBuilder<unknown> {
  const { owners, purposes, currencies } = columnsOf(keys)
  return sql`unnest(${owners}::text[], ${purposes}::text[], ${currencies}::text[]) as k(owner, purpose, currency)
   cross join lateral (
     select * from ledger.account a
      where a.owner = k.owner and a.purpose || '' = k.purpose and a.currency || '' = k.currency limit 1) a`
}

/** Creates the accounts that don't exist. */
async function makeAccounts(tx: Transaction, keys: readonly AccountKey[]): Promise<void> {
  const { owners, purposes, currencies } = columnsOf(keys)
  const definitions = keys.map((key) => definitionOf(key))
  await runLater(
    tx,
    sql`select ledger.ensure_accounts(${owners}::text[], ${purposes}::text[], ${currencies}::text[],
      ${definitions.map((d) => d.derived)}::boolean[], ${definitions.map((d) => d.floor)}::bigint[])`,
  )
}

/** Fills in ids as this transaction sees them, and creates the missing accounts. */
async function findOrMake(tx: Transaction, cache: Cache, accounts: readonly BatchAccount[]): Promise<void> {
  const read = async (of: readonly BatchAccount[]) => {
    const { rows } = await runPrepared(
      tx,
      sql<{ id: bigint } & AccountIs>`
        select a.id, a.owner, a.purpose, a.currency from ${accountsAmong(of.map(({ key }) => key))}`,
    )
    return new Map(rows.map((row) => [accountOf(row.owner, row.purpose, row.currency).name, Number(row.id)]))
  }
  const found = await read(accounts)
  const own = maybeUncommitted.get(tx) ?? new Set()
  for (const [name, id] of found) if (!own.has(name)) cache.rememberId(name, id)
  const missing = accounts.filter(({ key }) => !found.has(key.name))
  if (missing.length > 0) {
    for (const { key } of missing) own.add(key.name)
    maybeUncommitted.set(tx, own)
    await makeAccounts(
      tx,
      missing.map(({ key }) => key),
    )
    for (const [name, id] of await read(missing)) found.set(name, id)
  }
  for (const account of accounts) account.id = found.get(account.key.name)!
}

/** Fills in the ids that are missing, from the cache or the database. */
async function fillIds(tx: Transaction, cache: Cache, accounts: Iterable<BatchAccount>): Promise<void> {
  const missing = cache.withoutId([...accounts].filter(({ id }) => id === 0))
  if (missing.length > 0) await findOrMake(tx, cache, missing)
}

/** The lowest and the highest id, so that only their partitions are searched; UUIDs sort like their texts. */
function boundsOf(ids: readonly string[]): { low: string | null; high: string | null } {
  let low: string | null = null
  let high: string | null = null
  for (const id of ids) {
    if (low === null || id < low) low = id
    if (high === null || id > high) high = id
  }
  return { low, high }
}

const opening = prepare('select * from ledger.open($1, $2, $3, $4, $5, $6, $7)')

/**
 * Locks the batch's accounts in id order, making those that don't exist, and fills in their balances.
 *
 * @returns which of its transfers exist already, and what its holds reserved.
 */
export async function lockAndRead(tx: Transaction, cache: Cache, batch: Batch): Promise<Found> {
  const accounts = [...batch.owned.values(), ...batch.platform.values()]
  await fillIds(tx, cache, accounts)
  const found = await open(tx, batch, accounts)
  if (found) return found
  // A cached id becomes wrong only if the database is restored to an earlier state while this process runs.
  await findOrMake(tx, cache, accounts)
  const again = await open(tx, batch, accounts)
  if (!again) throw new Error('accounts that were just found are gone')
  return again
}

async function open(tx: Transaction, batch: Batch, accounts: readonly BatchAccount[]): Promise<Found | null> {
  const transferIds = batch.items.map(({ id }) => id)
  const holdIds = batch.items.flatMap(({ holdId }) => holdId ?? [])
  const transfers = boundsOf(transferIds)
  const holds = boundsOf(holdIds)
  const { rows } = await tx.executeQuery<State>(
    CompiledQuery.raw(opening, [
      plainArray(accounts.map(({ id }) => id)),
      plainArray(transferIds),
      transfers.low,
      transfers.high,
      plainArray(holdIds),
      holds.low,
      holds.high,
    ]),
  )
  return readState(batch, rows[0]!)
}

/** A line for each account, transfer and held leg: one text is cheaper to read than rows of columns. */
type State = { accounts: string | null; known: string | null; held: string | null }

/**
 * Reads the database's answer on a batch, and fills in the balances of its accounts.
 *
 * @returns null when an id doesn't belong to the account it was cached for.
 */
function readState({ owned, platform }: Batch, { accounts, known, held }: State): Found | null {
  let right = 0
  for (const line of linesOf(accounts)) {
    const { id, name, balance } = readBalance(line)
    const account = owned.get(name)
    if ((account ?? platform.get(name))?.id !== id) continue
    right++
    if (account) account.before = balance
  }
  if (right < owned.size + platform.size) return null
  return { existing: readExisting(known), holds: readHolds(held) }
}

/** Reads a line of an account: id, amounts, name. */
export function readBalance(line: string): { id: number; name: string; balance: Balance } {
  const [id = '', posted = '', reserved = '', costMicros = '', name = ''] = line.split(' ')
  return {
    id: Number(id),
    name,
    balance: { posted: BigInt(posted), reserved: BigInt(reserved), costMicros: BigInt(costMicros) },
  }
}

export const linesOf = (text: string | null): string[] => (text ? text.split('\n') : [])

const readExisting = (text: string | null): Map<string, Existing> =>
  new Map(
    linesOf(text).map((line) => {
      const [id = '', hash = '', refused = ''] = line.split(' ')
      return [id, { hash, refused: refused === '' ? null : Number(refused) }]
    }),
  )

function readHolds(text: string | null): Map<string, Hold> {
  const holds = new Map<string, Hold>()
  for (const line of linesOf(text)) {
    const [id = '', reserved = '', resolved = '', name = ''] = line.split(' ')
    let hold = holds.get(id)
    if (!hold) holds.set(id, (hold = { legs: [], resolved: resolved === 't' }))
    hold.legs.push({ account: keyOf(name), amount: 0n, reserved: BigInt(reserved) })
  }
  return holds
}

/**
 * The `ledger.batch` that `ledger.post` takes: arrays of transfers, of accounts, and of legs, which refer to transfers and
 * accounts by their indexes.
 */
function batchText(
  actor: string,
  at: Date,
  transfers: readonly PlannedTransfer[],
  owned: readonly BatchAccount[],
  platform: readonly BatchAccount[],
): string {
  for (const [index, account] of [...owned, ...platform].entries()) account.place = index + 1
  const legTransfers: number[] = []
  const legLines: number[] = []
  const legAccounts: number[] = []
  const legAmounts: bigint[] = []
  const legReserves: bigint[] = []
  const legCosts: bigint[] = []
  for (const [transfer, { legs, accounts }] of transfers.entries())
    for (const [line, { amount, reserved = 0n, costMicros = 0n }] of legs.entries()) {
      legTransfers.push(transfer + 1)
      legLines.push(line + 1)
      legAccounts.push(accounts[line]!.place)
      legAmounts.push(amount)
      legReserves.push(reserved)
      legCosts.push(costMicros)
    }
  const { low, high } = boundsOf(transfers.map((one) => one.item.id.toLowerCase()))
  // In the order of the type (migrations/0008_ledger.sql).
  return composite([
    actor,
    at.toISOString(),
    low,
    high,
    plainArray(transfers.map((one) => one.item.id)),
    plainArray(transfers.map((one) => `\\\\x${one.hash}`)),
    textArray(transfers.map((one) => one.item.kind)),
    plainArray(transfers.map((one) => one.item.phase)),
    plainArray(transfers.map((one) => one.item.holdId ?? 'null')),
    textArray(transfers.map((one) => one.item.reference)),
    plainArray(transfers.map((one) => one.code ?? 'null')),
    plainArray(transfers.map((one) => one.item.occurredAt.toISOString())),
    plainArray(owned.map(({ id }) => id)),
    plainArray(owned.map(({ key }) => key.name)),
    plainArray(owned.map(({ before }) => before.posted)),
    plainArray(owned.map(({ before }) => before.reserved)),
    plainArray(owned.map(({ before }) => before.costMicros)),
    plainArray(platform.map(({ id }) => id)),
    plainArray(platform.map(({ key }) => key.name)),
    plainArray(legTransfers),
    plainArray(legLines),
    plainArray(legAccounts),
    plainArray(legAmounts),
    plainArray(legReserves),
    plainArray(legCosts),
    transfers.some(({ item }) => item.actor !== undefined)
      ? textArray(transfers.map(({ item }) => item.actor ?? actor))
      : null,
  ])
}

const byId = (accounts: Iterable<BatchAccount>): BatchAccount[] => [...accounts].sort((a, b) => a.id - b.id)

const posting = prepare('select ledger.post($1)')
const holding = prepare('select ledger.hold($1, $2, $3) as accounts')

/**
 * Locks these owned accounts, in id order, and reads their balances: a decision that depends on many of them stays right until the
 * transaction ends, and what it posts on them needs no further look-up. Name everything that will be posted on, once, before
 * anything else locks accounts: locks taken later, in another order, could end in a deadlock.
 *
 * @param make creates those that don't exist.
 * @returns the balances by the accounts' names; accounts that don't exist are left out.
 */
export async function holdAccounts(
  tx: Transaction,
  keys: readonly AccountKey[],
  { make = false }: { make?: boolean } = {},
): Promise<ReadonlyMap<string, Balance>> {
  const held = heldOf(tx)
  const requested = [...new Map(keys.map((key) => [key.name, key])).values()].filter(({ name }) => !held.has(name))
  if (make && requested.length > 0) await makeAccounts(tx, requested)
  if (requested.length > 0) {
    const { rows } = await tx.executeQuery<{ accounts: string | null }>(
      CompiledQuery.raw(holding, Object.values(columnsOf(requested)).map(textArray)),
    )
    for (const line of linesOf(rows[0]!.accounts)) {
      const { id, name, balance } = readBalance(line)
      held.set(name, { id, balance })
    }
  }
  return new Map(keys.flatMap(({ name }) => (held.has(name) ? [[name, held.get(name)!.balance] as const] : [])))
}

const postingExpected = prepare('select * from ledger.post_expected($1)')

/**
 * Writes the plan of a batch whose accounts are locked.
 *
 * @param at business time.
 * @throws a unique violation when a transfer or the resolution of a hold exists already.
 */
export async function write(
  tx: Transaction,
  cache: Cache,
  actor: string,
  at: Date,
  transfers: readonly PlannedTransfer[],
  { platform }: Batch,
): Promise<void> {
  if (transfers.length === 0) return
  await fillIds(tx, cache, platform.values())
  const moved = new Set(transfers.flatMap(({ accounts }) => accounts))
  const owned = byId([...moved].filter(({ key }) => !isPlatform(key)))
  const others = byId([...moved].filter(({ key }) => isPlatform(key)))
  await tx.executeQuery(CompiledQuery.raw(posting, [batchText(actor, at, transfers, owned, others)]))
}

/** `found` is null when an account isn't the one it was cached as. */
export type Expected = { written: true } | { written: false; found: Found | null }

/**
 * Locks the accounts and writes, if their balances are as expected and none of the transfers exists yet. Otherwise writes
 * nothing, keeps them locked and fills in their balances.
 */
export async function writeExpected(
  tx: Transaction,
  cache: Cache,
  actor: string,
  at: Date,
  transfers: readonly PlannedTransfer[],
  batch: Batch,
): Promise<Expected> {
  await fillIds(tx, cache, batch.platform.values())
  const text = batchText(actor, at, transfers, byId(batch.owned.values()), byId(batch.platform.values()))
  const { rows } = await tx.executeQuery<Omit<State, 'held'>>(CompiledQuery.raw(postingExpected, [text]))
  const { accounts, known } = rows[0]!
  if (accounts === null) return { written: true }
  return { written: false, found: readState(batch, { accounts, known, held: null }) }
}
