// Users with bonus and withdrawals, inserted directly into the database with their ledger entries.
import { sql } from 'kysely'
import type { TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { bonus, type Item, ofPlatform, post } from '../../../ledger/index.ts'
import { appUser } from '../../users/people.fixture.ts'
import { keepAccounts } from '../accounts/payeeAccounts.queries.ts'
import type { Account } from '../accounts/payeeAccounts.rules.ts'
import { addWithdrawals } from './withdrawals.queries.ts'

type Made = Pick<TestProduct, 'database' | 'clock' | 'seals'>

const microsPerBonus = 10_000n
let last = 0

export const bankOf = (userId: number): Account => ({
  kind: 'bank',
  holder: `Holder ${userId}`,
  bankName: 'First Bank',
  accountNumber: `6222${String(userId).padStart(12, '0')}`,
  swift: undefined,
})

/** An adult, registered long ago, with this much earned bonus. */
export async function anEarner(
  product: TestProduct,
  amount: number,
  options: { devices?: string[] } = {},
): Promise<number> {
  const userId = await appUser(product, options)
  const registered = new Date(product.clock.now().getTime() - 400 * 86_400_000)
  await sql`
    update users.app_user set birthday = '1990-01-01', certified = true, sex = 'woman', registered_at = ${registered}
     where id = ${userId}`.execute(product.database)
  await earn(product, userId, amount)
  return userId
}

/** Bonus with its liability in the ledger. */
export const earn = ({ database, clock }: Made, userId: number, amount: number) =>
  inTransaction(database, async (tx) => {
    const [to, sum] = [bonus(BigInt(userId)), BigInt(amount)]
    const micros = sum * microsPerBonus
    const item: Item = {
      id: newId(clock.now()),
      kind: 'gift',
      phase: 'single',
      reference: `earned by ${userId}`,
      occurredAt: clock.now(),
      request: { amount },
      accounts: [
        to,
        ofPlatform('issue', 'BONUS'),
        ofPlatform('anchorCost', 'USD'),
        ofPlatform('bonusLiability', 'USD'),
      ],
      decide: () => [
        { account: to, amount: sum },
        { account: ofPlatform('issue', 'BONUS'), amount: -sum },
        { account: ofPlatform('anchorCost', 'USD'), amount: -micros },
        { account: ofPlatform('bonusLiability', 'USD'), amount: micros },
      ],
    }
    await post(tx, 'test', clock.now(), [item])
  })

export type WithdrawalOptions = { usd?: number; account?: Account; accountAge?: number; at?: Date; held?: string }

/** A withdrawal in review of someone who has the bonus. The account has been known for 30 days unless set otherwise. */
export async function aWithdrawal(product: Made, userId: number, options: WithdrawalOptions = {}): Promise<string> {
  const { database, clock, seals } = product
  const { usd = 20, account = bankOf(userId), accountAge = 30 * 24, at = clock.now(), held = '' } = options
  const id = `wd-${++last}-${userId}`
  const holdId = newId(at)
  const owner = bonus(BigInt(userId))
  const amount = BigInt(usd) * 100n
  await inTransaction(database, async (tx) => {
    const hold: Item = {
      id: holdId,
      kind: 'withdrawal',
      phase: 'hold',
      reference: `withdrawal ${id}`,
      occurredAt: at,
      request: { from: BigInt(userId), bonus: amount },
      accounts: [owner],
      decide: (balances) =>
        balances.available(owner) < amount ? 60002 : [{ account: owner, amount: 0n, reserved: amount }],
    }
    const [outcome] = await post(tx, 'test', clock.now(), [hold])
    if (outcome?.status !== 'accepted') throw new Error(`${userId} has not earned ${usd} USD`)
    const since = new Date(clock.now().getTime() - accountAge * 3_600_000)
    const [accountId] = await keepAccounts(tx, seals, [{ userId: BigInt(userId), account, at: since }])
    await addWithdrawals(tx, [
      {
        id,
        user_id: BigInt(userId),
        bonus: amount,
        usd_cents: BigInt(usd) * 100n,
        method: account.kind,
        account_id: accountId!,
        held,
        hold_id: holdId,
        requested_at: at,
      },
    ])
  })
  return id
}

/** A withdrawal in review of a new user. */
export async function aNewWithdrawal(product: TestProduct, usd = 20, options: WithdrawalOptions = {}): Promise<string> {
  return aWithdrawal(product, await anEarner(product, usd * 100), { usd, ...options })
}
