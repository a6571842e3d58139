import { auditItemInfo, auditLogList, auditOverturn } from '@greenroom/contract/audits'
import type { Payload } from '@greenroom/contract/call'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { anApp, appUser, commandsAbout } from '../../users/people.fixture.ts'
import { anItem, aReview } from '../audits.fixture.ts'

let product: TestProduct
let admin: Client
/** An account with read-write access to the log that is no supervisor. */
let moderator: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  moderator = (await person(product, { permissions: { 'audits.log': 3, 'audits.quality': 1 } })).client
  await anApp(product)
})
afterAll(() => product.close())

/** Built-in templates: one for photos, one for greetings only. */
const templates: { photo: number; greeting: number } = { photo: 0, greeting: 0 }
beforeEach(async () => {
  const rows = await product.database.selectFrom('audits.template').selectAll().execute()
  templates.photo = rows.find((row) => row.titles.en === 'Unclear picture')!.id
  templates.greeting = rows.find((row) => row.titles.en === 'Insulting or abusive')!.id
})

const decided = async (state: 'passed' | 'failed', given: Parameters<typeof anItem>[1] = {}) => {
  const itemId = await anItem(product, { state, ...given })
  const reviewId = await aReview(product, { itemId, decision: state, decidedBy: { id: 7, name: 'reviewer7' } })
  return { itemId, reviewId }
}
const reviewsOf = (itemId: string) =>
  product.database
    .selectFrom('audits.review')
    .selectAll()
    .where('item_id', '=', itemId)
    .orderBy('decided_at')
    .orderBy('id')
    .execute()
const list = async (payload: Payload<typeof auditLogList>) =>
  (await admin.call(auditLogList, { size: 200, ...payload })).records

describe('a passed item fails later', () => {
  test('its state changes, its decision is overturned, and the app and the user are informed', async () => {
    const userId = await appUser(product)
    await product.database
      .updateTable('users.app_user')
      .set({ language: 'zh' })
      .where('id', '=', BigInt(userId))
      .execute()
    const { itemId, reviewId } = await decided('passed', { userId })
    const { outcomes } = await moderator.call(auditOverturn, {
      ids: [itemId],
      decision: 'failed',
      templateId: templates.photo,
      note: 'seen by chance',
    })
    expect(outcomes).toEqual([{ id: itemId, ok: true }])

    const { item, decisions, can } = await admin.call(auditItemInfo, { itemId })
    expect(item).toMatchObject({ state: 'failed', version: 2, user: { userId } })
    expect(can).toEqual({ fail: 'failedAlready', pass: true })
    expect(decisions).toMatchObject([
      {
        purpose: 'overturn',
        decision: 'failed',
        note: 'seen by chance',
        reason: '图片模糊、过暗或不完整，请上传清晰的图片。',
      },
      { purpose: 'first', decision: 'passed', decidedBy: 'reviewer7' },
    ])
    const rows = await reviewsOf(itemId)
    expect(rows.map(({ id, overturned }) => [id === reviewId, overturned])).toEqual([
      [true, true],
      [false, false],
    ])
    expect(rows[1]).toMatchObject({ template_id: templates.photo, before_state: 'passed', state: 'done' })

    const text = '图片模糊、过暗或不完整，请上传清晰的图片。'
    expect(await commandsAbout(product, userId)).toEqual([
      { type: 'audit.decided', itemId, userId, decision: 'failed', text },
      { type: 'content.removed', kind: 'photo', contentId: itemId, userId, reason: text },
    ])
    const entry = await product.database
      .selectFrom('log.readable')
      .selectAll()
      .where('target', '=', `item ${itemId}`)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      operation: 'audit.overturn',
      reason: 'seen by chance',
      content: expect.stringMatching(/^Photo of Someone \d+ \(\d+\) failed/),
      before: { state: 'passed', decidedBy: 'someone' },
      after: { state: 'failed', reason: text },
    })
  })

  test('an open second review is removed from the queue, a decided one stays', async () => {
    const { itemId, reviewId } = await decided('passed')
    await aReview(product, { itemId, purpose: 'quality', decision: 'passed', comparesId: reviewId })
    await aReview(product, { itemId, purpose: 'quality', comparesId: reviewId })
    await admin.call(auditOverturn, { ids: [itemId], decision: 'failed', templateId: templates.photo })
    const rows = await reviewsOf(itemId)
    expect(rows.map(({ purpose, state }) => `${purpose} ${state}`).toSorted()).toEqual([
      'first done',
      'overturn done',
      'quality done',
    ])
    // It only compared, so it can't be overturned.
    expect(rows.find(({ purpose }) => purpose === 'quality')!.overturned).toBe(false)
  })

  test('it needs a template that the queue offers', async () => {
    const { itemId } = await decided('passed')
    const fail = { ids: [itemId], decision: 'failed' as const }
    expect(await admin.refused(auditOverturn, fail)).toEqual({
      code: 11004,
      fields: ['templateId'],
      reason: 'template.missing',
    })
    for (const templateId of [templates.greeting, 99_999])
      expect(await admin.refused(auditOverturn, { ...fail, templateId })).toEqual({
        code: 10032,
        fields: ['templateId'],
        reason: 'template.notOffered',
      })
    await product.database
      .updateTable('audits.template')
      .set({ enabled: false })
      .where('id', '=', templates.photo)
      .execute()
    expect(await admin.refused(auditOverturn, { ...fail, templateId: templates.photo })).toMatchObject({
      code: 10032,
      reason: 'template.notOffered',
    })
    await product.database
      .updateTable('audits.template')
      .set({ enabled: true })
      .where('id', '=', templates.photo)
      .execute()
    expect((await admin.call(auditItemInfo, { itemId })).item.state).toBe('passed')
  })

  test('of two concurrent changes one succeeds, and the other is refused with who made it', async () => {
    const { itemId } = await decided('passed')
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        admin.call(auditOverturn, { ids: [itemId], decision: 'failed', templateId: templates.photo }),
      ),
    )
    const outcomes = answers.map(({ outcomes: [one] }) => one!)
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    for (const late of outcomes.filter(({ ok }) => !ok))
      expect(late).toMatchObject({ errorCode: 20000, errorMsg: expect.stringContaining('already failed by admin at ') })
    expect((await reviewsOf(itemId)).filter(({ purpose }) => purpose === 'overturn')).toHaveLength(1)
  })
})

describe('a failed item passes', () => {
  test('only by a supervisor', async () => {
    const { itemId } = await decided('failed')
    expect(await moderator.refused(auditOverturn, { ids: [itemId], decision: 'passed' })).toEqual({
      code: 10026,
      fields: ['menu'],
      reason: 'menu.missing',
    })
    const { client } = await person(product, { permissions: { 'audits.log': 3, 'audits.quality': 3 } })
    expect((await client.call(auditOverturn, { ids: [itemId], decision: 'passed' })).outcomes).toEqual([
      { id: itemId, ok: true },
    ])
    const { item, decisions } = await client.call(auditItemInfo, { itemId })
    expect(item.state).toBe('passed')
    expect(decisions[0]).toMatchObject({ purpose: 'overturn', decision: 'passed', reason: '' })
  })

  test('an earlier decision is valid again when the item changes back', async () => {
    const { itemId } = await decided('failed')
    await admin.call(auditOverturn, { ids: [itemId], decision: 'passed' })
    await admin.call(auditOverturn, { ids: [itemId], decision: 'failed', templateId: templates.photo })
    const rows = await reviewsOf(itemId)
    expect(rows.map(({ purpose, decision, overturned }) => `${purpose} ${decision} ${overturned}`).toSorted()).toEqual([
      'first failed false',
      'overturn failed false',
      'overturn passed true',
    ])
  })

  test('it answers an open appeal', async () => {
    const userId = await appUser(product)
    const { itemId } = await decided('failed', { userId })
    const appealId = `appeal-of-${itemId}`
    await product.database
      .insertInto('audits.appeal')
      .values({
        id: appealId,
        user_id: BigInt(userId),
        item_id: itemId,
        text: 'It is me.',
        appealed_at: product.clock.now(),
      })
      .execute()
    await aReview(product, { itemId, purpose: 'appeal', appealId })
    await admin.call(auditOverturn, { ids: [itemId], decision: 'passed' })
    const { appeals } = await admin.call(auditItemInfo, { itemId })
    expect(appeals).toMatchObject([{ appealId, text: 'It is me.', state: 'processed' }])
    expect((await reviewsOf(itemId)).filter(({ state }) => state === 'waiting')).toEqual([])
    const appeal = await product.database
      .selectFrom('audits.appeal')
      .selectAll()
      .where('id', '=', appealId)
      .executeTakeFirstOrThrow()
    expect(appeal.outcome).toBe('passed')
  })
})

describe('a batch', () => {
  test('has an outcome for each item, also for items of several kinds', async () => {
    const [a, b] = [await decided('passed'), await decided('passed', { kind: 'cover' })]
    const { outcomes } = await admin.call(auditOverturn, {
      ids: [a.itemId, 'item-of-nobody', b.itemId, a.itemId],
      decision: 'failed',
      templateId: templates.photo,
    })
    expect(outcomes.map(({ id, ok, errorCode }) => [id, ok || errorCode])).toEqual([
      [a.itemId, true],
      ['item-of-nobody', 10032],
      [b.itemId, true],
    ])
  })

  test('may only contain decided items of one state', async () => {
    const [passed, failed, waits] = [await decided('passed'), await decided('failed'), await anItem(product)]
    const templateId = templates.photo
    for (const [reason, ids] of [
      ['item.mixed', [passed.itemId, failed.itemId]],
      ['item.mixed', [passed.itemId, waits]],
      ['item.undecided', [waits]],
    ] as const)
      expect(await admin.refused(auditOverturn, { ids: [...ids], decision: 'failed', templateId })).toEqual({
        code: 50002,
        fields: ['ids'],
        reason,
      })
    expect((await admin.call(auditItemInfo, { itemId: passed.itemId })).item.state).toBe('passed')
    expect(await admin.refused(auditOverturn, { ids: [], decision: 'failed', templateId })).toEqual({
      code: 10009,
      fields: ['ids'],
      reason: 'batch.empty',
    })
  })

  test('without any change leaves no trace', async () => {
    const { itemId } = await decided('failed')
    const { outcomes } = await admin.call(auditOverturn, {
      ids: [itemId],
      decision: 'failed',
      templateId: templates.photo,
    })
    expect(outcomes).toMatchObject([{ ok: false, errorCode: 20000, reason: 'item.failedBy' }])
    const { itemId: passed } = await decided('passed')
    expect((await admin.call(auditOverturn, { ids: [passed], decision: 'passed' })).outcomes).toMatchObject([
      { ok: false, errorCode: 20000, reason: 'item.passedBy' },
    ])
    const entries = await product.database
      .selectFrom('log.readable')
      .selectAll()
      .where('target', '=', `item ${itemId}`)
      .execute()
    expect(entries).toEqual([])
    expect(await reviewsOf(itemId)).toHaveLength(1)
  })
})

describe('the log', () => {
  test('shows every decision, newest first, and no open review', async () => {
    const userId = await appUser(product)
    const at = (minute: number) => new Date(product.clock.now().getTime() - (60 - minute) * 60_000)
    const itemId = await anItem(product, { userId, state: 'failed', kind: 'avatar', submittedAt: at(0), score: 0.25 })
    const first = await aReview(product, {
      itemId,
      decision: 'passed',
      decidedAt: at(5),
      overturned: true,
      decidedBy: { id: 3, name: 'reviewer3' },
    })
    const second = await aReview(product, {
      itemId,
      purpose: 'overturn',
      decision: 'failed',
      decidedAt: at(10),
      waitingSince: at(10),
      templateId: templates.photo,
      reason: 'told',
    })
    await aReview(product, { itemId, purpose: 'appeal' })
    const rows = await list({ userId })
    expect(rows.map(({ reviewId }) => reviewId)).toEqual([second, first])
    expect(rows[1]).toMatchObject({
      itemId,
      kind: 'avatar',
      purpose: 'first',
      decision: 'passed',
      state: 'failed',
      decidedBy: 'reviewer3',
      waitedSeconds: 300,
      score: 0.25,
      user: { userId },
      can: { fail: 'failedAlready', pass: true },
    })

    const one = async (payload: Payload<typeof auditLogList>) =>
      (await list({ userId, ...payload })).map(({ reviewId }) => reviewId)
    expect(await one({ decision: 'failed' })).toEqual([second])
    expect(await one({ purpose: 'first' })).toEqual([first])
    expect(await one({ kind: 'photo' })).toEqual([])
    expect(await one({ kind: 'avatar', state: 'failed' })).toEqual([second, first])
    expect(await one({ state: 'passed' })).toEqual([])
    expect(await one({ decidedBy: 'reviewer3' })).toEqual([first])
    expect(await one({ templateId: templates.photo })).toEqual([second])
    expect(await one({ itemId })).toEqual([second, first])
    // The decisions' own day: shortly after midnight they were made the day before.
    const day = at(5).toISOString().slice(0, 10)
    expect(await one({ startTimeStr: day }).then((ids) => ids.length)).toBeGreaterThan(0)
    expect(await one({ endTimeStr: '2020-01-01' })).toEqual([])
  })

  test('pages by a cursor without gaps or repeats', async () => {
    const userId = await appUser(product)
    const at = product.clock.now()
    // All at the same time: ordered by id.
    for (let n = 0; n < 7; n++)
      await aReview(product, {
        itemId: await anItem(product, { userId, state: 'passed' }),
        decision: 'passed',
        decidedAt: at,
      })
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await admin.call(auditLogList, { userId, size: 3, ...(after && { after }) })
      seen.push(...page.records.map(({ reviewId }) => reviewId))
      after = page.next
    } while (after)
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  test('a read-only account gets no actions', async () => {
    const { itemId } = await decided('passed')
    const { client } = await person(product, { permissions: { 'audits.log': 1 } })
    expect((await client.call(auditLogList, { itemId })).records[0]!.can).toEqual({
      fail: 'readOnly',
      pass: 'readOnly',
    })
    expect(
      await client.refused(auditOverturn, { ids: [itemId], decision: 'failed', templateId: templates.photo }),
    ).toMatchObject({ code: 10026, reason: 'menu.missing' })
    expect(await client.refused(auditItemInfo, { itemId: 'item-of-nobody' })).toMatchObject({ code: 10032 })
  })
})
