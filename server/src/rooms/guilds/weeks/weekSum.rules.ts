// A guild's week as a sum: figures, plan, deductions and carried amounts in; lines, steps and
// totals out. Pure: the same input always gives the same sum. docs/guilds.md has worked examples, which are run as tests.
//
// The amounts of all lines add up to `payableCents − carriedOutCents`. Amounts paid to or taken from anchors directly are summed in
// `anchorCents`: under anchor withdrawal salaries go to the anchors and their own deductions come from them.
import { repaidBy } from '../../../ledger/index.ts'
import { type Commission, commissionOf, salaryCents, shownBp, subRate } from '../plans/commission.rules.ts'
import { type Step, stepsOf } from './weekSum.steps.ts'
import type { AnchorWeek, DebtIn, DeductionIn, Line, SumInput, Totals } from './weekSum.types.ts'

export type {
  AnchorWeek,
  DebtIn,
  DeductionIn,
  Line,
  LineKind,
  Method,
  SubWeek,
  SumInput,
  Totals,
} from './weekSum.types.ts'

export type Sum = { lines: Line[]; steps: Step[]; totals: Totals }

/** A sum that cannot be computed: the guild is parked with this reason, and the others proceed. */
export class CannotSum extends Error {}

const microsPerCent = 10_000n
/** Amounts are JSON numbers. */
const most = BigInt(Number.MAX_SAFE_INTEGER)

const blank = {
  userId: null,
  subGuildId: null,
  deductionId: null,
  bonus: 0n,
  baseMicros: 0n,
  validDays: 0,
  salaryCents: 0n,
  amountCents: 0n,
  anchorCents: 0n,
  redeemBonus: 0n,
  redeemMicros: 0n,
  held: false,
  ofWeek: null,
  ofVersion: null,
  ofKind: null,
  detail: {},
} as const

/** A line in which the fields that its kind lacks are empty. */
export const lineOf = (line: Pick<Line, 'kind'> & Partial<Line>): Line => ({ ...blank, ...line })

const total = (lines: readonly Line[], of: (line: Line) => bigint): bigint =>
  lines.reduce((sum, line) => sum + of(line), 0n)

function anchorLine(input: SumInput, anchor: AnchorWeek): Line {
  const salary = BigInt(salaryCents(input.plan, anchor.bonus, anchor.validDays))
  const bonusCents = anchor.bonusMicros / microsPerCent
  const pickup = input.method === 'guild pickup'
  const { userId, bonus, baseMicros, validDays, held } = anchor
  const line = {
    kind: 'anchor',
    userId,
    bonus,
    baseMicros,
    validDays,
    held,
    detail: { bonusCents: Number(bonusCents) },
  } as const
  // Held amounts are shown in `detail` and counted nowhere.
  if (held) return lineOf({ ...line, detail: { ...line.detail, heldSalaryCents: Number(salary) } })
  return lineOf({
    ...line,
    salaryCents: salary,
    amountCents: pickup ? bonusCents + salary : 0n,
    anchorCents: pickup ? 0n : salary,
    redeemBonus: pickup ? bonus : 0n,
    redeemMicros: pickup ? anchor.bonusMicros : 0n,
  })
}

function deductionLine(input: SumInput, { id, userId, cents }: DeductionIn): Line {
  const fromBonus = userId !== null && input.method === 'anchor withdrawal'
  return lineOf({
    kind: 'deduction',
    userId,
    deductionId: id,
    amountCents: fromBonus ? 0n : -cents,
    anchorCents: fromBonus ? -cents : 0n,
  })
}

function subLines(input: SumInput, commission: Commission): Line[] {
  return input.subs.map((sub, index) => {
    const override = commission.overrides[index]!
    return lineOf({
      kind: 'sub-agency',
      subGuildId: sub.guildId,
      baseMicros: sub.baseMicros,
      amountCents: override.cents,
      detail: {
        rateBp: shownBp(commission.rate),
        subRateBp: shownBp(subRate(input.plan, sub)),
        differenceBp: shownBp(override.rate),
        agreedBp: sub.agreedBp,
      },
    })
  })
}

/**
 * What of the leader's debt this payable repays: whole cents, and the tokens they pay for; a token paid in part counts as paid. Never makes
 * the sum negative.
 */
function debtLine(debt: DebtIn | null, payableCents: bigint): Line | null {
  const repaid = debt && repaidBy(debt, payableCents)
  if (!repaid) return null
  return lineOf({
    kind: 'debt',
    amountCents: -repaid.cents,
    detail: { userId: Number(debt.userId), tokens: Number(repaid.tokens) },
  })
}

/**
 * The sum of a guild's week.
 *
 * @throws CannotSum if an amount is too large to be exact.
 */
export function sumOf(input: SumInput): Sum {
  const anchors = input.anchors.map((anchor) => anchorLine(input, anchor))
  const baseMicros = input.anchors.reduce((sum, anchor) => sum + anchor.baseMicros, 0n)
  const commission = commissionOf(input.plan, { baseMicros, subs: input.subs, agreedBp: input.agreedBp })
  const deductions = input.deductions.map((deduction) => deductionLine(input, deduction))
  const earned = [
    lineOf({
      kind: 'commission',
      baseMicros,
      amountCents: commission.commissionCents,
      detail: { rateBp: shownBp(commission.rate), agreedBp: input.agreedBp },
    }),
    ...subLines(input, commission),
    ...anchors,
    ...deductions,
    ...input.corrections,
    ...(input.carriedInCents > 0n ? [lineOf({ kind: 'carried', amountCents: -input.carriedInCents })] : []),
  ]
  const beforeDebt = total(earned, (line) => line.amountCents)
  const debt = debtLine(input.debt, beforeDebt)
  const lines = debt ? [...earned, debt] : earned
  const debtCents = debt ? -debt.amountCents : 0n
  const sum = beforeDebt - debtCents
  const totals: Totals = {
    baseMicros,
    subBaseMicros: commission.familyMicros - baseMicros,
    level: commission.level,
    rateBp: shownBp(commission.rate),
    commissionCents: commission.commissionCents,
    overrideCents: commission.overrideCents,
    bonusCents: total(anchors, (line) => line.redeemMicros / microsPerCent),
    salaryCents: total(anchors, (line) => line.salaryCents),
    deductionCents: input.deductions.reduce((all, { cents }) => all + cents, 0n),
    correctionCents: total(input.corrections, (line) => line.amountCents),
    anchorCents: total(lines, (line) => line.anchorCents),
    carriedInCents: input.carriedInCents,
    carriedOutCents: sum < 0n ? -sum : 0n,
    debtCents,
    debtTokens: BigInt(debt?.detail.tokens ?? 0),
    payableCents: sum > 0n ? sum : 0n,
  }
  for (const line of lines)
    for (const amount of [line.bonus, line.baseMicros, line.redeemMicros, line.amountCents, line.anchorCents])
      if (amount > most || amount < -most) throw new CannotSum('an amount is too large to be exact')
  for (const amount of Object.values(totals))
    if (BigInt(amount) > most) throw new CannotSum('an amount is too large to be exact')
  return { lines, steps: stepsOf(input, totals, lines), totals }
}
