// Claims reported users, as the workbench claims items: for 10 minutes, in the database, each by one reviewer.

import type { reportClaim } from '@greenroom/contract/auditReports'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { itemsClaimed } from '@greenroom/contract/sentences/audits'
import { unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { codeNamed } from '../../../texts/catalogue.ts'
import { claimUpTo, countFree, oneClaimAtATime } from '../queue/auditClaim.queries.ts'
import { heldUntil } from '../queue/auditQueue.services.ts'
import { caseRows, reportsIn } from './reportClaim.queries.ts'
import { casesOf } from './reportClaim.shown.ts'
import type { CaseReaders } from './reports.readers.ts'

type Services = { params: Params; readers: CaseReaders }

/** Claims reported users until the caller holds `size`; returns all held. Guild and agent callers find none. */
export const claimReports =
  (services: Services) =>
  async (context: Context, payload: Parsed<typeof reportClaim>): Promise<Answer<typeof reportClaim>> => {
    const { now, database } = context
    const { size, sort, reason, ...rest } = payload
    const filters = {
      ...rest,
      ...(reason !== undefined && { reason: codeNamed('moderation:options.reportReason', reason) }),
    }
    if (context.scope.kind !== 'platform') return { cases: [], more: 0 }
    const request = { kind: 'report', staffId: staffOf(context).id, now, filters }
    const ids = await unlessUnchanged<string[]>(context, [], async (tx) => {
      await oneClaimAtATime(tx, request)
      const held = await claimUpTo(tx, { ...request, size, sort, until: heldUntil(services, now) })
      if (held.length === 0) return undefined
      const reviewIds = held.map(({ id }) => id)
      const fresh = held.filter((one) => one.fresh).length
      await record(tx, context, {
        target: 'audit report',
        content: itemsClaimed({ kind: 'report', claimed: fresh, before: held.length - fresh }),
        before: null,
        after: { kind: 'report', reviewIds },
      })
      return reviewIds
    })
    const [rows, reports, more] = await Promise.all([
      caseRows(database, ids),
      reportsIn(database, ids),
      countFree(database, request),
    ])
    const userIds = rows.map(({ userId }) => userId)
    const [content, broadcasts, ladder] = await Promise.all([
      services.readers.content(database, {
        dynamicIds: reports.flatMap(({ dynamic_id }) => dynamic_id ?? []),
        commentIds: reports.flatMap(({ comment_id }) => comment_id ?? []),
      }),
      services.readers.broadcasts(database, userIds),
      services.readers.ladder(database, now, userIds),
    ])
    return { cases: casesOf({ rows, reports, content, broadcasts, ladder, now }), more }
  }
