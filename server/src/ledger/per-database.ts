import type { Transaction } from '../kit/database.ts'

/** Something this process keeps for each database: of a transaction's, whose adapter is made once for each, made on first use. */
export function perDatabase<Kept>(make: () => Kept): (tx: Transaction) => Kept {
  const all = new WeakMap<object, Kept>()
  return (tx) => {
    const { adapter } = tx.getExecutor()
    let kept = all.get(adapter)
    if (kept === undefined) all.set(adapter, (kept = make()))
    return kept
  }
}
