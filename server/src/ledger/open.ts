// Opens a batch: its accounts locked, their balances, which of its transfers are there already, what its holds reserved.
import { sql } from 'kysely'
import type { Transaction } from '../kit/database.ts'
import { type AccountKey, definitionOf, keyOf, nameOf } from './accounts.ts'
import type { Balance, Leg } from './balances.ts'

export type Known = { hash: string; refused: number | null }
export type Held = { legs: Leg[]; resolved: boolean }
export type Opened = {
  /** Of owned accounts, by name; locked until the transaction ends. */
  balances: Map<string, Balance>
  /** Of transfers that are there already, by id in lower case. */
  known: Map<string, Known>
  /** Of holds, by id in lower case. */
  held: Map<string, Held>
}

/**
 * Ids of accounts, by name, for each database of this process: an account keeps its id. One that was made in a
 * transaction that then failed is found out when the batch is opened, since names come back with the balances.
 */
const caches = new WeakMap<object, Map<string, string>>()
const cacheSize = 1_000_000

/** The cache of the database that the transaction is of: its adapter is made once for each. */
export function cacheOf(tx: Transaction): Map<string, string> {
  const { adapter } = tx.getExecutor()
  let cache = caches.get(adapter)
  if (!cache) caches.set(adapter, (cache = new Map()))
  if (cache.size > cacheSize) cache.clear()
  return cache
}

/** Finds the ids of accounts, making those that do not exist yet. */
async function find(tx: Transaction, keys: AccountKey[], cache: Map<string, string>): Promise<void> {
  const owners = keys.map((key) => key.owner)
  const purposes = keys.map((key) => key.purpose)
  const currencies = keys.map((key) => key.currency)
  const read = async () => {
    const { rows } = await sql<{ id: string } & AccountKey>`
      select a.id::text as id, a.owner, a.purpose, a.currency
        from unnest(${owners}::text[], ${purposes}::text[], ${currencies}::text[]) as k(owner, purpose, currency)
        join ledger.account a using (owner, purpose, currency)`.execute(tx)
    for (const row of rows) cache.set(nameOf(row), row.id)
    return rows.length
  }
  if ((await read()) === keys.length) return
  const definitions = keys.map(definitionOf)
  await sql`select ledger.ensure_accounts(${owners}::text[], ${purposes}::text[], ${currencies}::text[],
    ${definitions.map((d) => d.derived)}::boolean[], ${definitions.map((d) => d.floor)}::bigint[])`.execute(tx)
  await read()
}

/** Makes sure that the ids of these accounts, by name, are in the cache. */
export async function resolve(
  tx: Transaction,
  keys: ReadonlyMap<string, AccountKey>,
  cache: Map<string, string>,
): Promise<void> {
  const missing = [...keys].flatMap(([name, key]) => (cache.has(name) ? [] : [key]))
  if (missing.length > 0) await find(tx, missing, cache)
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
  ids: string[],
  holdIds: string[],
  again = false,
): Promise<Opened> {
  const cache = cacheOf(tx)
  await resolve(tx, keys, cache)
  const accountIds: string[] = []
  for (const name of keys.keys()) accountIds.push(cache.get(name) ?? '0')
  const transfers = ends(ids)
  const holds = ends(holdIds)
  const { rows } = await sql<{ accounts: string | null; known: string | null; held: string | null }>`
    select * from ledger.open(${plainArray(accountIds)}, ${plainArray(ids)}, ${transfers.low}, ${transfers.high},
                              ${plainArray(holdIds)}, ${holds.low}, ${holds.high})`.execute(tx)
  const { accounts, known, held } = rows[0]!

  const balances = new Map<string, Balance>()
  for (const line of linesOf(accounts)) {
    const [id = '', posted = '', reserved = '', costMicros = '', name = ''] = line.split(' ')
    if (cache.get(name) !== id || !keys.has(name)) continue
    balances.set(name, { posted: BigInt(posted), reserved: BigInt(reserved), costMicros: BigInt(costMicros) })
  }
  if (balances.size < keys.size) {
    if (again) throw new Error('accounts changed their ids while they were opened')
    for (const name of keys.keys()) if (!balances.has(name)) cache.delete(name)
    return open(tx, keys, ids, holdIds, true)
  }
  return { balances, known: readKnown(known), held: readHeld(held) }
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
