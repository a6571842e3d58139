// Undoing a decision about reports within its period: with its own ban, and never another's.
import { reportClaim, reportDecide, reportUndo } from '@greenroom/contract/auditReports'
import { auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import { liveForbid } from '@greenroom/contract/live'
import { userBan, userDetail } from '@greenroom/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { type Made, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { commandsAbout } from '../../users/people.fixture.ts'
import { aReport, aWoman, caseOf, reportRows } from './reports.fixture.ts'

let product: TestProduct
let app: BridgeConnection
let admin: Client
let rita: Made
let ben: Made

beforeAll(async () => {
  product = await startProduct()
  app = await connect(product, { endpoint: 'https://app.example.com' })
  admin = await product.administrator()
  rita = await person(product, { permissions: { 'audits.report': 3 } })
  ben = await person(product, { permissions: { 'audits.report': 3 } })
})
afterAll(() => product.close())

const reason = 'threats in a call'
const stateOf = async (userId: number) => (await admin.call(userDetail, { userId })).user.state
const typesOf = async (userId: number) => (await commandsAbout(product, userId)).map(({ type }) => type)
const why = async (client: Client, reviewId: string) => {
  const envelope = await client.send(reportUndo, { reviewId })
  return envelope.code === 200 ? 'taken back' : [envelope.errorCode, envelope.detail?.[0]?.reason]
}

/** A reported person, decided by Rita. */
async function decided(payload: { action: 'nothing' | 'ban both' | 'forbid'; hours?: number }) {
  const userId = await aWoman(app)
  const reporterId = userId + 500_000
  const reportId = await aReport(app, userId, { reporterId })
  const { reviewId } = await caseOf(rita.client, userId)
  const answer = await rita.client.call(reportDecide, { reviewId, reportIds: [reportId], reason, ...payload })
  return { userId, reporterId, reportId, reviewId, answer }
}

test('of several reports each reporter hears of their own again', async () => {
  const userId = await aWoman(app)
  const reporters = [userId + 500_000, userId + 600_000]
  const reportIds = []
  for (const reporterId of reporters) reportIds.push(await aReport(app, userId, { reporterId }))
  const { reviewId } = await caseOf(rita.client, userId)
  await rita.client.call(reportDecide, { reviewId, reportIds, reason, action: 'nothing' })
  expect(await rita.client.call(reportUndo, { reviewId })).toEqual({ reopened: 2 })
  for (const [index, reporterId] of reporters.entries())
    expect((await commandsAbout(product, reporterId)).slice(-2)).toEqual([
      { type: 'report.decided', reportId: reportIds[index], action: 'nothing' },
      { type: 'report.decided', reportId: reportIds[index], action: 'untreated' },
    ])
})

test('closed without a punishment: the reports return to their reviewer, and the reporter is not informed twice', async () => {
  const { userId, reporterId, reportId, reviewId, answer } = await decided({ action: 'nothing' })
  const left = Date.parse(answer.undoUntil!) - product.clock.now().getTime()
  expect(left > 20_000 && left <= 30_000).toBe(true)
  const late = await aReport(app, userId)
  expect(await rita.client.call(reportUndo, { reviewId })).toEqual({ reopened: 1 })
  expect(await reportRows(product, userId)).toMatchObject(
    [reportId, late]
      .toSorted()
      .map((id) => ({ id, state: 'untreated', action: '', decided_by: '', review_id: reviewId })),
  )
  expect((await commandsAbout(product, reporterId)).slice(-2)).toEqual([
    { type: 'report.decided', reportId, action: 'nothing' },
    { type: 'report.decided', reportId, action: 'untreated' },
  ])
  // Newer reports are in the same review, and nobody else gets them.
  expect((await caseOf(rita.client, userId)).reports.map((one) => one.reportId)).toEqual([late, reportId])
  expect(await ben.client.call(reportClaim, { size: 5, sort: 'score', userId })).toEqual({ cases: [], more: 0 })
  const entries = await product.database
    .selectFrom('log.readable')
    .select(['operation', 'before', 'after', 'reason'])
    .where('target', '=', `report ${reportId}`)
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    { operation: 'report.decide' },
    {
      operation: 'report.undo',
      before: { state: 'processed', action: 'nothing' },
      after: { state: 'untreated' },
      reason,
    },
  ])
  expect(await why(rita.client, reviewId)).toEqual([20000, 'review.notDecided'])
})

test('a ban is lifted, devices included; a later ban by another reviewer stays', async () => {
  const first = await decided({ action: 'ban both', hours: 24 })
  expect(await stateOf(first.userId)).toBe('ban both')
  await rita.client.call(reportUndo, { reviewId: first.reviewId })
  expect(await stateOf(first.userId)).toBe('normal')
  expect(await typesOf(first.userId)).toEqual(['user.banned', 'user.unbanned'])

  const second = await decided({ action: 'ban both', hours: 1 })
  await admin.call(userBan, { ids: [second.userId], kind: 'id', hours: 24, reason: 'spam' })
  await rita.client.call(reportUndo, { reviewId: second.reviewId })
  expect(await stateOf(second.userId)).toBe('ban ID')
})

test('a broadcast ban is lifted', async () => {
  const { userId, reviewId } = await decided({ action: 'forbid', hours: 1 })
  await rita.client.call(reportUndo, { reviewId })
  expect((await typesOf(userId)).slice(-2)).toEqual(['live.forbidden', 'live.allowed'])
})

test('a ban that replaced an earlier one is not undone: the earlier one would be lost', async () => {
  const userId = await aWoman(app)
  await admin.call(userBan, { ids: [userId], kind: 'id', hours: 1, reason: 'spam' })
  await admin.call(liveForbid, { ids: [userId], hours: 1, reason: 'spam' })
  for (const action of ['ban both', 'forbid'] as const) {
    const reportId = await aReport(app, userId)
    const { reviewId } = await caseOf(rita.client, userId)
    await rita.client.call(reportDecide, { reviewId, reportIds: [reportId], action, hours: 48, reason })
    expect(await why(rita.client, reviewId)).toEqual([20000, 'report.replaced'])
  }
  expect((await reportRows(product, userId)).every(({ state }) => state === 'processed')).toBe(true)
})

test('refuses another’s decision, too late, a warning, and what another reviewer has claimed', async () => {
  const one = await decided({ action: 'nothing' })
  expect(await why(ben.client, one.reviewId)).toEqual([20000, 'review.closedBy'])
  await aReport(app, one.userId)
  await caseOf(ben.client, one.userId)
  expect(await why(rita.client, one.reviewId)).toEqual([20000, 'review.inHand'])

  const two = await decided({ action: 'nothing' })
  await product.database
    .updateTable('audits.review')
    .set({ decided_at: new Date(product.clock.now().getTime() - 31_000) })
    .where('id', '=', two.reviewId)
    .execute()
  expect(await why(rita.client, two.reviewId)).toEqual([20000, 'review.undoOver'])

  const userId = await aWoman(app)
  const reportId = await aReport(app, userId)
  const { reviewId } = await caseOf(rita.client, userId)
  const { templates } = await admin.call(auditTemplateChoices, { kind: 'report' })
  const { undoUntil } = await rita.client.call(reportDecide, {
    reviewId,
    reportIds: [reportId],
    action: 'warn',
    templateId: templates[0]!.templateId,
    reason,
  })
  expect(undoUntil).toBeNull()
  expect(await why(rita.client, reviewId)).toEqual([20000, 'report.warned'])
  expect(await why(rita.client, '01900000-0000-7000-8000-000000000000')).toEqual([10032, undefined])
})
