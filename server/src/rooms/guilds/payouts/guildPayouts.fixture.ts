// Guilds with a payable for tests: approved weeks, the ledger behind them, accounts in force and proofs of payment, inserted directly into
// the database.
import { sql } from 'kysely'
import { everyMenu, type Made, person } from '../../../../test/people.ts'
import type { Client, TestProduct } from '../../../../test/product.ts'
import { aGuild } from '../../../../test/world/guilds.ts'
import { wallNow } from '../../../kit/clock.ts'
import { newId } from '../../../kit/random.ts'
import { accountInForce, bankAccount, weekApproved } from './guildPayouts.payable.fixture.ts'

export { bankAccount }

/** An account in force. */
export const accountOf = ({ database, seals, clock }: TestProduct, guildId: number, account = bankAccount) =>
  accountInForce(database, { guildId, at: clock.now(), account, seals })

/** An approved week, `weeksAgo` before the running one, with its payable in the ledger. */
export const approvedWeek = (
  { database, clock }: TestProduct,
  guildId: number,
  of: { cents: number; weeksAgo: number; approvedById?: number | null },
) => weekApproved(database, { guildId, at: clock.now(), ...of })

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
  person(product, { permissions: { 'guilds.withdrawalManage': 3, 'guilds.settleAccounts': 3 } })
