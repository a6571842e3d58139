// Reported people for tests of this area: the app tells of everything, as it does in life.
import type { reportClaim } from '@greenroom/contract/audits'
import { reportClaim as claimCall } from '@greenroom/contract/audits'
import type { EventData } from '@greenroom/contract/bridge.schema'
import type { Payload } from '@greenroom/contract/call'
import type { BridgeConnection } from '../../../../test/bridge.ts'
import type { Client, TestProduct } from '../../../../test/product.ts'

let last = 91_000

/** Somebody who registered on a device of her own. */
export async function aWoman(app: BridgeConnection, wanted: { language?: string } = {}): Promise<number> {
  const userId = ++last
  await app.accepted({
    type: 'user.registered',
    data: {
      userId,
      nickname: `Woman ${userId}`,
      sex: 'woman',
      country: 'BR',
      language: wanted.language ?? 'pt',
      platform: 'android',
      deviceId: `phone-${userId}`,
    },
  })
  return userId
}

type Wanted = Partial<EventData<'report.created'>> & { at?: Date }

/** A report against her, by a reporter of its own unless one is named; answers its id. */
export async function aReport(app: BridgeConnection, userId: number, wanted: Wanted = {}): Promise<string> {
  const { at, ...told } = wanted
  const reportId = told.reportId ?? `report-${++last}`
  await app.accepted({
    type: 'report.created',
    ...(at && { at }),
    data: { reporterId: ++last, userId, reason: 'abuse', text: '', evidenceUrls: [], ...told, reportId },
  })
  return reportId
}

/** The case of one person in the caller's hands. */
export async function caseOf(client: Client, userId: number, wanted: Partial<Payload<typeof reportClaim>> = {}) {
  const { cases } = await client.call(claimCall, { size: 20, sort: 'score', userId, ...wanted })
  const found = cases.find((one) => one.user.userId === userId)
  if (!found) throw new Error(`nobody gave ${userId} away`)
  return found
}

/** Reports as they stand, by their ids. */
export const reportRows = ({ database }: TestProduct, userId: number) =>
  database.selectFrom('audits.report').selectAll().where('user_id', '=', BigInt(userId)).orderBy('id').execute()
