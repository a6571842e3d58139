import type { auditPerson } from '@greenroom/contract/audits'
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { Context } from '../../../kit/calls/context.ts'
import { Refusal } from '../../../kit/calls/refusal.ts'
import { personRecord } from '../../users/index.ts'
import type { QueueServices } from '../queue/auditQueue.services.ts'
import { shownReport } from '../report/reports.shown.ts'
import * as queries from './auditedUser.queries.ts'
import { shownBans, shownDecision, shownPerson } from './auditedUser.rules.ts'

const shown = { decisions: 10, reports: 5, bans: 5 }

/** The user of an item: profile and record. @throws Refusal 10032 */
export const reviewedPerson =
  ({ forbids }: Pick<QueueServices, 'forbids'>) =>
  async (context: Context, payload: Parsed<typeof auditPerson>): Promise<Answer<typeof auditPerson>> => {
    const { database, now } = context
    const userId = BigInt(payload.userId)
    const found = await personRecord(context, userId)
    if (!found) throw new Refusal(10032)
    const [counts, decisions, reports, newestReports, ofBroadcasting] = await Promise.all([
      queries.countsOf(database, userId),
      queries.newestDecisions(database, userId, shown.decisions),
      queries.reportCounts(database, userId),
      queries.newestReports(database, userId, shown.reports),
      forbids(database, userId, now, shown.bans),
    ])
    return {
      user: shownPerson(found, counts),
      passed: counts.passed,
      failed: counts.failed,
      waiting: counts.waiting,
      decisions: decisions.map(shownDecision),
      reports,
      newestReports: newestReports.map(shownReport),
      bans: shownBans(found.bans, ofBroadcasting, shown.bans),
      devices: found.devices,
    }
  }
