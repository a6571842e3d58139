import { notDone, type Outcome, sortOut } from '../../kit/calls/batch.ts'
import { because, type Why } from '../../kit/calls/refusal.ts'
import type { Verdict } from './community.rules.ts'

type Refused = Exclude<Verdict, true>

/**
 * Decides each of `ids` on its locked row: an outcome each, and the changed rows. Unknown ids are 10032.
 *
 * @param reasonOf why not, for the outcome.
 */
export function decideEach<R extends { id: string }>(
  ids: readonly string[],
  locked: readonly R[],
  verdictOf: (row: R) => Verdict,
  reasonOf: (refused: Refused, row: R) => Why = ({ why }) => because(`content.${why}`),
): { outcomes: Outcome[]; changed: R[] } {
  const rows = new Map(locked.map((row) => [row.id, row]))
  const { outcomes, able } = sortOut(ids, rows, (row, id) => {
    const verdict = verdictOf(row)
    return verdict === true ? null : notDone(id, verdict.code, reasonOf(verdict, row))
  })
  return { outcomes, changed: able }
}
