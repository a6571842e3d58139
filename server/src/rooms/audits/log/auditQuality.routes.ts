import { auditDisagreementList, auditQueues, auditReviewers } from '@greenroom/contract/auditFigures'
import { auditKinds } from '@greenroom/contract/statesAndKinds'
import type { Context } from '../../../kit/calls/context.ts'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { spanOf } from '../../../kit/time.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { viewerOf } from './auditLog.routes.ts'
import {
  backlogBefore,
  byHourOfDay,
  disagreementPage,
  hoursOf,
  kindsOf,
  type QualityRequest,
  reviewersOf,
} from './auditQuality.queries.ts'
import {
  boundedSpan,
  shownArrivals,
  shownDisagreement,
  shownHours,
  shownKind,
  shownReviewer,
} from './auditQuality.rules.ts'

type Payload = { kind?: QualityRequest['kind']; startTimeStr?: string | undefined; endTimeStr?: string | undefined }

/** @throws Refusal 10009 for a span of more than 93 days. */
const requestOf = ({ scope, now, timeZone }: Context, { kind, ...range }: Payload): QualityRequest => ({
  scope,
  kind,
  span: boundedSpan(spanOf(range, timeZone), now, timeZone),
  zone: timeZone,
})

export const qualityRoutes: Served[] = [
  serve(auditReviewers, async (context, payload) => {
    const rows = await reviewersOf(context.database, requestOf(context, payload))
    return { reviewers: rows.map(shownReviewer) }
  }),
  serve(auditQueues, async (context, payload) => {
    const { database, now } = context
    const requested = requestOf(context, payload)
    const kinds = payload.kind === undefined ? auditKinds : [payload.kind]
    const [ofKinds, before, hours, ofDay] = await Promise.all([
      kindsOf(database, requested, kinds, now),
      backlogBefore(database, requested),
      hoursOf(database, requested),
      byHourOfDay(database, requested),
    ])
    return {
      kinds: ofKinds.map(shownKind),
      hours: shownHours(before, hours),
      byHourOfDay: ofDay.map(shownArrivals),
    }
  }),
  serveList(
    auditDisagreementList,
    async (context, payload) => {
      const viewer = viewerOf(context)
      return mapPage(await disagreementPage(context, payload), (row) => shownDisagreement(row, viewer))
    },
    [
      {
        heading: 'audits:columns.kind',
        value: (one, { language }) => optionText('exports:options.kind', one.kind, language),
      },
      { heading: 'audits:columns.itemId', value: (one) => one.itemId },
      { heading: 'exports:columns.userId', value: (one) => one.user.userId },
      { heading: 'exports:columns.nickname', value: (one) => one.user.nickname },
      {
        heading: 'exports:columns.firstDecision',
        value: (one, { language }) => optionText('audits:options.state', one.first.decision, language),
      },
      { heading: 'exports:columns.firstBy', value: (one) => one.first.by },
      { heading: 'exports:columns.firstAt', value: (one) => new Date(one.first.at) },
      {
        heading: 'exports:columns.secondDecision',
        value: (one, { language }) => optionText('audits:options.state', one.second.decision, language),
      },
      { heading: 'exports:columns.secondBy', value: (one) => one.second.by },
      { heading: 'exports:columns.secondAt', value: (one) => new Date(one.second.at) },
      {
        heading: 'audits:columns.stateNow',
        value: (one, { language }) => optionText('audits:options.state', one.state, language),
      },
    ],
  ),
]
