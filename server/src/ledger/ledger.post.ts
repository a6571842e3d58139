// Posts a batch. Every write to the ledger goes through here (docs/ledger.md).
import type { Transaction } from '../kit/database/database.ts'
import { count, isMeasured, record } from '../kit/telemetry/meter.ts'
import { spanned } from '../kit/telemetry/tracer.ts'
import { cacheOf, holding, passing } from './cache.ts'
import { planBatch, prepareBatch } from './ledger.plan.ts'
import type { Found, Item, Outcome } from './ledger.types.ts'
import { lockAndRead, write, writeExpected } from './store.ts'

/**
 * Posts `items` in their order: each is accepted or refused on its own, and a refusal is remembered. The accounts stay
 * locked until the transaction ends; lock room rows before, write log and outbox after (docs/architecture.md, "A chunk of events").
 *
 * Optimistic where all accounts are cached: the batch is planned on cached balances and sent with them, in one round trip.
 * The database writes only if it finds these balances. Otherwise it keeps the accounts locked and returns their balances,
 * and the batch is planned again.
 *
 * @param at business time, for what is recorded.
 * @param once these accounts are not used again soon, so they don't evict cached ones.
 * @throws a unique violation when another transaction posted one of the ids in the meantime: run the transaction again.
 */
export async function post(
  tx: Transaction,
  actor: string,
  at: Date,
  items: Item[],
  options: { once?: boolean } = {},
): Promise<Outcome[]> {
  if (items.length === 0) return []
  const started = performance.now()
  const outcomes = await spanned('ledger.post', { items: items.length }, () => postAll(tx, actor, at, items, options))
  if (isMeasured()) {
    record('greenroom.ledger.post.duration', (performance.now() - started) / 1_000)
    for (const outcome of ['accepted', 'refused'] as const) {
      const some = outcomes.filter(({ status }) => status === outcome).length
      if (some > 0) count('greenroom.ledger.transfers', { outcome }, some)
    }
  }
  return outcomes
}

async function postAll(
  tx: Transaction,
  actor: string,
  at: Date,
  items: Item[],
  { once = false }: { once?: boolean },
): Promise<Outcome[]> {
  const batch = prepareBatch(items)
  const cache = holding(once ? passing(cacheOf(tx)) : cacheOf(tx), tx)
  const inFlight = await cache.enter(batch.owned)
  try {
    // What a hold reserved isn't cached.
    const isOptimistic = batch.items.every(({ holdId }) => holdId === undefined) && cache.expect(batch)
    let found: Found | null = null
    if (isOptimistic) {
      const { outcomes, transfers } = planBatch(at, batch)
      // Before it is written: the next batch on these accounts is planned on them.
      cache.rememberBalances(batch)
      inFlight.planned()
      const answer = await writeExpected(tx, cache, actor, at, transfers, batch)
      if (answer.written) {
        // A batch before this one may have been planned again in the meantime, and have cached its own balances over these.
        if (inFlight.isInvalidated()) cache.rememberBalances(batch)
        return outcomes
      }
      count('greenroom.ledger.replans')
      found = answer.found
    }
    found ??= await lockAndRead(tx, cache, batch)
    const { outcomes, transfers } = planBatch(at, batch, found)
    cache.rememberBalances(batch)
    if (isOptimistic) inFlight.corrected()
    else inFlight.planned()
    await write(tx, cache, actor, at, transfers, batch)
    return outcomes
  } finally {
    inFlight.done()
  }
}
