// A deposit that two members of staff matched to a wrong user: taken back while the user has all its tokens, as agents' are.
import { usdtInList, usdtInMatch, usdtInUnmatch } from '@greenroom/contract/chain'
import { rechargeInfo, rechargeList } from '@greenroom/contract/finance'
import { flowReconcile } from '@greenroom/contract/flow'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { aHeldDeposit, chainSettings } from '../../../../test/chain.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { balanceAt, balancesOfUsers, ofPlatform, verifyLedger } from '../../../ledger/index.ts'
import { appUser } from '../../users/people.fixture.ts'

let product: TestProduct
let app: BridgeConnection
let admin: Client
let checker: Client
beforeAll(async () => {
  product = await startProduct(chainSettings)
  app = await connect(product, { endpoint: 'https://app.example/commands' })
  admin = await product.administrator()
  checker = (await person(product, { permissions: { 'finance.usdtIn': 3, 'system.approval': 3 } })).client
})
afterAll(() => product.close())

const tokensOf = async (userId: number) =>
  Number((await balancesOfUsers(product.database, [BigInt(userId)])).get(BigInt(userId))?.paidTokens ?? 0n)

test('a match to a wrong user is undone by two members of staff while all its tokens are there, and the right user is matched', async () => {
  const [wrong, right, anchor] = [await appUser(product), await appUser(product), await appUser(product)]
  await sql`update users.app_user set sex = 'woman' where id = ${anchor}`.execute(product.database)
  const id = await aHeldDeposit({ product })
  const suspense = async () =>
    Number((await balanceAt(product.database, ofPlatform('suspense', 'USDT'), product.clock.now()))?.posted ?? 0n)
  const row = async () => (await admin.call(usdtInList, {})).records.find((one) => one.id === id)
  const approve = async (approvalId: string) =>
    (await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })).outcomes[0]
  const match = async (ownerId: number) => {
    const sent = { id, ownerKind: 'user' as const, ownerId, reason: 'a screenshot' }
    expect(await approve((await admin.call(usdtInMatch, sent)).approvalId)).toMatchObject({ ok: true })
  }
  const undo = { id, reason: 'the other user paid' }

  await match(wrong)
  expect([await tokensOf(wrong), await suspense()]).toEqual([2_500, 0])
  expect(await row()).toMatchObject({ state: 'matched', can: { unmatch: true } })
  expect(await approve((await admin.call(usdtInUnmatch, undo)).approvalId)).toMatchObject({ ok: true })

  expect([await tokensOf(wrong), await suspense()]).toEqual([0, 25_000_000])
  expect(await row()).toMatchObject({ state: 'unmatched', reason: 'usdt.wrongPayer', payer: null, transferId: null })
  const [order] = (await admin.call(rechargeList, { userId: wrong })).records
  expect(order).toMatchObject({ gateway: 'usdt', refund: 'refund', debtTokens: 0, tokens: 2_500 })
  const { story } = await admin.call(rechargeInfo, { orderId: order!.orderId })
  expect(story.find(({ what }) => what === 'refunded')).toMatchObject({ by: 'admin' })
  const sent = await product.database
    .selectFrom('bridge.command')
    .select(['type', 'data'])
    .where('subject', 'in', [`order:${order!.orderId}`, `user:${wrong}`])
    .orderBy('id')
    .execute()
  expect(sent.filter(({ type }) => type === 'recharge.changed').at(-1)?.data).toMatchObject({ state: 'refunded' })
  expect(sent.filter(({ type }) => type === 'wallet.changed').at(-1)?.data).toMatchObject({ paidTokens: 0 })

  await match(right)
  expect([await tokensOf(right), await suspense()]).toEqual([2_500, 0])

  // Spent between the request and its approval, and after that.
  const late = await admin.call(usdtInUnmatch, undo)
  const gift = { giftId: 1, senderId: right, receiverId: anchor, count: 1, tokens: 1 }
  await app.accepted({ type: 'gift.sent', at: product.clock.now(), data: gift })
  expect(await approve(late.approvalId)).toMatchObject({
    ok: false,
    errorMsg: expect.stringContaining('no longer has all its tokens'),
  })
  expect(await admin.refused(usdtInUnmatch, undo)).toMatchObject({ code: 60001, fields: ['id'], reason: 'usdt.spent' })
  expect(await row()).toMatchObject({ state: 'matched', payer: { id: right } })

  expect(await verifyLedger(product.database)).toEqual([])
  const { checks } = await admin.call(flowReconcile, {})
  const ofMoney = checks.filter(({ key }) => /^(order|recharge|refund|chargeback|usdt|zeroSum)/.test(key))
  expect(ofMoney.flatMap(({ key, differences }) => differences.map((one) => ({ key, ...one })))).toEqual([])
  expect(ofMoney.find(({ key }) => key === 'usdtCash.trc20')!.left).toBe(25_000_000)
})
