// The messages of a decision about reports: to the reported user in their language, to the app, and to the log.
import { reportClosed } from '@greenroom/contract/sentences/audits'
import type { Command } from '../../../bridge/index.ts'
import type { LogEntry } from '../../../log/index.ts'
import { appText } from '../../../texts/appTexts.ts'
import type { FoundReview } from './reportDecide.queries.ts'
import type { Closing, DecisionRequest } from './reports.rules.ts'

/**
 * Commands to the app: the result of each report, and the text for the reported user if there is one. A warning sends its own text, in a
 * running broadcast if there is one.
 */
export function commandsOf(
  review: FoundReview,
  closing: Closing,
  requested: DecisionRequest,
  message: { messageId: string; text: string },
): Command[] {
  const reporters = new Map(review.reports.map(({ id, reporterId }) => [id, reporterId]))
  const decided = closing.closed.map(
    ({ id, action }): Command => ({
      type: 'report.decided',
      subject: `user:${reporters.get(id)}`,
      data: { reportId: id, action },
    }),
  )
  if (message.text === '' || requested.action === 'warn') return decided
  const title = appText('notice', review.language)
  return [
    {
      type: 'message.send',
      subject: `user:${review.userId}`,
      data: { ...message, userIds: [Number(review.userId)], title },
    },
    ...decided,
  ]
}

/** One log entry for each report; a punishment has its own entries. */
export function entriesOf(review: FoundReview, closing: Closing, { reason }: DecisionRequest): LogEntry[] {
  const reports = new Map(review.reports.map((report) => [report.id, report]))
  return closing.closed.map(({ id, isFalse, action }) => {
    const report = reports.get(id)!
    const details = { reportId: id, userId: review.userId, reporterId: report.reporterId, reason: report.reason }
    return {
      target: `report ${id}`,
      content: reportClosed({ person: { id: String(review.userId), nickname: review.nickname }, action, isFalse }),
      before: { ...details, state: 'untreated' },
      after: { ...details, state: 'processed', action, isFalse },
      reason,
    }
  })
}
