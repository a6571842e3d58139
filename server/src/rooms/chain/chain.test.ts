// Deposits on a real chain (anvil): credited after confirmations, reorganised, unmatched, with bad nodes, by two processes.
import { usdtHealth, usdtInExplain, walletSummary } from '@greenroom/contract/chain'
import { flowReconcile } from '@greenroom/contract/flow'
import { describe, expect, test } from 'vitest'
import {
  admin,
  anvil,
  aPayer,
  confirmations,
  depositsTo,
  finish,
  look,
  one,
  product,
  startChain,
  tokensOf,
} from './chain.fixture.ts'
import { following } from './chain.following.suite.ts'
import { deciding } from './deposit.deciding.suite.ts'

describe('on anvil', () => {
  startChain()

  test('a deposit counts its confirmations, is credited once, and makes an order', async () => {
    const { userId, address } = await aPayer()
    const hash = await anvil.pay(address, 25)
    await look()
    expect(await one(address)).toMatchObject({
      state: 'detected',
      confirmations: 1,
      needed: 12,
      usdtMicros: 25_000_000,
      transaction: hash,
      payer: { kind: 'user', id: userId },
    })
    await anvil.mine(3)
    await look()
    expect(await one(address)).toMatchObject({ state: 'confirming', confirmations: 4 })
    expect(await tokensOf(userId)).toBe(0)
    const pending = async () => (await admin.call(walletSummary, {})).chains[1]!.pendingMicros
    expect(await pending()).toBe(25_000_000)
    await finish()
    await look()
    expect(await pending()).toBe(0)
    const credited = await one(address)
    expect(credited).toMatchObject({ state: 'credited', confirmations: 12, finalized: true })
    expect(credited.explorer).toBe(`https://etherscan.io/tx/${hash}`)
    expect(await tokensOf(userId)).toBe(2_500)
    const order = await product.database
      .selectFrom('finance.recharge_order')
      .selectAll()
      .where('user_id', '=', BigInt(userId))
      .execute()
    expect(order).toMatchObject([{ gateway: 'usdt', usd_cents: 2_500n, tokens: 2_500n, state: 'success' }])
    const stored = await product.database
      .selectFrom('bridge.command')
      .select('type')
      .where('subject', 'in', [`order:${order[0]!.id}`, `user:${userId}`])
      .execute()
    expect(stored.map(({ type }) => type).toSorted()).toEqual(['recharge.changed', 'wallet.changed'])
  })

  test('three transfers in one transaction are three deposits; zero transfers are counted', async () => {
    const [a, b] = [await aPayer(), await aPayer()]
    const before = (await admin.call(usdtHealth, {})).chains[1]!.zeroTransfers
    await anvil.payMany([
      [a.address, 10],
      [b.address, 20],
      [a.address, 30],
      [b.address, 0],
    ])
    await look()
    await finish()
    expect((await depositsTo(a.address)).map(({ ordinal }) => ordinal).toSorted((a, b) => a - b)).toEqual([0, 2])
    expect([await tokensOf(a.userId), await tokensOf(b.userId)]).toEqual([4_000, 2_000])
    expect((await admin.call(usdtHealth, {})).chains[1]!.zeroTransfers).toBe(before + 1)
  })

  test('a reorganisation removes a detected deposit, and one that is included again is credited once', async () => {
    const { userId, address } = await aPayer()
    await anvil.mine(2)
    await anvil.pay(address, 40)
    await anvil.mine(2)
    await look()
    expect(await one(address)).toMatchObject({ state: 'confirming' })
    const height = await anvil.height()
    const hash = await anvil.hashOf(height - 2)
    await anvil.rpc('anvil_reorg', 5, [])
    expect(await anvil.hashOf(height - 2)).not.toBe(hash)
    await anvil.mine(1)
    await look()
    expect(await one(address)).toMatchObject({ state: 'gone', confirmations: 0 })
    await anvil.pay(address, 50)
    await finish()
    expect(
      (await depositsTo(address))
        .map(({ state, usdtMicros }) => [state, usdtMicros] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ).toEqual([
      ['credited', 50_000_000],
      ['gone', 40_000_000],
    ])
    expect(await tokensOf(userId)).toBe(5_000)
  })

  test('the same transaction in another block is the same deposit', async () => {
    const { userId, address } = await aPayer()
    await anvil.mine(1)
    await anvil.pay(address, 15)
    await look()
    const { block } = await one(address)
    const hash = await anvil.hashOf(block)
    const raw = await anvil.rpc<string>('eth_getRawTransactionByHash', (await one(address)).transaction)
    // The chain is rewritten: another transaction is first, and ours comes back one block later.
    await anvil.rpc('anvil_reorg', 2, [[raw, 1]])
    await anvil.mine(1)
    expect(await anvil.hashOf(block)).not.toBe(hash)
    await look()
    await finish()
    const found = await depositsTo(address)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ state: 'credited' })
    expect(await tokensOf(userId)).toBe(1_500)
  })

  test('a credited deposit that vanishes is an alarm and a debt, until the same transfer returns and is credited anew', async () => {
    const { userId, address } = await aPayer()
    const alarms = async () => (await admin.call(walletSummary, {})).chains[1]!.alarms
    const hash = await anvil.pay(address, 12)
    const raw = await anvil.rpc<string>('eth_getRawTransactionByHash', hash)
    await finish()
    expect(await tokensOf(userId)).toBe(1_200)
    expect(await alarms()).toBe(0)
    await anvil.rpc('anvil_reorg', confirmations + 6, [])
    await look()
    await finish()
    await finish()
    expect(await one(address)).toMatchObject({
      state: 'credited',
      vanishedAt: expect.any(String),
      can: { match: 'notUnmatched', explain: true },
    })
    expect(await tokensOf(userId)).toBe(0)
    expect(await alarms()).toBe(1)
    await admin.call(usdtInExplain, { ids: [(await one(address)).id], reason: 'a reorganisation; the user was told' })
    expect(await alarms()).toBe(0)

    expect(await anvil.rpc('eth_sendRawTransaction', raw)).toBe(hash)
    await anvil.mine(1)
    await look()
    expect(await one(address)).toMatchObject({
      state: expect.stringMatching(/^(detected|confirming)$/),
      vanishedAt: null,
      explainedBy: '',
    })
    const logged = await product.database
      .selectFrom('log.readable')
      .select(['operation', 'username', 'content', 'before'])
      .where('target', '=', `deposit ${(await one(address)).id}`)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(logged).toMatchObject([
      {
        operation: 'usdt.return',
        username: 'system',
        content: expect.stringContaining(`Deposit of 12.00 USDT on the chain again (user ${userId})`),
        before: { state: 'credited', vanished: true, explanation: 'a reorganisation; the user was told' },
      },
    ])
    await finish()
    expect(await depositsTo(address)).toMatchObject([{ state: 'credited', transaction: hash, vanishedAt: null }])
    expect(await tokensOf(userId)).toBe(1_200)
    const orders = await product.database
      .selectFrom('finance.recharge_order')
      .select(['tokens', 'refund'])
      .where('user_id', '=', BigInt(userId))
      .orderBy('id')
      .execute()
    expect(orders.map(({ refund }) => refund).toSorted()).toEqual(['none', 'refund'])
  })

  deciding()
  following()

  test('after a day offline: ranges are read, and nothing is missed', async () => {
    const payers = [await aPayer(), await aPayer()]
    await anvil.mine(260)
    await anvil.pay(payers[0]!.address, 33)
    await anvil.mine(300)
    await anvil.pay(payers[1]!.address, 44)
    await anvil.mine(150)
    await look()
    await look()
    expect(await Promise.all(payers.map(({ userId }) => tokensOf(userId)))).toEqual([3_300, 4_400])
  })

  test('two concurrent processes credit once', async () => {
    const payers = [await aPayer(), await aPayer(), await aPayer()]
    for (const { address } of payers) await anvil.pay(address, 21)
    await anvil.mine(confirmations + 2)
    for (let turn = 0; turn < 3; turn++) await Promise.all([look(), look(), look()])
    expect(await Promise.all(payers.map(({ userId }) => tokensOf(userId)))).toEqual([2_100, 2_100, 2_100])
  })

  test('the ledger’s USDT equals the chain and the deposits', async () => {
    await anvil.mine(1)
    await look()
    const { checks } = await admin.call(flowReconcile, {})
    const usdt = checks.filter(({ key }) => key.startsWith('usdt'))
    expect(usdt.flatMap(({ key, differences }) => differences.map((one) => [key, one]))).toEqual([])
    expect(usdt.find(({ key }) => key === 'usdtCash.erc20')!.left).toBeGreaterThan(0)
    expect(usdt.find(({ key }) => key === 'usdtBalances')!.left).toBeGreaterThan(0)
  })
})
