// Which weeks a deduction may be added to, and until when it can be reversed (docs/guilds.md, Plans, deductions, payouts). Pure.
import { weekLater } from '../weeks/weeks.rules.ts'

/** How many weeks ahead a deduction may be added. */
export const weeksAhead = 4

/** The guild's settlement of the week. */
export type Settled = { state: string; paidCents: bigint; payableCents: bigint }

/** The week and its progress; `drafted`: its settlements exist. */
export type Place = { week: string; firstWeek: string; runningWeek: string; drafted: boolean }

/** Why no deduction at all can be added to the week; null if it can. */
export function weekFault({
  week,
  firstWeek,
  runningWeek,
}: Place): 'deduction.weekFar' | 'deduction.weekUnknown' | null {
  if (week < firstWeek) return 'deduction.weekUnknown'
  return week > weekLater(runningWeek, weeksAhead) ? 'deduction.weekFar' : null
}

/** Why a deduction from this guild cannot be added to the week. */
export function addFault(
  guildState: string,
  place: Place,
  settled: Settled | undefined,
): 'deduction.weekApproved' | 'deduction.guildState' | 'deduction.weekNone' | null {
  if (settled) return settled.state === 'approved' ? 'deduction.weekApproved' : null
  if (guildState !== 'normal' && guildState !== 'banned') return 'deduction.guildState'
  // Guilds that dissolve have settlements of the running week.
  return place.drafted && place.week < place.runningWeek ? 'deduction.weekNone' : null
}

export const isPaid = ({ state, paidCents, payableCents }: Settled): boolean =>
  state === 'approved' && paidCents >= payableCents

/** Why a deduction cannot be reversed. */
export function reverseFault(
  state: string,
  settled: Settled | undefined,
): 'deduction.reversed' | 'deduction.weekPaid' | null {
  if (state === 'reversed') return 'deduction.reversed'
  return settled && isPaid(settled) ? 'deduction.weekPaid' : null
}
