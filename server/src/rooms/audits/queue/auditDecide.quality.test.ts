import { auditDecide, auditPerson, auditUndo } from '@greenroom/contract/audits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setParam } from '../../../../test/params.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { anApp, commandsAbout } from '../../users/people.fixture.ts'
import {
  anyTemplate,
  decided,
  holding,
  itemOf,
  later,
  type Reviewer,
  reviewer,
  reviewsOfItem,
  submitted,
} from './auditQueue.fixture.ts'

let product: TestProduct
let anna: Reviewer
let bo: Reviewer
beforeAll(async () => {
  product = await startProduct()
  await anApp(product)
  await setParam(product, 'audit_quality_bp', 10_000)
  anna = await reviewer(product, 'photo', 'official')
  bo = await reviewer(product, 'photo', 'official')
})
afterAll(() => product.close())

let user = 110_000

test('a second review is due once the first can no longer be undone, goes to another reviewer, and looks like any other', async () => {
  const userId = ++user
  const itemId = await submitted(product, { userId })
  const firstCard = (await holding(bo, 'photo'))[0]!
  await product.database
    .updateTable('audits.review')
    .set({ claimed_by: anna.staffId })
    .where('id', '=', firstCard.reviewId)
    .execute()
  await decided(product, anna, 'photo', itemId, 'failed')
  expect(await holding(bo, 'photo')).toEqual([])
  await later(product, itemId)
  expect(await holding(anna, 'photo')).toEqual([])
  const [card] = await holding(bo, 'photo')
  // The card equals a first review's, except for its own id and times.
  const { reviewId: id, waitingSince: _w, claimedUntil: _c, ...shown } = card!
  const { reviewId: _i, waitingSince: _x, claimedUntil: _d, ...first } = firstCard
  expect(shown).toEqual(first)
  // The user panel reveals nothing either.
  const beside = await bo.client.call(auditPerson, { kind: 'photo', userId })
  expect(beside).toMatchObject({ passed: 0, failed: 0, waiting: 1, decisions: [] })

  const before = await itemOf(product, itemId)
  const commands = await commandsAbout(product, userId)
  const { outcomes } = await bo.client.call(auditDecide, { kind: 'photo', ids: [id], decision: 'passed' })
  expect(outcomes).toMatchObject([{ ok: true }])
  expect(await itemOf(product, itemId)).toEqual(before)
  expect(await commandsAbout(product, userId)).toEqual(commands)
  const reviews = await reviewsOfItem(product, itemId)
  expect(reviews).toMatchObject([
    { purpose: 'first', decision: 'failed', overturned: false },
    { purpose: 'quality', decision: 'passed', decided_name: bo.username, compares_id: reviews[0]!.id },
  ])
  expect(await bo.client.call(auditPerson, { kind: 'photo', userId })).toMatchObject({ failed: 1, waiting: 0 })

  // A second review can be undone like any other, also without a command.
  expect((await bo.client.call(auditUndo, { kind: 'photo', ids: [id] })).outcomes).toMatchObject([{ ok: true }])
  expect(await itemOf(product, itemId)).toEqual(before)
  expect(await commandsAbout(product, userId)).toEqual(commands)
  const templateId = await anyTemplate(product)
  await bo.client.call(auditDecide, { kind: 'photo', ids: [id], decision: 'failed', templateId })
  expect((await reviewsOfItem(product, itemId)).map(({ decision }) => decision)).toEqual(['failed', 'failed'])
})

test('for a certification it does not reveal that the user is certified', async () => {
  const userId = ++user
  const itemId = await submitted(product, { kind: 'official', userId })
  await decided(product, anna, 'official', itemId, 'passed')
  await later(product, itemId)
  const [card] = await holding(bo, 'official')
  expect(card).toMatchObject({ itemId, certifiedItemId: null, certifiedPictureUrls: [], user: { certified: false } })
  expect((await bo.client.call(auditPerson, { kind: 'official', userId })).user.certified).toBe(false)
})

test('undoing the first deletes the second, unless it is claimed', async () => {
  const itemId = await submitted(product, { userId: ++user })
  const id = await decided(product, anna, 'photo', itemId, 'passed')
  expect(await reviewsOfItem(product, itemId)).toHaveLength(2)
  await anna.client.call(auditUndo, { kind: 'photo', ids: [id] })
  expect(await reviewsOfItem(product, itemId)).toHaveLength(1)
  await anna.client.call(auditDecide, { kind: 'photo', ids: [id], decision: 'passed' })
  await product.database
    .updateTable('audits.review')
    .set({ waiting_since: new Date(product.clock.now().getTime() - 1) })
    .where('item_id', '=', itemId)
    .where('purpose', '=', 'quality')
    .execute()
  await holding(bo, 'photo')
  expect((await anna.client.call(auditUndo, { kind: 'photo', ids: [id] })).outcomes).toMatchObject([
    { ok: false, errorCode: 20000, errorMsg: 'another reviewer has claimed it' },
  ])
})

test('with a share of zero there are none', async () => {
  await setParam(product, 'audit_quality_bp', 0)
  const itemId = await submitted(product, { userId: ++user })
  await decided(product, anna, 'photo', itemId, 'passed')
  expect(await reviewsOfItem(product, itemId)).toHaveLength(1)
})
