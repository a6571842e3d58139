// What is left in the wallet goes to the platform's adjustments, in a transfer of its own kind; the entries stay under the number.
import { sql } from 'kysely'
import { send, walletChanged } from '../../../bridge/index.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { bonus, type Item, type Leg, move, ofPlatform, paid, post, promo } from '../../../ledger/index.ts'

const tokens = ofPlatform('adjust', 'TOKEN')
const bonuses = ofPlatform('adjust', 'BONUS')
const deferred = ofPlatform('deferredTokens', 'USD')
const feeIncome = ofPlatform('feeIncome', 'USD')

/** Takes all that is not reserved: promotional and paid tokens, with the deferred revenue behind these, and bonus. */
export const forfeiting = (userId: bigint, id: string, at: Date): Item => ({
  id,
  kind: 'erasure',
  phase: 'single',
  reference: `user ${userId}`,
  occurredAt: at,
  request: { userId },
  accounts: [promo(userId), paid(userId), bonus(userId), tokens, bonuses, deferred, feeIncome],
  decide: (balances) => {
    const [ofPromo, ofPaid, ofBonus] = [promo(userId), paid(userId), bonus(userId)]
    const [left, bought, earned] = [ofPromo, ofPaid, ofBonus].map((account) => balances.available(account))
    const legs: Leg[] = []
    if (left! > 0n) legs.push(...move(ofPromo, tokens, left!))
    if (bought! > 0n) {
      const { posted, costMicros } = balances.of(ofPaid)
      // All of it: what is reserved keeps its part.
      const cost = bought === posted ? costMicros : (costMicros * bought!) / posted
      legs.push({ account: ofPaid, amount: -bought!, costMicros: -cost }, { account: tokens, amount: bought! })
      if (cost > 0n) legs.push(...move(deferred, feeIncome, cost))
    }
    if (earned! > 0n) legs.push(...move(ofBonus, bonuses, earned!))
    return legs.length === 0 ? 60001 : legs
  },
})

/** Those of these users who have something in their wallets. */
export async function holdingOf(tx: Transaction, userIds: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ userId: bigint }>`
    select distinct substr(a.owner, 6)::bigint as "userId" from ledger.account a
     where a.owner = any(${userIds.map((id) => `user:${id}`)}::text[]) and a.purpose in ('paid', 'promo', 'bonus')
       and a.posted > a.reserved`.execute(tx)
  return rows.map((row) => row.userId)
}

/**
 * Empties the wallets of erased people.
 *
 * @param step makes the id: what arrives later is taken by a transfer of its own
 */
export async function forfeit(tx: Transaction, userIds: readonly bigint[], now: Date, step: string): Promise<number> {
  const holding = await holdingOf(tx, userIds)
  if (holding.length === 0) return 0
  const outcomes = await post(
    tx,
    'erasure',
    now,
    holding.map((userId) => forfeiting(userId, derivedId(now, 'erasure', step, userId), now)),
  )
  const emptied = holding.filter((_, index) => outcomes[index]!.status === 'accepted')
  await send(
    tx,
    now,
    emptied.map((userId) => walletChanged({ userId: Number(userId), paidTokens: 0, promoTokens: 0, bonus: 0 })),
  )
  return emptied.length
}
