// Granting and deducting. Run by `grant.test.ts`, on its database.
import { userDeduct, userGrant } from '@greenroom/contract/users'
import { describe, expect, test } from 'vitest'
import { appUser, commandsAbout, giveTokens } from '../people.fixture.ts'
import { admin, anId, checker, codes, kind, logged, product, reason, spend, usdOf, walletOf } from './grant.fixture.ts'

export function granting(): void {
  describe('granting', () => {
    test('gives promotional tokens, without a USD side; with log entries and commands', async () => {
      const [a, b] = [await appUser(product), await appUser(product)]
      await giveTokens(product, b, { promo: 5, paid: 7, costMicros: 70_000 })
      const { outcomes, operationId, approvalId } = await admin.call(userGrant, {
        ids: [a, b, a],
        tokens: 100,
        kind,
        reason,
      })
      expect(outcomes).toEqual([
        { id: a, ok: true },
        { id: b, ok: true },
      ])
      expect(approvalId).toBeUndefined()
      expect(await walletOf(a)).toEqual([100, 0])
      expect(await walletOf(b)).toEqual([105, 7])
      expect(await usdOf(operationId!)).toEqual({})
      expect((await commandsAbout(product, b)).at(-1)).toEqual({
        type: 'wallet.changed',
        userId: b,
        paidTokens: 7,
        promoTokens: 105,
        bonus: 0,
      })
      expect((await logged(b)).at(-1)).toMatchObject({
        operation: 'user.grant',
        username: 'admin',
        reason,
        before: { operationId, promoTokens: '5' },
        after: { operationId, promoTokens: '105' },
      })
    })

    test('refuses invalid grants, and moves nothing', async () => {
      const a = await appUser(product)
      const payload = { ids: [a], tokens: 10, kind, reason }
      expect(await admin.refused(userGrant, { ...payload, tokens: 0 })).toEqual({ code: 90004, fields: ['tokens'] })
      expect(await admin.refused(userGrant, { ...payload, tokens: 10_000_001 })).toMatchObject({ code: 90004 })
      // All users together.
      const b = await appUser(product)
      expect(await admin.refused(userGrant, { ...payload, ids: [a, b], tokens: 5_000_001 })).toEqual({
        code: 90004,
        fields: ['tokens'],
        reason: 'money.total',
      })
      expect(await admin.refused(userGrant, { ...payload, kind: 'present' as never })).toMatchObject({ code: 90005 })
      expect(await admin.refused(userGrant, { ...payload, reason: '' })).toMatchObject({ code: 11004 })
      expect(await admin.refused(userGrant, { ...payload, ids: ['x' as never, a] })).toMatchObject({ code: 290005 })
      expect(await admin.refused(userDeduct, { ...payload, tokens: 0 })).toMatchObject({ code: 90004 })
      expect(await admin.refused(userDeduct, { ...payload, kind: '' as never })).toMatchObject({ code: 90005 })
      expect(await admin.refused(userDeduct, { ...payload, reason: ' ' })).toMatchObject({ code: 11004 })
      expect(await admin.refused(userGrant, { ...payload, ids: [] })).toMatchObject({
        code: 10009,
        reason: 'batch.empty',
      })
      expect(await walletOf(a)).toEqual([0, 0])
    })

    test('names the wrong ids of a pasted list, and grants nothing', async () => {
      const a = await appUser(product)
      const answer = await admin.send(userGrant, { ids: [4_000_001, a, 4_000_002], tokens: 10, kind, reason })
      expect(answer).toMatchObject({
        errorCode: 290005,
        detail: [{ field: 'ids', message: 'no such user: 4000001, 4000002' }],
      })
      expect(await walletOf(a)).toEqual([0, 0])
    })

    test('sent twice concurrently with one id, it is executed once and answered twice', async () => {
      const a = await appUser(product)
      const operationId = anId()
      const payload = { operationId, ids: [a], tokens: 50, kind, reason }
      const answers = await Promise.all(Array.from({ length: 6 }, () => admin.call(userGrant, payload)))
      for (const answer of answers) expect(answer).toEqual({ outcomes: [{ id: a, ok: true }], operationId })
      expect(await walletOf(a)).toEqual([50, 0])
      expect(await logged(a)).toHaveLength(1)
      expect(await admin.refused(userGrant, { ...payload, tokens: 51 })).toEqual({
        code: 20000,
        fields: ['operationId'],
        reason: 'operation.used',
      })
      expect(await admin.refused(userDeduct, payload)).toMatchObject({ code: 20000, reason: 'money.idUsed' })
      expect(await checker.refused(userGrant, payload)).toMatchObject({ code: 20000, reason: 'money.idUsed' })
    })
  })

  describe('deducting', () => {
    test('takes promotional tokens first, then paid ones with their deferred revenue', async () => {
      const a = await appUser(product)
      await giveTokens(product, a, { promo: 30, paid: 100, costMicros: 1_000_000 })
      const { operationId } = await admin.call(userDeduct, { ids: [a], tokens: 50, kind: 'correction', reason })
      expect(await walletOf(a)).toEqual([0, 80])
      expect(await usdOf(operationId!)).toEqual({ deferredTokens: -200_000n, feeIncome: 200_000n })
      expect((await logged(a)).at(-1)).toMatchObject({
        operation: 'user.deduct',
        before: { promoTokens: '30', paidTokens: '100' },
        after: { promoTokens: '0', paidTokens: '80' },
      })
    })

    test('each user separately: those with too few tokens are named and left unchanged', async () => {
      const [a, b] = [await appUser(product), await appUser(product)]
      await giveTokens(product, a, { promo: 10 })
      await giveTokens(product, b, { promo: 9 })
      const operationId = anId()
      const payload = { operationId, ids: [b, a], tokens: 10, kind, reason }
      expect(codes(await admin.call(userDeduct, payload))).toEqual([60001, undefined])
      expect([await walletOf(a), await walletOf(b)]).toEqual([
        [0, 0],
        [9, 0],
      ])
      expect(await logged(b)).toHaveLength(0)
      expect(codes(await admin.call(userDeduct, payload))).toEqual([60001, undefined])
    })

    test('without any user who has enough leaves no trace', async () => {
      const a = await appUser(product)
      const operationId = anId()
      const payload = { operationId, ids: [a], tokens: 10, kind, reason }
      expect(codes(await admin.call(userDeduct, payload))).toEqual([60001])
      await giveTokens(product, a, { promo: 10 })
      expect(codes(await admin.call(userDeduct, payload))).toEqual([undefined])
    })

    test('races with gifts: never below zero, and the answers are true', async () => {
      const a = await appUser(product)
      await giveTokens(product, a, { promo: 35, paid: 30, costMicros: 300_001 })
      const [deducted, sent] = await Promise.all([
        Promise.all(Array.from({ length: 5 }, () => admin.call(userDeduct, { ids: [a], tokens: 10, kind, reason }))),
        Promise.all(Array.from({ length: 5 }, () => spend(a, 10))),
      ])
      const returned =
        deducted.filter(({ outcomes }) => outcomes[0]!.ok).length + sent.filter((s) => s === 'accepted').length
      expect(returned).toBe(6)
      const [promoLeft, paidLeft] = await walletOf(a)
      expect(promoLeft! + paidLeft!).toBe(5)
    })
  })
}
