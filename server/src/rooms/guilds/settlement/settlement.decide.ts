// What all decisions about settlements share: ownership, snapshot, and log entry.

import type { OperationKey } from '@greenroom/contract/operations'
import { settlementDecided } from '@greenroom/contract/sentences/settlement'
import { type Context, system } from '../../../kit/calls/context.ts'
import { because, type Why } from '../../../kit/calls/refusal.ts'
import type { LogEntry } from '../../../log/index.ts'
import type { Settlement } from './settlement.queries.ts'
import { type Act, after, type State } from './settlement.states.ts'

/** Why a state forbids an act. */
const whys = {
  confirm: 'settlement.notDraft',
  dispute: 'settlement.notDraft',
  answer: 'settlement.notDisputed',
  approve: 'settlement.notConfirmed',
  recompute: 'settlement.approved',
} as const

/** Why this act is not possible in the settlement's state; null if it is. */
export function whyNot(state: State, act: Act): Why | null {
  if (after(state, act)) return null
  return because(state === 'approved' ? 'settlement.approved' : whys[act])
}

const kept = (of: Settlement, state: State) => ({
  settlementId: of.id,
  guildId: of.guild_id,
  week: of.week,
  state,
  sumVersion: of.sum_version,
  payableCents: of.payable_cents,
  carriedOutCents: of.carried_out_cents,
})

/** One entry of the operation log. */
export const entryOf = (
  of: Settlement,
  decision: {
    operation: OperationKey
    verb: Parameters<typeof settlementDecided>[0]
    to: State
    reason?: string
    renewed?: true
  },
  context: Context,
): LogEntry => ({
  operation: decision.operation,
  target: `settlement ${of.id}`,
  content: settlementDecided(decision.verb, { guildId: of.guild_id, name: of.name, week: of.week }),
  before: kept(of, of.state),
  after: { ...kept(of, decision.to), sumVersion: of.sum_version + (decision.renewed ? 1 : 0) },
  reason: decision.reason,
  ...(!context.caller && { actor: system }),
})
