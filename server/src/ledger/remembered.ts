// What this process remembers of accounts, for each database: ids for good, balances as it last saw or left them.
//
// Only committed accounts come in. Whoever took another from here would lock the accounts it sees and then wait for the one
// that makes this one, who waits for those locks; without it accounts are made before any is locked. Balances are a guess:
// other processes move them, and a transaction that left them so may yet be taken back. Who decides on them has the
// database compare them before anything is written.
import type { Transaction } from '../kit/database.ts'
import type { Balance } from './balances.ts'
import type { Batch, Party } from './batch.ts'
import { perDatabase } from './per-database.ts'

/** `balance` is missing where none was seen yet, and on platform accounts, which keep none. */
type Remembered = { id: number; balance: Balance | undefined }

const memoryOf = perDatabase(() => new Map<string, Remembered>())
/** At most so many accounts; at six a person, those of 50,000 people. */
const most = 300_000

/** The ids of committed accounts are filled in; those of which none is remembered are returned. */
export function withoutId(tx: Transaction, parties: Iterable<Party>): Party[] {
  const memory = memoryOf(tx)
  const missing: Party[] = []
  for (const party of parties) {
    const known = memory.get(party.key.name)
    if (known) party.id = known.id
    else missing.push(party)
  }
  return missing
}

/** Keeps the id of an account that is known to be committed. */
export function rememberId(tx: Transaction, name: string, id: number): void {
  const memory = memoryOf(tx)
  if (memory.get(name)?.id === id) return
  memory.set(name, { id, balance: undefined })
  if (memory.size <= most) return
  // Those that came first; whom somebody still asks for comes in again.
  let surplus = most / 10
  for (const oldest of memory.keys()) {
    if (surplus-- <= 0) break
    memory.delete(oldest)
  }
}

/** Keeps how a batch leaves the accounts that are known to be committed. */
export function rememberBalances(tx: Transaction, { owned }: Batch): void {
  const memory = memoryOf(tx)
  for (const [name, { balance }] of owned) {
    const known = memory.get(name)
    if (known) known.balance = balance
  }
}

/** Fills in ids and balances; false where one of the accounts is not remembered whole. */
export function isRemembered(tx: Transaction, { owned, platform }: Batch): boolean {
  const memory = memoryOf(tx)
  for (const [name, party] of owned) {
    const known = memory.get(name)
    if (!known?.balance) return false
    party.id = known.id
    party.before = known.balance
  }
  return withoutId(tx, platform.values()).length === 0
}
