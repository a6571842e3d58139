// Opens a batch: its accounts locked, their balances, which of its transfers are there already, what its holds reserved.
import { CompiledQuery, sql } from 'kysely'
import type { Transaction } from '../kit/database.ts'
import { prepare } from '../kit/prepared.ts'
import { type AccountIs, accountOf, definitionOf, keyOf } from './accounts.ts'
import type { Batch, Party } from './batch.ts'
import type { Held, Known } from './decide.ts'
import { rememberId, withoutId } from './remembered.ts'

export type Opened = {
  /** Of transfers that are there already, by id in lower case. */
  known: Map<string, Known>
  /** Of holds, by id in lower case. */
  held: Map<string, Held>
}

/** What a transaction found missing, and so may have made itself: it may still be taken back. */
const uncertain = new WeakMap<Transaction, Set<string>>()

/** Finds the ids of accounts as this transaction sees them, making those that do not exist yet. */
async function find(tx: Transaction, parties: readonly Party[]): Promise<void> {
  const owners = parties.map(({ key }) => key.owner)
  const purposes = parties.map(({ key }) => key.purpose)
  const currencies = parties.map(({ key }) => key.currency)
  const read = async () => {
    // By the owner alone, who has few: the index that begins with the purpose would be walked for everybody's.
    const { rows } = await sql<{ id: bigint } & AccountIs>`
      select a.id, a.owner, a.purpose, a.currency
        from unnest(${owners}::text[], ${purposes}::text[], ${currencies}::text[]) as k(owner, purpose, currency)
       cross join lateral (
         select * from ledger.account a
          where a.owner = k.owner and a.purpose || '' = k.purpose and a.currency || '' = k.currency limit 1) a`.execute(
      tx,
    )
    return new Map(rows.map((row) => [accountOf(row.owner, row.purpose, row.currency).name, Number(row.id)]))
  }
  let found = await read()
  const own = uncertain.get(tx) ?? new Set()
  for (const [name, id] of found) if (!own.has(name)) rememberId(tx, name, id)
  if (found.size < parties.length) {
    for (const { key } of parties) if (!found.has(key.name)) own.add(key.name)
    uncertain.set(tx, own)
    const definitions = parties.map(({ key }) => definitionOf(key))
    await sql`select ledger.ensure_accounts(${owners}::text[], ${purposes}::text[], ${currencies}::text[],
      ${definitions.map((d) => d.derived)}::boolean[], ${definitions.map((d) => d.floor)}::bigint[])`.execute(tx)
    found = await read()
  }
  for (const party of parties) party.id = found.get(party.key.name)!
}

/** Fills in the ids of accounts. @param afresh asks the database for all of them. */
export async function findIds(tx: Transaction, parties: Iterable<Party>, afresh = false): Promise<void> {
  const missing = afresh ? [...parties] : withoutId(tx, parties)
  if (missing.length > 0) await find(tx, missing)
}

/** An array as PostgreSQL reads it, of what needs no quotes. */
export const plainArray = (values: readonly (string | number | bigint)[]): string => `{${values.join(',')}}`

/** The lowest and the highest, so that only their partitions are looked at; ids sort like their texts. */
export const ends = (ids: readonly string[]) => {
  let low: string | null = null
  let high: string | null = null
  for (const id of ids) {
    if (low === null || id < low) low = id
    if (high === null || id > high) high = id
  }
  return { low, high }
}

const linesOf = (text: string | null): string[] => (text ? text.split('\n') : [])

const opening = prepare('select * from ledger.open($1, $2, $3, $4, $5, $6, $7)')

/** Locks the accounts in the order of their ids, making those that do not exist yet, and fills in their balances. */
export async function open(tx: Transaction, batch: Batch, afresh = false): Promise<Opened> {
  const parties = [...batch.owned.values(), ...batch.platform.values()]
  await findIds(tx, parties, afresh)
  const transferIds = batch.ready.map(({ id }) => id)
  const holdIds = batch.ready.flatMap(({ holdId }) => holdId ?? [])
  const transfers = ends(transferIds)
  const holds = ends(holdIds)
  const { rows } = await tx.executeQuery<Told>(
    CompiledQuery.raw(opening, [
      plainArray(parties.map(({ id }) => id)),
      plainArray(transferIds),
      transfers.low,
      transfers.high,
      plainArray(holdIds),
      holds.low,
      holds.high,
    ]),
  )
  const opened = openedOf(batch, rows[0]!)
  if (opened) return opened
  // Committed accounts keep their ids, but for a database that was put back to an earlier state under this process.
  if (afresh) throw new Error('accounts were not there that had just been found')
  return open(tx, batch, true)
}

type Told = { accounts: string | null; known: string | null; held: string | null }

/**
 * What the database tells of a batch that it opened; the balances of its accounts are filled in.
 *
 * @returns null when an account is not who it was taken for.
 */
export function openedOf({ owned, platform }: Batch, { accounts, known, held }: Told): Opened | null {
  let found = 0
  for (const line of linesOf(accounts)) {
    const [id = '', posted = '', reserved = '', costMicros = '', name = ''] = line.split(' ')
    const party = owned.get(name)
    if ((party ?? platform.get(name))?.id !== Number(id)) continue
    found++
    if (party) party.before = { posted: BigInt(posted), reserved: BigInt(reserved), costMicros: BigInt(costMicros) }
  }
  if (found < owned.size + platform.size) return null
  return { known: readKnown(known), held: readHeld(held) }
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
