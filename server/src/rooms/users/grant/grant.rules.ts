// Ledger transfers of granting, deducting and reversing. Pure.
//
// A grant gives promotional tokens, which no money backs: the platform's cost is booked when they are spent
// (promoCost), so a grant has no USD side. A deduction takes promotional tokens first, then paid ones; the deferred revenue
// of those is no longer owed and becomes feeIncome, not revenue, which is only what users spent in the app.
import type { ErrorCode } from '@greenroom/contract/errors'
import { limits } from '@greenroom/contract/limits'
import type { AloneKind } from '@greenroom/contract/money'
import {
  type Balances,
  type Item,
  type Leg,
  move,
  ofPlatform,
  paid,
  promo,
  takeTokens,
  takingLegs,
} from '../../../ledger/index.ts'

export type Direction = 'grant' | 'deduct'
/** Tokens of one person that an operation moved, promotional and paid apart. */
export type Moved = { promo: bigint; paid: bigint; costMicros: bigint }
/** One person's part of an operation. `id` is the transfer's, derived from both. */
export type Part = { id: string; operationId: string; userId: bigint; at: Date }

const issuedPromo = ofPlatform('promo', 'TOKEN')
const adjusted = ofPlatform('adjust', 'TOKEN')
const deferred = ofPlatform('deferredTokens', 'USD')
const feeIncome = ofPlatform('feeIncome', 'USD')

type Decision = {
  kind: string
  accounts: Item['accounts']
  request: object
  decide(balances: Balances): Leg[] | ErrorCode
}

const itemOf = (part: Part, { kind, request, ...rest }: Decision): Item => ({
  id: part.id,
  kind,
  phase: 'single',
  reference: `operation ${part.operationId}`,
  occurredAt: part.at,
  request: { ...request, operationId: part.operationId, userId: part.userId },
  ...rest,
})

const wallet = (userId: bigint) => [promo(userId), paid(userId)]

/** Gives `tokens` promotional tokens. */
export const granting = (part: Part, tokens: bigint): Item =>
  itemOf(part, {
    kind: 'grant',
    request: { tokens },
    accounts: [promo(part.userId), issuedPromo],
    decide: () => move(issuedPromo, promo(part.userId), tokens),
  })

/** Takes `tokens`; refused (60001) if the user has fewer that aren't reserved. */
export const deducting = (part: Part, tokens: bigint): Item =>
  itemOf(part, {
    kind: 'deduct',
    request: { tokens },
    accounts: [...wallet(part.userId), adjusted, deferred, feeIncome],
    decide: (balances) => {
      const split = takeTokens(balances, part.userId, tokens)
      if (!split) return 60001
      const legs: Leg[] = [...takingLegs(part.userId, split), { account: adjusted, amount: tokens }]
      if (split.costMicros > 0n) legs.push(...move(deferred, feeIncome, split.costMicros))
      return legs
    },
  })

/** Reverses a grant from the remaining promotional tokens; never paid ones. Refused (60001) if none are left. */
export const takingBack = (part: Part, granted: bigint): Item =>
  itemOf(part, {
    kind: 'grant.reverse',
    request: { granted },
    accounts: [promo(part.userId), issuedPromo],
    decide: (balances) => {
      const left = balances.available(promo(part.userId))
      if (left <= 0n) return 60001
      return move(promo(part.userId), issuedPromo, left < granted ? left : granted)
    },
  })

/** Returns what a deduction took: each kind of token as before, and the deferred revenue of the paid ones. */
export const givingBack = (part: Part, deducted: Moved): Item =>
  itemOf(part, {
    kind: 'deduct.reverse',
    request: { ...deducted },
    accounts: [...wallet(part.userId), adjusted, deferred, feeIncome],
    decide: () => {
      const legs: Leg[] = [{ account: adjusted, amount: -(deducted.promo + deducted.paid) }]
      if (deducted.promo > 0n) legs.push({ account: promo(part.userId), amount: deducted.promo })
      if (deducted.paid > 0n)
        legs.push({ account: paid(part.userId), amount: deducted.paid, costMicros: deducted.costMicros })
      if (deducted.costMicros > 0n) legs.push(...move(feeIncome, deferred, deducted.costMicros))
      return legs
    },
  })

const size = (amount: bigint) => (amount < 0n ? -amount : amount)

/** A user's tokens moved by posted legs, in either direction. */
export function movedBy(legs: readonly Leg[], userId: bigint): Moved {
  const owner = `user:${userId}`
  const of = (purpose: string) => legs.filter((leg) => leg.account.owner === owner && leg.account.purpose === purpose)
  const sum = (found: readonly Leg[]) => size(found.reduce((total, leg) => total + leg.amount, 0n))
  const cost = of('paid').reduce((total, leg) => total + (leg.costMicros ?? 0n), 0n)
  return { promo: sum(of('promo')), paid: sum(of('paid')), costMicros: size(cost) }
}

/** Whether an operation moves more tokens in total than one may (90004). */
export const isAboveLimit = (total: number): boolean => total > limits.grantPerOperation

/** Under which limit of one account each direction counts. */
export const aloneOf = { grant: 'grant', deduct: 'tokenDeduction' } as const satisfies Record<Direction, AloneKind>
