// What a user owes is taken from a withdrawal as it passes, and given back when its bonus is released (docs/money.md, Withdrawals).
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import {
  bonus,
  debt,
  holdAccounts,
  type Item,
  type Leg,
  move,
  ofPlatform,
  paid,
  post,
  promo,
  repaidBy,
} from '../../../ledger/index.ts'
import * as claims from '../chargebacks/chargebacks.posted.ts'
import type { Locked } from './withdrawals.queries.ts'
import * as queries from './withdrawals.queries.ts'

const microsPerCent = 10_000n
const issue = ofPlatform('issue', 'TOKEN')
const liability = ofPlatform('bonusLiability', 'USD')
const loss = ofPlatform('chargebackLoss', 'USD')

type Row = Pick<Locked, 'id' | 'userId' | 'usdCents' | 'holdId'>
type Taken = { tokens: bigint; cents: bigint }

/** Locks the accounts of those of these users who owe something. @returns what they owe, in tokens */
export async function holdDebts(tx: Transaction, userIds: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const owing = [...(await claims.debtors(tx, userIds))]
  const held = await holdAccounts(
    tx,
    // All that the withdrawal's own transfers touch, too: locked once, in one order.
    owing.flatMap((userId) => [paid(userId), promo(userId), bonus(userId), debt(userId)]),
  )
  return new Map(owing.map((userId) => [userId, -(held.get(debt(userId).name)?.posted ?? 0n)]))
}

const itemOf = (
  kind: 'withdrawal.debt' | 'withdrawal.debt.back',
  row: Row,
  { tokens, cents }: Taken,
  at: Date,
): Item => {
  const legs: Leg[] =
    kind === 'withdrawal.debt'
      ? [...move(issue, debt(row.userId), tokens), ...move(liability, loss, cents * microsPerCent)]
      : [...move(debt(row.userId), issue, tokens), ...move(loss, liability, cents * microsPerCent)]
  return {
    id: derivedId(at, kind, row.holdId),
    kind,
    phase: 'single',
    reference: `withdrawal ${row.id}`,
    occurredAt: at,
    request: { tokens, cents },
    accounts: legs.map(({ account }) => account),
    decide: () => legs,
  }
}

async function postAll(tx: Transaction, by: string, at: Date, items: Item[]): Promise<void> {
  const outcomes = await post(tx, by, at, items)
  const wrong = outcomes.find(({ status }) => status !== 'accepted')
  if (wrong) throw new Error(`the debt of a withdrawal was not posted: ${wrong.id}`)
}

/**
 * Takes what these users owe from their withdrawals, in the order of the withdrawals' ids: from now on this part of a debt is no recharge's.
 *
 * @returns the rows, with what was taken.
 */
export async function takeDebts(
  tx: Transaction,
  { by, at, tokensPerUsd }: { by: string; at: Date; tokensPerUsd: number },
  rows: readonly Locked[],
): Promise<Locked[]> {
  const owed = await holdDebts(
    tx,
    rows.map(({ userId }) => userId),
  )
  const taken: (Taken & { id: string; transferId: string; item: Item; userId: bigint })[] = []
  const after = rows.map((row): Locked => {
    const part = repaidBy({ tokens: owed.get(row.userId) ?? 0n, tokensPerUsd }, row.usdCents)
    if (!part) return row
    owed.set(row.userId, owed.get(row.userId)! - part.tokens)
    const item = itemOf('withdrawal.debt', row, part, at)
    taken.push({ ...part, id: row.id, userId: row.userId, transferId: item.id, item })
    return {
      ...row,
      debtTokens: part.tokens,
      debtCents: part.cents,
      netCents: row.usdCents - part.cents,
      debtId: item.id,
    }
  })
  if (taken.length === 0) return after
  await postAll(
    tx,
    by,
    at,
    taken.map(({ item }) => item),
  )
  await claims.repay(
    tx,
    taken.map(({ userId, tokens, transferId }) => ({ userId, tokens, orderId: null, transferId, at })),
  )
  await queries.setDebts(tx, taken)
  return after
}

/** Gives back what was taken from these: their bonus is released, so that the users owe it again. @returns the rows without it */
export async function giveDebtsBack(
  tx: Transaction,
  { by, at }: { by: string; at: Date },
  rows: readonly Locked[],
): Promise<Locked[]> {
  const taken = rows.filter(({ debtTokens }) => debtTokens > 0n)
  if (taken.length === 0) return [...rows]
  await holdAccounts(
    tx,
    taken.flatMap(({ userId }) => [paid(userId), promo(userId), bonus(userId), debt(userId)]),
  )
  const items = taken.map((row) =>
    itemOf('withdrawal.debt.back', row, { tokens: row.debtTokens, cents: row.debtCents }, at),
  )
  await postAll(tx, by, at, items)
  await claims.undoRepaid(
    tx,
    taken.map(({ debtId }, index) => ({ repaidBy: debtId!, transferId: items[index]!.id, at })),
  )
  await queries.setDebts(
    tx,
    taken.map(({ id }) => ({ id, tokens: 0n, cents: 0n, transferId: null })),
  )
  return rows.map((row) => ({ ...row, debtTokens: 0n, debtCents: 0n, netCents: row.usdCents, debtId: null }))
}
