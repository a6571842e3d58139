// This process's cache between batches, so that a batch takes one round trip: ids of accounts, and their balances as last read or written.
// It affects speed only: the database compares balances before it writes (docs/ledger.md), and without it (`disableCache`) every batch
// locks, reads, then writes.
import type { Database, Transaction } from '../kit/database/database.ts'
import { isPlatform, keyOf } from './ledger.accounts.ts'
import type { Balance, Batch, BatchAccount } from './ledger.types.ts'

export type Cache = {
  /** Waits until this batch may be planned on expected balances, and takes its place in the order of batches. */
  enter(accounts: Batch['owned']): Promise<InFlight>
  /** Fills in the cached ids, and returns the accounts that have none. */
  withoutId(accounts: Iterable<BatchAccount>): BatchAccount[]
  /**
   * Stores the id of an account that is known to be committed. An account that another transaction has not committed must never be cached:
   * using it would wait for that transaction while holding locks that it may need.
   */
  rememberId(name: string, id: number): void
  /** Stores a committed account's id and balance as a query just saw them, unless a balance is cached already. */
  rememberSeen(name: string, id: number, balance: Balance): void
  /** Stores the balances that a batch leaves, for accounts whose ids are cached. */
  rememberBalances(batch: Batch): void
  /** Fills in ids and expected balances; false when one of them is not cached. */
  expect(batch: Batch): boolean
}

/** A batch between its plan and its commit. Later batches on the same accounts are planned on the balances it leaves. */
export type InFlight = {
  /** It is planned: others may follow. */
  planned(): void
  /** Its expected balances were wrong and it was planned again: batches in flight behind it are invalid, too. */
  corrected(): void
  /** True when a batch before it was corrected after this one was planned. */
  isInvalidated(): boolean
  /** It is written or has failed. */
  done(): void
}

/** 300,000 accounts: 50,000 users with six each. */
const maxAccounts = 300_000
/** One batch writes while the next waits for its locks; a third could overtake the second there. */
const maxInFlight = 2
/** A batch that waits for a lock must not delay independent ones for long: waiting only improves the odds. */
const maxWait = 1_000

/** A new, empty cache. */
export function openCache(): Cache {
  // The balance is missing where none was seen yet, and on platform accounts, which have none.
  const cached = new Map<string, { id: number; balance: Balance | undefined }>()

  function evictOldest(): void {
    let surplus = maxAccounts / 10
    for (const oldest of cached.keys()) {
      if (surplus-- <= 0) break
      cached.delete(oldest)
    }
  }

  function withoutId(accounts: Iterable<BatchAccount>): BatchAccount[] {
    const missing: BatchAccount[] = []
    for (const account of accounts) {
      const entry = cached.get(account.key.name)
      if (entry) account.id = entry.id
      else missing.push(account)
    }
    return missing
  }

  return {
    enter: openQueue(),
    withoutId,
    rememberId(name, id) {
      if (cached.get(name)?.id === id) return
      cached.set(name, { id, balance: undefined })
      if (cached.size > maxAccounts) evictOldest()
    },
    rememberSeen(name, id, balance) {
      const entry = cached.get(name)
      if (entry?.id === id && entry.balance) return
      cached.set(name, { id, balance })
      if (cached.size > maxAccounts) evictOldest()
    },
    rememberBalances({ owned }) {
      for (const [name, { balance }] of owned) {
        const entry = cached.get(name)
        if (entry) entry.balance = balance
      }
    },
    expect({ owned, platform }) {
      for (const [name, account] of owned) {
        const entry = cached.get(name)
        if (!entry?.balance) return false
        account.id = entry.id
        account.before = entry.balance
      }
      return withoutId(platform.values()).length === 0
    },
  }
}

/**
 * The batches in flight. Batches on the same accounts are planned one after another, each on the balances that the one before
 * leaves, though that one isn't written yet. If it turns out wrong, so are those planned after it, and the next waits until they are
 * planned again.
 */
function openQueue(): Cache['enter'] {
  type Entry = { accounts: Batch['owned']; isPlanned: boolean }
  const entries = new Set<Entry>()
  let change = Promise.withResolvers<void>()

  function notify(): void {
    change.resolve()
    change = Promise.withResolvers()
  }

  async function changeWithin(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await Promise.race([change.promise, new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))])
    clearTimeout(timer)
  }

  return async (accounts) => {
    const until = performance.now() + maxWait
    for (;;) {
      const ahead = [...entries].filter((entry) => overlap(entry.accounts, accounts))
      const left = until - performance.now()
      if (left <= 0 || (ahead.length < maxInFlight && ahead.every(({ isPlanned }) => isPlanned))) break
      await changeWithin(left)
    }
    const entry: Entry = { accounts, isPlanned: false }
    entries.add(entry)
    return {
      planned() {
        entry.isPlanned = true
        notify()
      },
      corrected() {
        for (const other of entries) if (overlap(other.accounts, accounts)) other.isPlanned = false
        entry.isPlanned = true
        notify()
      },
      isInvalidated: () => !entry.isPlanned,
      done() {
        entries.delete(entry)
        notify()
      },
    }
  }
}

function overlap(some: Batch['owned'], others: Batch['owned']): boolean {
  for (const name of some.keys()) if (others.has(name)) return true
  return false
}

const untracked: InFlight = { planned() {}, corrected() {}, isInvalidated: () => false, done() {} }
const disabled: Cache = {
  enter: () => Promise.resolve(untracked),
  withoutId: (accounts) => [...accounts],
  rememberId() {},
  rememberSeen() {},
  rememberBalances() {},
  expect: () => false,
}

/**
 * A cache that adds no further owned accounts: batches over hundreds of thousands of accounts, each used once, would evict those that are
 * used again. Cached entries stay valid.
 */
export const passing = (cache: Cache): Cache => ({
  ...cache,
  rememberId(name, id) {
    if (isPlatform(keyOf(name))) cache.rememberId(name, id)
  },
})

/** Accounts that a transaction holds: locked, so that their balances stay as they are but for what it posts itself. */
export type Held = Map<string, { id: number; balance: Balance }>
const heldBy = new WeakMap<Transaction, Held>()

/** What the transaction holds so far. */
export function heldOf(tx: Transaction): Held {
  let held = heldBy.get(tx)
  if (!held) heldBy.set(tx, (held = new Map()))
  return held
}

/** A cache that knows the accounts that the transaction holds, besides those it knows anyway. */
export function holding(cache: Cache, tx: Transaction): Cache {
  const held = heldBy.get(tx)
  if (!held) return cache
  const withoutId = (accounts: Iterable<BatchAccount>) => {
    const others: BatchAccount[] = []
    for (const account of accounts) {
      const known = held.get(account.key.name)
      if (known) account.id = known.id
      else others.push(account)
    }
    return cache.withoutId(others)
  }
  return {
    ...cache,
    // Those ahead in the queue wait for this transaction's locks themselves.
    enter: (accounts) =>
      [...accounts.keys()].every((name) => held.has(name)) ? Promise.resolve(untracked) : cache.enter(accounts),
    withoutId,
    rememberBalances(batch) {
      for (const [name, { balance }] of batch.owned) {
        const known = held.get(name)
        if (known) known.balance = balance
      }
      cache.rememberBalances(batch)
    },
    expect({ owned, platform }) {
      const others = new Map<string, BatchAccount>()
      for (const [name, account] of owned) {
        const known = held.get(name)
        if (known) {
          account.id = known.id
          account.before = known.balance
        } else others.set(name, account)
      }
      return cache.expect({ items: [], owned: others, platform })
    },
  }
}

/** By the adapter, which a database and its transactions share. */
const caches = new WeakMap<object, Cache>()

/** The cache of a transaction's database, made on first use. */
export function cacheOf(tx: Transaction): Cache {
  const { adapter } = tx.getExecutor()
  let cache = caches.get(adapter)
  if (!cache) caches.set(adapter, (cache = openCache()))
  return cache
}

/** Posts to this database without a cache from now on: slower, with the same outcomes. */
export function disableCache(database: Database): void {
  caches.set(database.getExecutor().adapter, disabled)
}
