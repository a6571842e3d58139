// Open reports of one user share one review, however they arrive.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChunk, arrived } from '../../../test/chunk.ts'
import { startProduct, type TestProduct } from '../../../test/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 10, n))
const report = (of: number, n: number, at = n) =>
  arrived(
    'report.created',
    { reportId: `${of}-${n}`, reporterId: 500 + n, userId: of, reason: 'rude', text: `at ${at}`, evidenceUrls: [] },
    minute(at),
  )
const send = (...events: ReturnType<typeof report>[]) => aChunk(product.database, events)
const waiting = (of: number) =>
  product.database
    .selectFrom('audits.review as v')
    .select(['v.id', 'v.score', 'v.waiting_since', 'v.state'])
    .where('v.user_id', '=', BigInt(of))
    .orderBy('v.state')
    .execute()
const gathered = async (of: number) =>
  (
    await product.database
      .selectFrom('audits.report')
      .select(['id', 'review_id'])
      .where('user_id', '=', BigInt(of))
      .orderBy('id')
      .execute()
  ).map(({ review_id }) => review_id)

test('they are one review, ranked by their number, waiting since the first', async () => {
  await send(report(1, 3), report(1, 1))
  await send(report(1, 2), report(1, 3))
  const [review, ...others] = await waiting(1)
  expect(others).toEqual([])
  expect(review).toMatchObject({ waiting_since: minute(1), state: 'waiting' })
  expect(review!.score).toBeCloseTo(0.6)
  expect(new Set(await gathered(1))).toEqual(new Set([review!.id]))
  await send(...[4, 5, 6, 7].map((n) => report(1, n)))
  expect((await waiting(1))[0]!.score).toBe(1)
})

test('repeating a closed report opens nothing; a new report opens a new review', async () => {
  await send(report(2, 1))
  const [look] = await waiting(2)
  await product.database.updateTable('audits.report').set({ state: 'processed' }).where('id', '=', '2-1').execute()
  await product.database
    .updateTable('audits.review')
    .set({ state: 'done', decision: 'processed', decided_at: minute(9) })
    .where('id', '=', look!.id)
    .execute()
  await send(report(2, 1, 30))
  expect(await waiting(2)).toHaveLength(1)
  await send(report(2, 2))
  const [done, next] = await waiting(2)
  expect(done!.id).toBe(look!.id)
  expect(next).toMatchObject({ state: 'waiting', waiting_since: minute(2) })
  expect(await gathered(2)).toEqual([look!.id, next!.id])
})

test('concurrent reports of the same users are all counted', async () => {
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => (n % 2 ? send(report(3, n), report(4, n)) : send(report(4, n), report(3, n)))),
  )
  for (const of of [3, 4]) {
    const looks = await waiting(of)
    expect(looks).toMatchObject([{ score: 1, waiting_since: minute(0) }])
    expect(await gathered(of)).toEqual(Array.from({ length: 12 }, () => looks[0]!.id))
  }
})
