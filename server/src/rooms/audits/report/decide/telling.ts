// What a decision about reports is told as: to the reported in her language, to the app, and to the log.
import { reportClosed } from '@greenroom/contract/sentences/audits'
import type { Command } from '../../../../bridge/index.ts'
import { languageFor } from '../../../../kit/language.ts'
import type { LogEntry } from '../../../../log/index.ts'
import type { Asked, Closing } from '../rules.ts'
import type { LookFound } from './queries.ts'

const titles = { en: 'Notice', cn: '通知' }

/**
 * The app hears what came of each report. She herself hears the text where there is one; a warning tells it by itself, on
 * the air where she broadcasts.
 */
export function commandsOf(
  look: LookFound,
  closing: Closing,
  asked: Asked,
  message: { messageId: string; text: string },
): Command[] {
  const reporters = new Map(look.reports.map(({ id, reporterId }) => [id, reporterId]))
  const decided = closing.closed.map(
    ({ id, action }): Command => ({
      type: 'report.decided',
      subject: `user:${reporters.get(id)}`,
      data: { reportId: id, action },
    }),
  )
  if (message.text === '' || asked.action === 'warn') return decided
  const title = titles[languageFor(look.language)]
  return [
    {
      type: 'message.send',
      subject: `user:${look.userId}`,
      data: { ...message, userIds: [Number(look.userId)], title },
    },
    ...decided,
  ]
}

/** One entry for each report; what was done to her has entries of its own. */
export function entriesOf(look: LookFound, closing: Closing, { reason }: Asked): LogEntry[] {
  const reports = new Map(look.reports.map((report) => [report.id, report]))
  return closing.closed.map(({ id, isFalse, action }) => {
    const report = reports.get(id)!
    const about = { reportId: id, userId: look.userId, reporterId: report.reporterId, reason: report.reason }
    return {
      target: `report ${id}`,
      content: reportClosed({ person: { id: String(look.userId), nickname: look.nickname }, action, isFalse }),
      before: { ...about, state: 'untreated' },
      after: { ...about, state: 'processed', action, isFalse },
      reason,
    }
  })
}
