// Posts a batch: locks its accounts, decides each transfer on their balances, writes all in one statement.
import { createHash } from 'node:crypto'
import type { ErrorCode } from '@greenroom/contract/errors'
import { sql } from 'kysely'
import type { Transaction } from '../kit/database.ts'
import { type AccountKey, definitionOf, nameOf } from './accounts.ts'
import { type Balance, type Balances, balancesOf, type Leg } from './balances.ts'

export type Phase = 'single' | 'hold' | 'post' | 'void'

/** One transfer to be made. `decide` is pure: legs that sum to nothing per currency, or the code that refuses it. */
export type Item = {
  /** Made by the caller, UUIDv7: sent twice, it is posted once. */
  id: string
  kind: string
  phase: Phase
  /** The hold that a post or void resolves. */
  holdId?: string
  /** What it belongs to: an order, a call, a person. */
  reference: string
  occurredAt: Date
  /** All that the caller asked; an id sent again with other content is refused. */
  request: unknown
  /** Every account `decide` may read or touch. */
  accounts: AccountKey[]
  decide(balances: Balances, held: Leg[]): Leg[] | ErrorCode
  /**
   * What the accepted legs mean in USD, on platform accounts only. These legs are summed: a batch posts one transfer for
   * each kind, not one for each item (architecture, "Ledger speed").
   */
  usd?(legs: readonly Leg[]): Leg[]
}

/** An owned account as an accepted transfer left it. */
export type After = { account: AccountKey; posted: bigint; reserved: bigint }

export type Outcome =
  /** `after` has every owned account that the item named; `legs` is what was written. */
  | { id: string; status: 'accepted'; after: After[]; legs: readonly Leg[] }
  | { id: string; status: 'duplicate' }
  | { id: string; status: 'refused'; code: ErrorCode; remembered: boolean }

type Locked = { ids: Map<string, bigint>; balances: Balances }

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint'
      ? `${inner}n`
      : inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
  )

const hashOf = (item: Item): Buffer =>
  createHash('sha256')
    .update(canonical([item.kind, item.phase, item.holdId ?? null, item.reference, item.request]))
    .digest()

/** Locks the accounts in the order of their ids, making those that do not exist yet. */
async function lock(tx: Transaction, keys: AccountKey[]): Promise<Locked> {
  const wanted = [...new Map(keys.map((key) => [nameOf(key), key])).values()]
  const owners = wanted.map((key) => key.owner)
  const purposes = wanted.map((key) => key.purpose)
  const currencies = wanted.map((key) => key.currency)
  const read = async () => {
    const { rows } = await sql<{
      id: bigint
      owner: string
      purpose: string
      currency: AccountKey['currency']
      posted: bigint
      reserved: bigint
      cost_micros: bigint
    }>`
      select a.id, a.owner, a.purpose, a.currency, a.posted, a.reserved, a.cost_micros
        from ledger.account a
        join unnest(${owners}::text[], ${purposes}::text[], ${currencies}::text[]) as k(owner, purpose, currency)
       using (owner, purpose, currency)
       order by a.id`.execute(tx)
    return rows
  }
  let rows = await read()
  if (rows.length < wanted.length) {
    const definitions = wanted.map(definitionOf)
    await sql`select ledger.ensure_accounts(${owners}::text[], ${purposes}::text[], ${currencies}::text[],
      ${definitions.map((d) => d.derived)}::boolean[], ${definitions.map((d) => d.floor)}::bigint[])`.execute(tx)
    rows = await read()
  }
  const derived = new Set(wanted.filter((key) => definitionOf(key).derived).map(nameOf))
  const ids = new Map(rows.map((row) => [nameOf(row), row.id]))
  const own = [...ids].filter(([name]) => !derived.has(name)).map(([, id]) => id)
  const locked = await sql<{ id: bigint; posted: bigint; reserved: bigint; cost_micros: bigint }>`
    select id, posted, reserved, cost_micros from ledger.account where id = any(${own}::bigint[])
     order by id for no key update`.execute(tx)
  const names = new Map([...ids].map(([name, id]) => [id, name]))
  const known = new Map<string, Balance>(
    locked.rows.map((row) => [
      names.get(row.id) ?? '',
      { posted: row.posted, reserved: row.reserved, costMicros: row.cost_micros },
    ]),
  )
  return { ids, balances: balancesOf(known) }
}

type Known = { hash: Buffer; refused: number | null }

async function alreadyThere(tx: Transaction, ids: string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<{ id: string; request_hash: Buffer; refused: number | null }>`
    select id, request_hash, refused from ledger.transfer where id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, { hash: row.request_hash, refused: row.refused }]))
}

/** What each hold reserved, and which are resolved already. */
async function heldBy(tx: Transaction, holdIds: string[]): Promise<Map<string, { legs: Leg[]; resolved: boolean }>> {
  if (holdIds.length === 0) return new Map()
  const { rows } = await sql<{
    hold_id: string
    owner: string
    purpose: string
    currency: AccountKey['currency']
    reserved: bigint
    resolved: boolean
  }>`
    select e.transfer_id as hold_id, a.owner, a.purpose, a.currency, e.reserved, r.hold_id is not null as resolved
      from ledger.entry e
      join ledger.account a on a.id = e.account_id
      left join ledger.hold_resolution r on r.hold_id = e.transfer_id
     where e.transfer_id = any(${holdIds}::uuid[]) and e.reserved > 0`.execute(tx)
  const held = new Map<string, { legs: Leg[]; resolved: boolean }>()
  for (const { hold_id, owner, purpose, currency, reserved, resolved } of rows) {
    const entry = held.get(hold_id) ?? { legs: [], resolved }
    entry.legs.push({ account: { owner, purpose, currency }, amount: 0n, reserved })
    held.set(hold_id, entry)
  }
  return held
}

type Decided = { item: Item; hash: Buffer; legs: Leg[]; code: ErrorCode | null }

function decide(
  item: Item,
  balances: Balances,
  held: { legs: Leg[]; resolved: boolean } | undefined,
): Leg[] | ErrorCode {
  if (item.phase === 'post' || item.phase === 'void') {
    // Resolving what is resolved, or was never held, is a repeat.
    if (!held || held.resolved) return 20000
    held.resolved = true
    return item.decide(balances, held.legs)
  }
  return item.decide(balances, [])
}

/**
 * Posts `items` in their order: each is accepted or refused on its own, and a refusal is remembered. The accounts stay
 * locked until the transaction ends; lock room rows before, write log and outbox after (architecture, "A chunk of events").
 *
 * @param at business time, for what is recorded.
 * @throws a unique violation when another transaction posted one of the ids meanwhile: run the transaction again.
 */
export async function post(tx: Transaction, actor: string, at: Date, items: Item[]): Promise<Outcome[]> {
  if (items.length === 0) return []
  const holdIds = items.flatMap((item) => item.holdId ?? [])
  const { ids, balances } = await lock(
    tx,
    items.flatMap((item) => item.accounts),
  )
  const [known, held] = await Promise.all([
    alreadyThere(
      tx,
      items.map((item) => item.id),
    ),
    heldBy(tx, holdIds),
  ])

  const written: Decided[] = []
  const outcomes = items.map((item): Outcome => {
    const hash = hashOf(item)
    const before = known.get(item.id)
    if (before) {
      if (!before.hash.equals(hash)) return { id: item.id, status: 'refused', code: 10027, remembered: true }
      return before.refused === null
        ? { id: item.id, status: 'duplicate' }
        : { id: item.id, status: 'refused', code: before.refused as ErrorCode, remembered: true }
    }
    const decided = decide(item, balances, item.holdId === undefined ? undefined : held.get(item.holdId))
    const code = typeof decided === 'number' ? decided : null
    const legs = typeof decided === 'number' ? [] : decided
    balances.apply(legs)
    written.push({ item, hash, legs, code })
    known.set(item.id, { hash, refused: code })
    if (code !== null) return { id: item.id, status: 'refused', code, remembered: false }
    // What is held here may be resolved later in the same batch.
    if (item.phase === 'hold') held.set(item.id, { legs: legs.filter((leg) => leg.reserved), resolved: false })
    const after = item.accounts
      .filter((key) => !definitionOf(key).derived)
      .map((account) => ({ account, ...balances.of(account) }))
    return { id: item.id, status: 'accepted', after, legs }
  })
  await write(tx, actor, at, written, ids)
  return outcomes
}

async function write(
  tx: Transaction,
  actor: string,
  at: Date,
  written: Decided[],
  ids: Map<string, bigint>,
): Promise<void> {
  if (written.length === 0) return
  const legs = written.flatMap(({ legs: of }, index) => of.map((leg) => ({ ...leg, transfer: index + 1 })))
  const accountOf = (leg: Leg) => {
    const id = ids.get(nameOf(leg.account))
    if (id === undefined) throw new Error(`${nameOf(leg.account)} was not named among the transfer's accounts`)
    return id
  }
  await sql`select ledger.post(
    ${written.map((w) => w.item.id)}::uuid[], ${written.map((w) => w.hash)}::bytea[],
    ${written.map((w) => w.item.kind)}::text[], ${written.map((w) => w.item.phase)}::text[],
    ${written.map((w) => w.item.holdId ?? null)}::uuid[], ${written.map((w) => w.item.reference)}::text[],
    ${written.map((w) => w.code)}::int[], ${written.map((w) => w.item.occurredAt)}::timestamptz[], ${actor}, ${at},
    ${legs.map((leg) => leg.transfer)}::int[], ${legs.map(accountOf)}::bigint[],
    ${legs.map((leg) => leg.amount)}::bigint[], ${legs.map((leg) => leg.reserved ?? 0n)}::bigint[],
    ${legs.map((leg) => leg.costMicros ?? 0n)}::bigint[])`.execute(tx)
}
