// Posts a batch: decides each transfer on the balances of its accounts, and writes all in one statement.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { Transaction } from '../kit/database.ts'
import type { AccountKey } from './accounts.ts'
import type { Balances, Leg } from './balances.ts'
import { batchOf } from './batch.ts'
import { decide } from './decide.ts'
import { takeOff } from './flights.ts'
import { type Opened, open } from './open.ts'
import { isRemembered, rememberBalances } from './remembered.ts'
import { write, writeExpected } from './write.ts'

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

/**
 * Posts `items` in their order: each is accepted or refused on its own, and a refusal is remembered. The accounts stay
 * locked until the transaction ends; lock room rows before, write log and outbox after (architecture, "A chunk of events").
 *
 * Where this process remembers all the accounts, the batch is decided on what it remembers and sent with it: one trip, and
 * nobody waits while Node decides. The database writes only if that is how it finds them; otherwise it has locked them and
 * tells how they are, and the batch is decided anew.
 *
 * @param at business time, for what is recorded.
 * @throws a unique violation when another transaction posted one of the ids meanwhile: run the transaction again.
 */
export async function post(tx: Transaction, actor: string, at: Date, items: Item[]): Promise<Outcome[]> {
  if (items.length === 0) return []
  const batch = batchOf(items)
  const flight = await takeOff(tx, batch.owned)
  try {
    // What a hold reserved is not remembered.
    const isExpected = batch.ready.every(({ holdId }) => holdId === undefined) && isRemembered(tx, batch)
    let opened: Opened | null = null
    if (isExpected) {
      const { outcomes, written } = decide(at, batch, {})
      // Before it is known whether it comes to stand: the next batch follows this one.
      rememberBalances(tx, batch)
      flight.decided()
      const found = await writeExpected(tx, actor, at, written, batch)
      if (found === null) {
        // One before it, decided anew meanwhile, has remembered its own over this one's.
        if (flight.isDoubted()) rememberBalances(tx, batch)
        return outcomes
      }
      opened = found.opened
    }
    opened ??= await open(tx, batch)
    const { outcomes, written } = decide(at, batch, opened)
    rememberBalances(tx, batch)
    if (isExpected) flight.corrected()
    else flight.decided()
    await write(tx, actor, at, written, batch)
    return outcomes
  } finally {
    flight.landed()
  }
}
