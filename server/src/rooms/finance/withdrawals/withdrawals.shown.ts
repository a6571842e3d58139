// Maps withdrawals to the contract. Pure.
import type { RecordOf } from '@greenroom/contract/call'
import type { withdrawalList } from '@greenroom/contract/withdrawals'
import { usableFrom } from '../accounts/payeeAccounts.rules.ts'
import type { ListRow } from './withdrawals.list.ts'
import { type Facts, type State, type Verb, whyNot } from './withdrawals.states.ts'

export type Shown = RecordOf<typeof withdrawalList>

export type Viewer = {
  staffId: number
  mayWrite: boolean
  waitHours: number
  now: Date
  /** Pending requests. */
  waiting: ReadonlySet<string>
}

export const factsOf = (row: ListRow, viewer: Viewer): Facts => ({
  state: row.state as State,
  released: row.released_at !== null,
  decided: row.decision_id !== null,
  waits: row.approval_id !== null && viewer.waiting.has(row.approval_id),
  claimed:
    row.claimed_by !== null &&
    row.claimed_by !== viewer.staffId &&
    row.claimed_until !== null &&
    row.claimed_until > viewer.now,
  held: row.held !== '',
  routed: row.route?.live ?? false,
})

export function shownWithdrawal(row: ListRow, viewer: Viewer): Shown {
  const facts = factsOf(row, viewer)
  const may = (verb: Verb): true | string => (viewer.mayWrite ? (whyNot(facts, verb) ?? true) : 'readOnly')
  return {
    withdrawalId: row.id,
    user: row.user,
    bonus: Number(row.bonus),
    usdCents: Number(row.usd_cents),
    debtTokens: Number(row.debt_tokens),
    debtUsdCents: Number(row.debt_cents),
    netUsdCents: Number(row.net_cents),
    account: {
      kind: row.method as Shown['account']['kind'],
      lastFour: row.last_four,
      usableAt: usableFrom(row.account_since, viewer.waitHours).toISOString(),
    },
    state: row.state as State,
    stateReason: row.state_reason,
    held: row.held,
    riskScore: row.risk_score,
    riskReasons: row.risk_reasons as Shown['riskReasons'],
    requestedAt: row.requested_at.toISOString(),
    decidedBy: row.decider ?? row.decided_by,
    decidedAt: (row.decision_at ?? row.decided_at)?.toISOString() ?? null,
    decision:
      row.decision === null || row.effective_at === null
        ? null
        : { verb: row.decision, by: row.decider ?? '', effectiveAt: row.effective_at.toISOString() },
    endedAt: row.ended_at?.toISOString() ?? null,
    releasedAt: row.released_at?.toISOString() ?? null,
    reference: row.reference,
    batchId: row.route?.batch ?? null,
    approvalId: facts.waits ? row.approval_id : null,
    claimedBy: row.claimed_until !== null && row.claimed_until > viewer.now ? (row.claimer ?? '') : '',
    can: {
      pass: may('pass'),
      refuse: may('refuse'),
      manual: may('manual'),
      release: may('release'),
      reveal: viewer.mayWrite ? true : 'readOnly',
    },
  }
}
