import { auditDecide } from '@greenroom/contract/audits'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setParam } from '../../../../test/params.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { anApp, commandsAbout } from '../../users/people.fixture.ts'
import {
  anyTemplate,
  claimReview,
  decided,
  holding,
  itemOf,
  type Kind,
  reviewer,
  reviewsOfItem,
  runOut,
  submitted,
} from './auditQueue.fixture.ts'

let product: TestProduct
let templateId: number
beforeAll(async () => {
  product = await startProduct()
  templateId = await anyTemplate(product)
  await anApp(product)
  await setParam(product, 'audit_quality_bp', 0)
})
afterAll(() => product.close())

let user = 80_000
const speaks = (userId: number, language: string) =>
  product.database.updateTable('users.app_user').set({ language }).where('id', '=', BigInt(userId)).execute()
const entriesOf = (itemId: string) =>
  product.database.selectFrom('log.readable').selectAll().where('target', '=', `item ${itemId}`).orderBy('id').execute()

describe('a decision', () => {
  test('changes the item, is logged, and informs the app and the user in the user’s language', async () => {
    const anna = await reviewer(product, 'photo')
    const userId = ++user
    const itemId = await submitted(product, { userId })
    await speaks(userId, 'zh-CN')
    const id = await claimReview(anna, 'photo', itemId)
    const { outcomes, undoUntil } = await anna.client.call(auditDecide, {
      kind: 'photo',
      ids: [id, id],
      decision: 'failed',
      templateId,
      note: 'a bot',
    })
    expect(outcomes).toEqual([{ id, ok: true }])
    const item = await itemOf(product, itemId)
    expect(item).toMatchObject({
      state: 'failed',
      decided_by: anna.username,
      reason: '该内容违反平台规则。',
      version: 2,
    })
    expect(new Date(undoUntil).getTime() - item.decided_at!.getTime()).toBe(30_000)
    expect(await reviewsOfItem(product, itemId)).toMatchObject([
      {
        id,
        state: 'done',
        decision: 'failed',
        purpose: 'first',
        before_state: 'not audited',
        template_id: templateId,
        reason: '该内容违反平台规则。',
        note: 'a bot',
        decided_by: anna.staffId,
        decided_name: anna.username,
        claimed_by: null,
        overturned: false,
      },
    ])
    expect(await commandsAbout(product, userId)).toEqual([
      { type: 'audit.decided', itemId, userId, decision: 'failed', text: '该内容违反平台规则。' },
      { type: 'content.removed', kind: 'photo', contentId: itemId, userId, reason: '该内容违反平台规则。' },
    ])
    expect(await entriesOf(itemId)).toMatchObject([
      {
        operation: 'audit.decide',
        content: expect.stringMatching(/^Photo of \d+ failed: Against the rules.+\d+ 的照片审核不通过：违反平台规则$/),
        menu_key: 'audits.photo',
        before: { state: 'not audited', reviewId: id },
        after: { state: 'failed', note: 'a bot', reason: '该内容违反平台规则。' },
      },
    ])
  })

  test('to pass sends no text', async () => {
    const anna = await reviewer(product, 'greeting')
    const userId = ++user
    const itemId = await submitted(product, { kind: 'greeting', userId })
    await decided(product, anna, 'greeting', itemId, 'passed')
    expect(await commandsAbout(product, userId)).toEqual([
      { type: 'audit.decided', itemId, userId, decision: 'passed', text: '' },
    ])
  })

  test('certifies a user until no passed certification is left', async () => {
    const anna = await reviewer(product, 'official', 'photo')
    const userId = ++user
    const certified = async () =>
      (
        await product.database
          .selectFrom('users.app_user')
          .select('certified')
          .where('id', '=', BigInt(userId))
          .executeTakeFirstOrThrow()
      ).certified
    const first = await submitted(product, { kind: 'official', userId })
    const second = await submitted(product, { kind: 'official', userId })
    await decided(product, anna, 'official', first, 'failed')
    expect(await certified()).toBe(false)
    await decided(product, anna, 'official', second, 'passed')
    expect(await certified()).toBe(true)
    // Shown beside later submissions, but not beside itself.
    const photo = await submitted(product, { userId })
    const card = (await holding(anna, 'photo')).find((one) => one.itemId === photo)
    expect(card).toMatchObject({ certifiedItemId: second, user: { certified: true } })
    const third = await submitted(product, { kind: 'official', userId })
    await decided(product, anna, 'official', third, 'failed')
    expect(await certified()).toBe(true)
  })

  test('hides a post and keeps its previous state', async () => {
    const anna = await reviewer(product, 'dynamic')
    const itemId = await submitted(product, { kind: 'dynamic' })
    await product.database.updateTable('community.dynamic').set({ pinned: true }).where('id', '=', itemId).execute()
    await decided(product, anna, 'dynamic', itemId, 'failed')
    const post = await product.database
      .selectFrom('community.dynamic')
      .selectAll()
      .where('id', '=', itemId)
      .executeTakeFirstOrThrow()
    expect(post).toMatchObject({ state: 'removed', removed_from: 'shown', pinned: false })
    const history = await product.database.selectFrom('community.change').selectAll().where('of', '=', itemId).execute()
    expect(history).toMatchObject([
      { what: 'removed', by: anna.username, reason: 'This is against the rules of the platform.' },
    ])
  })
})

describe('is refused', () => {
  test('for a fail without a template of the queue', async () => {
    const anna = await reviewer(product, 'avatar')
    const itemId = await submitted(product, { kind: 'avatar' })
    const ids = [await claimReview(anna, 'avatar', itemId)]
    const payload = { kind: 'avatar', ids, decision: 'failed' } as const
    expect(await anna.client.refused(auditDecide, payload)).toEqual({
      code: 11004,
      fields: ['templateId'],
      reason: 'template.missing',
    })
    const { id: forTexts } = await product.database
      .selectFrom('audits.template')
      .select('id')
      .where(sql<string>`titles ->> 'en'`, '=', 'Insulting or abusive')
      .executeTakeFirstOrThrow()
    for (const other of [forTexts, 999_999])
      expect(await anna.client.refused(auditDecide, { ...payload, templateId: other })).toEqual({
        code: 10032,
        fields: ['templateId'],
        reason: 'template.notOffered',
      })
    await product.database.updateTable('audits.template').set({ enabled: false }).where('id', '=', templateId).execute()
    expect(await anna.client.refused(auditDecide, { ...payload, templateId })).toMatchObject({
      code: 10032,
      reason: 'template.notOffered',
    })
    await product.database.updateTable('audits.template').set({ enabled: true }).where('id', '=', templateId).execute()
    expect(await anna.client.refused(auditDecide, { ...payload, ids: [] })).toMatchObject({
      code: 10009,
      reason: 'batch.empty',
    })
    expect(await itemOf(product, itemId)).toMatchObject({ state: 'not audited' })
  })

  test('per item that was lost, with who holds or decided it; the others are decided', async () => {
    const [anna, bo] = [await reviewer(product, 'library'), await reviewer(product, 'library')]
    const items = await Promise.all([1, 2, 3, 4].map(() => submitted(product, { kind: 'library' })))
    const held = new Map((await holding(anna, 'library')).map((one) => [one.itemId, one.reviewId]))
    const [theirs, lost, decidedElsewhere, ranOut] = items.map((itemId) => held.get(itemId)!)
    await runOut(product, lost!, decidedElsewhere!, ranOut!)
    await holding(bo, 'library')
    await runOut(product, ranOut!)
    await bo.client.call(auditDecide, { kind: 'library', ids: [decidedElsewhere!], decision: 'failed', templateId })
    const other = '01900000-0000-7000-8000-000000000000'
    const ids = [lost!, decidedElsewhere!, ranOut!, other, theirs!]
    const { outcomes } = await anna.client.call(auditDecide, { kind: 'library', ids, decision: 'passed' })
    expect(outcomes).toMatchObject([
      { id: lost, ok: false, errorCode: 20000, errorMsg: `claimed by ${bo.username}` },
      { id: decidedElsewhere, ok: false, errorCode: 20000, errorMsg: `decided by ${bo.username}: failed` },
      { id: ranOut, ok: false, errorCode: 20000, errorMsg: 'the claim has expired' },
      { id: other, ok: false, errorCode: 10032, errorMsg: expect.any(String) },
      { id: theirs, ok: true },
    ])
    expect(await itemOf(product, items[0]!)).toMatchObject({ state: 'passed' })
    expect(await itemOf(product, items[1]!)).toMatchObject({ state: 'not audited' })
    expect(await itemOf(product, items[2]!)).toMatchObject({ state: 'failed', decided_by: bo.username })
  })

  test('twice: of concurrent decisions one succeeds', async () => {
    const anna = await reviewer(product, 'cover')
    for (let n = 0; n < 5; n++) await submitted(product, { kind: 'cover' })
    const ids = (await holding(anna, 'cover')).map(({ reviewId }) => reviewId)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        anna.client.call(auditDecide, {
          kind: 'cover' satisfies Kind,
          ids: n % 2 ? ids.toReversed() : ids,
          decision: n % 2 ? 'passed' : 'failed',
          templateId,
        }),
      ),
    )
    const done = answers.map(({ outcomes }) => outcomes.filter(({ ok }) => ok).length)
    expect(done.toSorted((a, b) => b - a)).toEqual([5, 0, 0, 0, 0, 0])
    const all = answers.flatMap(({ outcomes }) => outcomes)
    for (const { ok, errorMsg } of all)
      if (!ok) expect(errorMsg).toMatch(new RegExp(`^decided by ${anna.username}: (passed|failed)$`))
    const entries = await product.database
      .selectFrom('log.readable')
      .select('id')
      .where('operation', '=', 'audit.decide')
      .where('username', '=', anna.username)
      .execute()
    expect(entries).toHaveLength(5)
  })
})
