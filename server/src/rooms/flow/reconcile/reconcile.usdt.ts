// USDT: the ledger against the chains' deposits and payments, in the reconciliation's snapshot.
import type { Reader } from '../../../kit/database/database.ts'
import { idAt } from '../../../kit/random.ts'
import { type AccountMoved, accountMoved, balanceAt, ofPlatform } from '../../../ledger/index.ts'
import { chainBalances, chainSums, creditedDeposits, depositStates, provedPayments } from './reconcile.chain.ts'
import { type Check, momentOfId, type Sided, shown, sides, sums } from './reconcile.rules.ts'

/** `newest`: the maximum number of transfers compared. */
type Recent = { reader: Reader; since: Date; newest: number }

/** Kinds of transfers that credit a deposit's payer; others on the same account are unmatched deposits and opening balances. */
const creditKinds = new Set(['recharge', 'agent.purchase'])
/** Kinds of transfers that pay what is owed. */
const payKinds = new Set(['withdrawal', 'guild.payment', 'agent.payment', 'promoter.payment'])
const usdtAccounts = ['cash.usdt.trc20', 'cash.usdt.erc20'] as const

/** Each deposit against the transfer that credited it, and each proved payment against the one that paid what was owed. */
export async function usdtOneByOne({ reader, since, newest }: Recent): Promise<Check[]> {
  const moved: AccountMoved[] = []
  let from = since
  for (const purpose of usdtAccounts) {
    const of = await accountMoved(reader, { purpose, currency: 'USDT' }, since, newest)
    if (of.length === newest) from = new Date(Math.max(from.getTime(), momentOfId(of.at(-1)!.id).getTime() + 1))
    moved.push(...of)
  }
  const recent = moved.filter(({ id }) => id >= idAt(from))
  // A debit account: what comes in is negative.
  const credited = recent.flatMap(({ id, kind, reference, amount }): Sided[] =>
    creditKinds.has(kind) && amount < 0n ? [{ id, name: reference, amount: -amount }] : [],
  )
  const paid = new Map<string, bigint>()
  for (const { kind, reference, amount } of recent)
    if (amount > 0n && payKinds.has(kind)) paid.set(reference, (paid.get(reference) ?? 0n) + amount)
  const checks = [
    sides('usdtDeposits', credited, await creditedDeposits(reader, idAt(from))),
    sides(
      'usdtPayments',
      [...paid].map(([id, amount]) => ({ id, name: id, amount })),
      await provedPayments(reader, from),
    ),
  ]
  const states = await depositStates(reader, since, newest)
  return [
    ...checks.map((check) => ({ ...check, since: from.toISOString() })),
    { ...sides('usdtStates', states.posted, states.recorded), since: since.toISOString() },
  ]
}

/** USDT: the ledger's cash and suspense against deposits and payments, and the chains' own balances address by address. */
export async function usdtSums(reader: Reader, now: Date): Promise<Check[]> {
  const chains = await chainSums(reader)
  const cash = await Promise.all(
    chains.map(async ({ chain, cash }) => {
      const account = await balanceAt(reader, ofPlatform(`cash.usdt.${chain}`, 'USDT'), now)
      return sums(`usdtCash.${chain}`, -(account?.posted ?? 0n), cash)
    }),
  )
  const suspense = await balanceAt(reader, ofPlatform('suspense', 'USDT'), now)
  const { found, expected, differing } = await chainBalances(reader, shown)
  return [
    ...cash,
    sums(
      'usdtSuspense',
      suspense?.posted ?? 0n,
      chains.reduce((sum, one) => sum + one.suspense, 0n),
    ),
    {
      ...sums('usdtBalances', found, expected),
      differences: differing.map((one) => ({ ...one, href: '/finance/wallet?differs=true' })),
    },
  ]
}
