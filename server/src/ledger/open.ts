// Opens a batch: its accounts locked, their balances, which of its transfers are there already, what its holds reserved.
import { CompiledQuery, sql } from 'kysely'
import type { Transaction } from '../kit/database.ts'
import { type AccountKey, definitionOf, keyOf, nameOf } from './accounts.ts'
import type { Balance, Leg } from './balances.ts'

export type Known = { hash: string; refused: number | null }
export type Held = { legs: Leg[]; resolved: boolean }
export type Opened = {
  /** Of the accounts that were named, by name. */
  ids: Map<string, string>
  /** Of owned accounts, by name; locked until the transaction ends. */
  balances: Map<string, Balance>
  /** Of transfers that are there already, by id in lower case. */
  known: Map<string, Known>
  /** Of holds, by id in lower case. */
  held: Map<string, Held>
}

/**
 * Ids of committed accounts, by name, for each database of this process: an account keeps its id. One that is not known to
 * be committed must not come in: whoever took it from here would lock the accounts it sees and then wait for the one that
 * makes this one, who waits for those locks. Without it accounts are made before any is locked.
 */
const caches = new WeakMap<object, Map<string, string>>()
const cacheSize = 1_000_000
/** What a transaction found missing, and so may have made itself: it may still be taken back. */
const uncertain = new WeakMap<Transaction, Set<string>>()

/** The cache of the database that the transaction is of: its adapter is made once for each. */
function cacheOf(tx: Transaction): Map<string, string> {
  const { adapter } = tx.getExecutor()
  let cache = caches.get(adapter)
  if (!cache) caches.set(adapter, (cache = new Map()))
  if (cache.size > cacheSize) cache.clear()
  return cache
}

/** Finds the ids of accounts as this transaction sees them, making those that do not exist yet. */
async function find(tx: Transaction, keys: AccountKey[]): Promise<Map<string, string>> {
  const owners = keys.map((key) => key.owner)
  const purposes = keys.map((key) => key.purpose)
  const currencies = keys.map((key) => key.currency)
  const read = async () => {
    // By the owner alone, who has few: the index that begins with the purpose would be walked for everybody's.
    const { rows } = await sql<{ id: string } & AccountKey>`
      select a.id::text as id, a.owner, a.purpose, a.currency
        from unnest(${owners}::text[], ${purposes}::text[], ${currencies}::text[]) as k(owner, purpose, currency)
       cross join lateral (
         select * from ledger.account a
          where a.owner = k.owner and a.purpose || '' = k.purpose and a.currency || '' = k.currency limit 1) a`.execute(
      tx,
    )
    return new Map(rows.map((row) => [nameOf(row), row.id]))
  }
  const found = await read()
  const own = uncertain.get(tx) ?? new Set()
  const cache = cacheOf(tx)
  for (const [name, id] of found) if (!own.has(name)) cache.set(name, id)
  if (found.size === keys.length) return found
  for (const key of keys) if (!found.has(nameOf(key))) own.add(nameOf(key))
  uncertain.set(tx, own)
  const definitions = keys.map(definitionOf)
  await sql`select ledger.ensure_accounts(${owners}::text[], ${purposes}::text[], ${currencies}::text[],
    ${definitions.map((d) => d.derived)}::boolean[], ${definitions.map((d) => d.floor)}::bigint[])`.execute(tx)
  return read()
}

/**
 * The ids of these accounts, by name.
 *
 * @param afresh asks the database for all of them.
 */
export async function idsOf(
  tx: Transaction,
  keys: ReadonlyMap<string, AccountKey>,
  afresh = false,
): Promise<Map<string, string>> {
  const cache = cacheOf(tx)
  const ids = new Map<string, string>()
  const missing: AccountKey[] = []
  for (const [name, key] of keys) {
    const id = afresh ? undefined : cache.get(name)
    if (id === undefined) missing.push(key)
    else ids.set(name, id)
  }
  if (missing.length > 0) for (const [name, id] of await find(tx, missing)) ids.set(name, id)
  return ids
}

/** An array as PostgreSQL reads it, of what needs no quotes. */
export const plainArray = (values: readonly (string | number | bigint)[]): string => `{${values.join(',')}}`

/** The lowest and the highest, so that only their partitions are looked at; ids sort like their texts. */
const ends = (ids: string[]) => {
  let low: string | null = null
  let high: string | null = null
  for (const id of ids) {
    if (low === null || id < low) low = id
    if (high === null || id > high) high = id
  }
  return { low, high }
}

const linesOf = (text: string | null): string[] => (text ? text.split('\n') : [])

/**
 * Locks the accounts in the order of their ids, making those that do not exist yet.
 *
 * @param keys by name; ids of transfers and holds in lower case.
 */
export async function open(
  tx: Transaction,
  keys: ReadonlyMap<string, AccountKey>,
  transferIds: string[],
  holdIds: string[],
  afresh = false,
): Promise<Opened> {
  const ids = await idsOf(tx, keys, afresh)
  const transfers = ends(transferIds)
  const holds = ends(holdIds)
  const { rows } = await tx.executeQuery<{ accounts: string | null; known: string | null; held: string | null }>(
    CompiledQuery.raw('select * from ledger.open($1, $2, $3, $4, $5, $6, $7)', [
      plainArray([...ids.values()]),
      plainArray(transferIds),
      transfers.low,
      transfers.high,
      plainArray(holdIds),
      holds.low,
      holds.high,
    ]),
  )
  const { accounts, known, held } = rows[0]!

  const balances = new Map<string, Balance>()
  for (const line of linesOf(accounts)) {
    const [id = '', posted = '', reserved = '', costMicros = '', name = ''] = line.split(' ')
    if (ids.get(name) !== id) continue
    balances.set(name, { posted: BigInt(posted), reserved: BigInt(reserved), costMicros: BigInt(costMicros) })
  }
  if (balances.size < keys.size) {
    // Committed accounts keep their ids, but for a database that was put back to an earlier state under this process.
    if (afresh) throw new Error('accounts were not there that had just been found')
    return open(tx, keys, transferIds, holdIds, true)
  }
  return { ids, balances, known: readKnown(known), held: readHeld(held) }
}

function readKnown(text: string | null): Map<string, Known> {
  const known = new Map<string, Known>()
  for (const line of linesOf(text)) {
    const [id = '', hash = '', refused = ''] = line.split(' ')
    known.set(id, { hash, refused: refused === '' ? null : Number(refused) })
  }
  return known
}

function readHeld(text: string | null): Map<string, Held> {
  const held = new Map<string, Held>()
  for (const line of linesOf(text)) {
    const [id = '', reserved = '', resolved = '', name = ''] = line.split(' ')
    let hold = held.get(id)
    if (!hold) held.set(id, (hold = { legs: [], resolved: resolved === 't' }))
    hold.legs.push({ account: keyOf(name), amount: 0n, reserved: BigInt(reserved) })
  }
  return held
}
