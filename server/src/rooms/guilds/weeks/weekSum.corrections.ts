// Correcting lines in a later week for changes of a settled one (docs/guilds.md, The calculation of a week). Pure.
//
// The old week is computed again under its own plan; what was settled, and what earlier corrections added, is subtracted,
// signed, over the union of the lines. So corrections always add up to the exact difference.
import { type Line, type LineKind, lineOf } from './weekSum.rules.ts'

/** What a line is about: a correction and the line that it corrects have the same. */
export const subjectOf = (line: Line): string => {
  const kind: LineKind | null = line.kind === 'correction' ? line.ofKind : line.kind
  return `${kind} ${line.userId ?? ''} ${line.subGuildId ?? ''} ${line.deductionId ?? ''}`
}

/** Amounts that a correction adjusts. */
const amounts = [
  'bonus',
  'baseMicros',
  'salaryCents',
  'amountCents',
  'anchorCents',
  'redeemBonus',
  'redeemMicros',
] as const

/** Whether a correcting line waits until a ban has ended. */
export const isWithheld = (line: Line, banned: ReadonlySet<bigint>): boolean =>
  line.ofKind === 'anchor' && line.userId !== null && banned.has(line.userId)

/**
 * What `week` still lacks, as correcting lines.
 *
 * @param now the week's lines as computed again, with no line held.
 * @param settled the lines of its settled sum, and those of other weeks that corrected it.
 */
export function differencesOf(week: string, now: readonly Line[], settled: readonly Line[]): Line[] {
  const own = (line: Line) =>
    line.kind !== 'carried' && line.kind !== 'debt' && (line.kind !== 'correction' || line.ofWeek === week)
  const lines = new Map<string, Line>()
  const add = (line: Line, sign: 1n | -1n) => {
    const key = subjectOf(line)
    const { userId, subGuildId, deductionId } = line
    const ofKind = line.kind === 'correction' ? line.ofKind : line.kind
    const sum = lines.get(key) ?? lineOf({ kind: 'correction', userId, subGuildId, deductionId, ofWeek: week, ofKind })
    // A held line settled nothing, even though it shows an amount.
    const counted = line.held ? { ...line, bonus: 0n, baseMicros: 0n } : line
    for (const amount of amounts) sum[amount] += sign * counted[amount]
    lines.set(key, sum)
  }
  for (const line of now) if (own(line) && line.kind !== 'correction') add(line, 1n)
  for (const line of settled) if (own(line)) add(line, -1n)
  return [...lines.values()].filter(
    (line) => line.amountCents !== 0n || line.anchorCents !== 0n || line.redeemBonus !== 0n,
  )
}

/** The correcting lines of `week` that can be settled now: those of banned anchors stay held until a later correction. */
export const correctionsOf = (
  week: string,
  now: readonly Line[],
  settled: readonly Line[],
  banned: ReadonlySet<bigint>,
): Line[] => differencesOf(week, now, settled).filter((line) => !isWithheld(line, banned))
