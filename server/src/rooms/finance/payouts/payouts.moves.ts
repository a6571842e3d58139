// States of a payout, a line of a batch. It ends once; a debt whose payout failed or was dropped gets a new one.
import { type Moves, rowOf } from '../../../kit/moves.ts'

export const payoutStates = ['waiting', 'paid', 'failed', 'dropped'] as const
export type PayoutState = (typeof payoutStates)[number]

const row = rowOf(payoutStates)
const ended = { code: 20000, reason: 'payout.ended' } as const
export const payoutMoves: Moves<PayoutState, 'paid' | 'failed' | 'drop'> = {
  paid: row({ waiting: 'paid' }, ended),
  failed: row({ waiting: 'failed' }, ended),
  // With its whole batch, before it left.
  drop: row({ waiting: 'dropped' }, { code: 50002, reason: 'payout.left' }),
}
