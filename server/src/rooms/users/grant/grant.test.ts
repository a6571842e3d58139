import { userDeduct, userGrant, userGrantReverse } from '@greenroom/contract/users'
import { describe, expect, test } from 'vitest'
import { appUser, giveTokens } from '../people.fixture.ts'
import {
  admin,
  anId,
  checker,
  codes,
  kind,
  logged,
  product,
  reason,
  spend,
  startGrants,
  usdOf,
  walletOf,
} from './grant.fixture.ts'
import { granting } from './grant.giving.suite.ts'
import { overTheLimit } from './grant.limit.suite.ts'

startGrants()
granting()
overTheLimit()

describe('reversing', () => {
  test('a grant takes the remaining promotional tokens, and reports users with too few', async () => {
    const [a, b, c] = [await appUser(product), await appUser(product), await appUser(product)]
    await giveTokens(product, c, { paid: 500, costMicros: 5_000_000 })
    const { operationId } = await admin.call(userGrant, { ids: [a, b, c], tokens: 100, kind, reason })
    await spend(b, 40)
    await spend(c, 100)
    const { outcomes } = await admin.call(userGrantReverse, { grantId: operationId!, reason: 'a mistake' })
    expect(outcomes).toMatchObject([
      { id: a, ok: true },
      { id: b, ok: false, errorCode: 60001, errorMsg: '60 of 100 reversed; the rest is spent' },
      { id: c, ok: false, errorCode: 60001 },
    ])
    // Paid tokens are not taken.
    expect(await Promise.all([a, b, c].map(walletOf))).toEqual([
      [0, 0],
      [0, 0],
      [0, 500],
    ])
    expect((await logged(b)).at(-1)).toMatchObject({
      operation: 'user.grantReverse',
      reason: 'a mistake',
      before: { promoTokens: '60' },
      after: { promoTokens: '0' },
    })
  })

  test('a deduction is returned as it was taken', async () => {
    const [a, b] = [await appUser(product), await appUser(product)]
    await giveTokens(product, a, { promo: 30, paid: 100, costMicros: 1_000_000 })
    const { operationId } = await admin.call(userDeduct, { ids: [a, b], tokens: 50, kind, reason })
    const { outcomes } = await admin.call(userGrantReverse, { grantId: operationId!, reason })
    expect(outcomes).toEqual([{ id: a, ok: true }])
    expect(await walletOf(a)).toEqual([30, 100])
    expect(await usdOf(operationId!)).toEqual({ deferredTokens: 0n, feeIncome: 0n })
  })

  test('happens once, also for concurrent requests', async () => {
    const a = await appUser(product)
    await giveTokens(product, a, { promo: 100 })
    const { operationId } = await admin.call(userGrant, { ids: [a], tokens: 100, kind, reason })
    const payload = { grantId: operationId!, reason }
    const answers = await Promise.all([admin, checker, admin, checker].map((c) => c.send(userGrantReverse, payload)))
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    for (const answer of answers)
      if (answer.code === 500)
        expect(answer).toMatchObject({ errorCode: 20000, detail: [{ reason: 'money.takenBack' }] })
    expect(await walletOf(a)).toEqual([100, 0])
  })

  test('of a fully spent grant leaves no trace and may be retried', async () => {
    const a = await appUser(product)
    const { operationId } = await admin.call(userGrant, { ids: [a], tokens: 10, kind, reason })
    await spend(a, 10)
    expect(codes(await admin.call(userGrantReverse, { grantId: operationId!, reason }))).toEqual([60001])
    await admin.call(userGrant, { ids: [a], tokens: 10, kind, reason })
    expect(codes(await admin.call(userGrantReverse, { grantId: operationId!, reason }))).toEqual([undefined])
  })

  test('needs an operation and a reason', async () => {
    expect(await admin.refused(userGrantReverse, { grantId: anId(), reason })).toMatchObject({ code: 10032 })
    expect(await admin.refused(userGrantReverse, { grantId: anId(), reason: '' })).toMatchObject({ code: 11004 })
  })
})
