// Like with like, from what the app submits to one decision: pictures of a real server, the round, and the calls.
import { auditClaim, auditDecide, auditHeap, auditRelease, auditUndo } from '@greenroom/contract/audits'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aChunk, arrived } from '../../../../test/chunk.ts'
import { setParam } from '../../../../test/params.ts'
import { person } from '../../../../test/people.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { anApp } from '../../users/people.fixture.ts'
import { openPictureFetcher } from '../queue/auditPictures.fetch.ts'
import {
  anyTemplate,
  decided,
  holding,
  type Kind,
  type Reviewer,
  reviewer,
  submitted,
} from '../queue/auditQueue.fixture.ts'
import { changes, openApp, plainPicture } from './alike.fixture.ts'
import { mostOfHeap } from './heap.queries.ts'
import { nextLook } from './look.queries.ts'
import { lookAround } from './look.service.ts'

const pictures = new Map<string, Buffer>()
const fetcher = openPictureFetcher({ allowPrivate: () => true, timeoutMs: 5_000, mostBytes: 1_000_000 })
let app: Awaited<ReturnType<typeof openApp>>
let product: TestProduct

beforeAll(async () => {
  app = await openApp(pictures)
  product = await startProduct()
  await anApp(product)
  await setParam(product, 'audit_quality_bp', 0)
})
afterAll(async () => {
  fetcher.close()
  await Promise.all([product.close(), app.close()])
})

/** Looks at everything that is due. */
const look = async () => {
  const left = async () =>
    (
      await sql<{
        n: number
      }>`select count(*)::int as n from audits.look where due_at <= ${product.clock.now()}`.execute(product.database)
    ).rows[0]!.n
  while ((await left()) > 0) await lookAround({ database: product.database, clock: product.clock, pictures: fetcher })
}

let last = 0
/** A picture of the app's, submitted an hour ago or as given; returns the item's id. */
async function photo(
  name: string,
  more: {
    kind?: Exclude<Kind, 'greeting' | 'official'>
    labels?: string[]
    text?: string
    userId?: number
    itemId?: string
  } = {},
) {
  const itemId = more.itemId ?? `alike-${++last}`
  const { kind = 'photo', labels = [], text = '', userId = 8_000_000 + ++last } = more
  const at = new Date(product.clock.now().getTime() - 60_000 + ++last)
  const url = `${app.origin}/${name}`
  await aChunk(product.database, [
    kind === 'dynamic'
      ? arrived(
          'dynamic.posted',
          { dynamicId: itemId, userId, text, pictureUrls: [url], topics: [], score: 0.5, labels },
          at,
        )
      : arrived('media.submitted', { itemId, userId, kind, url, text, score: 0.5, labels }, at),
  ])
  return itemId
}

const draw = async (name: string, how: keyof typeof changes, seed: number) => {
  pictures.set(name, await changes[how]!(seed))
  return name
}

const cardOf = async (one: Reviewer, kind: Kind, itemId: string) =>
  (await holding(one, kind)).find((card) => card.itemId === itemId)!
const gathered = async ({ client }: Reviewer, kind: Kind, reviewId: string) =>
  (await client.call(auditHeap, { kind, reviewId })).reviews.map(({ itemId }) => itemId)

describe('a heap', () => {
  test('is claimed, decided by one call with a log line for each, and undone as a whole or in part', async () => {
    const [anna, bo] = [await reviewer(product, 'photo'), await reviewer(product, 'photo')]
    const spam: string[] = []
    for (const how of ['same', 'scaled', 'recompressed', 'mirrored'] as const)
      spam.push(await photo(await draw(`spam-${how}`, how, 7)))
    const other = await photo(await draw('other', 'same', 8))
    pictures.set('plain', await plainPicture())
    const plain = [await photo('plain'), await photo('plain')]
    const lost = [await photo('lost'), await photo('lost')]
    await look()
    const cards = await holding(anna, 'photo')
    const alike = Object.fromEntries(cards.map((card) => [card.itemId, card.alike]))
    expect(alike).toEqual({
      ...Object.fromEntries(spam.map((id) => [id, 3])),
      ...Object.fromEntries([other, ...plain, ...lost].map((id) => [id, 0])),
    })
    await anna.client.call(auditRelease, { kind: 'photo' })

    const [first] = (await bo.client.call(auditClaim, { kind: 'photo', size: 1, sort: 'waiting' })).reviews
    expect(first?.itemId).toBe(spam[0])
    const { reviews } = await bo.client.call(auditHeap, { kind: 'photo', reviewId: first!.reviewId })
    expect(reviews.map(({ itemId }) => itemId).toSorted()).toEqual(spam.toSorted())
    expect(reviews[0]).toEqual({ ...first, claimedUntil: reviews[0]!.claimedUntil })
    // Nobody else gets any of it.
    expect((await holding(anna, 'photo')).map(({ itemId }) => itemId).filter((id) => spam.includes(id))).toEqual([])
    await anna.client.call(auditRelease, { kind: 'photo' })

    const ids = reviews.map(({ reviewId }) => reviewId)
    const [out, ...deciding] = ids.toReversed()
    const templateId = await anyTemplate(product)
    const { outcomes } = await bo.client.call(auditDecide, {
      kind: 'photo',
      ids: deciding,
      decision: 'failed',
      templateId,
    })
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(await bo.client.call(auditRelease, { kind: 'photo', ids: [out!] })).toEqual({ released: 1 })
    expect((await cardOf(anna, 'photo', reviews.at(-1)!.itemId)).alike).toBe(0)
    await anna.client.call(auditRelease, { kind: 'photo' })
    const { rows: commands } = await sql<{ n: number }>`
      select count(*)::int as n from bridge.command where type = 'audit.decided' and data ->> 'itemId' = any(${spam})`.execute(
      product.database,
    )
    expect(commands[0]!.n).toBe(3)
    const { rows: logged } = await sql<{ target: string }>`
      select target from log.entry where operation = 'audit.decide' and target = any(${spam.map((id) => `item ${id}`)})`.execute(
      product.database,
    )
    expect(new Set(logged.map(({ target }) => target)).size).toBe(3)

    const [alone, ...rest] = deciding
    expect((await bo.client.call(auditUndo, { kind: 'photo', ids: [alone!] })).reviews).toHaveLength(1)
    expect((await bo.client.call(auditUndo, { kind: 'photo', ids: rest })).reviews).toHaveLength(2)
    expect(await gathered(bo, 'photo', alone!)).toHaveLength(4)
    await bo.client.call(auditRelease, { kind: 'photo' })
  })

  test('never holds an appeal, a second review, a reported post or what may be a minor', async () => {
    const [anna, bo] = [await reviewer(product, 'dynamic'), await reviewer(product, 'dynamic')]
    await draw('post', 'same', 20)
    const posts = [await photo('post', { kind: 'dynamic' }), await photo('post', { kind: 'dynamic' })]
    const minor = await photo('post', { kind: 'dynamic', labels: ['minor'] })
    const reported = await photo('post', { kind: 'dynamic' })
    const appealing = await photo('post', { kind: 'dynamic', userId: 8_900_001 })
    const worded = await photo('post', { kind: 'dynamic', text: 'my new flat' })
    await look()
    await decided(product, bo, 'dynamic', appealing, 'failed')
    await bo.client.call(auditRelease, { kind: 'dynamic' })
    await aChunk(product.database, [
      arrived(
        'appeal.created',
        { appealId: 'alike-appeal', userId: 8_900_001, itemId: appealing, text: '' },
        product.clock.now(),
      ),
      arrived(
        'report.created',
        {
          reportId: 'alike-report',
          reporterId: 8_900_002,
          userId: 8_900_003,
          reason: 'spam',
          text: '',
          evidenceUrls: [],
          dynamicId: reported,
        },
        product.clock.now(),
      ),
    ])
    const cards = await holding(anna, 'dynamic')
    expect(new Set(cards.map(({ itemId }) => itemId))).toEqual(new Set([...posts, minor, reported, appealing, worded]))
    for (const card of cards) {
      const expected = posts.includes(card.itemId) ? posts : [card.itemId]
      expect(card.alike, card.itemId).toBe(expected.length - 1)
      expect((await gathered(anna, 'dynamic', card.reviewId)).toSorted()).toEqual(expected.toSorted())
    }
    await anna.client.call(auditRelease, { kind: 'dynamic' })
  })

  test('leaves out what others hold or decided, what one skipped, and what was submitted again', async () => {
    const [anna, bo] = [await reviewer(product, 'avatar'), await reviewer(product, 'avatar')]
    await draw('avatar', 'same', 30)
    await draw('another', 'same', 31)
    const all: string[] = []
    for (let n = 0; n < 6; n++) all.push(await photo('avatar', { kind: 'avatar', userId: 8_910_000 + n }))
    await look()
    const cards = new Map((await holding(anna, 'avatar')).map((card) => [card.itemId, card]))
    const idOf = (at: number) => cards.get(all[at]!)!.reviewId
    await anna.client.call(auditRelease, { kind: 'avatar', ids: [idOf(5)], skip: true })
    await anna.client.call(auditRelease, { kind: 'avatar', ids: [idOf(1), idOf(2)] })
    const held = (await bo.client.call(auditClaim, { kind: 'avatar', size: 1, sort: 'waiting' })).reviews
    expect(held[0]?.itemId).toBe(all[1])
    // A new submission ends the claim, and is looked at again.
    await photo('another', { kind: 'avatar', itemId: all[3]!, userId: 8_910_003 })
    expect(await gathered(anna, 'avatar', idOf(0))).toEqual([all[0], all[2], all[4]])
    await look()
    expect(await gathered(anna, 'avatar', idOf(0))).toEqual([all[0], all[2], all[4]])
    for (const one of [anna, bo]) await one.client.call(auditRelease, { kind: 'avatar' })
  })

  test('gathers texts that read the same, at most so many', async () => {
    const anna = await reviewer(product, 'greeting')
    const signs = ['', '!', ' 👉', '!!!', ' .']
    for (let n = 0; n < mostOfHeap + 5; n++)
      await submitted(product, {
        kind: 'greeting',
        text: `Add me on TELEGRAM${signs[n % signs.length]}`,
        userId: 8_920_000 + n,
        at: product.clock.now(),
      })
    await submitted(product, { kind: 'greeting', text: 'Hi, how was your day?', at: product.clock.now() })
    await look()
    const [first] = (await anna.client.call(auditClaim, { kind: 'greeting', size: 1, sort: 'waiting' })).reviews
    expect(first?.alike).toBe(mostOfHeap - 1)
    const { reviews } = await anna.client.call(auditHeap, { kind: 'greeting', reviewId: first!.reviewId })
    expect(reviews).toHaveLength(mostOfHeap)
    const ids = reviews.map(({ reviewId }) => reviewId)
    const { outcomes } = await anna.client.call(auditDecide, { kind: 'greeting', ids, decision: 'passed' })
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(mostOfHeap)
  })

  test('of one moment is shared by two reviewers, never doubled', async () => {
    const reviewers = [await reviewer(product, 'library'), await reviewer(product, 'library')]
    await draw('library', 'same', 40)
    for (let n = 0; n < 12; n++) await photo('library', { kind: 'library', userId: 8_930_000 + n })
    await look()
    const firsts: { reviewId: string }[] = []
    for (const { client } of reviewers)
      firsts.push((await client.call(auditClaim, { kind: 'library', size: 1, sort: 'waiting' })).reviews[0]!)
    const both = await Promise.all(reviewers.map((one, at) => gathered(one, 'library', firsts[at]!.reviewId)))
    expect(new Set(both.flat()).size).toBe(both.flat().length)
    expect(both.flat()).toHaveLength(12)
  })

  test('is refused to who does not hold the item, and to guilds and agents', async () => {
    const [anna, bo] = [await reviewer(product, 'photo'), await reviewer(product, 'photo', 'avatar')]
    await draw('refused', 'same', 50)
    const itemId = await photo('refused')
    await look()
    const { reviewId } = await cardOf(anna, 'photo', itemId)
    expect(await bo.client.refused(auditHeap, { kind: 'photo', reviewId })).toMatchObject({
      code: 20000,
      reason: 'review.claimedBy',
    })
    expect(await bo.client.refused(auditHeap, { kind: 'avatar', reviewId })).toMatchObject({ code: 10032 })
    await anna.client.call(auditDecide, { kind: 'photo', ids: [reviewId], decision: 'passed' })
    expect(await anna.client.refused(auditHeap, { kind: 'photo', reviewId })).toMatchObject({
      code: 20000,
      reason: 'review.passedBy',
    })
    const agent = await person(product, { agentId: 7, permissions: { 'audits.photo': 3 } })
    expect(await agent.client.refused(auditHeap, { kind: 'photo', reviewId })).toMatchObject({
      code: 10026,
      reason: 'account.kind',
    })
  })
})

describe('looking', () => {
  test('tries a picture that could not be fetched again, and then leaves its item alone', async () => {
    const anna = await reviewer(product, 'cover')
    const [one, two] = [await photo('later', { kind: 'cover' }), await photo('never', { kind: 'cover' })]
    await look()
    await draw('later', 'same', 60)
    const rows = () =>
      product.database
        .selectFrom('audits.look')
        .select(['item_id', 'tries', 'due_at', 'heap'])
        .where('item_id', 'in', [one, two])
        .orderBy('item_id')
        .execute()
    expect(await rows()).toMatchObject([
      { tries: 1, heap: null },
      { tries: 1, heap: null },
    ])
    expect(await nextLook(product.database)).toEqual(expect.any(Date))
    const due = () =>
      product.database
        .updateTable('audits.look')
        .set({ due_at: product.clock.now() })
        .where('due_at', 'is not', null)
        .execute()
    for (let n = 0; n < 2; n++) {
      await due()
      await look()
    }
    expect(await rows()).toMatchObject([
      { tries: 2, due_at: null, heap: expect.any(String) },
      { tries: 3, due_at: null, heap: null },
    ])
    expect((await holding(anna, 'cover')).map(({ alike }) => alike)).toEqual([0, 0])
  })

  test('leaves a newer submission due, and waits for nobody', async () => {
    await draw('one', 'same', 70)
    const userId = 8_940_000
    const itemId = await photo('one', { userId })
    await product.database.transaction().execute(async (tx) => {
      await sql`select from audits.review where item_id = ${itemId} for update`.execute(tx)
      await lookAround({ database: product.database, clock: product.clock, pictures: fetcher })
    })
    const row = () =>
      product.database.selectFrom('audits.look').selectAll().where('item_id', '=', itemId).executeTakeFirstOrThrow()
    expect((await row()).due_at).not.toBeNull()
    // Submitted again while its first picture is on its way.
    const late = {
      fetch: async (url: string) => {
        await photo('one', { itemId, userId })
        return fetcher.fetch(url)
      },
    }
    await lookAround({ database: product.database, clock: product.clock, pictures: late }, 1)
    expect((await row()).due_at).not.toBeNull()
    await look()
    expect(await row()).toMatchObject({ due_at: null, leads: true })
  })
})
