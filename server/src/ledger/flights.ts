// In which order this process decides its batches. A batch is decided on balances as those before it leave them, which may
// not be written yet. When one of those does not come to stand, all behind it were decided on what never was, and all behind
// them: so whoever comes next waits until they know better. Nor do more than two of the same accounts go to the database at
// once: the third could overtake the second there. Only time is at stake: the database compares before it writes.
import type { Transaction } from '../kit/database.ts'
import { perDatabase } from './per-database.ts'

/** A batch on its way to the database. */
export type Flight = {
  /** Decided on balances read under locks: others may follow it. */
  decided(): void
  /** Found wrong by the database, and decided anew: those in flight on the same accounts are probably wrong, too. */
  corrected(): void
  /** One before it was corrected since it was decided. */
  isDoubted(): boolean
  /** Written, or given up. */
  landed(): void
}

/** Accounts by name. */
type Accounts = ReadonlyMap<string, unknown>
type Entry = { accounts: Accounts; isSure: boolean }
type Sky = { entries: Set<Entry>; change: PromiseWithResolvers<void> }

/** No longer than that: a lock that never comes free must not hold up who could do without. */
const patience = 1_000
/** One that writes, and one that waits for its locks. */
const most = 2

const skyOf = perDatabase((): Sky => ({ entries: new Set(), change: Promise.withResolvers() }))

function tellOfChange(sky: Sky): void {
  sky.change.resolve()
  sky.change = Promise.withResolvers()
}

function share(some: Accounts, others: Accounts): boolean {
  for (const name of some.keys()) if (others.has(name)) return true
  return false
}

/**
 * Sets out with a batch, as soon as none in flight on the same accounts is unsure how it leaves them and there are fewer than
 * two. It is unsure itself until it is `decided`.
 *
 * @param accounts those that somebody owns, by name.
 */
export async function takeOff(tx: Transaction, accounts: Accounts): Promise<Flight> {
  const sky = skyOf(tx)
  const until = performance.now() + patience
  for (;;) {
    const ahead = [...sky.entries].filter((entry) => share(entry.accounts, accounts))
    const left = until - performance.now()
    if (left <= 0 || (ahead.length < most && ahead.every(({ isSure }) => isSure))) break
    let timer: NodeJS.Timeout | undefined
    await Promise.race([sky.change.promise, new Promise((resolve) => (timer = setTimeout(resolve, left)))])
    clearTimeout(timer)
  }
  const entry: Entry = { accounts, isSure: false }
  sky.entries.add(entry)
  return {
    decided() {
      entry.isSure = true
      tellOfChange(sky)
    },
    corrected() {
      for (const other of sky.entries) if (share(other.accounts, accounts)) other.isSure = false
      entry.isSure = true
      tellOfChange(sky)
    },
    isDoubted: () => !entry.isSure,
    landed() {
      sky.entries.delete(entry)
      tellOfChange(sky)
    },
  }
}
