// Legs of a week's transfer: pure.
import { describe, expect, test } from 'vitest'
import { weekItem } from './settlement.posting.ts'
import type { ApprovedLine, Settlement } from './settlement.queries.ts'

const of = { id: 1, guild_id: 7, payable_cents: 0n, carried_in_cents: 0n, carried_out_cents: 0n } as Settlement
const line = (more: Partial<ApprovedLine>): ApprovedLine => ({
  settlementId: 1,
  line: 1,
  kind: 'correction',
  ofKind: 'anchor',
  ofWeek: '2026-11-16',
  method: 'guild pickup',
  userId: 5n,
  bonus: 0n,
  validDays: 0,
  salaryCents: 0n,
  amountCents: 0n,
  anchorCents: 0n,
  redeemBonus: 0n,
  redeemMicros: 0n,
  held: false,
  deductionKind: null,
  ...more,
})

/** Legs by account, in cents. */
function legsOf(lines: readonly ApprovedLine[]) {
  const item = weekItem({ of, at: new Date('2026-11-29T00:00:00Z') }, lines)
  const legs = item?.decide({} as never, []) ?? []
  if (typeof legs === 'number') throw new Error('refused')
  return Object.fromEntries(legs.map(({ account, amount }) => [account.name, Number(amount / 10_000n)]))
}

describe('a salary', () => {
  const cancelling = line({ redeemBonus: -1_000n, redeemMicros: -10_000_000n, salaryCents: 1_000n, amountCents: 0n })

  test('under guild pickup is a cost, also where bonus that was taken back offsets it to the cent', () => {
    const legs = legsOf([cancelling])
    expect(Object.values(legs).toSorted((a, b) => a - b)).toEqual([-1_000, 1_000])
    expect(Object.keys(legs).some((name) => name.includes('rounding'))).toBe(false)
    expect(Object.entries(legs).find(([name]) => name.includes('anchorCost'))?.[1]).toBe(-1_000)
  })

  test('under anchor withdrawal is not part of the guild’s week', () =>
    expect(legsOf([line({ method: 'anchor withdrawal', salaryCents: 1_000n, anchorCents: 1_000n })])).toEqual({}))
})
