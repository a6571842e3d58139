// Maps a case to the contract, for the desk.
import type { reportClaim } from '@greenroom/contract/auditReports'
import type { Answer } from '@greenroom/contract/call'
import type { CaseReport, CaseRow } from './reportClaim.queries.ts'
import type { CaseReaders } from './reports.readers.ts'
import { shownReport } from './reports.shown.ts'

type Case = Answer<typeof reportClaim>['cases'][number]
type Content = Awaited<ReturnType<CaseReaders['content']>>
type Read = {
  rows: readonly CaseRow[]
  reports: readonly CaseReport[]
  content: Content
  broadcasts: ReadonlyMap<bigint, string>
  ladder: ReadonlyMap<bigint, number>
  now: Date
}

/** The reported content: the comment if named, else the post. */
const subjectOf = (report: CaseReport, content: Content) =>
  content.comments.get(report.comment_id ?? '') ?? content.dynamics.get(report.dynamic_id ?? '')

function reportOf(report: CaseReport, content: Content): Case['reports'][number] {
  const subject = subjectOf(report, content)
  return {
    ...shownReport(report),
    reporterMade: report.reporter_made,
    reporterFalse: report.reporter_false,
    liveId: report.live_id,
    callId: report.call_id,
    dynamicId: report.dynamic_id,
    commentId: report.comment_id,
    about: subject?.text ?? '',
    aboutPictureUrls: subject?.pictureUrls ?? [],
  }
}

/** Cases in the order of their rows. */
export function casesOf({ rows, reports, content, broadcasts, ladder, now }: Read): Case[] {
  const byReview = Map.groupBy(reports, (report) => report.review_id)
  return rows.map((row) => ({
    reviewId: row.id,
    user: {
      userId: Number(row.userId),
      nickname: row.nickname,
      avatarUrl: row.avatarUrl,
      sex: row.sex,
      country: row.country ?? '',
      language: row.language,
      level: row.level,
      state: row.bannedUntil !== null && row.bannedUntil <= now ? 'normal' : row.state,
      certified: row.certified,
    },
    score: row.score,
    reports: (byReview.get(row.id) ?? []).map((report) => reportOf(report, content)),
    liveId: broadcasts.get(row.userId) ?? null,
    suggestedForbidHours: ladder.get(row.userId) ?? 0,
    waitingSince: row.waitingSince.toISOString(),
    claimedUntil: row.claimedUntil.toISOString(),
  }))
}
