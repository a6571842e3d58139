// Guilds with a payable for tests: approved weeks, the ledger behind them, accounts in force and proofs of payment, made
// straight in the database.
import { sql } from 'kysely'
import { everyMenu, type Made, person } from '../../../../test/people.ts'
import type { Client, TestProduct } from '../../../../test/product.ts'
import { aGuild } from '../../../../test/world.ts'
import { wallNow } from '../../../kit/clock.ts'
import { inTransaction } from '../../../kit/database.ts'
import { newId } from '../../../kit/random.ts'
import { guildPayable, move, ofPlatform, post } from '../../../ledger/index.ts'
import { weekAround, weekLater } from '../weeks/rules.ts'
import { type Account, lastFourOf } from './account/rules.ts'
import { sealAccount } from './account/sealed.ts'

export const bankAccount: Account = {
  kind: 'bank',
  holder: 'Noura Haddad',
  bankName: 'First Bank',
  accountNumber: 'DE89370400440532013000',
  swift: undefined,
}

/** An account in force. */
export async function accountOf({ database, seals, clock }: TestProduct, guildId: number, account = bankAccount) {
  const at = clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into guilds.payout_account (guild_id, kind, sealed, last_four, state, created_by, created_at, effective_at)
    values (${guildId}, ${account.kind}, '', ${lastFourOf(account)}, 'effective', 'test', ${at}, ${at})
    returning id`.execute(database)
  const { id } = rows[0]!
  await sql`update guilds.payout_account set sealed = ${sealAccount(seals, id, account)} where id = ${id}`.execute(
    database,
  )
  return id
}

/** Credits the payable as the approval of a week does. */
export const credit = ({ database, clock }: Pick<TestProduct, 'database' | 'clock'>, guildId: number, cents: number) =>
  inTransaction(database, async (tx) => {
    const at = clock.now()
    const [cost, payable] = [ofPlatform('commissionCost', 'USD'), guildPayable(guildId)]
    const amount = BigInt(cents) * 10_000n
    const [outcome] = await post(tx, 'test', at, [
      {
        id: newId(at),
        kind: 'settlement',
        phase: 'single',
        reference: 'settlement of a test',
        occurredAt: at,
        request: {},
        accounts: [cost, payable],
        decide: () => move(cost, payable, amount),
      },
    ])
    if (outcome?.status !== 'accepted') throw new Error('not credited')
  })

/** An approved week, `weeksAgo` before the running one, with its payable in the ledger. */
export async function approvedWeek(
  product: TestProduct,
  guildId: number,
  { cents, weeksAgo, approvedById = null }: { cents: number; weeksAgo: number; approvedById?: number | null },
): Promise<number> {
  const at = product.clock.now()
  const week = weekLater(weekAround(at, 'UTC').week, -weeksAgo)
  const { rows } = await sql<{ id: number }>`
    insert into guilds.settlement (guild_id, week, state, method, payable_cents, drafted_at, confirm_by, approved_at,
                                   approved_by, approved_by_id)
    values (${guildId}, ${week}, 'approved', 'guild pickup', ${cents}, ${at}, ${at}, ${at}, 'someone', ${approvedById})
    returning id`.execute(product.database)
  if (cents > 0) await credit(product, guildId, cents)
  return rows[0]!.id
}

/** An uploaded picture of a receipt. */
export async function aProof({ database }: Pick<TestProduct, 'database'>): Promise<string> {
  const { rows } = await sql<{ id: number }>`select id from access.staff where username = 'admin'`.execute(database)
  const id = newId(wallNow())
  await database
    .insertInto('files.file')
    .values({
      id,
      purpose: 'paymentProof',
      mime: 'image/png',
      bytes: 1,
      width: 1,
      height: 1,
      sha256: Buffer.alloc(32),
      storage_key: `pictures/${id}.png`,
      staff_id: rows[0]!.id,
      created_at: wallNow(),
    })
    .execute()
  return id
}

export type Payable = { guildId: number; leader: Made; accountId: number; weeks: number[] }

/** A guild with an account in force and approved weeks, the oldest first. */
export async function payableGuild(product: TestProduct, admin: Client, weeks: readonly number[]): Promise<Payable> {
  const guildId = await aGuild({ product, admin })
  const accountId = await accountOf(product, guildId)
  const ids: number[] = []
  for (const [at, cents] of weeks.entries())
    ids.push(await approvedWeek(product, guildId, { cents, weeksAgo: weeks.length - at }))
  const leader = await person(product, { permissions: everyMenu(3), unionId: guildId })
  return { guildId, leader, accountId, weeks: ids }
}

/** A member of staff who pays and decides. */
export const finance = (product: TestProduct): Promise<Made> =>
  person(product, { permissions: { 'guilds.withdrawalManage': 3, 'guilds.commissionPlan': 1 } })
