// Concurrent work on reports: each is closed exactly once, with its result; nothing is lost, nobody is banned twice.
import { reportClaim, reportDecide } from '@greenroom/contract/auditReports'
import type { Payload } from '@greenroom/contract/call'
import { userBan } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { type Made, person } from '../../../../test/people.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { aReport, aWoman, caseOf, reportRows } from './reports.fixture.ts'

let product: TestProduct
let app: BridgeConnection
let reviewers: Made[]

beforeAll(async () => {
  product = await startProduct()
  app = await connect(product)
  reviewers = await Promise.all(
    Array.from({ length: 4 }, () => person(product, { permissions: { 'audits.report': 3, 'users.list': 3 } })),
  )
})
afterAll(() => product.close())

const entriesOf = (target: string) =>
  product.database.selectFrom('log.readable').select('id').where('target', '=', target).execute()
const bansOf = (userId: number) =>
  product.database.selectFrom('users.ban').select('kind').where('user_id', '=', BigInt(userId)).execute()

test('concurrent claims never give two reviewers the same user', async () => {
  const women = await Promise.all(Array.from({ length: 30 }, () => aWoman(app)))
  await Promise.all(women.map((her) => aReport(app, her)))
  const hands = await Promise.all(
    // Each from two windows.
    [...reviewers, ...reviewers].map(async ({ client, staffId }) => {
      const { cases } = await client.call(reportClaim, { size: 6, sort: 'score' })
      return { staffId, ids: cases.map(({ user }) => user.userId) }
    }),
  )
  const holders = new Map<number, Set<number>>()
  for (const { staffId, ids } of hands)
    for (const id of ids) holders.set(id, (holders.get(id) ?? new Set()).add(staffId))
  expect([...holders.values()].every((staff) => staff.size === 1)).toBe(true)
  const held = await product.database
    .selectFrom('audits.review')
    .select(({ fn }) => ['claimed_by', fn.countAll<bigint>().as('count')])
    .where('claimed_by', 'is not', null)
    .groupBy('claimed_by')
    .execute()
  expect(held.map(({ count }) => Number(count))).toEqual([6, 6, 6, 6])
})

const pausing = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event = 'PgSleep'`.execute(product.database)
  return rows[0]!.count
}

test('claiming again while another claim has the rows locked takes no more than requested', async () => {
  const { client, staffId } = await person(product, { permissions: { 'audits.report': 3, 'users.list': 3 } })
  for (const her of await Promise.all(Array.from({ length: 8 }, () => aWoman(app)))) await aReport(app, her)
  const mine = async () => (await client.call(reportClaim, { size: 3, sort: 'score' })).cases.map((one) => one.reviewId)
  const held = await mine()
  expect(held).toHaveLength(3)
  let again: Promise<string[]> | undefined
  await product.database.transaction().execute(async (tx) => {
    await tx.selectFrom('audits.review').select('id').where('id', 'in', held).forNoKeyUpdate().execute()
    again = mine()
    // It has met the locked rows, and waits for them.
    await vi.waitFor(async () => expect(await pausing()).toBe(1), { timeout: 10_000, interval: 5 })
  })
  expect((await again!).toSorted()).toEqual(held.toSorted())
  const rows = await product.database
    .selectFrom('audits.review')
    .select('id')
    .where('claimed_by', '=', staffId)
    .execute()
  expect(rows).toHaveLength(3)
})

test('a report that arrives during a decision stays open, and nothing is lost', async () => {
  const { client } = reviewers[0]!
  let reopenedAt = 0
  for (let round = 0; round < 12; round++) {
    const her = await aWoman(app)
    const seen = [await aReport(app, her), await aReport(app, her)]
    const { reviewId } = await caseOf(client, her)
    const [answer] = await Promise.all([
      client.call(reportDecide, { reviewId, reportIds: seen, action: 'ban ID', hours: 24, reason: 'abuse' }),
      aReport(app, her),
      aReport(app, her),
    ])
    expect(answer.closed).toBe(2)
    reopenedAt += answer.reopened
    const rows = await reportRows(product, her)
    expect(rows.filter(({ state }) => state === 'processed').map(({ id }) => id)).toEqual(seen.toSorted())
    const waiting = rows.filter(({ state }) => state === 'untreated')
    expect(waiting).toHaveLength(2)
    // All open reports are in the one open review.
    const open = await product.database
      .selectFrom('audits.review')
      .select(['id', 'state'])
      .where('user_id', '=', BigInt(her))
      .where('state', '=', 'waiting')
      .execute()
    expect(open).toHaveLength(1)
    expect(waiting.every(({ review_id }) => review_id === open[0]!.id)).toBe(true)
    expect(open[0]!.id).not.toBe(reviewId)
  }
  expect(reopenedAt).toBeLessThanOrEqual(24)
})

test('the same decision sent many times closes the reports once', async () => {
  const { client } = reviewers[1]!
  const her = await aWoman(app)
  const id = await aReport(app, her)
  const { reviewId } = await caseOf(client, her)
  const payload: Payload<typeof reportDecide> = {
    reviewId,
    reportIds: [id],
    action: 'ban both',
    hours: 24,
    reason: 'abuse',
  }
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.send(reportDecide, payload)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(answers.flatMap((answer) => (answer.code === 200 ? [] : [answer.errorCode]))).toEqual(
    Array.from({ length: 4 }, () => 20000),
  )
  expect(await entriesOf(`report ${id}`)).toHaveLength(1)
  expect(await bansOf(her)).toHaveLength(1)
})

test('a former and the current holder decide at once: one succeeds', async () => {
  const [first, second] = [reviewers[1]!, reviewers[2]!]
  for (let round = 0; round < 6; round++) {
    const her = await aWoman(app)
    const id = await aReport(app, her)
    const { reviewId } = await caseOf(first.client, her)
    const payload: Payload<typeof reportDecide> = { reviewId, reportIds: [id], action: 'nothing' }
    const runOut = product.database
      .updateTable('audits.review')
      .set({ claimed_by: second.staffId })
      .where('id', '=', reviewId)
      .where('state', '=', 'waiting')
      .execute()
    const answers = await Promise.all([
      first.client.send(reportDecide, payload),
      runOut,
      second.client.send(reportDecide, payload),
    ])
    const closed = [answers[0], answers[2]].filter(({ code }) => code === 200)
    expect(closed.length).toBeLessThanOrEqual(1)
    expect(await entriesOf(`report ${id}`)).toHaveLength(closed.length)
    const [row] = await reportRows(product, her)
    expect(row!.state).toBe(closed.length === 1 ? 'processed' : 'untreated')
  }
})

test('concurrent bans from the list and from a report: the user is banned once, and reports close only with their own ban', async () => {
  const [first, second] = [reviewers[0]!, reviewers[3]!]
  for (let round = 0; round < 8; round++) {
    const her = await aWoman(app)
    const id = await aReport(app, her)
    const { reviewId } = await caseOf(first.client, her)
    const [byReport, byList] = await Promise.all([
      first.client.send(reportDecide, { reviewId, reportIds: [id], action: 'ban both', hours: 24, reason: 'abuse' }),
      second.client.call(userBan, { ids: [her], kind: 'both', hours: 24, reason: 'spam' }),
    ])
    const [closed, banned] = [byReport.code === 200, byList.outcomes[0]!.ok]
    expect([closed, banned].filter(Boolean)).toHaveLength(1)
    if (byReport.code !== 200) expect(byReport).toMatchObject({ errorCode: 20000, detail: [{ reason: 'user.banned' }] })
    expect(await bansOf(her)).toHaveLength(1)
    const [row] = await reportRows(product, her)
    expect(row).toMatchObject(closed ? { state: 'processed', action: 'ban both' } : { state: 'untreated', action: '' })
  }
})
