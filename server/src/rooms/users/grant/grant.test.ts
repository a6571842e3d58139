import { approvalCancel, approvalDecide, approvalInfo } from '@greenroom/contract/system'
import { userDeduct, userDetail, userGrant, userGrantList, userGrantReverse } from '@greenroom/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database.ts'
import { newId } from '../../../kit/random.ts'
import { bonus, ofPlatform, paid, post, promo, takeTokens, takingLegs, verifyLedger } from '../../../ledger/index.ts'
import { anApp, appUser, commandsAbout, giveTokens } from '../people.fixture.ts'

let product: TestProduct
let admin: Client
let checker: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  checker = (await person(product, { permissions: { 'users.grant': 3, 'system.approval': 3 } })).client
  await anApp(product)
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

/** A member of staff with no grants today. */
const maker = () => person(product, { permissions: { 'users.list': 1, 'users.grant': 3 } })
const reason = 'an apology'
const kind = 'compensation' as const
const anId = () => newId(product.clock.now())
const walletOf = async (userId: number) => {
  const { paidTokens, promoTokens } = (await admin.call(userDetail, { userId })).user.wallet
  return [promoTokens, paidTokens]
}
const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined }[] }) =>
  outcomes.map((outcome) => outcome.errorCode)
const logged = (userId: number) =>
  product.database.selectFrom('log.entry').selectAll().where('target', '=', `user ${userId}`).orderBy('id').execute()
/** The operation's USD micros on platform accounts, by account; credit-positive. */
async function usdOf(operationId: string): Promise<Record<string, bigint>> {
  const rows = await product.database
    .selectFrom('ledger.entry as e')
    .innerJoin('ledger.transfer as t', 't.id', 'e.transfer_id')
    .innerJoin('ledger.account as a', 'a.id', 'e.account_id')
    .select(['a.purpose', 'e.amount'])
    .where('t.reference', '=', `operation ${operationId}`)
    .where('e.currency', '=', 'USD')
    .execute()
  return rows.reduce<Record<string, bigint>>(
    (sums, { purpose, amount }) => ({ ...sums, [purpose]: (sums[purpose] ?? 0n) + amount }),
    {},
  )
}
/** Sends a gift of this many tokens. */
const spend = (userId: number, tokens: number) =>
  inTransaction(product.database, async (tx) => {
    const [id, at, burn] = [BigInt(userId), product.clock.now(), ofPlatform('burn', 'TOKEN')]
    const [outcome] = await post(tx, 'test', at, [
      {
        id: newId(at),
        kind: 'gift',
        phase: 'single',
        reference: 'gift',
        occurredAt: at,
        request: {},
        accounts: [promo(id), paid(id), bonus(id), burn],
        decide: (balances) => {
          const split = takeTokens(balances, id, BigInt(tokens))
          return split ? [...takingLegs(id, split), { account: burn, amount: BigInt(tokens) }] : 60001
        },
      },
    ])
    return outcome!.status
  })

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
    })
    expect(await admin.refused(userGrant, { ...payload, kind: 'present' as never })).toMatchObject({ code: 90005 })
    expect(await admin.refused(userGrant, { ...payload, reason: '' })).toMatchObject({ code: 11004 })
    expect(await admin.refused(userGrant, { ...payload, ids: ['x' as never, a] })).toMatchObject({ code: 290005 })
    expect(await admin.refused(userDeduct, { ...payload, tokens: 0 })).toMatchObject({ code: 90004 })
    expect(await admin.refused(userDeduct, { ...payload, kind: '' as never })).toMatchObject({ code: 90005 })
    expect(await admin.refused(userDeduct, { ...payload, reason: ' ' })).toMatchObject({ code: 11004 })
    expect(await admin.refused(userGrant, { ...payload, ids: [] })).toMatchObject({ code: 10009 })
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
    expect(await admin.refused(userGrant, { ...payload, tokens: 51 })).toEqual({ code: 20000, fields: ['operationId'] })
    expect(await admin.refused(userDeduct, payload)).toMatchObject({ code: 20000 })
    expect(await checker.refused(userGrant, payload)).toMatchObject({ code: 20000 })
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

describe('over the limit', () => {
  const ask = async (
    call: typeof userGrant | typeof userDeduct,
    ids: number[],
    tokens: number,
    operationId = anId(),
  ) => {
    const answer = await admin.call(call, { operationId, ids, tokens, kind, reason })
    expect(answer).toEqual({ outcomes: [], operationId, approvalId: expect.any(String) })
    return { operationId, approvalId: answer.approvalId! }
  }
  const approve = (approvalId: string) => checker.call(approvalDecide, { ids: [approvalId], decision: 'approve' })

  test('it waits for another member of staff, whose approval executes it', async () => {
    const [a, b] = [await appUser(product), await appUser(product)]
    const { operationId, approvalId } = await ask(userGrant, [a, b], 50_005)
    expect(await walletOf(a)).toEqual([0, 0])
    expect(await ask(userGrant, [a, b], 50_005, operationId)).toEqual({ operationId, approvalId })
    // Never by the maker.
    const own = await admin.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
    expect(codes(own)).toEqual([10026])
    expect(codes(await approve(approvalId))).toEqual([undefined])
    expect(await walletOf(b)).toEqual([50_005, 0])
    expect((await logged(b)).at(-1)).toMatchObject({ operation: 'user.grant', reason })
    expect(await admin.call(userGrant, { operationId, ids: [a, b], tokens: 50_005, kind, reason })).toEqual({
      outcomes: [
        { id: a, ok: true },
        { id: b, ok: true },
      ],
      operationId,
      approvalId,
    })
    // What it is about can be read before deciding.
    const { approval } = await admin.call(approvalInfo, { approvalId })
    expect(approval.after).toMatchObject({ direction: 'grant', tokens: 50_005, total: 100_010, ids: [a, b] })
  })

  test('the limit itself does not wait', async () => {
    const [a, b] = [await appUser(product), await appUser(product)]
    const { client } = await maker()
    expect(await client.call(userGrant, { ids: [a, b], tokens: 50_000, kind, reason })).not.toHaveProperty('approvalId')
  })

  test('grants of one member of staff add up over a day, by direction; reversed ones do not', async () => {
    const [a, b] = [await appUser(product), await appUser(product)]
    const { client } = await maker()
    const grant = async (id: number, tokens: number) => client.call(userGrant, { ids: [id], tokens, kind, reason })
    const first = await grant(a, 60_000)
    expect(first).not.toHaveProperty('approvalId')
    const over = await grant(b, 40_010)
    expect(over.approvalId).toBeDefined()
    expect(await grant(b, 40_000)).not.toHaveProperty('approvalId')
    expect(await client.call(userDeduct, { ids: [a], tokens: 10, kind, reason })).not.toHaveProperty('approvalId')
    await client.call(userGrantReverse, { operationId: first.operationId!, reason })
    expect(await grant(a, 59_000)).not.toHaveProperty('approvalId')
    // Another member of staff has their own sum.
    const other = await maker()
    const own = await other.client.call(userGrant, { ids: [a], tokens: 100_000, kind, reason })
    expect(own).not.toHaveProperty('approvalId')
  })

  test('concurrent ones add up as well', async () => {
    const [a, b] = [await appUser(product), await appUser(product)]
    const { client } = await maker()
    const answers = await Promise.all(
      [a, b].map((id) => client.call(userGrant, { ids: [id], tokens: 60_000, kind, reason })),
    )
    expect(answers.filter(({ approvalId }) => approvalId !== undefined)).toHaveLength(1)
  })

  test('shows what is pending for a user, and files no second one', async () => {
    const a = await appUser(product)
    const { client, username } = await maker()
    const { approvalId, operationId } = await client.call(userGrant, { ids: [a], tokens: 200_000, kind, reason })
    expect((await admin.call(userDetail, { userId: a })).user.waiting).toMatchObject([
      { approvalId, direction: 'grant', tokens: 200_000, by: username },
    ])
    const answer = await admin.send(userGrant, { ids: [a], tokens: 150_000, kind, reason })
    expect(answer).toMatchObject({ code: 500, errorCode: 20000 })
    expect(answer.code === 500 && answer.detail?.[0]?.message).toContain(`requested by ${username}`)
    const stateNow = async () =>
      (await admin.call(userGrantList, { by: username })).records.map((row) => [row.operationId, row.state, row.userId])
    expect(await stateNow()).toEqual([[operationId, 'waiting', a]])
    expect(codes(await approve(approvalId!))).toEqual([undefined])
    expect(await stateNow()).toEqual([[operationId, 'done', a]])
    expect((await admin.call(userDetail, { userId: a })).user.waiting).toEqual([])
  })

  test('users who lack the tokens by then are left out; if all do, it fails', async () => {
    const [a, b] = [await appUser(product), await appUser(product)]
    for (const id of [a, b]) await giveTokens(product, id, { promo: 60_000 })
    const { operationId, approvalId } = await ask(userDeduct, [a, b], 60_000)
    await spend(a, 1)
    expect(codes(await approve(approvalId))).toEqual([undefined])
    expect([await walletOf(a), await walletOf(b)]).toEqual([
      [59_999, 0],
      [0, 0],
    ])
    const entry = await product.database
      .selectFrom('log.entry')
      .selectAll()
      .where('target', '=', `operation ${operationId}`)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      operation: 'user.deduct',
      content: 'Request of admin: done for 1 of 2 users\u001fadmin 的申请：2 位用户中已完成 1 位',
      after: {
        outcomes: [
          { id: a, ok: false, errorCode: 60001 },
          { id: b, ok: true },
        ],
      },
    })

    const c = await appUser(product)
    await giveTokens(product, c, { promo: 200_000 })
    const other = await ask(userDeduct, [c], 200_000)
    await spend(c, 1)
    const { outcomes } = await approve(other.approvalId)
    expect(outcomes[0]).toMatchObject({ ok: false, errorCode: 20000 })
    expect(outcomes[0]!.errorMsg).toContain(`not enough tokens: ${c}`)
    expect(await walletOf(c)).toEqual([199_999, 0])
    const { approval } = await admin.call(approvalInfo, { approvalId: other.approvalId })
    expect(approval.state).toBe('failed')
  })

  test('an operation that was not approved can’t be reversed, nor requested again with its id', async () => {
    const a = await appUser(product)
    const { operationId, approvalId } = await ask(userGrant, [a], 100_001)
    expect(await admin.refused(userGrantReverse, { operationId, reason })).toMatchObject({ code: 20000 })
    await admin.call(approvalCancel, { ids: [approvalId] })
    await ask(userGrant, [a], 100_001, operationId)
    expect(await walletOf(a)).toEqual([0, 0])
  })

  test('approved by two concurrently, it is executed once', async () => {
    const a = await appUser(product)
    const { approvalId } = await ask(userGrant, [a], 200_000)
    const answers = await Promise.all([approve(approvalId), approve(approvalId)])
    expect(answers.filter(({ outcomes }) => outcomes[0]!.ok)).toHaveLength(1)
    expect(await walletOf(a)).toEqual([200_000, 0])
  })
})

describe('reversing', () => {
  test('a grant takes the remaining promotional tokens, and reports users with too few', async () => {
    const [a, b, c] = [await appUser(product), await appUser(product), await appUser(product)]
    await giveTokens(product, c, { paid: 500, costMicros: 5_000_000 })
    const { operationId } = await admin.call(userGrant, { ids: [a, b, c], tokens: 100, kind, reason })
    await spend(b, 40)
    await spend(c, 100)
    const { outcomes } = await admin.call(userGrantReverse, { operationId: operationId!, reason: 'a mistake' })
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
    const { outcomes } = await admin.call(userGrantReverse, { operationId: operationId!, reason })
    expect(outcomes).toEqual([{ id: a, ok: true }])
    expect(await walletOf(a)).toEqual([30, 100])
    expect(await usdOf(operationId!)).toEqual({ deferredTokens: 0n, feeIncome: 0n })
  })

  test('happens once, also for concurrent requests', async () => {
    const a = await appUser(product)
    await giveTokens(product, a, { promo: 100 })
    const { operationId } = await admin.call(userGrant, { ids: [a], tokens: 100, kind, reason })
    const payload = { operationId: operationId!, reason }
    const answers = await Promise.all([admin, checker, admin, checker].map((c) => c.send(userGrantReverse, payload)))
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    for (const answer of answers) if (answer.code === 500) expect(answer.errorCode).toBe(20000)
    expect(await walletOf(a)).toEqual([100, 0])
  })

  test('of a fully spent grant leaves no trace and may be retried', async () => {
    const a = await appUser(product)
    const { operationId } = await admin.call(userGrant, { ids: [a], tokens: 10, kind, reason })
    await spend(a, 10)
    expect(codes(await admin.call(userGrantReverse, { operationId: operationId!, reason }))).toEqual([60001])
    await admin.call(userGrant, { ids: [a], tokens: 10, kind, reason })
    expect(codes(await admin.call(userGrantReverse, { operationId: operationId!, reason }))).toEqual([undefined])
  })

  test('needs an operation and a reason', async () => {
    expect(await admin.refused(userGrantReverse, { operationId: anId(), reason })).toMatchObject({ code: 10032 })
    expect(await admin.refused(userGrantReverse, { operationId: anId(), reason: '' })).toMatchObject({ code: 11004 })
  })
})
