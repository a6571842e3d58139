// Deposits on a real chain (anvil): credited after confirmations, reorganised, unmatched, with bad nodes, by two processes.
import {
  usdtHealth,
  usdtInExplain,
  usdtInList,
  usdtInMatch,
  usdtInReject,
  usdtInUnmatch,
  usdtOutHealth,
  walletSummary,
} from '@greenroom/contract/chain'
import { flowReconcile } from '@greenroom/contract/flow'
import { approvalDecide } from '@greenroom/contract/system'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aGuild } from '../../../../test/world/guilds.ts'
import { inTransaction } from '../../../kit/database.ts'
import { balancesOfUsers, verifyLedger } from '../../../ledger/index.ts'
import { appUser } from '../../users/people.fixture.ts'
import { userDeposits } from '../recharges/usdt.ts'
import { shownAddress } from './address/codec.ts'
import { addressFor } from './address/service.ts'
import { type Anvil, type BadNode, badNode, startAnvil } from './anvil.fixture.ts'
import { giveAddresses, testKeys } from './keys.fixture.ts'
import { watchChain } from './rounds.ts'
import { chainsOf } from './settings.ts'
import type { Watching } from './watching.ts'

/** As in the parameter. */
const confirmations = 12
describe('on anvil', () => {
  let anvil: Anvil
  let bad: BadNode
  let product: TestProduct
  let admin: Client
  let checker: Client
  let watching: Watching

  const settingsOf = (nodes: string[]) => ({ nodes, publicKey: testKeys.erc20, contract: anvil.token.toLowerCase() })
  const follow = (...nodes: string[]) => watching.chains.set('erc20', settingsOf(nodes))

  beforeAll(async () => {
    anvil = await startAnvil()
    bad = await badNode(anvil.url)
    product = await startProduct({
      ETHEREUM_NODES: anvil.url,
      ETHEREUM_XPUB: testKeys.erc20,
      ETHEREUM_USDT: shownAddress('erc20', anvil.token.toLowerCase()),
    })
    const { database, clock, params } = product
    watching = {
      database,
      clock,
      params,
      chains: chainsOf({ trc20: null, erc20: settingsOf([anvil.url]) }),
      payers: [userDeposits({ params })],
      ends: { barred: async () => new Set(), paid: async () => {}, failed: async () => {} },
    }
    await giveAddresses(database, 'erc20', 60)
    await connect(product, { endpoint: 'https://app.example/commands' })
    admin = await product.administrator()
    checker = (await person(product, { permissions: { 'finance.usdtIn': 3, 'system.approval': 3 } })).client
    await anvil.mine(20)
    await look()
  })
  afterAll(async () => {
    expect(await verifyLedger(product.database)).toEqual([])
    anvil.close()
    await Promise.all([bad.close(), product.close()])
  })
  beforeEach(() => {
    bad.behave('well')
    follow(anvil.url)
  })

  const look = () => watchChain(watching, 'erc20')
  /** Mines the blocks that a deposit needs, and runs the watcher. */
  const finish = async () => {
    await anvil.mine(confirmations + 2)
    await look()
  }

  /** A user with an address. */
  async function aPayer() {
    const userId = await appUser(product)
    const address = await inTransaction(product.database, (tx) =>
      addressFor(tx, product.clock.now(), { kind: 'user', id: userId }, 'erc20'),
    )
    return { userId, address }
  }
  const depositsTo = async (address: string) => (await admin.call(usdtInList, { address })).records
  const one = async (address: string) => (await depositsTo(address))[0]!
  const tokensOf = async (userId: number) =>
    Number((await balancesOfUsers(product.database, [BigInt(userId)])).get(BigInt(userId))?.paidTokens ?? 0n)

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
      .selectFrom('log.entry')
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

  test('small, odd, retired and unowned deposits are unmatched; two members of staff match or reject them', async () => {
    const [small, odd, retired, payer] = [await aPayer(), await aPayer(), await aPayer(), await aPayer()]
    await product.database
      .updateTable('chain.address')
      .set({ retired_at: product.clock.now() })
      .where('address', '=', retired.address.toLowerCase())
      .execute()
    const spare = await product.database
      .selectFrom('chain.address')
      .select('address')
      .where('owner_kind', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    await anvil.payMany([
      [small.address, 9.99],
      [odd.address, 11.000001],
      [retired.address, 20],
      [spare.address, 30],
    ])
    await look()
    await finish()
    const reasons = await Promise.all([small, odd, retired].map(async ({ address }) => (await one(address)).reason))
    expect(reasons).toEqual(['usdt.small', 'usdt.odd', 'usdt.retiredAddress'])
    const { records } = await admin.call(usdtInList, { state: 'unmatched' })
    const nobodys = records.find(({ reason }) => reason === 'usdt.unknownAddress')!
    expect(nobodys.payer).toBeNull()
    expect(
      await admin.refused(usdtInMatch, { id: nobodys.id, ownerKind: 'user', ownerId: 1, reason: 'x' }),
    ).toMatchObject({
      code: 21001,
    })
    const { approvalId } = await admin.call(usdtInMatch, {
      id: nobodys.id,
      ownerKind: 'user',
      ownerId: payer.userId,
      reason: 'he sent a screenshot',
    })
    expect(await admin.refused(usdtInReject, { id: nobodys.id, reason: 'x' })).toMatchObject({ code: 20000 })
    await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })
    expect((await admin.call(usdtInList, { ownerKind: 'user', ownerId: payer.userId })).records).toMatchObject([
      { state: 'matched', decisionReason: 'he sent a screenshot', can: { match: 'notUnmatched' } },
    ])
    expect(await tokensOf(payer.userId)).toBe(3_000)
    const rejected = await admin.call(usdtInReject, { id: (await one(small.address)).id, reason: 'too small' })
    await checker.call(approvalDecide, { ids: [rejected.approvalId], decision: 'approve', reason: '' })
    expect(await one(small.address)).toMatchObject({ state: 'rejected' })
    expect(
      await admin.refused(usdtInMatch, {
        id: (await one(small.address)).id,
        ownerKind: 'user',
        ownerId: small.userId,
        reason: 'x',
      }),
    ).toMatchObject({ code: 20000 })
  })

  test('a match by staff still stands after the deposit vanished and returned, and can still be undone', async () => {
    const wrong = await appUser(product)
    const spare = await product.database
      .selectFrom('chain.address')
      .select('address')
      .where('owner_kind', 'is', null)
      .orderBy('index', 'desc')
      .executeTakeFirstOrThrow()
    const address = shownAddress('erc20', spare.address)
    const hash = await anvil.pay(address, 14)
    const raw = await anvil.rpc('eth_getRawTransactionByHash', hash)
    await finish()
    const { id } = await one(address)
    const approve = async (approvalId: string) =>
      (await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })).outcomes[0]
    const matched = { id, ownerKind: 'user' as const, ownerId: wrong, reason: 'a screenshot' }
    await approve((await admin.call(usdtInMatch, matched)).approvalId)
    expect(await tokensOf(wrong)).toBe(1_400)

    await anvil.rpc('anvil_reorg', confirmations + 6, [])
    await look()
    await finish()
    await finish()
    expect(await one(address)).toMatchObject({ state: 'matched', vanishedAt: expect.any(String) })
    expect(await tokensOf(wrong)).toBe(0)
    await anvil.rpc('eth_sendRawTransaction', raw)
    await finish()
    expect(await one(address)).toMatchObject({
      state: 'matched',
      payer: { id: wrong },
      decisionReason: 'a screenshot',
      can: { unmatch: true },
    })
    expect(await tokensOf(wrong)).toBe(1_400)

    const undo = await admin.call(usdtInUnmatch, { id, reason: 'another user paid' })
    expect(await approve(undo.approvalId)).toMatchObject({ ok: true })
    expect(await one(address)).toMatchObject({ state: 'unmatched', payer: null, can: { match: true } })
    expect(await tokensOf(wrong)).toBe(0)
  })

  test('a fee of the token: what arrived is credited', async () => {
    const { userId, address } = await aPayer()
    await anvil.setFee(100)
    await anvil.pay(address, 100)
    await anvil.setFee(0)
    await finish()
    expect(await tokensOf(userId)).toBe(9_900)
  })

  test('above the amount both nodes must agree; with one node it is left to staff', async () => {
    const [both, alone] = [await aPayer(), await aPayer()]
    follow(anvil.url, bad.url)
    bad.behave({ behind: await anvil.height() })
    await anvil.pay(both.address, 1_001)
    await finish()
    expect(await one(both.address)).toMatchObject({ state: 'confirming', reason: 'usdt.secondNode' })
    bad.behave('well')
    await look()
    expect(await one(both.address)).toMatchObject({ state: 'credited', reason: '' })
    follow(anvil.url)
    await anvil.pay(alone.address, 1_001)
    await finish()
    expect(await one(alone.address)).toMatchObject({ state: 'unmatched', reason: 'usdt.oneNode' })
  })

  test('a node that lags, answers wrongly or is unreachable causes delay and is reported', async () => {
    const { userId, address } = await aPayer()
    const nodeOf = async () => (await admin.call(usdtHealth, {})).chains[1]!.nodes[0]!
    follow(bad.url)
    bad.behave({ behind: await anvil.height() })
    await anvil.pay(address, 60)
    await finish()
    expect(await depositsTo(address)).toEqual([])
    bad.behave('away')
    await look()
    expect(await nodeOf()).toMatchObject({ state: 'away' })
    // The other node takes over.
    follow(bad.url, anvil.url)
    await look()
    expect(await one(address)).toMatchObject({ state: 'credited' })
    expect(await tokensOf(userId)).toBe(6_000)
    // Too far behind to be followed.
    bad.behave({ behind: 3 })
    follow(bad.url)
    await look()
    expect(await nodeOf()).toMatchObject({ state: 'behind' })
    bad.behave('well')
    await look()
    expect(await nodeOf()).toMatchObject({ state: 'well', problem: '' })
  })

  test('each screen shows the chains to those who have it, and to nobody else', async () => {
    const guildId = await aGuild({ product, admin })
    const calls = { 'finance.usdtIn': usdtHealth, 'finance.usdtOut': usdtOutHealth } as const
    follow(bad.url, anvil.url)
    bad.behave('away')
    await look()
    for (const [menu, other] of [
      ['finance.usdtOut', 'finance.usdtIn'],
      ['finance.usdtIn', 'finance.usdtOut'],
    ] as const) {
      const { client } = await person(product, { permissions: { [menu]: 1 } })
      const [tron, ethereum] = (await client.call(calls[menu], {})).chains
      // No node of this chain is named.
      expect(tron).toMatchObject({ chain: 'trc20', used: false, givesAddresses: false, block: null, nodes: [] })
      expect(ethereum).toMatchObject({
        chain: 'erc20',
        used: true,
        givesAddresses: true,
        block: await anvil.height(),
        nodes: [
          { place: 0, state: 'away' },
          { place: 1, state: 'well', problem: '', block: await anvil.height() },
        ],
      })
      expect(ethereum!.nodes[0]!.problem).not.toBe('')
      expect(await client.refused(calls[other], {})).toMatchObject({ code: 10026 })
    }
    for (const call of Object.values(calls)) {
      const { client: nothing } = await person(product, {})
      expect(await nothing.refused(call, {})).toMatchObject({ code: 10026 })
      // No menu gives a leader or an agent these screens.
      for (const outside of [{ unionId: guildId }, { agentId: 7 }]) {
        const { client } = await person(product, { permissions: everyMenu(3), ...outside })
        expect(await client.refused(call, {})).toMatchObject({ code: 10026 })
      }
      expect(await product.as(undefined).refused(call, {})).toMatchObject({ code: 10007 })
    }
  })

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
