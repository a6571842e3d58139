import { home } from '@greenroom/contract/access'
import { auditBacklog, auditClaim, auditDecide, auditRelease } from '@greenroom/contract/audits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setParam } from '../../../../test/params.ts'
import { person } from '../../../../test/people.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { decided, holding, type Kind, type Reviewer, reviewer, runOut, submitted } from './auditQueue.fixture.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
  await setParam(product, 'audit_quality_bp', 0)
})
afterAll(() => product.close())

const minutes = (count: number) => new Date(product.clock.now().getTime() - count * 60_000)
const claim = async ({ client }: Reviewer, kind: Kind, more: object = {}) =>
  client.call(auditClaim, { kind, size: 40, sort: 'score', ...more })
const idsOf = ({ reviews }: { reviews: { itemId: string }[] }) => reviews.map(({ itemId }) => itemId)
const backlogOf = ({ client }: Reviewer, kind: Kind | 'report') => client.call(auditBacklog, { kind })

describe('a queue', () => {
  test('returns the riskiest or oldest first, after items already held', async () => {
    const [anna, bo] = [await reviewer(product, 'avatar'), await reviewer(product, 'avatar')]
    const old = await submitted(product, { kind: 'avatar', score: 0.1, at: minutes(30) })
    const bad = await submitted(product, { kind: 'avatar', score: 0.9, at: minutes(10) })
    const mild = await submitted(product, { kind: 'avatar', score: 0.2, at: minutes(20) })
    const worst = await submitted(product, { kind: 'avatar', score: 0.95, at: minutes(5) })
    const first = await claim(anna, 'avatar', { size: 2 })
    expect(idsOf(first)).toEqual([worst, bad])
    expect(first.more).toBe(2)
    expect(idsOf(await claim(bo, 'avatar', { size: 1, sort: 'waiting' }))).toEqual([old])
    expect(idsOf(await claim(anna, 'avatar', { size: 4, sort: 'waiting' }))).toEqual([bad, worst, mild])
    expect(await backlogOf(anna, 'avatar')).toMatchObject({ waiting: 4, claimed: 4, mine: 3 })
    for (const one of [anna, bo]) await one.client.call(auditRelease, { kind: 'avatar' })
    expect(await backlogOf(anna, 'avatar')).toMatchObject({ waiting: 4, claimed: 0, mine: 0 })
  })

  test('shows the content and the user, but no decisions', async () => {
    const anna = await reviewer(product, 'basic')
    const itemId = await submitted(product, {
      kind: 'basic',
      userId: 51,
      score: 0.25,
      labels: ['insult'],
      text: 'I sing',
    })
    await product.database
      .updateTable('users.app_user')
      .set({
        nickname: 'Lea',
        sex: 'woman',
        country: 'BR',
        language: 'pt',
        level: 3,
        avatar_url: 'https://x.example/a',
      })
      .where('id', '=', 51n)
      .execute()
    const { reviews } = await claim(anna, 'basic')
    expect(reviews).toEqual([
      {
        reviewId: expect.any(String),
        itemId,
        kind: 'basic',
        text: 'I sing',
        pictureUrls: [`https://app.example.com/${itemId}.jpg`],
        score: 0.25,
        labels: ['insult'],
        state: 'not audited',
        submittedAt: expect.any(String),
        user: {
          userId: 51,
          nickname: 'Lea',
          avatarUrl: 'https://x.example/a',
          sex: 'woman',
          country: 'BR',
          language: 'pt',
          level: 3,
          state: 'normal',
          certified: false,
        },
        certifiedPictureUrls: [],
        certifiedItemId: null,
        appeal: null,
        alike: 0,
        waitingSince: reviews[0]!.submittedAt,
        claimedUntil: expect.any(String),
      },
    ])
    const held = new Date(reviews[0]!.claimedUntil).getTime() - product.clock.now().getTime()
    expect(held).toBeGreaterThan(9 * 60_000)
    expect(held).toBeLessThanOrEqual(10 * 60_000)
    expect(await backlogOf(anna, 'basic')).toMatchObject({ labels: ['insult'], oldestSeconds: expect.any(Number) })
  })

  test('can be filtered', async () => {
    const anna = await reviewer(product, 'cover')
    const make = (userId: number, score: number, labels: string[]) =>
      submitted(product, { kind: 'cover', userId, score, labels })
    const mans = await make(61, 0.2, [])
    const womans = await make(62, 0.8, ['nudity', 'text'])
    const theirs = await make(62, 0.4, [])
    const { database } = product
    await database.updateTable('users.app_user').set({ sex: 'man', country: 'DE' }).where('id', '=', 61n).execute()
    await database.updateTable('users.app_user').set({ sex: 'woman', country: 'FR' }).where('id', '=', 62n).execute()
    const narrowed = async (filters: object) => {
      const found = await claim(anna, 'cover', filters)
      await anna.client.call(auditRelease, { kind: 'cover' })
      return idsOf(found)
    }
    expect(await narrowed({ sex: 'man' })).toEqual([mans])
    expect(await narrowed({ country: 'FR' })).toEqual([womans, theirs])
    expect(await narrowed({ country: 'FR', sex: 'man' })).toEqual([])
    expect(await narrowed({ label: 'nudity' })).toEqual([womans])
    expect(await narrowed({ userId: 62, maxScore: 0.5 })).toEqual([theirs])
    expect(await narrowed({ minScore: 0.4 })).toEqual([womans, theirs])
    expect(await narrowed({ appeals: true })).toEqual([])
    expect((await claim(anna, 'cover', { sex: 'man', size: 1 })).more).toBe(0)
    // Items already held stay held, whatever the filter.
    expect(idsOf(await claim(anna, 'cover', { sex: 'woman', size: 2 }))).toEqual([mans, womans])
  })

  test('an item submitted again while claimed ends the claim', async () => {
    const anna = await reviewer(product, 'library')
    const itemId = await submitted(product, { kind: 'library', userId: 71, at: minutes(9), text: 'one' })
    const [before] = await holding(anna, 'library')
    // Repeating it changes nothing.
    await submitted(product, { kind: 'library', userId: 71, at: minutes(9), text: 'one', itemId })
    await submitted(product, { kind: 'library', userId: 71, at: minutes(8), text: 'two', itemId, score: 0.7 })
    const { outcomes } = await anna.client.call(auditDecide, {
      kind: 'library',
      ids: [before!.reviewId],
      decision: 'passed',
    })
    expect(outcomes).toMatchObject([{ ok: false, errorCode: 20000, errorMsg: 'the claim has expired' }])
    const [after] = await holding(anna, 'library')
    expect(after).toMatchObject({ itemId, reviewId: before!.reviewId, text: 'two', score: 0.7 })
  })
})

describe('a claim', () => {
  test('that expired goes to the next reviewer', async () => {
    const [anna, bo] = [await reviewer(product, 'greeting'), await reviewer(product, 'greeting')]
    const itemId = await submitted(product, { kind: 'greeting' })
    const [held] = await holding(anna, 'greeting')
    expect(await holding(bo, 'greeting')).toEqual([])
    await runOut(product, held!.reviewId)
    expect(await backlogOf(anna, 'greeting')).toMatchObject({ waiting: 1, claimed: 0, mine: 0 })
    expect((await holding(bo, 'greeting')).map((one) => one.itemId)).toEqual([itemId])
    expect(await holding(anna, 'greeting')).toEqual([])
  })

  test('is renewed by claiming again, and released completely or in part', async () => {
    const anna = await reviewer(product, 'official')
    const bo = await reviewer(product, 'official')
    for (let n = 0; n < 3; n++) await submitted(product, { kind: 'official', score: n / 10 })
    const held = await holding(anna, 'official')
    const soon = new Date(product.clock.now().getTime() + 5_000)
    await product.database
      .updateTable('audits.review')
      .set({ claimed_until: soon })
      .where('claimed_by', 'is not', null)
      .execute()
    for (const one of await holding(anna, 'official', 1))
      expect(new Date(one.claimedUntil).getTime()).toBeGreaterThan(soon.getTime())
    const [first, second] = held.map(({ reviewId }) => reviewId)
    expect(await bo.client.call(auditRelease, { kind: 'official', ids: [first!] })).toEqual({ released: 0 })
    expect(await anna.client.call(auditRelease, { kind: 'avatar' as const }).catch(String)).toContain('10026')
    expect(await anna.client.call(auditRelease, { kind: 'official', ids: [first!] })).toEqual({ released: 1 })
    expect(await anna.client.call(auditRelease, { kind: 'official', ids: [second!], skip: true })).toEqual({
      released: 1,
    })
    // A skipped item goes to other reviewers; a released one to anyone.
    expect((await holding(anna, 'official')).map(({ reviewId }) => reviewId)).not.toContain(second)
    expect((await holding(bo, 'official')).map(({ reviewId }) => reviewId)).toEqual([second])
    expect(await anna.client.call(auditRelease, { kind: 'official' })).toEqual({ released: 2 })
    expect(await anna.client.call(auditRelease, { kind: 'official' })).toEqual({ released: 0 })
  })

  test('is not released by a closed page if a later page has claimed again', async () => {
    const anna = await reviewer(product, 'library')
    await submitted(product, { kind: 'library' })
    const [before] = await holding(anna, 'library')
    await product.database
      .updateTable('audits.review')
      .set({ claimed_until: new Date(Date.parse(before!.claimedUntil) - 5_000) })
      .where('id', '=', before!.reviewId)
      .execute()
    const heldUntil = new Date(Date.parse(before!.claimedUntil) - 5_000).toISOString()
    await holding(anna, 'library')
    expect(await anna.client.call(auditRelease, { kind: 'library', heldUntil })).toEqual({ released: 0 })
    const [after] = await holding(anna, 'library')
    expect(await anna.client.call(auditRelease, { kind: 'library', heldUntil: after!.claimedUntil })).toEqual({
      released: 1,
    })
  })

  test('is logged once, and not at all if nothing was claimed', async () => {
    const [carla] = [await reviewer(product, 'dynamic')]
    const entries = () =>
      product.database
        .selectFrom('log.readable')
        .selectAll()
        .where('username', '=', carla.username)
        .orderBy('id')
        .execute()
    expect(await holding(carla, 'dynamic')).toEqual([])
    expect(await entries()).toEqual([])
    for (let n = 0; n < 5; n++) await submitted(product, { kind: 'dynamic' })
    await holding(carla, 'dynamic')
    await carla.client.call(auditRelease, { kind: 'dynamic' })
    expect((await entries()).map(({ operation, content }) => [operation, content])).toEqual([
      ['audit.claim', '5 items claimed from the post queue\u001f已从动态队列领取 5 项'],
      ['audit.release', '5 items released to the post queue\u001f已退回动态队列 5 项'],
    ])
  })

  test('made twice concurrently takes no more than requested', async () => {
    const anna = await reviewer(product, 'photo')
    for (let n = 0; n < 20; n++) await submitted(product, { kind: 'photo' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => claim(anna, 'photo', { size: 4 })))
    for (const { reviews } of answers) expect(reviews).toHaveLength(4)
    expect(await backlogOf(anna, 'photo')).toMatchObject({ mine: 4 })
  })
})

describe('permissions', () => {
  test('a reviewer can only claim kinds of their role', async () => {
    const photo = await reviewer(product, 'photo')
    const itemId = await submitted(product, { kind: 'avatar', score: 1 })
    const anna = await reviewer(product, 'avatar')
    expect((await claim(anna, 'avatar', { size: 1 })).reviews[0]!.itemId).toBe(itemId)
    const [held] = await holding(anna, 'avatar', 1)
    expect(await photo.client.refused(auditClaim, { kind: 'avatar', size: 1, sort: 'score' })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    expect(await photo.client.refused(auditBacklog, { kind: 'avatar' })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    const ids = [held!.reviewId]
    expect(await photo.client.refused(auditDecide, { kind: 'avatar', ids, decision: 'passed' })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    // Nor under another kind's name.
    const { outcomes } = await photo.client.call(auditDecide, { kind: 'photo', ids, decision: 'passed' })
    expect(outcomes).toMatchObject([{ ok: false, errorCode: 10032 }])
  })

  test('Home shows the backlog of permitted queues only', async () => {
    const reader = await person(product, { permissions: { 'audits.basic': 1, 'audits.library': 3 } })
    await submitted(product, { kind: 'basic' })
    const before = (await reader.client.call(home, {})).todo
    expect(before.filter(({ key }) => key.startsWith('audit.')).map(({ key }) => key)).not.toContain('audit.basic')
    const countOf = (todo: { key: string; count: number; href: string }[]) =>
      todo.find(({ key }) => key === 'audit.library')
    const counted = countOf(before)?.count ?? 0
    const itemId = await submitted(product, { kind: 'library' })
    expect(countOf((await reader.client.call(home, {})).todo)).toMatchObject({
      key: 'audit.library',
      count: counted + 1,
      href: '/audit/library',
      alarm: false,
    })
    await decided(product, reader, 'library', itemId, 'passed')
    expect(countOf((await reader.client.call(home, {})).todo)?.count ?? 0).toBe(counted)
  })
})
