// Posts a batch: locks its accounts, decides each transfer on their balances, writes all in one statement.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { Transaction } from '../kit/database.ts'
import { type AccountKey, isPlatform, nameOf } from './accounts.ts'
import { type Balances, balancesOf, type Leg } from './balances.ts'
import { hashOf } from './hash.ts'
import { type Held, open } from './open.ts'
import { usdSums } from './usd.ts'
import { type Written, write } from './write.ts'

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

function decide(item: Item, balances: Balances, held: Held | undefined): Leg[] | ErrorCode {
  if (item.phase !== 'post' && item.phase !== 'void') return item.decide(balances, [])
  // Resolving what is resolved, or was never held, is a repeat.
  if (!held || held.resolved) return 20000
  const decided = item.decide(balances, held.legs)
  if (typeof decided !== 'number') held.resolved = true
  return decided
}

/** What can be made of the items before anything is locked: their hashes, and the names of their accounts. */
function readyOf(items: readonly Item[]) {
  const keys = new Map<string, AccountKey>()
  const ready = items.map((item) => ({
    item,
    id: item.id.toLowerCase(),
    holdId: item.holdId?.toLowerCase(),
    hash: hashOf(item),
    names: item.accounts.map((key) => {
      const name = nameOf(key)
      keys.set(name, key)
      return name
    }),
  }))
  return { ready, keys }
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
  const { ready, keys } = readyOf(items)
  const {
    ids,
    balances: read,
    known,
    held,
  } = await open(
    tx,
    keys,
    ready.map(({ id }) => id),
    ready.flatMap(({ holdId }) => holdId ?? []),
  )
  const balances = balancesOf(read)
  const written: Written[] = []
  const usd = usdSums()

  const outcomes = ready.map(({ item, id, holdId, hash, names }): Outcome => {
    const before = known.get(id)
    if (before) {
      if (before.hash !== hash) return { id: item.id, status: 'refused', code: 10027, remembered: true }
      return before.refused === null
        ? { id: item.id, status: 'duplicate' }
        : { id: item.id, status: 'refused', code: before.refused as ErrorCode, remembered: true }
    }
    const decided = decide(item, balances, holdId === undefined ? undefined : held.get(holdId))
    const code = typeof decided === 'number' ? decided : null
    const legs = typeof decided === 'number' ? [] : decided
    const ofLegs = legs.map((leg) => {
      const name = nameOf(leg.account)
      if (!keys.has(name)) throw new Error(`${name} was not named among the transfer's accounts`)
      if (!isPlatform(leg.account)) balances.apply(name, leg)
      return name
    })
    written.push({ item, hash, legs, names: ofLegs, code })
    known.set(id, { hash, refused: code })
    if (code !== null) return { id: item.id, status: 'refused', code, remembered: false }
    usd.add(item, legs)
    // What is held here may be resolved later in the same batch.
    if (item.phase === 'hold') held.set(id, { legs: legs.filter((leg) => leg.reserved), resolved: false })
    const after: After[] = []
    for (const [index, account] of item.accounts.entries())
      if (!isPlatform(account)) {
        const { posted, reserved } = balances.named(names[index]!)
        after.push({ account, posted, reserved })
      }
    return { id: item.id, status: 'accepted', after, legs }
  })
  await write(tx, actor, at, [...written, ...usd.transfers(at)], ids)
  return outcomes
}
