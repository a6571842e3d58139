// Input and output of a guild's weekly sum (weekSum.rules.ts). Cents and millionths of a dollar are bigint.
import type { Plan } from '../plans/commission.rules.ts'

export type Method = 'guild pickup' | 'anchor withdrawal'

/** An anchor's week in this guild. Points are the bonus. `held`: they are banned, so their line waits for a correction. */
export type AnchorWeek = {
  userId: bigint
  bonus: bigint
  bonusMicros: bigint
  baseMicros: bigint
  validDays: number
  held: boolean
}

/** A sub-agency's week; `agreedBp` null: it gets the rate of its own level. */
export type SubWeek = { guildId: number; baseMicros: bigint; agreedBp: number | null }

/** `userId` null: from the guild itself. */
export type DeductionIn = { id: number; userId: bigint | null; cents: bigint }

/** What a guild's leader owes as a user after chargebacks, at the price of a token. */
export type DebtIn = { userId: bigint; tokens: bigint; tokensPerUsd: number }

export type SumInput = {
  method: Method
  plan: Plan
  /** A sub-agency's own agreed rate. */
  agreedBp: number | null
  anchors: readonly AnchorWeek[]
  subs: readonly SubWeek[]
  deductions: readonly DeductionIn[]
  /** Owed from earlier negative weeks. */
  carriedInCents: bigint
  /** Correcting lines of earlier weeks (`weekSum.corrections.ts`). */
  corrections: readonly Line[]
  /** Null if the leader owes nothing. */
  debt: DebtIn | null
}

export type LineKind = 'commission' | 'anchor' | 'sub-agency' | 'deduction' | 'correction' | 'carried' | 'debt'

export type Line = {
  kind: LineKind
  userId: bigint | null
  subGuildId: number | null
  deductionId: number | null
  bonus: bigint
  baseMicros: bigint
  validDays: number
  salaryCents: bigint
  /** The line's part of the guild's total. */
  amountCents: bigint
  /** Paid to the anchor (salary) or taken from them (deduction) directly, not through the guild. */
  anchorCents: bigint
  /** Bonus that approval redeems, and its value, which the guild is paid. */
  redeemBonus: bigint
  redeemMicros: bigint
  held: boolean
  /** For a correction: the week it corrects, the version of that week's sum, and the kind of line. */
  ofWeek: string | null
  ofVersion: number | null
  ofKind: LineKind | null
  detail: Record<string, number | boolean | null>
}

export type Totals = {
  baseMicros: bigint
  subBaseMicros: bigint
  level: number
  rateBp: number
  commissionCents: bigint
  overrideCents: bigint
  bonusCents: bigint
  salaryCents: bigint
  deductionCents: bigint
  correctionCents: bigint
  /** Amounts paid to and taken from anchors directly. */
  anchorCents: bigint
  carriedInCents: bigint
  carriedOutCents: bigint
  /** Taken from the payable for the leader's debt, and the tokens that it repays. */
  debtCents: bigint
  debtTokens: bigint
  payableCents: bigint
}
