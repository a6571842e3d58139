import { auditDisagreementList, auditQueues, auditReviewers } from '@greenroom/contract/auditFigures'
import { auditKinds } from '@greenroom/contract/words'
import type { Context } from '../../../kit/context.ts'
import { mapPage } from '../../../kit/paging.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { spanOf } from '../../../kit/time.ts'
import { viewerOf } from '../log/routes.ts'
import { nameOfKind, nameOfState } from '../words.ts'
import {
  backlogBefore,
  byHourOfDay,
  disagreementPage,
  hoursOf,
  kindsOf,
  type QualityRequest,
  reviewersOf,
} from './queries.ts'
import { boundedSpan, shownArrivals, shownDisagreement, shownHours, shownKind, shownReviewer } from './rules.ts'

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
      { names: { en: 'Queue', cn: '审核队列' }, value: (one, { language }) => nameOfKind(one.kind, language) },
      { names: { en: 'Item', cn: '审核项编号' }, value: (one) => one.itemId },
      { names: { en: 'User ID', cn: '用户 ID' }, value: (one) => one.user.userId },
      { names: { en: 'Nickname', cn: '昵称' }, value: (one) => one.user.nickname },
      {
        names: { en: 'First decision', cn: '初审结果' },
        value: (one, { language }) => nameOfState(one.first.decision, language),
      },
      { names: { en: 'First by', cn: '初审人' }, value: (one) => one.first.by },
      { names: { en: 'First at', cn: '初审时间' }, value: (one) => new Date(one.first.at) },
      {
        names: { en: 'Second decision', cn: '复审结果' },
        value: (one, { language }) => nameOfState(one.second.decision, language),
      },
      { names: { en: 'Second by', cn: '复审人' }, value: (one) => one.second.by },
      { names: { en: 'Second at', cn: '复审时间' }, value: (one) => new Date(one.second.at) },
      {
        names: { en: 'Current state', cn: '当前状态' },
        value: (one, { language }) => nameOfState(one.state, language),
      },
    ],
  ),
]
