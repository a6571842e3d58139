// A request's end in the log, and why it cannot be decided, in words.
import { approvalEnded } from '@greenroom/contract/sentences/approvals'
import { because, type Why } from '../../kit/calls/refusal.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { type LogEntry, lineIn } from '../../log/index.ts'
import { type Telling, tell } from '../../notify/index.ts'
import * as queries from './approvals.queries.ts'
import { type Facts, next, type Reason } from './approvals.rules.ts'

export type Waits = Pick<Facts, 'state' | 'expiresAt' | 'decided'>
/** When a stored request ends by itself, and whether it is decided. */
export const waitsOf = (row: Pick<queries.Pending, 'state' | 'expires_at' | 'decided'>): Waits => ({
  state: row.state,
  expiresAt: row.expires_at,
  decided: row.decided,
})

/** Who decided what, or why it cannot be done, in words. */
export function wordsFor(why: Reason, row: queries.ApprovalRow): Why {
  switch (why) {
    case 'readOnly':
      return because('readOnly')
    case 'decided':
      return because('approval.decidedBy', {
        state: row.decided === null ? row.state : next(row.state, row.decided),
        by: row.decider ?? row.checker ?? row.maker,
        at: (row.decided_on ?? row.decided_at)?.toISOString() ?? '',
      })
    case 'lapsed':
      return because('approval.lapsed', { at: row.expires_at.toISOString() })
    case 'yourself':
      return because('approval.yourself')
    case 'notMaker':
      return because('approval.notMaker', { by: row.maker })
    case 'otherMenu':
      return because('approval.otherMenu')
    case 'concerned':
      return because('approval.concerned')
    case 'makerGone':
      return because('approval.makerGone', { maker: row.maker })
    case 'asked':
      return because('approval.asked')
    case 'notAsked':
      return because('approval.notAsked')
    case 'setup':
      return because('approval.setup')
  }
}

type Ended = {
  row: Pick<queries.ApprovalRow, 'id' | 'kind' | 'maker_id' | 'after' | 'guild_ids' | 'agent_ids'>
  ending: queries.Ending
  by: string
}

/** A guild or an agent whose new payout account was not accepted is told why, no matter who entered it. */
function refusedAccount({ row, ending }: Ended): Telling[] {
  if (ending.state === 'approved' || (row.kind !== 'payout.account' && row.kind !== 'agent.account')) return []
  const params = {
    account: String((row.after as { lastFour?: string } | null)?.lastFour ?? ''),
    reason: lineIn(ending.reason, 'en'),
  }
  const about = row.id
  return [
    ...row.guild_ids.map((guildId): Telling => ({ moment: 'payoutAccountRefused', about, to: { guildId }, params })),
    ...row.agent_ids.map((agentId): Telling => ({ moment: 'agentAccountRefused', about, to: { agentId }, params })),
  ]
}

/** Makers are told what became of their requests, with the reason, unless they ended them themselves. */
export const tellEnded = (tx: Transaction, now: Date, ended: readonly Ended[]): Promise<void> =>
  tell(
    tx,
    now,
    ended
      .filter(({ row, ending }) => ending.checkerId !== row.maker_id)
      .flatMap((one): Telling[] => [
        {
          moment: 'requestDecided',
          about: one.row.id,
          to: { staffIds: [one.row.maker_id] },
          params: { kind: one.row.kind, state: one.ending.state, by: one.by, reason: lineIn(one.ending.reason, 'en') },
        },
        ...refusedAccount(one),
      ]),
  )

/** The log's entry on a request that has ended. */
export const entryFor = (row: queries.ApprovalRow, ending: queries.Ending): LogEntry => ({
  target: `approval ${row.id}`,
  content: approvalEnded(ending.state, queries.titleOf(row)),
  before: { state: row.state, kind: row.kind, subject: row.subject, maker: row.maker, before: row.before },
  after: { state: ending.state, kind: row.kind, subject: row.subject, maker: row.maker, after: row.after },
  reason: lineIn(ending.reason, 'en'),
})
