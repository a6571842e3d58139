// Promoters' lines: allowed actions (docs/promotion.md, Settlements). Pure.
import type { promoterSettleStates } from '@greenroom/contract/statesAndKinds'

export type SettleState = (typeof promoterSettleStates)[number]
export type SettleVerb = 'freeze' | 'reopen' | 'approve'

const from: Record<SettleVerb, SettleState> = { freeze: 'open', reopen: 'frozen', approve: 'frozen' }

type Line = { state: SettleState; endsAt: Date; frozenById: number | null }

/** Why a verb cannot be used on a line; the first that applies, null if it can. */
export function whyNot(
  verb: SettleVerb,
  { state, endsAt, frozenById }: Line,
  { id }: { id: number },
  now: Date,
): 'running' | 'notOpen' | 'notFrozen' | 'sameFrozen' | null {
  if (state !== from[verb]) return verb === 'freeze' ? 'notOpen' : 'notFrozen'
  if (verb === 'freeze' && endsAt > now) return 'running'
  if (verb === 'approve' && frozenById === id) return 'sameFrozen'
  return null
}

/** Lines in the order in which months of one promoter and model are settled. */
export const inOrder = <L extends { promoterId: number; model: string; period: string }>(lines: readonly L[]): L[] =>
  lines.toSorted(
    (a, b) =>
      a.promoterId - b.promoterId || (a.model < b.model ? -1 : a.model > b.model ? 1 : a.period < b.period ? -1 : 1),
  )

/** A promoter's earnings divided by recharges, in basis points, rounded down; null without recharges. */
export const shareOfRecharge = (earnedCents: bigint, rechargeCents: bigint): number | null =>
  rechargeCents <= 0n ? null : Number((earnedCents * 10_000n) / rechargeCents)
