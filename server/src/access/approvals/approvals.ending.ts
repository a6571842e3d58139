// A request's end in the log, and why it cannot be decided, in words.
import { approvalEnded } from '@greenroom/contract/sentences/approvals'
import { because, type Why } from '../../kit/calls/refusal.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { type LogEntry, lineIn } from '../../log/index.ts'
import { tell } from '../../notify/index.ts'
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

/** Makers are told what became of their requests, with the reason, unless they ended them themselves. */
export const tellEnded = (
  tx: Transaction,
  now: Date,
  ended: readonly { row: Pick<queries.ApprovalRow, 'id' | 'kind' | 'maker_id'>; ending: queries.Ending; by: string }[],
): Promise<void> =>
  tell(
    tx,
    now,
    ended
      .filter(({ row, ending }) => ending.checkerId !== row.maker_id)
      .map(({ row, ending, by }) => ({
        moment: 'requestDecided',
        about: row.id,
        to: { staffIds: [row.maker_id] },
        params: { kind: row.kind, state: ending.state, by, reason: lineIn(ending.reason, 'en') },
      })),
  )

/** The log's entry on a request that has ended. */
export const entryFor = (row: queries.ApprovalRow, ending: queries.Ending): LogEntry => ({
  target: `approval ${row.id}`,
  content: approvalEnded(ending.state, queries.titleOf(row)),
  before: { state: row.state, kind: row.kind, subject: row.subject, maker: row.maker, before: row.before },
  after: { state: ending.state, kind: row.kind, subject: row.subject, maker: row.maker, after: row.after },
  reason: lineIn(ending.reason, 'en'),
})
