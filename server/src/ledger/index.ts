export {
  type AgentBalance,
  agentBalances,
  type BalanceAt,
  balanceAt,
  balancesOfUsers,
  changedUserBalances,
  type GuildBalance,
  guildBalances,
  owedByUsers,
  promoterBalances,
  repaidBy,
  type UserBalance,
} from './balances.ts'
export { rememberSeen, seenBalances } from './balancesBeside.ts'
export { type BookSum, bookSums } from './booked.ts'
export { disableCache } from './cache.ts'
export {
  type EarnedFrom,
  type Earning,
  earnedAround,
  earnedFrom,
  earnedIn,
  earnedSince,
  earningKinds,
  unreadEarnings,
} from './earnings.ts'
export { type Entry, entryPage } from './entries.ts'
export type { EntryFilters } from './entrySource.ts'
export {
  type AccountIs,
  type AccountKey,
  type AskedAccount,
  agentDebt,
  agentPayable,
  type Book,
  bonus,
  type Currency,
  chart,
  debt,
  definitionOf,
  guildDebt,
  guildPayable,
  type Holder,
  isPlatform,
  ofPlatform,
  ownersBeside,
  type Purpose,
  paid,
  promo,
  promoterPayable,
  stock,
  userOf,
} from './ledger.accounts.ts'
export { attachLedgerMonth, detachLedgerMonth, entriesSince } from './ledger.detached.ts'
export {
  type ClosedMonth,
  type Closing,
  closedMonths,
  closeMonth,
  finishClosing,
  firstBooked,
} from './ledger.months.ts'
export { post } from './ledger.post.ts'
export type { After, Balance, Balances, Item, Leg, Outcome, Phase } from './ledger.types.ts'
export { type Finding, type Progress, type Rule, verifyLedger } from './ledger.verify.ts'
export { purposeWord } from './ledger.words.ts'
export {
  boundedSpan,
  type DayFlow,
  flowsByDay,
  foldPlatform,
  isUnreadBy,
  leavesSome,
  type Part,
  positionAfter,
  readEntries,
} from './newEntries.ts'
export { importActor, openingsGiven, ownersMoved } from './openings.ts'
export {
  type AccountMoved,
  accountMoved,
  type Balanced,
  type CashMoved,
  type CurrencySums,
  cashMoved,
  debtsMoved,
  debtsOfUsers,
  type Moved,
  movedBalances,
  newestReferences,
  ownedByPeople,
  ownedByUsers,
  type Reserve,
  referencesBefore,
  reserves,
  resolutionsOf,
  type Settled,
  settledFor,
  stockMoved,
  sumsByCurrency,
  tokensMoved,
  usdMoved,
} from './reconcile.ts'
export { ensureLedgerMonths, holdAccounts } from './store.ts'
export {
  type TransferFilters,
  type TransferInfo,
  type TransferLeg,
  type TransferRow,
  transferById,
  transferPage,
  withoutAccount,
} from './transfers.ts'
export { entriesOfDays, firstMovements, userEntriesOf, usersEntriesIn, usersEntriesOf } from './userDays.ts'
export { countedEntries, movesOfUsers } from './userSums.ts'
export { type Verified, verifiedSoFar, verifyNew } from './verifyNew.ts'
export { costOf, move, type Split, takeTokens, takingLegs, type WalletAfter, walletsAfter } from './wallet.ts'
