import { home } from '@greenroom/contract/access'
import { auditBacklog, auditDecide, auditOverturn } from '@greenroom/contract/audits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setParam } from '../../../test/params.ts'
import { startProduct, type TestProduct } from '../../../test/product.ts'
import {
  anyTemplate,
  appealed,
  appealOf,
  claimReview,
  decided,
  holding,
  itemOf,
  type Reviewer,
  reviewer,
  reviewsOfItem,
  submitted,
} from './queue/auditQueue.fixture.ts'

let product: TestProduct
let anna: Reviewer
let bo: Reviewer
beforeAll(async () => {
  product = await startProduct()
  await setParam(product, 'audit_quality_bp', 0)
  anna = await reviewer(product, 'photo')
  bo = await reviewer(product, 'photo')
})
afterAll(() => product.close())

let user = 100_000
const failed = async () => {
  const userId = ++user
  const itemId = await submitted(product, { userId })
  await decided(product, anna, 'photo', itemId, 'failed')
  return { itemId, userId, appealId: `appeal ${userId}` }
}
const heldBy = async (who: Reviewer) => (await holding(who, 'photo')).map((one) => one.itemId)

test('an appeal goes to a reviewer who did not decide, with the user’s text and the reason of the fail', async () => {
  const of = await failed()
  await appealed(product, { ...of, text: 'It is my own picture.' })
  expect(await heldBy(anna)).toEqual([])
  const [card] = await holding(bo, 'photo')
  expect(card).toMatchObject({
    itemId: of.itemId,
    state: 'not audited',
    appeal: { text: 'It is my own picture.', reason: 'This is against the rules of the platform.' },
  })
  const { outcomes } = await bo.client.call(auditDecide, { kind: 'photo', ids: [card!.reviewId], decision: 'passed' })
  expect(outcomes).toMatchObject([{ ok: true }])
  expect(await itemOf(product, of.itemId)).toMatchObject({ state: 'passed', decided_by: bo.username, reason: '' })
  expect(await appealOf(product, of.appealId)).toMatchObject({ state: 'processed', outcome: 'passed' })
  expect((await reviewsOfItem(product, of.itemId)).map(({ purpose, overturned }) => [purpose, overturned])).toEqual([
    ['first', true],
    ['appeal', false],
  ])
})

test('waiting appeals are counted with the age of the oldest, on Home only for those who may decide them', async () => {
  const of = await failed()
  const line = async ({ client }: Reviewer) =>
    (await client.call(home, {})).todo.find(({ key }) => key === 'appeals.photo')
  const appeals = async () => (await bo.client.call(auditBacklog, { kind: 'photo' })).appeals
  expect(await appeals()).toEqual({ waiting: 0, oldestSeconds: null })
  expect(await line(bo)).toBeUndefined()
  await appealed(product, { ...of, text: 'It is me.' }, new Date(product.clock.now().getTime() - 90_000))
  expect(await appeals()).toEqual({ waiting: 1, oldestSeconds: expect.any(Number) })
  expect((await appeals()).oldestSeconds).toBeGreaterThanOrEqual(90)
  expect(await line(bo)).toMatchObject({ count: 1, href: '/audit/photo?appeals=true' })
  // She decided it.
  expect(await line(anna)).toBeUndefined()
  const [card] = await holding(bo, 'photo')
  await bo.client.call(auditDecide, { kind: 'photo', ids: [card!.reviewId], decision: 'passed' })
  expect(await line(bo)).toBeUndefined()
})

test('several appeals of one item share a review; one that arrives after the answer is closed with it', async () => {
  const of = await failed()
  await appealed(product, { ...of, text: 'one' })
  await appealed(product, { ...of, text: 'one' })
  await appealed(product, { ...of, appealId: `${of.appealId} b`, text: 'two' })
  expect(await holding(bo, 'photo')).toMatchObject([{ itemId: of.itemId, appeal: { text: 'two' } }])
  await decided(product, bo, 'photo', of.itemId, 'failed')
  for (const appealId of [of.appealId, `${of.appealId} b`])
    expect(await appealOf(product, appealId)).toMatchObject({ state: 'processed', outcome: 'failed' })
  await appealed(product, { ...of, appealId: `${of.appealId} c`, text: 'three' })
  expect(await appealOf(product, `${of.appealId} c`)).toMatchObject({ state: 'processed', outcome: 'failed' })
  // A repeat changes nothing.
  await appealed(product, { ...of, text: 'one, again' }, new Date(product.clock.now().getTime() + 1))
  expect(await appealOf(product, of.appealId)).toMatchObject({ state: 'processed', text: 'one' })
  const reviews = await reviewsOfItem(product, of.itemId)
  expect(reviews.map(({ purpose, state, overturned }) => [purpose, state, overturned])).toEqual([
    ['first', 'done', false],
    ['appeal', 'done', false],
  ])
})

test('an appeal that arrives before the item, or before its decision, waits for it', async () => {
  for (const decision of ['failed', 'passed'] as const) {
    const userId = ++user
    const [itemId, appealId] = [`early ${userId}`, `appeal ${userId}`]
    await appealed(product, { appealId, userId, itemId, text: 'Please.' })
    await submitted(product, { itemId, userId })
    expect(await appealOf(product, appealId)).toMatchObject({ state: 'untreated' })
    expect(await reviewsOfItem(product, itemId)).toHaveLength(1)
    await decided(product, anna, 'photo', itemId, decision)
    if (decision === 'passed')
      expect(await appealOf(product, appealId)).toMatchObject({ state: 'processed', outcome: 'passed' })
    else {
      expect(await heldBy(anna)).toEqual([])
      expect(await heldBy(bo)).toEqual([itemId])
      await decided(product, bo, 'photo', itemId, 'failed')
    }
  }
})

test('somebody else’s appeal changes nothing', async () => {
  const of = await failed()
  await appealed(product, { ...of, userId: ++user, text: 'Give it back' })
  expect(await appealOf(product, of.appealId)).toMatchObject({ state: 'untreated' })
  expect(await reviewsOfItem(product, of.itemId)).toHaveLength(1)
})

test('a decision changed later answers appeals; a reviewer who holds one finds it decided', async () => {
  const admin = await product.administrator()
  const of = await failed()
  await appealed(product, { ...of, text: 'Please.' })
  const id = await claimReview(bo, 'photo', of.itemId)
  await admin.call(auditOverturn, { ids: [of.itemId], decision: 'passed' })
  expect(await appealOf(product, of.appealId)).toMatchObject({ state: 'processed', outcome: 'passed' })
  const { outcomes } = await bo.client.call(auditDecide, { kind: 'photo', ids: [id], decision: 'passed' })
  expect(outcomes).toMatchObject([{ ok: false, errorCode: 20000, errorMsg: 'decided by admin: passed' }])
  // A later fail may be appealed too, and goes to another reviewer again.
  const templateId = await anyTemplate(product)
  await admin.call(auditOverturn, { ids: [of.itemId], decision: 'failed', templateId })
  await appealed(product, { ...of, appealId: `${of.appealId} b`, text: 'But why?' })
  expect(await heldBy(anna)).toEqual([])
  expect(await heldBy(bo)).toEqual([of.itemId])
})
