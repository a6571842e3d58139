export {
  type AccountIs,
  type AccountKey,
  bonus,
  type Currency,
  debt,
  definitionOf,
  ofPlatform,
  paid,
  promo,
  stock,
} from './accounts.ts'
export { type WalletAfter, walletsAfter } from './after.ts'
export type { Balance, Balances, Leg } from './balances.ts'
export type { EntryFilters } from './entry-source.ts'
export { ensureLedgerMonths } from './months.ts'
export { boundedSpan, leavesSome, type Part, takenWith } from './part.ts'
export { type After, type Item, type Outcome, type Phase, post } from './post.ts'
export { balancesOfUsers, changedUserBalances, spentTokens, type UserBalance } from './read.ts'
export { type BalanceAt, balanceAt } from './read-balance.ts'
export { type DayFlow, flowsByDay, foldPlatform } from './read-daily.ts'
export { type Entry, entryPage, type TransferInfo, transferById } from './read-entries.ts'
export {
  type CurrencySums,
  type Moved,
  ownedByPeople,
  ownedByUsers,
  type Reserve,
  reserves,
  sumsByCurrency,
  tokensMoved,
} from './read-reconcile.ts'
export { type TransferFilters, type TransferLeg, type TransferRow, transferPage } from './read-transfers.ts'
export { costOf, move, type Taken, takeTokens, takingLegs } from './split.ts'
export { type Finding, type Progress, type Rule, verifyLedger } from './verify.ts'
export { type Verified, verifiedSoFar, verifyNew } from './verify-new.ts'
