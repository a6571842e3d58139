// Reported users for tests of this area, created by the app's events.
import type { reportClaim } from '@greenroom/contract/auditReports'
import { reportClaim as claimCall } from '@greenroom/contract/auditReports'
import type { EventData } from '@greenroom/contract/bridgeEvents.schema'
import type { Payload } from '@greenroom/contract/call'
import type { BridgeConnection } from '../../../../test/bridge.ts'
import type { Client, TestProduct } from '../../../../test/product.ts'

let last = 91_000

/** Registers a user with their own device. */
export async function aWoman(app: BridgeConnection, given: { language?: string } = {}): Promise<number> {
  const userId = ++last
  await app.accepted({
    type: 'user.registered',
    data: {
      userId,
      nickname: `Woman ${userId}`,
      sex: 'woman',
      country: 'BR',
      language: given.language ?? 'pt',
      platform: 'android',
      deviceId: `phone-${userId}`,
    },
  })
  return userId
}

type ReportOptions = Partial<EventData<'report.created'>> & { at?: Date }

/** A report against the user, by default from a new reporter; returns its id. */
export async function aReport(app: BridgeConnection, userId: number, given: ReportOptions = {}): Promise<string> {
  const { at, ...fields } = given
  const reportId = fields.reportId ?? `report-${++last}`
  await app.accepted({
    type: 'report.created',
    ...(at && { at }),
    data: { reporterId: ++last, userId, reason: 'abuse', text: '', evidenceUrls: [], ...fields, reportId },
  })
  return reportId
}

/** The user's case, claimed by the caller. */
export async function caseOf(client: Client, userId: number, given: Partial<Payload<typeof reportClaim>> = {}) {
  const { cases } = await client.call(claimCall, { size: 20, sort: 'score', userId, ...given })
  const found = cases.find((one) => one.user.userId === userId)
  if (!found) throw new Error(`${userId} was not reported`)
  return found
}

/** The reports' rows, by id. */
export const reportRows = ({ database }: TestProduct, userId: number) =>
  database.selectFrom('audits.report').selectAll().where('user_id', '=', BigInt(userId)).orderBy('id').execute()
