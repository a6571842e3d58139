import { auditClaim, auditDecide, auditOverturn } from '@greenroom/contract/audits'
import {
  commentInfo,
  commentList,
  commentState,
  dynamicInfo,
  dynamicList,
  dynamicPin,
  dynamicState,
  topicList,
  topicPin,
  topicState,
} from '@greenroom/contract/community'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BridgeConnection, connect } from '../../../test/bridge.ts'
import { everyMenu, person } from '../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { commandsOn } from '../users/people.fixture.ts'
import { countTopics } from './topic.service.ts'

let product: TestProduct
let app: BridgeConnection
let admin: Client
let last = 0
let author = 0

beforeAll(async () => {
  product = await startProduct()
  app = await connect(product, { endpoint: 'http://127.0.0.1:9/commands' })
  admin = await product.administrator()
})
afterAll(() => product.close())
beforeEach(async () => {
  author = 81_000 + ++last
  await app.accepted({
    type: 'user.registered',
    data: {
      userId: author,
      nickname: `Author ${author}`,
      sex: 'woman',
      country: 'DE',
      language: 'en',
      platform: 'ios',
      deviceId: `device-${author}`,
    },
  })
})

const reason = 'off topic'

async function aPost(topics: string[] = [], minutesAgo = 0): Promise<string> {
  const dynamicId = `post-${++last}`
  await app.accepted({
    type: 'dynamic.posted',
    at: new Date(product.clock.now().getTime() - minutesAgo * 60_000),
    data: { dynamicId, userId: author, text: `Words of ${dynamicId}`, pictureUrls: [], topics, score: 0.25 },
  })
  return dynamicId
}

async function aComment(dynamicId: string, score = 0): Promise<string> {
  const commentId = `comment-${++last}`
  await app.accepted({
    type: 'comment.posted',
    data: { commentId, dynamicId, userId: author, text: `Words of ${commentId}`, score, labels: ['spam'] },
  })
  return commentId
}

const commandsAbout = (subject: string) => commandsOn(product, subject)
const logOf = (target: string) =>
  product.database.selectFrom('log.readable').selectAll().where('target', '=', target).orderBy('id').execute()
const post = async (dynamicId: string) => (await admin.call(dynamicInfo, { dynamicId })).dynamic

describe('posts', () => {
  test('are hidden, shown and taken down; the app, the log and the history say so', async () => {
    const id = await aPost()
    expect(await post(id)).toMatchObject({ state: 'shown', auditState: 'not audited', can: { hide: true, pin: true } })
    await admin.call(dynamicState, { ids: [id], state: 'hidden', reason })
    await admin.call(dynamicState, { ids: [id], state: 'shown', reason: 'a mistake' })
    await admin.call(dynamicState, { ids: [id], state: 'removed', reason })
    const { dynamic, history } = await admin.call(dynamicInfo, { dynamicId: id })
    expect(dynamic).toMatchObject({
      state: 'removed',
      auditState: 'failed',
      can: { show: 'failed', remove: 'removed', pin: 'notShown' },
    })
    expect(history.map(({ what, by, reason: why }) => [what, by, why])).toEqual([
      ['removed', 'admin', reason],
      ['shown', 'admin', 'a mistake'],
      ['hidden', 'admin', reason],
    ])
    expect(await commandsAbout(`user:${author}`)).toEqual([
      { type: 'content.removed', data: { kind: 'dynamic', contentId: id, userId: author, reason } },
      { type: 'audit.decided', data: { itemId: id, userId: author, decision: 'not audited', text: '' } },
      { type: 'audit.decided', data: { itemId: id, userId: author, decision: 'failed', text: reason } },
      { type: 'content.removed', data: { kind: 'dynamic', contentId: id, userId: author, reason } },
    ])
    expect((await logOf(`dynamic ${id}`)).map((entry) => [entry.operation, entry.reason, entry.after])).toEqual([
      ['dynamic.state', reason, { state: 'hidden', pinned: false }],
      ['dynamic.state', 'a mistake', { state: 'shown', pinned: false }],
      ['dynamic.state', reason, { state: 'removed', pinned: false }],
    ])
  })

  test('are refused one by one, with the rule that refuses', async () => {
    const [one, hidden, failed] = [await aPost(), await aPost(), await aPost()]
    await admin.call(dynamicState, { ids: [hidden, failed], state: 'hidden', reason })
    await product.database.updateTable('audits.item').set({ state: 'failed' }).where('id', '=', failed).execute()
    const { outcomes } = await admin.call(dynamicState, {
      ids: [one, hidden, failed, 'nothing'],
      state: 'shown',
      reason,
    })
    expect(outcomes.map(({ errorCode }) => errorCode)).toEqual([20000, undefined, 50002, 10032])
    expect(outcomes.map((outcome) => outcome.reason)).toEqual(['content.shown', undefined, 'content.failed', undefined])
    const removed = await aPost()
    await admin.call(dynamicState, { ids: [removed], state: 'removed', reason })
    for (const state of ['removed', 'hidden'] as const)
      expect((await admin.call(dynamicState, { ids: [removed], state, reason })).outcomes).toMatchObject([
        { ok: false, errorCode: 20000, reason: 'content.removed' },
      ])
    expect(await post(removed)).toMatchObject({ state: 'removed' })
    expect(await post(failed)).toMatchObject({ state: 'hidden', can: { show: 'failed' } })
    expect(await admin.refused(dynamicState, { ids: [one], state: 'hidden', reason: ' ' })).toMatchObject({
      code: 11004,
    })
    expect(await admin.refused(dynamicState, { ids: [], state: 'hidden', reason })).toMatchObject({
      code: 10009,
      reason: 'batch.empty',
    })
    expect(await post(one)).toMatchObject({ state: 'shown' })
  })

  test('stay pinned until they are unpinned or hidden, and the app can read which', async () => {
    const [a, b] = [await aPost([], 2), await aPost([], 1)]
    const { outcomes } = await admin.call(dynamicPin, { ids: [a, b, 'nothing'], pinned: true })
    expect(outcomes.map(({ errorCode }) => errorCode)).toEqual([undefined, undefined, 10032])
    expect((await app.state('community')).json()).toMatchObject({ pinnedDynamics: [b, a] })
    expect(codes(await admin.call(dynamicPin, { ids: [a], pinned: true }))).toEqual([20000])
    await admin.call(dynamicState, { ids: [a], state: 'hidden', reason })
    expect(await post(a)).toMatchObject({ pinned: false })
    expect(codes(await admin.call(dynamicPin, { ids: [a], pinned: true }))).toEqual([1000002])
    await admin.call(dynamicPin, { ids: [b], pinned: false })
    expect((await app.state('community')).json()).toMatchObject({ pinnedDynamics: [] })
    expect((await admin.call(dynamicPin, { ids: [b], pinned: false })).outcomes).toMatchObject([
      { ok: false, errorCode: 20000, reason: 'content.notPinned' },
    ])
    const commands = await commandsAbout('config:community')
    expect(commands.map(({ type, data }) => [type, data])).toEqual(
      commands.map((_, index) => ['config.changed', { key: 'community', version: index + 1 }]),
    )
    expect(commands.length).toBeGreaterThanOrEqual(3)
  })

  test('are found by author, topic, state and time, page after page', async () => {
    const topic = `#t${last}`
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.unshift(await aPost(index % 2 ? [topic] : [], 10 - index))
    await admin.call(dynamicState, { ids: [ids[0]!], state: 'hidden', reason })
    const found = async (filter: object) =>
      (await admin.call(dynamicList, { userId: author, ...filter } as never)).records.map(({ dynamicId }) => dynamicId)
    expect(await found({})).toEqual(ids)
    expect(await found({ topic })).toEqual([ids[1], ids[3]])
    expect(await found({ state: 'hidden' })).toEqual([ids[0]])
    expect(await found({ pinned: true })).toEqual([])
    const first = await admin.call(dynamicList, { userId: author, size: 2 })
    const second = await admin.call(dynamicList, { userId: author, size: 2, after: first.next! })
    expect([...first.records, ...second.records].map(({ dynamicId }) => dynamicId)).toEqual(ids.slice(0, 4))
  })

  test('that passed the audit fail it when they are taken down, and return when that decision is reversed', async () => {
    const id = await aPost()
    await product.database.updateTable('audits.item').set({ state: 'passed' }).where('id', '=', id).execute()
    await product.database.deleteFrom('audits.review').where('item_id', '=', id).execute()
    await admin.call(dynamicPin, { ids: [id], pinned: true })
    await admin.call(dynamicState, { ids: [id], state: 'removed', reason })
    expect(await post(id)).toMatchObject({ state: 'removed', pinned: false, auditState: 'failed' })
    expect((await app.state('community')).json().pinnedDynamics).not.toContain(id)
    await admin.call(auditOverturn, { ids: [id], decision: 'passed' })
    expect(await post(id)).toMatchObject({ state: 'shown', auditState: 'passed' })
    const { history } = await admin.call(dynamicInfo, { dynamicId: id })
    expect(history.map(({ what }) => what)).toEqual(['shown', 'removed', 'pinned'])
  })

  test('taken down while claimed by a reviewer: the reviewer sees who did it', async () => {
    const id = await aPost()
    const reviewer = (await person(product, { permissions: everyMenu(3) })).client
    const { reviews } = await reviewer.call(auditClaim, { kind: 'dynamic', size: 40, sort: 'waiting', userId: author })
    await admin.call(dynamicState, { ids: [id], state: 'removed', reason })
    const { reviewId } = reviews.find(({ itemId }) => itemId === id)!
    const { outcomes } = await reviewer.call(auditDecide, { kind: 'dynamic', ids: [reviewId], decision: 'passed' })
    expect(outcomes).toMatchObject([{ ok: false, errorCode: 20000, errorMsg: expect.stringContaining('admin') }])
    expect(await post(id)).toMatchObject({ state: 'removed' })
  })

  test('two concurrent changes: each is sent once', async () => {
    const id = await aPost()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => admin.call(dynamicState, { ids: [id], state: 'hidden', reason })),
    )
    expect(answers.flatMap(codes).filter((code) => code === undefined)).toHaveLength(1)
    expect(new Set(answers.flatMap(codes))).toEqual(new Set([undefined, 20000]))
    expect(await commandsAbout(`user:${author}`)).toHaveLength(1)
    expect(await logOf(`dynamic ${id}`)).toHaveLength(1)
  })
})

describe('topics', () => {
  const of = async (topic: string) =>
    (await admin.call(topicList, { topic })).records.find((record) => record.topic === topic)

  test('count their posts exactly, with repeated, late or changed events', async () => {
    const [a, b] = [`#a${++last}`, `#b${last}`]
    const post = await aPost([a, a, b], 5)
    await aPost([a], 4)
    await countTopics(product.database)
    expect(await of(a)).toMatchObject({ posts: 2 })
    const again = (topics: string[], minutes: number) => ({
      type: 'dynamic.posted' as const,
      at: new Date(product.clock.now().getTime() - minutes * 60_000),
      data: { dynamicId: post, userId: author, text: 'Changed', pictureUrls: [], topics },
    })
    // Newer: leaves b. Older: changes nothing.
    await app.accepted(again([a], 1))
    await app.accepted(again([a, b], 9))
    await Promise.all([countTopics(product.database), countTopics(product.database)])
    expect(await of(a)).toMatchObject({ posts: 2 })
    expect(await of(b)).toMatchObject({ posts: 0 })
    const { rows } = await sql<{ name: string; posts: number }>`
      select t.name, t.posts from community.topic t
       where t.posts <> (select count(*) from community.dynamic d where t.name = any(d.topics))`.execute(
      product.database,
    )
    expect(rows).toEqual([])
  })

  test('are hidden and pinned, and the app can read which', async () => {
    const topic = `#c${++last}`
    await aPost([topic])
    await countTopics(product.database)
    await admin.call(topicPin, { ids: [topic], pinned: true })
    expect((await app.state('community')).json().pinnedTopics).toContain(topic)
    await admin.call(topicState, { ids: [topic], state: 'hidden', reason })
    expect(await of(topic)).toMatchObject({ state: 'hidden', pinned: false, can: { pin: 'notShown', show: true } })
    expect((await app.state('community')).json()).toMatchObject({ hiddenTopics: [topic] })
    expect(codes(await admin.call(topicState, { ids: [topic, '#none'], state: 'hidden', reason }))).toEqual([
      20000, 10032,
    ])
    expect(await admin.refused(topicState, { ids: [topic], state: 'shown', reason: '' })).toMatchObject({ code: 11004 })
    expect((await logOf(`topic ${topic}`)).map(({ operation }) => operation)).toEqual(['topic.pin', 'topic.state'])
  })
})

describe('comments', () => {
  test('are hidden, shown and taken down, with their history', async () => {
    const id = await aComment(await aPost())
    await admin.call(commentState, { ids: [id], state: 'removed', reason })
    await admin.call(commentState, { ids: [id], state: 'shown', reason: 'a mistake' })
    const { comment, dynamicText, history } = await admin.call(commentInfo, { commentId: id })
    expect(comment).toMatchObject({ state: 'shown', labels: ['spam'], user: { userId: author } })
    expect(dynamicText).toContain('Words of post-')
    expect(history.map(({ what }) => what)).toEqual(['shown', 'removed'])
    expect(await commandsAbout(`user:${author}`)).toEqual([
      { type: 'content.removed', data: { kind: 'comment', contentId: id, userId: author, reason } },
      { type: 'audit.decided', data: { itemId: id, userId: author, decision: 'passed', text: '' } },
    ])
    expect(codes(await admin.call(commentState, { ids: [id, 'none'], state: 'shown', reason }))).toEqual([20000, 10032])
  })

  test('are found by post and score, worst first', async () => {
    const dynamicId = await aPost()
    const [mild, bad] = [await aComment(dynamicId, 0.2), await aComment(dynamicId, 0.9)]
    const found = async (filter: object) =>
      (await admin.call(commentList, { dynamicId, ...filter } as never)).records.map(({ commentId }) => commentId)
    expect(await found({ sort: '-score' })).toEqual([bad, mild])
    expect(await found({ minScore: 0.5 })).toEqual([bad])
  })
})

const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined }[] }) =>
  outcomes.map((outcome) => outcome.errorCode)
