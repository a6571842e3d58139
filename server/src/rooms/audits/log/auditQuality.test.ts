import { auditDisagreementList, auditQueues, auditReviewers } from '@greenroom/contract/auditFigures'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { anItem, aReview } from '../audits.fixture.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

const hour = 3_600_000
/** A separate past day for each test: 10:00 UTC, `n` days before today. */
const dayAt = (n: number) => {
  const today = new Date(product.clock.now())
  today.setUTCHours(10, 0, 0, 0)
  return today.getTime() - n * 24 * hour
}
const textOf = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const span = (from: number, to: number) => ({ startTimeStr: textOf(from), endTimeStr: textOf(to) })

type ReviewOptions = Parameters<typeof aReview>[1]
const review = async (
  given: Omit<ReviewOptions, 'itemId'> & { itemId?: string },
  item: Parameters<typeof anItem>[1] = {},
): Promise<{ itemId: string; reviewId: string }> => {
  const itemId = given.itemId ?? (await anItem(product, { state: given.decision ?? 'not audited', ...item }))
  return { itemId, reviewId: await aReview(product, { ...given, itemId }) }
}
const an = { id: 101, name: 'an' }
const bo = { id: 102, name: 'bo' }

describe('reviewers', () => {
  test('decisions per reviewer, their speed, and how many were overturned', async () => {
    const t = dayAt(3)
    const at = (minutes: number) => new Date(t + minutes * 60_000)
    const before = { submittedAt: at(-30) }
    // Reviewer `an`: four decisions in two hours, one overturned; two were reviewed again, one agreed.
    const first = await review({ decision: 'passed', decidedBy: an, decidedAt: at(5), claimedAt: at(4) }, before)
    const second = await review({ decision: 'failed', decidedBy: an, decidedAt: at(10), claimedAt: at(8) }, before)
    await review({ decision: 'passed', decidedBy: an, decidedAt: at(20), claimedAt: at(10), overturned: true }, before)
    await review({ decision: 'passed', decidedBy: an, decidedAt: at(70) }, { ...before, kind: 'cover' })
    const again = { purpose: 'quality' as const, decidedBy: bo, waitingSince: at(6) }
    await review({ ...again, itemId: first.itemId, decision: 'passed', decidedAt: at(30), comparesId: first.reviewId })
    await review({
      ...again,
      itemId: second.itemId,
      decision: 'passed',
      decidedAt: at(31),
      comparesId: second.reviewId,
    })
    // A supervisor's change doesn't count as queue work, nor does anything outside the span.
    await review({ itemId: second.itemId, purpose: 'overturn', decision: 'passed', decidedBy: bo, decidedAt: at(40) })
    await review({ decision: 'passed', decidedBy: an, decidedAt: at(121) }, before)
    await review({ decision: 'passed', decidedBy: an, decidedAt: at(-1) }, before)

    const { reviewers } = await admin.call(auditReviewers, span(t, t + 2 * hour))
    expect(reviewers).toEqual([
      {
        staffId: 101,
        username: 'an',
        decided: 4,
        passed: 3,
        failed: 1,
        hours: 2,
        perHour: 2,
        overturned: 1,
        overturnedBp: 2500,
        secondReviews: 2,
        agreementBp: 5000,
        medianSeconds: 120,
      },
      {
        staffId: 102,
        username: 'bo',
        decided: 2,
        passed: 2,
        failed: 0,
        hours: 1,
        perHour: 2,
        overturned: 0,
        overturnedBp: 0,
        secondReviews: 0,
        agreementBp: null,
        medianSeconds: null,
      },
    ])
    const covers = await admin.call(auditReviewers, { ...span(t, t + 2 * hour), kind: 'cover' })
    expect(covers.reviewers).toMatchObject([{ staffId: 101, decided: 1, secondReviews: 0 }])
  })

  test('a span has 93 days at most', async () => {
    const range = { startTimeStr: '2026-01-01', endTimeStr: '2026-06-01' }
    for (const call of [auditReviewers, auditQueues])
      expect(await admin.refused(call, range)).toEqual({
        code: 10009,
        fields: ['startTimeStr'],
        reason: 'quality.span',
      })
  })
})

describe('queues', () => {
  test('arrivals, decisions and backlog by hour, and waiting times of decided items', async () => {
    const t = dayAt(10)
    const at = (minutes: number) => new Date(t + minutes * 60_000)
    // One is open from before, one arrived before and was decided in the second hour.
    await review({ waitingSince: at(-60) })
    await review({ waitingSince: at(-60), decision: 'passed', decidedBy: an, decidedAt: at(90) })
    // Two arrived in the first hour: one was decided after 10 minutes, one after two hours.
    await review({ waitingSince: at(5), decision: 'failed', decidedBy: an, decidedAt: at(15) }, { kind: 'cover' })
    await review({ waitingSince: at(10), decision: 'passed', decidedBy: bo, decidedAt: at(130) })
    // One arrived in the third hour and is still open.
    await review({ waitingSince: at(150) }, { kind: 'dynamic' })

    const { kinds, hours, byHourOfDay } = await admin.call(auditQueues, span(t, t + 3 * hour))
    expect(hours).toEqual([
      { at: at(0).toISOString(), arrived: 2, decided: 1, backlog: 3, waitP50Seconds: 600, waitP95Seconds: 600 },
      { at: at(60).toISOString(), arrived: 0, decided: 1, backlog: 2, waitP50Seconds: 9_000, waitP95Seconds: 9_000 },
      { at: at(120).toISOString(), arrived: 1, decided: 1, backlog: 2, waitP50Seconds: 7_200, waitP95Seconds: 7_200 },
    ])
    const of = (kind: string) => kinds.find((one) => one.kind === kind)
    expect(kinds).toHaveLength(9)
    expect(of('photo')).toMatchObject({ arrived: 1, decided: 2, waitP50Seconds: 8_100 })
    expect(of('cover')).toMatchObject({ arrived: 1, decided: 1, waitP50Seconds: 600, waitP95Seconds: 600 })
    expect(of('basic')).toMatchObject({ arrived: 0, decided: 0, waitP50Seconds: null, waitP95Seconds: null })
    expect(byHourOfDay).toEqual([
      { kind: 'cover', hour: 10, arrived: 1, decided: 1 },
      { kind: 'dynamic', hour: 12, arrived: 1, decided: 0 },
      { kind: 'photo', hour: 10, arrived: 1, decided: 0 },
      { kind: 'photo', hour: 11, arrived: 0, decided: 1 },
      { kind: 'photo', hour: 12, arrived: 0, decided: 1 },
    ])
    const covers = await admin.call(auditQueues, { ...span(t, t + 3 * hour), kind: 'cover' })
    expect(covers.kinds.map(({ kind }) => kind)).toEqual(['cover'])
    expect(covers.hours.map(({ backlog }) => backlog)).toEqual([0, 0, 0])
  })

  test('the last hour of the default span ends with the current backlog of all kinds', async () => {
    const { kinds, hours } = await admin.call(auditQueues, {})
    const waiting = await product.database
      .selectFrom('audits.review')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('state', '=', 'waiting')
      .where('waiting_since', '<', product.clock.now())
      .executeTakeFirstOrThrow()
    expect(hours.at(-1)!.backlog).toBe(waiting.count)
    expect(kinds.reduce((sum, { backlog }) => sum + backlog, 0)).toBe(waiting.count)
    expect(hours.length).toBeGreaterThan(6 * 24)
  })

  test('days begin in the platform’s time zone', async () => {
    const t = dayAt(20)
    await review({
      waitingSince: new Date(t - 2 * hour),
      decision: 'passed',
      decidedBy: an,
      decidedAt: new Date(t + 30 * 60_000),
    })
    const zone = async (value: string) => {
      const values = {
        value,
        type: 'timeZone' as const,
        built_in: true,
        updated_at: product.clock.now(),
        updated_by: 'the test',
      }
      await product.database
        .insertInto('system.param')
        .values({ key: 'platform_time_zone', ...values })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
        .execute()
      await product.params.refresh()
    }
    await zone('Asia/Kolkata')
    try {
      // 10:30 UTC is 16:00 there; its hours begin at half past in UTC.
      const day = textOf(t).slice(0, 10)
      const { hours, byHourOfDay } = await admin.call(auditQueues, { startTimeStr: day, endTimeStr: day })
      expect(hours[0]!.at.slice(14, 19)).toBe('30:00')
      expect(hours).toHaveLength(24)
      expect(byHourOfDay).toContainEqual({ kind: 'photo', hour: 16, arrived: 0, decided: 1 })
    } finally {
      await zone('UTC')
    }
  })
})

describe('disagreements', () => {
  test('second reviews that decided otherwise, with the permitted actions', async () => {
    const t = dayAt(30)
    const first = await review({ decision: 'passed', decidedBy: an, decidedAt: new Date(t), reason: '' })
    const agreed = await review({ decision: 'failed', decidedBy: an, decidedAt: new Date(t) })
    const second = { purpose: 'quality' as const, decision: 'failed' as const, decidedBy: bo }
    const { reviewId } = await review({
      ...second,
      itemId: first.itemId,
      decidedAt: new Date(t + hour),
      comparesId: first.reviewId,
      reason: 'blurred',
    })
    await review({ ...second, itemId: agreed.itemId, decidedAt: new Date(t + hour), comparesId: agreed.reviewId })
    const list = async (more: object) =>
      (await admin.call(auditDisagreementList, { ...span(t, t + 2 * hour), ...more })).records
    expect(await list({})).toMatchObject([
      {
        reviewId,
        itemId: first.itemId,
        state: 'passed',
        first: { decision: 'passed', by: 'an', reason: '' },
        second: { decision: 'failed', by: 'bo', reason: 'blurred' },
        can: { fail: true, pass: 'passedAlready' },
      },
    ])
    expect(await list({ decidedBy: 'an' })).toHaveLength(1)
    expect(await list({ decidedBy: 'bo' })).toHaveLength(1)
    expect(await list({ decidedBy: 'someone' })).toEqual([])
    expect(await list({ kind: 'cover' })).toEqual([])
    const { client } = await person(product, { permissions: { 'audits.quality': 3 } })
    const { records } = await client.call(auditDisagreementList, span(t, t + 2 * hour))
    expect(records[0]!.can).toEqual({ fail: 'readOnly', pass: 'readOnly' })
  })
})
