// Correcting lines in a later week for changes of a settled one (docs/guilds.md, The calculation of a week). Pure.
//
// The old week is computed again under its own plan; what was settled, and what earlier corrections added, is subtracted,
// signed, over the union of the lines. So corrections always add up to the exact difference.
import { type Line, type LineKind, lineOf } from './rules.ts'

const keyOf = (kind: LineKind | null, line: Line): string =>
  `${kind} ${line.userId ?? ''} ${line.subGuildId ?? ''} ${line.deductionId ?? ''}`

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

/**
 * The correcting lines of `week`.
 *
 * @param now the week's lines as computed again, with no line held.
 * @param settled the lines of its settled sum, and those of other weeks that corrected it.
 * @param banned anchors whose lines stay held until a later correction.
 */
export function correctionsOf(
  week: string,
  now: readonly Line[],
  settled: readonly Line[],
  banned: ReadonlySet<bigint>,
): Line[] {
  const own = (line: Line) =>
    line.kind !== 'carried' && line.kind !== 'debt' && (line.kind !== 'correction' || line.ofWeek === week)
  const lines = new Map<string, Line>()
  const add = (line: Line, sign: 1n | -1n) => {
    const kind = line.kind === 'correction' ? line.ofKind : line.kind
    const key = keyOf(kind, line)
    const { userId, subGuildId, deductionId } = line
    const sum =
      lines.get(key) ?? lineOf({ kind: 'correction', userId, subGuildId, deductionId, ofWeek: week, ofKind: kind })
    // A held line settled nothing, even though it shows an amount.
    const counted = line.held ? { ...line, bonus: 0n, baseMicros: 0n } : line
    for (const amount of amounts) sum[amount] += sign * counted[amount]
    lines.set(key, sum)
  }
  for (const line of now) if (own(line) && line.kind !== 'correction') add(line, 1n)
  for (const line of settled) if (own(line)) add(line, -1n)
  return [...lines.values()].filter(
    (line) =>
      (line.amountCents !== 0n || line.anchorCents !== 0n || line.redeemBonus !== 0n) &&
      !(line.ofKind === 'anchor' && line.userId !== null && banned.has(line.userId)),
  )
}
