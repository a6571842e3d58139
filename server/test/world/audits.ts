// Reviews, items and reports.
import * as auditReports from '@greenroom/contract/auditReports'
import * as audits from '@greenroom/contract/audits'
import * as auditTemplates from '@greenroom/contract/auditTemplates'
import { anItem, aReview } from '../../src/rooms/audits/audits.fixture.ts'
import { anId, next, unique, type World } from './base.ts'
import { anAppUser } from './users.ts'

/** A pending photo review; `heldBy` has claimed it. */
export async function aPendingReview({ product }: World, heldBy?: string): Promise<string> {
  const { database, clock } = product
  const id = await aReview(product, { itemId: await anItem(product, { itemId: unique('photo-') }) })
  if (heldBy === undefined) return id
  const now = clock.now()
  const { id: staffId } = await database
    .selectFrom('access.staff')
    .select('id')
    .where('username', '=', heldBy)
    .executeTakeFirstOrThrow()
  const until = new Date(now.getTime() + 600_000)
  await database
    .updateTable('audits.review')
    .set({ claimed_by: staffId, claimed_at: now, claimed_until: until })
    .where('id', '=', id)
    .execute()
  return id
}

/** A review that the administrator passed a moment ago. */
export async function aDecidedReview(world: World): Promise<string> {
  const id = await aPendingReview(world, 'admin')
  await world.admin.call(audits.auditDecide, { kind: 'photo', ids: [id], decision: 'passed' })
  return id
}

/** A photo that passed. */
export async function aPassedItem({ product }: World): Promise<string> {
  const itemId = await anItem(product, { itemId: unique('photo-'), state: 'passed' })
  await aReview(product, { itemId, decision: 'passed' })
  return itemId
}

/** A reason template's data, unique. */
export function reasonTemplate() {
  const number = 1_000 + next()
  return {
    kinds: ['photo' as const],
    titleEn: `Reason ${number}`,
    titleCn: `理由${number}`,
    textEn: 'Please choose another.',
    textCn: '请更换。',
    sort: number,
  }
}

export const aReasonTemplate = async ({ admin }: World) =>
  (await admin.call(auditTemplates.auditTemplateCalls.save, reasonTemplate())).template.templateId

/** A user with one report that nobody has claimed. */
export async function aReportedPerson(world: World): Promise<{ userId: number; reportId: string }> {
  const [userId, reporterId] = [await anAppUser(world), await anAppUser(world)]
  const { database, clock } = world.product
  const at = clock.now()
  const [reviewId, reportId] = [anId(), unique('report')]
  await database
    .insertInto('audits.review')
    .values({ id: reviewId, kind: 'report', purpose: 'first', user_id: BigInt(userId), waiting_since: at })
    .execute()
  await database
    .insertInto('audits.report')
    .values({
      id: reportId,
      reporter_id: BigInt(reporterId),
      user_id: BigInt(userId),
      reason: 'abuse',
      reported_at: at,
      review_id: reviewId,
    })
    .execute()
  return { userId, reportId }
}

/** The reported user's case, claimed by the administrator. */
export async function aCase(world: World): Promise<{ reviewId: string; reportIds: string[] }> {
  const { userId, reportId } = await aReportedPerson(world)
  const { cases } = await world.admin.call(auditReports.reportClaim, { size: 20, sort: 'waiting', userId })
  return { reviewId: cases.find(({ user }) => user.userId === userId)!.reviewId, reportIds: [reportId] }
}

/** A reported user whose reports the administrator has just closed: the review. */
export async function aClosedCase(world: World): Promise<string> {
  const { reviewId, reportIds } = await aCase(world)
  await world.admin.call(auditReports.reportDecide, { reviewId, reportIds, action: 'nothing' })
  return reviewId
}
