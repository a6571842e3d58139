// Approved weeks with their money in the ledger, and payout accounts in force, inserted directly into the database.
import { sql } from 'kysely'
import { type Database, inTransaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { newId } from '../../../kit/random.ts'
import { guildPayable, move, ofPlatform, post } from '../../../ledger/index.ts'
import type { Account } from '../../finance/index.ts'
import { weekAround, weekLater } from '../weeks/weeks.rules.ts'

export const bankAccount: Account = {
  kind: 'bank',
  holder: 'Noura Haddad',
  bankName: 'First Bank',
  accountNumber: 'DE89370400440532013000',
  swift: undefined,
}

const lastFour = (account: Account): string =>
  (account.kind === 'bank'
    ? account.accountNumber
    : account.kind === 'e-wallet'
      ? account.account
      : account.address
  ).slice(-4)

/** An account in force; without keys it cannot be revealed. */
export async function accountInForce(
  database: Database,
  { guildId, at, account = bankAccount, seals }: { guildId: number; at: Date; account?: Account; seals?: Seals },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into guilds.payout_account (guild_id, kind, sealed, last_four, state, created_by, created_at, effective_at)
    values (${guildId}, ${account.kind}, '', ${lastFour(account)}, 'effective', 'test', ${at}, ${at})
    returning id`.execute(database)
  const { id } = rows[0]!
  if (seals) {
    // The browser tests load this file and must not load a chain library with it.
    const [{ sealAccount }, { guildAccounts }] = await Promise.all([
      import('../../finance/index.ts'),
      import('./guildPayoutAccount.ts'),
    ])
    await sql`
      update guilds.payout_account set sealed = ${sealAccount(seals, guildAccounts.ownerOf(id), account)} where id = ${id}`.execute(
      database,
    )
  }
  return id
}

/** Credits the payable as the approval of a week does. */
const credit = (
  database: Database,
  { settlementId, guildId, cents, at }: { settlementId: number; guildId: number; cents: number; at: Date },
) =>
  inTransaction(database, async (tx) => {
    const [cost, payable] = [ofPlatform('commissionCost', 'USD'), guildPayable(guildId)]
    const amount = BigInt(cents) * 10_000n
    const [outcome] = await post(tx, 'test', at, [
      {
        id: newId(at),
        kind: 'settlement',
        phase: 'single',
        reference: `settlement ${settlementId}`,
        occurredAt: at,
        request: {},
        accounts: [cost, payable],
        decide: () => move(cost, payable, amount),
      },
    ])
    if (outcome?.status !== 'accepted') throw new Error('not credited')
  })

/** An approved week, `weeksAgo` before the running one, with its payable in the ledger. */
export async function weekApproved(
  database: Database,
  of: { guildId: number; cents: number; weeksAgo: number; at: Date; approvedById?: number | null },
): Promise<number> {
  const { guildId, cents, at } = of
  const week = weekLater(weekAround(at, 'UTC').week, -of.weeksAgo)
  const { rows } = await sql<{ id: number }>`
    insert into guilds.settlement (guild_id, week, state, method, payable_cents, drafted_at, confirm_by, approved_at,
                                   approved_by, approved_by_id)
    values (${guildId}, ${week}, 'approved', 'guild pickup', ${cents}, ${at}, ${at}, ${at}, 'someone',
            ${of.approvedById ?? null})
    returning id`.execute(database)
  if (cents > 0) await credit(database, { settlementId: rows[0]!.id, guildId, cents, at })
  return rows[0]!.id
}
