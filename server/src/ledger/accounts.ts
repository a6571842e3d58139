// The chart of accounts (product.md sections 4 and 8): what each account holds, and which side makes it grow.

export type Currency = 'TOKEN' | 'BONUS' | 'USD' | 'USDT'

/** An account is its owner, its purpose and its currency. Owners: `user:42`, `agent:3`, `guild:7`, `promoter:5`, `platform`. */
export type AccountIs = { owner: string; purpose: string; currency: Currency }

/** The same with one text for all three, made once: a batch looks its accounts up by it again and again. */
export type AccountKey = AccountIs & { name: string }

type Definition = { normal: 'debit' | 'credit'; floor: bigint | null }

/** Accounts that people own: they keep a balance, and the database keeps them at or above their floor. */
const owned: Record<string, Definition> = {
  'user.paid.TOKEN': { normal: 'credit', floor: 0n },
  'user.promo.TOKEN': { normal: 'credit', floor: 0n },
  'user.bonus.BONUS': { normal: 'credit', floor: 0n },
  // What a chargeback could not take back: she owes it, so it grows on the debit side and has no floor.
  'user.debt.TOKEN': { normal: 'debit', floor: null },
  'agent.stock.TOKEN': { normal: 'credit', floor: 0n },
  // A negative week carries into the next, shown as such.
  'guild.payable.USD': { normal: 'credit', floor: null },
  'anchor.payable.USD': { normal: 'credit', floor: null },
  'promoter.payable.USD': { normal: 'credit', floor: null },
}

/** The platform's own accounts: no row of theirs is ever updated. One that joins comes with a migration that makes it. */
export const platform: Record<string, 'debit' | 'credit'> = {
  'issue.TOKEN': 'debit',
  'issue.BONUS': 'debit',
  'promo.TOKEN': 'debit',
  'burn.TOKEN': 'credit',
  'adjust.TOKEN': 'credit',
  'redeem.BONUS': 'credit',
  'rounding.BONUS': 'credit',
  'rounding.USD': 'credit',
  'suspense.USDT': 'credit',
  'fx.USD': 'credit',
  'fx.USDT': 'credit',
  'cash.gateway.USD': 'debit',
  'cash.bank.USD': 'debit',
  'cash.usdt.trc20.USDT': 'debit',
  'cash.usdt.erc20.USDT': 'debit',
  'revenue.USD': 'credit',
  'deferredTokens.USD': 'credit',
  'bonusLiability.USD': 'credit',
  'anchorCost.USD': 'debit',
  'commissionCost.USD': 'debit',
  'promoCost.USD': 'debit',
  'feeCost.USD': 'debit',
  'feeIncome.USD': 'credit',
  'chargebackLoss.USD': 'debit',
}

export type Account = Definition & { derived: boolean }

/** An account's definition. @throws when the chart has no such account: a mistake of the code, not of a caller. */
export function definitionOf(key: AccountIs): Account {
  if (key.owner === 'platform') {
    const normal = platform[`${key.purpose}.${key.currency}`]
    if (normal) return { normal, floor: null, derived: true }
  } else {
    const found = owned[`${key.owner.split(':')[0]}.${key.purpose}.${key.currency}`]
    if (found) return { ...found, derived: false }
  }
  throw new Error(`no account ${key.owner}/${key.purpose}/${key.currency} in the chart`)
}

/** The platform's own accounts keep no balance. */
export const isPlatform = (key: AccountIs): boolean => key.owner === 'platform'

/** The account of an owner. */
export const accountOf = (owner: string, purpose: string, currency: Currency): AccountKey => ({
  owner,
  purpose,
  currency,
  name: `${owner}/${purpose}/${currency}`,
})

/** The account behind a name. */
export function keyOf(name: string): AccountKey {
  const [owner = '', purpose = '', currency = ''] = name.split('/')
  return { owner, purpose, currency: currency as Currency, name }
}

type Wallet = { paid: AccountKey; promo: AccountKey; bonus: AccountKey }

/** Wallets asked for lately: a batch asks for the same ones ten times for each transfer. */
const wallets = new Map<bigint, Wallet>()
const mostWallets = 20_000

function walletOf(userId: bigint): Wallet {
  let wallet = wallets.get(userId)
  if (wallet) return wallet
  const owner = `user:${userId}`
  wallet = {
    paid: accountOf(owner, 'paid', 'TOKEN'),
    promo: accountOf(owner, 'promo', 'TOKEN'),
    bonus: accountOf(owner, 'bonus', 'BONUS'),
  }
  if (wallets.size >= mostWallets) wallets.clear()
  wallets.set(userId, wallet)
  return wallet
}

export const paid = (userId: bigint): AccountKey => walletOf(userId).paid
export const promo = (userId: bigint): AccountKey => walletOf(userId).promo
export const bonus = (userId: bigint): AccountKey => walletOf(userId).bonus
/** What she could not give back, and owes. */
export const debt = (userId: bigint): AccountKey => accountOf(`user:${userId}`, 'debt', 'TOKEN')
export const stock = (agentId: number): AccountKey => accountOf(`agent:${agentId}`, 'stock', 'TOKEN')
export const ofPlatform = (purpose: string, currency: Currency): AccountKey => accountOf('platform', purpose, currency)
