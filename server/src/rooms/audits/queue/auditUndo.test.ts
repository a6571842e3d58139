import { auditDecide, auditOverturn, auditUndo } from '@greenroom/contract/audits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setParam } from '../../../../test/params.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { anApp, commandsAbout } from '../../users/people.fixture.ts'
import {
  anyTemplate,
  appealed,
  appealOf,
  decided,
  holding,
  itemOf,
  later,
  reviewer,
  reviewsOfItem,
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

let user = 90_000
const refusal = (why: string) => [{ ok: false, errorCode: 20000, errorMsg: why }]

describe('an undone decision', () => {
  test('leaves the item, the review and the app as before', async () => {
    const anna = await reviewer(product, 'photo')
    const userId = ++user
    const itemId = await submitted(product, { userId })
    const id = await decided(product, anna, 'photo', itemId, 'failed')
    const { outcomes, reviews } = await anna.client.call(auditUndo, { kind: 'photo', ids: [id] })
    expect(outcomes).toEqual([{ id, ok: true }])
    expect(reviews).toMatchObject([{ reviewId: id, itemId, state: 'not audited', appeal: null }])
    expect(await itemOf(product, itemId)).toMatchObject({
      state: 'not audited',
      decided_at: null,
      decided_by: '',
      reason: '',
      version: 3,
    })
    expect(await reviewsOfItem(product, itemId)).toMatchObject([
      { state: 'waiting', decision: null, template_id: null, reason: '', decided_by: null, claimed_by: anna.staffId },
    ])
    expect((await commandsAbout(product, userId)).map((one) => [one['type'], one['decision'], one['text']])).toEqual([
      ['audit.decided', 'failed', 'This is against the rules of the platform.'],
      ['content.removed', undefined, undefined],
      ['audit.decided', 'not audited', ''],
    ])
    // The reviewer decides it again, and may undo that too.
    const { outcomes: again } = await anna.client.call(auditDecide, { kind: 'photo', ids: [id], decision: 'passed' })
    expect(again).toMatchObject([{ ok: true }])
    expect((await anna.client.call(auditUndo, { kind: 'photo', ids: [id] })).outcomes).toMatchObject([{ ok: true }])
    const operations = await product.database
      .selectFrom('log.readable')
      .select(['operation', 'before', 'after'])
      .where('target', '=', `item ${itemId}`)
      .orderBy('id')
      .execute()
    expect(operations.map(({ operation }) => operation)).toEqual([
      'audit.decide',
      'audit.undo',
      'audit.decide',
      'audit.undo',
    ])
    expect(operations[1]).toMatchObject({
      before: { state: 'failed' },
      after: { state: 'not audited', decision: null },
    })
  })

  test('of a certification restores the user’s state', async () => {
    const anna = await reviewer(product, 'official')
    const userId = ++user
    const itemId = await submitted(product, { kind: 'official', userId })
    const certified = async () =>
      (
        await product.database
          .selectFrom('users.app_user')
          .select('certified')
          .where('id', '=', BigInt(userId))
          .executeTakeFirstOrThrow()
      ).certified
    const id = await decided(product, anna, 'official', itemId, 'passed')
    expect(await certified()).toBe(true)
    await anna.client.call(auditUndo, { kind: 'official', ids: [id] })
    expect(await certified()).toBe(false)
  })

  test('of a post restores it; one hidden by staff stays hidden, and the app is informed', async () => {
    const anna = await reviewer(product, 'dynamic')
    const stateOf = async (id: string) =>
      (
        await product.database
          .selectFrom('community.dynamic')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).state
    for (const was of ['shown', 'hidden'] as const) {
      const userId = ++user
      const itemId = await submitted(product, { kind: 'dynamic', userId })
      await product.database.updateTable('community.dynamic').set({ state: was }).where('id', '=', itemId).execute()
      const id = await decided(product, anna, 'dynamic', itemId, 'failed')
      expect(await stateOf(itemId)).toBe('removed')
      await anna.client.call(auditUndo, { kind: 'dynamic', ids: [id] })
      expect(await stateOf(itemId)).toBe(was)
      expect((await commandsAbout(product, userId)).slice(2).map((one) => one['type'])).toEqual(
        was === 'shown' ? ['audit.decided'] : ['audit.decided', 'content.removed'],
      )
      const history = await product.database
        .selectFrom('community.change')
        .select(['what', 'by'])
        .where('of', '=', itemId)
        .orderBy('id')
        .execute()
      expect(history).toEqual([
        { what: 'removed', by: anna.username },
        { what: was, by: anna.username },
      ])
    }
    // Staff hid it as well: that prevails.
    const itemId = await submitted(product, { kind: 'dynamic' })
    const id = await decided(product, anna, 'dynamic', itemId, 'failed')
    await product.database
      .updateTable('community.dynamic')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', itemId)
      .execute()
    await anna.client.call(auditUndo, { kind: 'dynamic', ids: [id] })
    expect(await stateOf(itemId)).toBe('removed')
  })

  test('of an appeal restores the earlier decision', async () => {
    const [anna, bo] = [await reviewer(product, 'avatar'), await reviewer(product, 'avatar')]
    const userId = ++user
    const itemId = await submitted(product, { kind: 'avatar', userId })
    await decided(product, anna, 'avatar', itemId, 'failed')
    const failed = await itemOf(product, itemId)
    const appealId = `appeal-${itemId}`
    await appealed(product, { appealId, userId, itemId, text: 'It is me.' })
    const id = await decided(product, bo, 'avatar', itemId, 'passed')
    expect(await appealOf(product, appealId)).toMatchObject({ state: 'processed', outcome: 'passed' })
    const { outcomes, reviews } = await bo.client.call(auditUndo, { kind: 'avatar', ids: [id] })
    expect(outcomes).toMatchObject([{ ok: true }])
    expect(reviews).toMatchObject([{ appeal: { text: 'It is me.', reason: failed.reason } }])
    const { version: _, ...back } = await itemOf(product, itemId)
    const { version: __, ...before } = failed
    expect(back).toEqual(before)
    expect(await appealOf(product, appealId)).toMatchObject({ state: 'untreated', outcome: '', decided_at: null })
    expect(
      (await reviewsOfItem(product, itemId)).map(({ purpose, state, overturned }) => [purpose, state, overturned]),
    ).toEqual([
      ['first', 'done', false],
      ['appeal', 'waiting', false],
    ])
    expect((await commandsAbout(product, userId)).map((one) => one['decision'] ?? one['type'])).toEqual([
      'failed',
      'content.removed',
      'passed',
      'failed',
      'content.removed',
    ])
  })

  test('deletes the unclaimed reviews it created', async () => {
    const [anna, bo] = [await reviewer(product, 'cover'), await reviewer(product, 'cover')]
    await setParam(product, 'audit_quality_bp', 10_000)
    const userId = ++user
    const itemId = await submitted(product, { kind: 'cover', userId })
    const id = await decided(product, anna, 'cover', itemId, 'failed')
    await setParam(product, 'audit_quality_bp', 0)
    const appealId = `appeal-${itemId}`
    await appealed(product, { appealId, userId, itemId, text: 'Why?' })
    expect((await reviewsOfItem(product, itemId)).map(({ purpose }) => purpose)).toEqual(['first', 'quality', 'appeal'])
    expect((await anna.client.call(auditUndo, { kind: 'cover', ids: [id] })).outcomes).toMatchObject([{ ok: true }])
    expect((await reviewsOfItem(product, itemId)).map(({ purpose }) => purpose)).toEqual(['first'])
    expect(await appealOf(product, appealId)).toMatchObject({ state: 'untreated' })
    // The appeal is kept: the next fail sends it to another reviewer.
    await anna.client.call(auditDecide, { kind: 'cover', ids: [id], decision: 'failed', templateId })
    expect((await holding(bo, 'cover')).map((one) => [one.itemId, one.appeal?.text])).toEqual([[itemId, 'Why?']])
  })
})

describe('is refused', () => {
  test('too late, twice, to others, and after a newer decision', async () => {
    const [anna, bo] = [await reviewer(product, 'library'), await reviewer(product, 'library', 'photo')]
    const admin = await product.administrator()
    const undo = async (who: typeof anna, id: string) =>
      (await who.client.call(auditUndo, { kind: 'library', ids: [id] })).outcomes
    const fresh = async () => {
      const userId = ++user
      const itemId = await submitted(product, { kind: 'library', userId })
      return { itemId, userId, id: await decided(product, anna, 'library', itemId, 'failed') }
    }
    const late = await fresh()
    await later(product, late.itemId)
    expect(await undo(anna, late.id)).toMatchObject(refusal('the undo period is over'))

    const twice = await fresh()
    expect(await undo(bo, twice.id)).toMatchObject(refusal(`decided by ${anna.username}: failed`))
    expect(await undo(anna, twice.id)).toMatchObject([{ ok: true }])
    expect(await undo(anna, twice.id)).toMatchObject(refusal('not decided yet'))
    await anna.client.call(auditDecide, { kind: 'library', ids: [twice.id], decision: 'passed' })

    const changed = await fresh()
    await admin.call(auditOverturn, { ids: [changed.itemId], decision: 'passed' })
    expect(await undo(anna, changed.id)).toMatchObject(refusal('decided again since'))
    expect(await itemOf(product, changed.itemId)).toMatchObject({ state: 'passed', decided_by: 'admin' })

    const received = await fresh()
    await appealed(product, { appealId: 'a-heard', userId: received.userId, itemId: received.itemId, text: '' })
    await holding(bo, 'library')
    expect(await undo(anna, received.id)).toMatchObject(refusal('another reviewer has claimed it'))

    expect((await bo.client.call(auditUndo, { kind: 'photo', ids: [received.id] })).outcomes).toMatchObject([
      { ok: false, errorCode: 10032 },
    ])
  })

  test('of an undo and a concurrent change, one succeeds', async () => {
    const anna = await reviewer(product, 'basic')
    const admin = await product.administrator()
    for (let n = 0; n < 6; n++) {
      const itemId = await submitted(product, { kind: 'basic', userId: ++user })
      const id = await decided(product, anna, 'basic', itemId, 'failed')
      const [undone, overturned, undoneToo] = await Promise.all([
        anna.client.call(auditUndo, { kind: 'basic', ids: [id] }),
        admin.send(auditOverturn, { ids: [itemId], decision: 'passed' }),
        anna.client.call(auditUndo, { kind: 'basic', ids: [id] }),
      ])
      const succeeded = [undone, undoneToo].filter(({ outcomes }) => outcomes[0]!.ok).length
      const passed = overturned.code === 200 && overturned.result.outcomes[0]!.ok ? 1 : 0
      expect(succeeded + passed).toBe(1)
      expect(await itemOf(product, itemId)).toMatchObject({ state: passed ? 'passed' : 'not audited' })
      if (succeeded) await anna.client.call(auditDecide, { kind: 'basic', ids: [id], decision: 'passed' })
    }
  })
})
