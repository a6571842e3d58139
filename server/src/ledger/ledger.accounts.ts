// The chart of accounts (docs/money.md, Ledger): which accounts exist, their normal side and their lower bound.
import { anyOf } from '../kit/database/anyOf.ts'
import type { Reader, ValueOf } from '../kit/database/database.ts'

export type Currency = 'TOKEN' | 'BONUS' | 'USD' | 'USDT'

/** What an account is for, as the database knows them. */
export type Purpose = ValueOf<'ledger.account', 'purpose'>

/** A kind of owner: the platform, or one kind of others. */
export type Holder = 'platform' | 'user' | 'agent' | 'guild' | 'promoter'

/** A line of the chart of accounts. */
export type Book = { holder: Holder; purpose: Purpose; currency: Currency }

/** An account is its owner, its purpose and its currency. Owners: `user:42`, `agent:3`, `guild:7`, `promoter:5`, `platform`. */
export type AccountIs = { owner: string; purpose: Purpose; currency: Currency }

/** An account that somebody asks for: there may be none. */
export type AskedAccount = Omit<AccountIs, 'purpose'> & { purpose: string }

/** The same with its name, `owner/purpose/currency`, built once: batches look accounts up by it. */
export type AccountKey = AccountIs & { name: string }

type Definition = { normal: 'debit' | 'credit'; floor: bigint | null }

/** Owned accounts: they have a balance, which the database keeps at or above the floor. */
const owned: Readonly<Record<string, Definition>> = {
  'user.paid.TOKEN': { normal: 'credit', floor: 0n },
  'user.promo.TOKEN': { normal: 'credit', floor: 0n },
  'user.bonus.BONUS': { normal: 'credit', floor: 0n },
  // What a user owes after a chargeback: a debit account without a floor.
  'user.debt.TOKEN': { normal: 'debit', floor: null },
  'agent.stock.TOKEN': { normal: 'credit', floor: 0n },
  'guild.payable.USD': { normal: 'credit', floor: 0n },
  // Negative weeks: they reduce the next ones.
  'guild.debt.USD': { normal: 'debit', floor: null },
  'agent.payable.USD': { normal: 'credit', floor: 0n },
  'agent.debt.USD': { normal: 'debit', floor: null },
  'promoter.payable.USD': { normal: 'credit', floor: null },
} satisfies { [key in `${Holder}.${Purpose}.${Currency}`]?: Definition }

/** The platform's accounts, whose rows are never updated. Migrations create them; a test compares the two lists. */
export const platform: Readonly<Record<string, 'debit' | 'credit'>> = {
  'issue.TOKEN': 'debit',
  'issue.BONUS': 'debit',
  'promo.TOKEN': 'debit',
  'burn.TOKEN': 'credit',
  'adjust.TOKEN': 'credit',
  'adjust.BONUS': 'credit',
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
  'penaltyIncome.USD': 'credit',
  // What was there before the platform was (docs/moving-in.md).
  'opening.TOKEN': 'debit',
  'opening.BONUS': 'debit',
  'opening.USD': 'debit',
} satisfies { [key in `${Purpose}.${Currency}`]?: 'debit' | 'credit' }

export type Account = Definition & { derived: boolean }

/** Every line of the chart: whose accounts, their purpose, currency and normal side. */
export const chart: readonly (Book & { normal: 'debit' | 'credit' })[] = [
  ...Object.entries(platform).map(([key, normal]) => ({ ...lineOf(`platform.${key}`), normal })),
  ...Object.entries(owned).map(([key, { normal }]) => ({ ...lineOf(key), normal })),
]

function lineOf(key: string): Book {
  const parts = key.split('.')
  return {
    holder: parts[0] as Book['holder'],
    purpose: parts.slice(1, -1).join('.') as Purpose,
    currency: parts.at(-1) as Currency,
  }
}

/** An account's definition. @throws when the chart has no such account, which is a bug. */
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

/** Platform accounts keep no balance: they are derived from entries. */
export const isPlatform = (key: AccountIs): boolean => key.owner === 'platform'

/** The key of an account. */
export const accountOf = (owner: string, purpose: Purpose, currency: Currency): AccountKey => ({
  owner,
  purpose,
  currency,
  name: `${owner}/${purpose}/${currency}`,
})

/** The key behind a name. */
export function keyOf(name: string): AccountKey {
  const [owner = '', purpose = '', currency = ''] = name.split('/')
  return { owner, purpose: purpose as Purpose, currency: currency as Currency, name }
}

/** The user's id in the owner of an account, `user:<id>`; undefined for other owners. */
export const userOf = (owner: string): string | undefined => /^user:(\d+)$/.exec(owner)?.[1]

type Wallet = { paid: AccountKey; promo: AccountKey; bonus: AccountKey }

/** Recently used wallets: planning looks up the same one about ten times per transfer. */
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
/** What the user owes after a chargeback. */
export const debt = (userId: bigint): AccountKey => accountOf(`user:${userId}`, 'debt', 'TOKEN')
/** What the platform owes a guild for approved weeks. */
export const guildPayable = (guildId: number): AccountKey => accountOf(`guild:${guildId}`, 'payable', 'USD')
/** What a guild owes from negative weeks. */
export const guildDebt = (guildId: number): AccountKey => accountOf(`guild:${guildId}`, 'debt', 'USD')
/** What the platform owes an agent, for stock bought back. */
export const agentPayable = (agentId: number): AccountKey => accountOf(`agent:${agentId}`, 'payable', 'USD')
/** What an agent owes after a purchase was reversed. */
export const agentDebt = (agentId: number): AccountKey => accountOf(`agent:${agentId}`, 'debt', 'USD')
/** What the platform owes a promoter. */
/** What the platform owes a promoter for approved settlements. */
export const promoterPayable = (promoterId: number): AccountKey => accountOf(`promoter:${promoterId}`, 'payable', 'USD')
export const stock = (agentId: number): AccountKey => accountOf(`agent:${agentId}`, 'stock', 'TOKEN')
export const ofPlatform = (purpose: Purpose, currency: Currency): AccountKey => accountOf('platform', purpose, currency)

/** The other owners in transfers of which `owner` has entries, by reference: by its index, then by key. */
export function ownersBeside(
  reader: Reader,
  owner: string,
  references: readonly string[],
): Promise<{ reference: string; owner: string }[]> {
  return reader
    .selectFrom('ledger.transfer')
    .innerJoin('ledger.entry', 'ledger.entry.transfer_id', 'ledger.transfer.id')
    .innerJoin('ledger.account', 'ledger.account.id', 'ledger.entry.account_id')
    .select(['ledger.transfer.reference', 'ledger.account.owner'])
    .distinct()
    .where('ledger.transfer.reference', '=', anyOf(references))
    .where('ledger.account.owner', '<>', owner)
    .execute()
}
