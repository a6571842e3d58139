// Every step of a settlement's sum, as data that the screens put into words. Pure.
import type { Step } from '@greenroom/contract/settlement'
import { type Plan, shareCents, wholeRate } from '../plans/commission.rules.ts'
import type { Line, SumInput, Totals } from './weekSum.types.ts'

export type { Step }

const microsPerCent = 10_000n

/** The slices of a marginal plan that the family's base fills, each with its commission; none under a whole plan. */
function slicesOf(plan: Plan, familyMicros: bigint) {
  if (plan.kind === 'whole') return []
  const levels = plan.levels.toSorted((a, b) => a.fromCents - b.fromCents)
  return levels.flatMap(({ fromCents, rateBp }, index) => {
    const start = BigInt(fromCents) * microsPerCent
    const next = levels[index + 1]?.fromCents
    const end =
      next !== undefined && BigInt(next) * microsPerCent < familyMicros ? BigInt(next) * microsPerCent : familyMicros
    if (end <= start) return []
    const micros = end - start
    return [{ fromCents, rateBp, micros: Number(micros), cents: Number(shareCents(micros, wholeRate(rateBp))) }]
  })
}

/** The steps of a sum in the order in which they are computed; missing ones are left out. */
export function stepsOf(input: SumInput, totals: Totals, lines: readonly Line[]): Step[] {
  const { plan, method } = input
  const levels = plan.levels.toSorted((a, b) => a.fromCents - b.fromCents)
  const family = totals.baseMicros + totals.subBaseMicros
  const held = lines.filter((line) => line.held)
  const paid = lines.filter((line) => line.kind === 'anchor' && line.salaryCents > 0n)
  const redeemed = lines.filter((line) => line.kind === 'anchor' && line.redeemBonus > 0n)
  const corrections = lines.filter((line) => line.kind === 'correction')
  const steps: (Step | false)[] = [
    {
      step: 'base',
      directMicros: Number(totals.baseMicros),
      subMicros: Number(totals.subBaseMicros),
      subs: input.subs.length,
    },
    {
      step: 'level',
      kind: plan.kind,
      level: totals.level,
      fromCents: levels[totals.level - 1]?.fromCents ?? 0,
      nextFromCents: levels[totals.level]?.fromCents ?? null,
      rateBp: totals.rateBp,
      agreed: input.agreedBp !== null,
      slices: input.agreedBp === null ? slicesOf(plan, family) : [],
    },
    {
      step: 'commission',
      baseMicros: Number(totals.baseMicros),
      rateBp: totals.rateBp,
      cents: Number(totals.commissionCents),
    },
    input.subs.length > 0 && {
      step: 'override',
      subs: input.subs.length,
      baseMicros: Number(totals.subBaseMicros),
      cents: Number(totals.overrideCents),
    },
    method === 'guild pickup' && {
      step: 'bonus',
      anchors: redeemed.length,
      bonus: Number(redeemed.reduce((sum, line) => sum + line.redeemBonus, 0n)),
      cents: Number(totals.bonusCents),
    },
    {
      step: 'salary',
      anchors: paid.length,
      to: method === 'guild pickup' ? 'guild' : 'anchors',
      cents: Number(totals.salaryCents),
    },
    held.length > 0 && {
      step: 'held',
      anchors: held.length,
      bonus: Number(held.reduce((sum, line) => sum + line.bonus, 0n)),
      cents: held.reduce(
        (sum, { detail }) => sum + Number(detail.bonusCents ?? 0) + Number(detail.heldSalaryCents ?? 0),
        0,
      ),
    },
    input.deductions.length > 0 && {
      step: 'deductions',
      count: input.deductions.length,
      cents: Number(totals.deductionCents),
      anchorCents: Number(lines.reduce((sum, line) => (line.kind === 'deduction' ? sum - line.anchorCents : sum), 0n)),
    },
    corrections.length > 0 && {
      step: 'corrections',
      weeks: [...new Set(corrections.map((line) => line.ofWeek ?? ''))].toSorted(),
      cents: Number(totals.correctionCents),
    },
    totals.carriedInCents > 0n && { step: 'carriedIn', cents: Number(totals.carriedInCents) },
    totals.debtCents > 0n && {
      step: 'debt',
      userId: Number(input.debt!.userId),
      tokens: Number(totals.debtTokens),
      cents: Number(totals.debtCents),
    },
    { step: 'payable', cents: Number(totals.payableCents) },
    totals.carriedOutCents > 0n && { step: 'carriedOut', cents: Number(totals.carriedOutCents) },
  ]
  return steps.filter((step) => step !== false)
}
