// A checker asks the maker before deciding; the answer stays with the request.
import { home } from '@greenroom/contract/access'
import {
  approvalAnswer,
  approvalAsk,
  approvalCancel,
  approvalDecide,
  approvalInfo,
  approvalList,
  approvalMine,
  approvalOwn,
  paramList,
  paramSet,
} from '@greenroom/contract/system'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Made, person } from '../../../../test/people.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'

let product: TestProduct
let maker: Made
let checker: Made
let approvalId: string
const key = 'login_failures'
let value = 20

beforeAll(async () => {
  product = await startProduct()
  maker = await person(product, { permissions: { 'system.param': 3 } })
  checker = await person(product, { permissions: { 'system.approval': 3, 'system.param': 1, 'system.log': 1 } })
})
afterAll(() => product.close())

beforeEach(async () => {
  const [param] = (await maker.client.call(paramList, { q: key })).records
  value += 1
  const asked = await maker.client.call(paramSet, { key, value: String(value), version: param!.version, reason: 'why' })
  approvalId = asked.approvalId!
  return () => maker.client.call(approvalCancel, { ids: [approvalId] })
})

const question = 'Which incident is it for?'
const seen = () => checker.client.call(approvalInfo, { approvalId })
const own = () => maker.client.call(approvalOwn, { approvalId })
const waiting = async () =>
  (await maker.client.call(home, {})).todo.find((line) => line.key === 'questions')?.count ?? 0

it('a question waits on the maker’s Home, and the answer is read by both', async () => {
  expect((await seen()).approval).toMatchObject({ asked: false, can: { ask: true, answer: 'notMaker' } })
  await checker.client.call(approvalAsk, { approvalId, question })
  expect((await seen()).approval).toMatchObject({ state: 'pending', asked: true, can: { ask: 'asked', approve: true } })
  expect(await waiting()).toBe(1)
  const { records } = await maker.client.call(approvalMine, { state: 'asked' })
  expect(records.map((one) => one.approvalId)).toEqual([approvalId])
  expect((await checker.client.call(approvalList, { state: 'asked' })).total).toBe(1)
  expect((await own()).detail.questions).toEqual([
    { by: checker.username, at: expect.any(String), question, answer: '', answeredAt: null },
  ])
  await maker.client.call(approvalAnswer, { approvalId, answer: 'The one of Monday.' })
  expect(await waiting()).toBe(0)
  const { approval, detail } = await seen()
  expect(approval).toMatchObject({ asked: false, can: { ask: true } })
  expect(detail.questions).toMatchObject([{ question, answer: 'The one of Monday.', answeredAt: expect.any(String) }])
  expect((await checker.client.call(approvalList, { state: 'asked' })).total).toBe(0)
  const logged = await product.database
    .selectFrom('log.readable')
    .select(['operation', 'username'])
    .where('target', '=', `approval ${approvalId}`)
    .orderBy('id')
    .execute()
  expect(logged).toEqual([
    { operation: 'approval.ask', username: maker.username },
    { operation: 'approval.question', username: checker.username },
    { operation: 'approval.answer', username: maker.username },
  ])
  // A second question may follow, and deciding needs no answer.
  await checker.client.call(approvalAsk, { approvalId, question: 'And until when?' })
  await checker.client.call(approvalDecide, { ids: [approvalId], decision: 'refuse', reason: 'too late' })
  expect(await waiting()).toBe(0)
  expect((await seen()).approval).toMatchObject({ state: 'refused', asked: false })
  expect((await seen()).detail.questions).toHaveLength(2)
})

it('only who may decide asks, once at a time, and only the maker answers', async () => {
  const ask = { approvalId, question }
  const answer = { approvalId, answer: 'Because.' }
  const reader = await person(product, { permissions: { 'system.approval': 1, 'system.param': 3 } })
  const other = await person(product, { permissions: { 'system.approval': 3, 'system.role': 3 } })
  const both = await person(product, { permissions: { 'system.approval': 3, 'system.param': 3 } })
  expect(await reader.client.refused(approvalAsk, ask)).toMatchObject({ code: 10026, reason: 'menu.missing' })
  expect(await other.client.refused(approvalAsk, ask)).toMatchObject({ code: 10026, reason: 'approval.otherMenu' })
  expect(await maker.client.refused(approvalAsk, ask)).toMatchObject({ code: 10026, reason: 'menu.missing' })
  expect(await maker.client.refused(approvalAnswer, answer)).toMatchObject({ code: 20000, reason: 'approval.notAsked' })
  expect(await checker.client.refused(approvalAsk, { ...ask, question: '  ' })).toMatchObject({
    code: 10009,
    reason: 'field.required',
  })
  expect(await checker.client.refused(approvalAsk, { ...ask, question: 'x'.repeat(501) })).toMatchObject({
    code: 10009,
    reason: 'field.tooLong',
  })
  expect((await seen()).detail.questions).toEqual([])
  await checker.client.call(approvalAsk, ask)
  expect(await both.client.refused(approvalAsk, ask)).toMatchObject({ code: 20000, reason: 'approval.asked' })
  expect(await both.client.refused(approvalAnswer, answer)).toMatchObject({ code: 10026, reason: 'approval.notMaker' })
  expect(await maker.client.refused(approvalAnswer, { ...answer, answer: '' })).toMatchObject({
    code: 10009,
    reason: 'field.required',
  })
  expect(await other.client.refused(approvalOwn, { approvalId })).toMatchObject({ code: 10032 })
  await maker.client.call(approvalCancel, { ids: [approvalId] })
  expect(await checker.client.refused(approvalAsk, ask)).toMatchObject({ code: 20000, reason: 'approval.decidedBy' })
  expect(await maker.client.refused(approvalAnswer, answer)).toMatchObject({
    code: 20000,
    reason: 'approval.decidedBy',
  })
  const unknown = { approvalId: '01890000-0000-7000-8000-000000000000' }
  expect(await checker.client.refused(approvalAsk, { ...ask, ...unknown })).toMatchObject({ code: 10032 })
  expect(await maker.client.refused(approvalOwn, unknown)).toMatchObject({ code: 10032 })
})

it('two checkers at once: one question is asked', async () => {
  const both = await person(product, { permissions: { 'system.approval': 3, 'system.param': 3 } })
  const answers = await Promise.all(
    [checker, both].map(({ client }) => client.send(approvalAsk, { approvalId, question })),
  )
  expect(answers.map((answer) => (answer.code === 200 ? 200 : answer.errorCode)).toSorted((a, b) => a - b)).toEqual([
    200, 20_000,
  ])
  expect((await seen()).detail.questions).toHaveLength(1)
})
