// Selling: at once into the buyer's wallet, once per key, with a receipt for both.
import { Stopped, stopped } from '../../../access/index.ts'
import { unlessUnchanged } from '../../../kit/calls/batch.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { inTransaction, type Transaction } from '../../../kit/database/database.ts'
import { isServersFault } from '../../../kit/database/unreachable.ts'
import { gather } from '../../../kit/work/gather.ts'
import { agentBalances } from '../../../ledger/index.ts'
import type { Params } from '../../../params/index.ts'
import { type ForSale, type Known, lockForSale, lockFree, readForSales } from './trades.forSale.ts'
import {
  type Allowed,
  allow,
  makeSales,
  partiesOf,
  type Receipt,
  type Request,
  receiptOf,
  requestOf,
} from './trades.makeSales.ts'

/** Sales of one transaction. It ends within some ten milliseconds: the buyers' rows are locked meanwhile. */
const most = 50

/**
 * Sells. Concurrent sales of different agents share a transaction, which costs little more than one sale's (`kit/work/gather.ts`). A sale that
 * would have to wait for a lock, repeats an earlier one, or is refused, gets a transaction of its own.
 *
 * @throws Refusal 21001, 400001, 400002, 400003, 60001, 1000002 by the buyer, 11003 without a fresh code, 20000 for the key of
 *   another sale; 1000002 while sales are stopped
 */
export function sell({ params }: { params: Params }): (context: Context, sent: Request['sent']) => Promise<Receipt> {
  const together = gather<Request, Receipt | null>({
    // One: while it writes, the next ones gather.
    atOnce: 1,
    most,
    sizeOf: () => 1,
    keyOf: ({ asked }) => asked.agentId,
    work: (requests) => sellTogether(params, requests),
    isSystemic: isServersFault,
  })
  return async (context, sent) => {
    const request = requestOf(context, sent)
    return (await together(request)) ?? sellAlone(params, request)
  }
}

/** Makes the sales that need no waiting and are allowed. @returns null for the others, which are not decided yet. */
async function sellTogether(params: Params, requests: readonly Request[]): Promise<(Receipt | null)[]> {
  const { database } = requests[0]!.context
  const none = requests.map(() => null)
  const tx = <T>(work: (tx: Transaction) => Promise<T>) => inTransaction(database, work)
  return unlessUnchanged<(Receipt | null)[]>({ tx }, none, async (tx) => {
    if (await stopped(tx, 'sales')) return undefined
    const free = await lockFree(
      tx,
      requests.map(({ asked }) => asked),
    )
    const locked = requests.filter((_, at) => free[at])
    if (locked.length === 0) return undefined
    const forSales = await readForSales(
      tx,
      locked.map(({ asked }) => asked),
    )
    const allowed = locked.flatMap((request, at) => plainSale(params, request, forSales[at]!) ?? [])
    if (allowed.length === 0) return undefined
    const receipts = await makeSales(tx, params, allowed)
    const made = new Map(allowed.map(({ context }, at) => [context, receipts[at]!]))
    return requests.map(({ context }) => made.get(context) ?? null)
  })
}

/** Null unless the sale is a new one, is allowed, and the stock seems to suffice. */
function plainSale(params: Params, request: Request, forSale: ForSale): Allowed | null {
  if (forSale.known || forSale.stock < BigInt(request.sent.tokens)) return null
  try {
    return allow(params, request, forSale)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Locks the buyer, then the agent, so that a freeze or a ban comes before or after. */
async function sellAlone(params: Params, request: Request): Promise<Receipt> {
  let first: Receipt | undefined
  const made = await unlessUnchanged<Receipt | null>(request.context, null, async (tx) => {
    const stop = await stopped(tx, 'sales')
    const forSale = await lockForSale(tx, request.asked)
    // A completed sale is returned again, whatever the agent's state is now.
    if (forSale.known) {
      first = await repeated(tx, request, forSale, forSale.known)
      return undefined
    }
    if (stop) throw new Stopped('userId', stop)
    return (await makeSales(tx, params, [allow(params, request, forSale)]))[0]!
  })
  return made ?? first!
}

/** The first answer for a key. @throws Refusal 20000 if the input differs */
async function repeated(tx: Transaction, { sent, asked }: Request, forSale: ForSale, known: Known): Promise<Receipt> {
  const { buyer } = partiesOf(forSale)
  if (Number(known.userId) !== sent.userId || Number(known.tokens) !== sent.tokens)
    throw refuseBecause(20000, 'key', 'agent.keyUsed')
  const sale = { ...known, nickname: buyer.nickname, avatarUrl: buyer.avatarUrl }
  return receiptOf(sale, (await agentBalances(tx, [asked.agentId])).get(asked.agentId)?.stock ?? 0n)
}
