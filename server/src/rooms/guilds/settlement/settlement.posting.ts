// Ledger transfers of an approved week (docs/guilds.md, Ledger). Pure. Legs are credit-positive; USD in millionths.

import { derivedId } from '../../../kit/random.ts'
import {
  bonus as bonusOf,
  debt as debtOf,
  guildDebt,
  guildPayable,
  type Item,
  type Leg,
  move,
  ofPlatform,
  type Purpose,
} from '../../../ledger/index.ts'
import type { ApprovedLine, Settlement } from './settlement.queries.ts'

export type DeductionKind = 'advance' | 'penalty' | 'chargeback'

const microsPerCent = 10_000n
const usd = (purpose: Purpose) => ofPlatform(purpose, 'USD')
const liability = usd('bonusLiability')
const commissionCost = usd('commissionCost')
const anchorCost = usd('anchorCost')
const chargebackLoss = usd('chargebackLoss')
const rounding = usd('rounding')
const redeemed = ofPlatform('redeem', 'BONUS')
const issued = ofPlatform('issue', 'BONUS')

/**
 * Where a deduction goes: a penalty is income, a chargeback reduces the loss, an advance was paid from the bank when it
 * was given.
 */
export const creditOf: Record<DeductionKind, ReturnType<typeof usd>> = {
  advance: usd('cash.bank'),
  penalty: usd('penaltyIncome'),
  chargeback: usd('chargebackLoss'),
}

/** Transfers of a week are dated at its last instant; those of a disputed or parked week, or of a dissolved guild, at approval. */
export const occursAt = (of: Pick<Settlement, 'books_late' | 'ends_at'>, now: Date): Date =>
  of.books_late ? now : new Date(of.ends_at.getTime() - 1)

type Made = { of: Settlement; at: Date }
const itemOf = (
  { of, at }: Made,
  kind: string,
  key: (string | bigint)[],
  rest: Pick<Item, 'request' | 'accounts' | 'decide' | 'usd'>,
): Item => ({
  id: derivedId(at, kind, of.id, ...key),
  kind,
  phase: 'single',
  reference: `settlement ${of.id}`,
  occurredAt: at,
  ...rest,
})

/** Takes exactly the bonus that a line redeems; refused (60002) if there is too little. */
export const redeemItem = (made: Made, userId: bigint, amount: bigint): Item =>
  itemOf(made, 'settlement.redeem', [userId], {
    request: { userId, amount },
    accounts: [bonusOf(userId), redeemed],
    decide: (balances) =>
      balances.available(bonusOf(userId)) < amount ? 60002 : move(bonusOf(userId), redeemed, amount),
  })

/** The guild's transfer of the week; null if nothing moves. Rounding differences go to `rounding`. */
export function weekItem(made: Made, lines: readonly ApprovedLine[]): Item | null {
  const { of } = made
  const payable = guildPayable(of.guild_id)
  const debt = guildDebt(of.guild_id)
  const sums = new Map<string, Leg>()
  const add = (account: Leg['account'], amount: bigint) => {
    const leg = sums.get(account.name) ?? { account, amount: 0n }
    leg.amount += amount
    sums.set(account.name, leg)
  }
  for (const line of lines) {
    const kind = line.kind === 'correction' ? line.ofKind : line.kind
    const micros = line.amountCents * microsPerCent
    if (kind === 'commission' || kind === 'sub-agency') add(commissionCost, -micros)
    // The loss of the chargeback is smaller by what is recovered.
    else if (kind === 'debt') add(chargebackLoss, -micros)
    else if (kind === 'deduction') add(creditOf[line.deductionKind ?? 'penalty'], -micros)
    else if (kind === 'anchor') {
      add(liability, -line.redeemMicros)
      // Under guild pickup the salary is part of the line's amount; under anchor withdrawal nothing of the line is.
      const salary = line.method === 'guild pickup' ? line.salaryCents * microsPerCent : 0n
      add(anchorCost, -salary)
      add(rounding, line.redeemMicros + salary - micros)
    }
  }
  add(payable, of.payable_cents * microsPerCent)
  add(debt, (of.carried_in_cents - of.carried_out_cents) * microsPerCent)
  const legs = [...sums.values()].filter((leg) => leg.amount !== 0n)
  if (legs.length === 0) return null
  return itemOf(made, 'settlement', [], {
    request: legs.map((leg) => [leg.account.name, leg.amount]),
    accounts: legs.map((leg) => leg.account),
    decide: () => legs,
  })
}

/** Takes what the week's payable repays of the leader's debt; refused (20000) if less is owed by now. */
export function debtItem(made: Made): Item | null {
  const { debt_user_id: userId, debt_tokens: tokens } = made.of
  if (userId === null || tokens === 0n) return null
  const issued = ofPlatform('issue', 'TOKEN')
  return itemOf(made, 'settlement.debt', [userId], {
    request: { userId, tokens },
    accounts: [debtOf(userId), issued],
    decide: (balances) => (-balances.of(debtOf(userId)).posted < tokens ? 20000 : move(issued, debtOf(userId), tokens)),
  })
}

/** The debt of a dissolved guild is the platform's loss. */
export function writeOffItem(made: Made): Item | null {
  const { of } = made
  if (!of.is_final || of.carried_out_cents === 0n) return null
  const legs = move(chargebackLoss, guildDebt(of.guild_id), of.carried_out_cents * microsPerCent)
  return itemOf(made, 'settlement.writeOff', [], {
    request: { cents: of.carried_out_cents },
    accounts: legs.map((leg) => leg.account),
    decide: () => legs,
  })
}

/** A salary paid as bonus, not counted as points or base. */
export function salaryItem(made: Made, userId: bigint, cents: bigint, bonusPerUsd: number): Item {
  const amount = bonusFor(cents, bonusPerUsd)
  return itemOf(made, 'settlement.salary', [userId], {
    request: { userId, cents, amount },
    accounts: [bonusOf(userId), issued],
    decide: () => move(issued, bonusOf(userId), amount),
    usd: () => move(anchorCost, liability, microsFor(amount, bonusPerUsd)),
  })
}

/** Takes a deduction from an anchor's bonus, up to the balance; refused (60002) if there is none. */
export function deductItem(made: Made, userId: bigint, kind: DeductionKind, cents: bigint, bonusPerUsd: number): Item {
  const requested = bonusFor(cents, bonusPerUsd)
  return itemOf(made, 'settlement.deduct', [userId, kind], {
    request: { userId, kind, cents },
    accounts: [bonusOf(userId), ofPlatform('adjust', 'BONUS')],
    decide: (balances) => {
      const left = balances.available(bonusOf(userId))
      const deducted = left < requested ? left : requested
      return deducted <= 0n ? 60002 : move(bonusOf(userId), ofPlatform('adjust', 'BONUS'), deducted)
    },
    usd: (legs) => move(liability, creditOf[kind], microsFor(takenBy(legs, userId), bonusPerUsd)),
  })
}

/** Gives back what deductions took that were reversed since. */
export function giveBackItem(
  made: Made,
  userId: bigint,
  kind: DeductionKind,
  cents: bigint,
  bonusPerUsd: number,
): Item {
  const amount = bonusFor(cents, bonusPerUsd)
  const adjust = ofPlatform('adjust', 'BONUS')
  return itemOf(made, 'settlement.deduct', [userId, kind, 'back'], {
    request: { userId, kind, cents: -cents },
    accounts: [bonusOf(userId), adjust],
    decide: () => move(adjust, bonusOf(userId), amount),
    usd: () => move(creditOf[kind], liability, microsFor(amount, bonusPerUsd)),
  })
}

/** Bonus taken from an anchor by posted legs. */
export const takenBy = (legs: readonly Leg[], userId: bigint): bigint =>
  legs.reduce((sum, leg) => (leg.account.name === bonusOf(userId).name ? sum - leg.amount : sum), 0n)

/** Cents in bonus, rounded down. */
export const bonusFor = (cents: bigint, bonusPerUsd: number): bigint => (cents * BigInt(bonusPerUsd)) / 100n
/** What bonus is worth in cents, rounded down. */
export const centsFor = (bonus: bigint, bonusPerUsd: number): bigint => (bonus * 100n) / BigInt(bonusPerUsd)
const microsFor = (bonus: bigint, bonusPerUsd: number): bigint => (bonus * 1_000_000n) / BigInt(bonusPerUsd)
