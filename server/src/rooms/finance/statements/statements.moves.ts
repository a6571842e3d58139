// States of a statement's difference (docs/money.md, States). Pure.
import { differenceStates } from '@greenroom/contract/statesAndKinds'
import { type Moves, rowOf } from '../../../kit/moves.ts'

export type DifferenceState = (typeof differenceStates)[number]
const row = rowOf(differenceStates)
const refused = { code: 20000, reason: 'difference.state' } as const

/** Match: two members of staff. A match stays; what was closed by its reason alone can be opened again. */
export const differenceMoves: Moves<DifferenceState, 'close' | 'reopen' | 'match'> = {
  close: row({ open: 'closed' }, refused),
  reopen: row({ closed: 'open' }, refused),
  match: row({ open: 'accepted' }, refused),
}
