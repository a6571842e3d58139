// The chart of accounts (product.md sections 4 and 8): what each account holds, and which side makes it grow.

export type Currency = 'TOKEN' | 'BONUS' | 'USD' | 'USDT'

/** An account is its owner, its purpose and its currency. Owners: `user:42`, `agent:3`, `guild:7`, `promoter:5`, `platform`. */
export type AccountKey = { owner: string; purpose: string; currency: Currency }

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
export function definitionOf(key: AccountKey): Account {
  if (key.owner === 'platform') {
    const normal = platform[`${key.purpose}.${key.currency}`]
    if (normal) return { normal, floor: null, derived: true }
  } else {
    const found = owned[`${key.owner.split(':')[0]}.${key.purpose}.${key.currency}`]
    if (found) return { ...found, derived: false }
  }
  throw new Error(`no account ${nameOf(key)} in the chart`)
}

/** The platform's own accounts keep no balance. */
export const isPlatform = (key: AccountKey): boolean => key.owner === 'platform'

/** One text for an account, to tell it from others. */
export const nameOf = (key: AccountKey): string => `${key.owner}/${key.purpose}/${key.currency}`

/** The account behind a name. */
export function keyOf(name: string): AccountKey {
  const [owner = '', purpose = '', currency = ''] = name.split('/')
  return { owner, purpose, currency: currency as Currency }
}

export const paid = (userId: bigint): AccountKey => ({ owner: `user:${userId}`, purpose: 'paid', currency: 'TOKEN' })
export const promo = (userId: bigint): AccountKey => ({ owner: `user:${userId}`, purpose: 'promo', currency: 'TOKEN' })
export const bonus = (userId: bigint): AccountKey => ({ owner: `user:${userId}`, purpose: 'bonus', currency: 'BONUS' })
export const stock = (agentId: number): AccountKey => ({
  owner: `agent:${agentId}`,
  purpose: 'stock',
  currency: 'TOKEN',
})
export const ofPlatform = (purpose: string, currency: Currency): AccountKey => ({
  owner: 'platform',
  purpose,
  currency,
})
