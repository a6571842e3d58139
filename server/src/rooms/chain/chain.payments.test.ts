// Payment instructions and wallets on a real chain (anvil): taken, proved once, failed only when proved; sweeps, outflows, balances.
import * as calls from '@greenroom/contract/chain'
import { flowReconcile } from '@greenroom/contract/flow'
import { reasonText } from '@greenroom/contract/reasonTexts'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whileHeld } from '../../../test/locked.ts'
import { everyMenu, person } from '../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { inTransaction } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'
import { balanceAt, ofPlatform } from '../../ledger/index.ts'
import { userDeposits } from '../finance/recharges/recharges.usdt.ts'
import { appUser } from '../users/people.fixture.ts'
import { shownAddress } from './address/chainAddress.codec.ts'
import { addressFor, skipAfterRestore } from './address/chainAddress.service.ts'
import { type Anvil, type BadNode, badNode, startAnvil } from './anvil.fixture.ts'
import { watchChain } from './chain.rounds.ts'
import { chainsOf } from './chain.settings.ts'
import type { Watching } from './chain.watching.ts'
import { instruct } from './instruction/instruction.service.ts'
import { testKeys } from './keys.fixture.ts'
import { blocksKept } from './watch/chainWatch.rules.ts'

describe('on anvil', () => {
  let anvil: Anvil
  /** The product's own node, in front of anvil; the rounds ask anvil itself. */
  let node: BadNode
  let product: TestProduct
  let admin: Client
  let watching: Watching
  const ended: string[] = []
  let treasury = ''
  let last = 0

  beforeAll(async () => {
    anvil = await startAnvil()
    node = await badNode(anvil.url)
    const contract = anvil.token.toLowerCase()
    product = await startProduct({
      ETHEREUM_NODES: node.url,
      ETHEREUM_XPUB: testKeys.erc20,
      ETHEREUM_USDT: shownAddress('erc20', contract),
    })
    const { database, clock, params } = product
    watching = {
      database,
      clock,
      params,
      chains: chainsOf({ trc20: null, erc20: { nodes: [anvil.url], publicKey: testKeys.erc20, contract } }),
      payers: [userDeposits({ params })],
      ends: {
        barred: async () => new Set(),
        paid: async (_tx, _context, proofs) => void ended.push(...proofs.map(({ payoutId }) => `paid ${payoutId}`)),
        failed: async (_tx, _context, all) => void ended.push(...all.map(({ payoutId }) => `failed ${payoutId}`)),
      },
    }
    admin = await product.administrator()
    treasury = shownAddress('erc20', anvil.accounts[1]!)
    await anvil.pay(treasury, 5_000)
    await anvil.mine(20)
    await look()
  })
  afterAll(async () => {
    anvil.close()
    await Promise.all([node.close(), product.close()])
  })

  const look = () => watchChain(watching, 'erc20')
  const finish = async () => {
    await anvil.mine(14)
    await look()
    await look()
  }
  /** An instruction of this amount to an unused account of anvil, for an account in force since then. */
  async function anInstruction(usdt: number, since = new Date(0), at = product.clock.now()) {
    const payoutId = newId(at)
    last++
    const made = await inTransaction(product.database, (tx) =>
      instruct(tx, at, 24, [
        {
          payoutId,
          payee: { name: 'Ann', id: `user:${last}` },
          chain: 'erc20',
          address: shownAddress('erc20', anvil.accounts[2]!),
          usdtMicros: BigInt(usdt * 1_000_000),
          since,
        },
      ]),
    )
    return { id: made.get(payoutId)!, payoutId }
  }
  const of = async (id: number) =>
    (await admin.call(calls.usdtOutList, { size: 100 })).records.find((row) => row.id === id)!
  const codes = ({ outcomes }: { outcomes: { ok: boolean; reason?: string | undefined }[] }) =>
    outcomes.map(({ ok, reason }) => (ok ? 'ok' : reason))
  const enter = (id: number, transaction: string) => admin.call(calls.usdtOutHashes, { lines: [{ id, transaction }] })

  test('the owner’s wallet shows addresses 0 and 5; then spares are derived and assigned, after a restore far ahead', async () => {
    const wrong = { chain: 'erc20' as const, address0: treasury, address5: treasury }
    expect(await admin.refused(calls.walletConfirm, wrong)).toMatchObject({
      code: 20000,
      fields: ['address0'],
      reason: 'usdt.wrongAddresses',
    })
    const right = {
      chain: 'erc20' as const,
      address0: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      address5: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    }
    await admin.call(calls.walletConfirm, right)
    expect(await admin.refused(calls.walletConfirm, right)).toMatchObject({ code: 20000, reason: 'usdt.confirmed' })
    await look()
    const userId = await appUser(product)
    const give = () =>
      inTransaction(product.database, (tx) =>
        addressFor(tx, product.clock.now(), { kind: 'user', id: userId }, 'erc20'),
      )
    expect(await give()).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    // Assigned permanently.
    expect(await give()).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    await inTransaction(product.database, (tx) => skipAfterRestore(tx, product.clock.now()))
    await look()
    const spares = await product.database
      .selectFrom('chain.address')
      .select('index')
      .where('owner_kind', 'is', null)
      .where('retired_at', 'is', null)
      .execute()
    expect(Math.min(...spares.map(({ index }) => index))).toBe(1_010)
  })

  test('a wallet is registered by two members of staff, with its balance', async () => {
    const checker = (await person(product, { permissions: { 'finance.wallet': 3, 'system.approval': 3 } })).client
    const requested = { chain: 'erc20' as const, address: treasury, name: 'Treasury', reason: 'ours' }
    expect(await admin.refused(calls.walletRegister, { ...requested, address: treasury.toLowerCase() })).toMatchObject({
      code: 20000,
      reason: 'usdt.badAddress',
    })
    const { approvalId } = await admin.call(calls.walletRegister, requested)
    const { outcomes } = await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })
    expect(outcomes).toMatchObject([{ ok: true }])
    expect(await admin.refused(calls.walletRegister, requested)).toMatchObject({
      code: 20000,
      reason: 'usdt.walletKnown',
    })
    await look()
    expect((await admin.call(calls.walletList, {})).records).toMatchObject([
      { kind: 'wallet', name: 'Treasury', usdtMicros: 5_000_000_000, expectedMicros: 5_000_000_000 },
    ])
    const summary = (await admin.call(calls.walletSummary, {})).chains[1]!
    expect(summary).toMatchObject({ ledgerMicros: 5_000_000_000, chainMicros: 5_000_000_000, differing: 0, alarms: 0 })
  })

  test('a wallet waits for its node, and for the chain to be read; one of a chain that is not connected is refused at once', async () => {
    const { client: checker } = await person(product, { permissions: { 'finance.wallet': 3, 'system.approval': 3 } })
    const unconnected = {
      chain: 'trc20' as const,
      address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
      name: 'Far',
      reason: 'x',
    }
    const unused = { code: 20000, fields: ['chain'], reason: 'usdt.unused' }
    expect(await admin.refused(calls.walletRegister, unconnected)).toMatchObject(unused)
    const { address } = unconnected
    expect(
      await admin.refused(calls.walletConfirm, { chain: 'trc20', address0: address, address5: address }),
    ).toMatchObject(unused)
    const requested = {
      chain: 'erc20' as const,
      address: shownAddress('erc20', `0x${'7b'.repeat(20)}`),
      name: 'Spare',
      reason: 'ours',
    }
    const register = async () => {
      const { approvalId } = await admin.call(calls.walletRegister, requested)
      const { outcomes } = await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })
      return outcomes[0]!.ok || outcomes[0]!.params?.['why']
    }
    await anvil.pay(requested.address, 9)
    node.behave('away')
    expect(await register()).toBe(reasonText('usdt.nodesAway', {}, 'en'))
    node.behave('well')
    await anvil.mine(blocksKept + 20)
    expect(await register()).toBe(reasonText('usdt.notRead', {}, 'en'))
    await look()
    expect(await register()).toBe(true)
    await finish()
    expect((await admin.call(calls.walletList, { address: requested.address })).records).toMatchObject([
      { name: 'Spare', usdtMicros: 9_000_000, expectedMicros: 9_000_000 },
    ])
  })

  test('of two that ask for the same wallet at one moment, one waits and the other is told so', async () => {
    const requested = {
      chain: 'erc20' as const,
      address: shownAddress('erc20', `0x${'7c'.repeat(20)}`),
      reason: 'ours',
    }
    const ask = (name: string) => admin.send(calls.walletRegister, { ...requested, name })
    let asked: ReturnType<typeof ask>[] = []
    await whileHeld(
      product.owner,
      // The first has its request, and waits to log it.
      (tx) => sql`lock table log.entry in exclusive mode`.execute(tx),
      async (blocked) => {
        asked = [ask('Early')]
        await blocked()
        asked.push(ask('Late'))
        await blocked(2)
      },
    )
    expect(await Promise.all(asked)).toMatchObject([
      { code: 200 },
      { errorCode: 20000, detail: [{ reason: 'approval.waitsNow' }] },
    ])
  })

  test('movements of a wallet before its registration count once, read or not', async () => {
    const checker = (await person(product, { permissions: { 'finance.wallet': 3, 'system.approval': 3 } })).client
    const address = shownAddress('erc20', `0x${'7a'.repeat(20)}`)
    await anvil.pay(address, 300)
    // From a wallet of ours to an unknown address.
    await anvil.pay(address, 30, anvil.accounts[1]!)
    await finish()
    const unexplained = async () => (await admin.call(calls.outflowList, { unexplained: true })).records
    expect(await unexplained()).toMatchObject([{ usdtMicros: 30_000_000 }])
    await anvil.pay(address, 40)
    await look()
    await anvil.pay(address, 5)
    await anvil.pay(address, 2, anvil.accounts[1]!)
    const requested = { chain: 'erc20' as const, address, name: 'Cold', reason: 'ours' }
    const { approvalId } = await admin.call(calls.walletRegister, requested)
    const { outcomes } = await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })
    expect(outcomes).toMatchObject([{ ok: true }])
    await finish()
    expect((await admin.call(calls.walletList, { address })).records).toMatchObject([
      { name: 'Cold', usdtMicros: 377_000_000, expectedMicros: 377_000_000 },
    ])
    expect(await unexplained()).toEqual([])
    const found = (await admin.call(flowReconcile, {})).checks.filter(({ key }) => key.startsWith('usdt'))
    expect(found.flatMap(({ key, differences }) => differences.map((one) => [key, one]))).toEqual([])
  })

  test('an instruction is taken, paid, and proved once; a second instruction needs a transfer of its own', async () => {
    const [one, two] = [await anInstruction(100), await anInstruction(100)]
    const exported = await admin.call(calls.usdtOutExport, { ids: [one.id, two.id] })
    expect(exported.batches).toMatchObject([
      { chain: 'erc20', usdtMicros: 200_000_000, lines: [{ id: one.id }, { id: two.id }] },
    ])
    expect(codes(await admin.call(calls.usdtOutExport, { ids: [one.id] }))).toEqual(['usdt.taken'])
    // Taken again, they are the same batch, which counts it.
    const again = await admin.call(calls.usdtOutExport, { ids: [one.id, two.id], again: true })
    expect(again.batches).toEqual(exported.batches)
    const { times } = await product.database
      .selectFrom('chain.instruction_batch')
      .select('times')
      .where('number', '=', exported.batches[0]!.batch)
      .executeTakeFirstOrThrow()
    expect(times).toBe(2)
    expect(codes(await admin.call(calls.usdtOutWithdraw, { ids: [one.id], reason: 'x' }))).toEqual(['usdt.taken'])
    const hash = await anvil.pay(anvil.accounts[2]!, 100, anvil.accounts[1]!)
    expect(codes(await enter(one.id, 'not a hash'))).toEqual(['usdt.badHash'])
    expect(codes(await enter(one.id, hash))).toEqual(['ok'])
    expect(codes(await enter(two.id, hash))).toEqual(['ok'])
    await look()
    expect(await of(one.id)).toMatchObject({ state: 'broadcast' })
    await finish()
    expect(await of(one.id)).toMatchObject({ state: 'success', transaction: hash })
    expect(await of(two.id)).toMatchObject({ state: 'broadcast', reason: 'usdt.provesAnother' })
    const second = await anvil.pay(anvil.accounts[2]!, 100, anvil.accounts[1]!)
    expect(codes(await enter(two.id, second))).toEqual(['ok'])
    await finish()
    expect(await of(two.id)).toMatchObject({ state: 'success' })
    expect(ended.splice(0)).toEqual([`paid ${one.payoutId}`, `paid ${two.payoutId}`])
    expect((await admin.call(calls.outflowList, { kind: 'payment' })).records).toHaveLength(2)
  })

  test('a new address waits 24 hours; an instruction that never left may be withdrawn', async () => {
    const { id } = await anInstruction(50, product.clock.now())
    expect((await of(id)).waitsUntil).not.toBeNull()
    expect(codes(await admin.call(calls.usdtOutExport, { ids: [id] }))).toEqual(['usdt.newAddress'])
    expect(codes(await admin.call(calls.usdtOutWithdraw, { ids: [id], reason: 'a mistake' }))).toEqual(['ok'])
    expect(await of(id)).toMatchObject({ state: 'failure', reason: 'usdt.withdrawn' })
  })

  test('another amount proves nothing, not seen is not failed, a reverted transaction fails', async () => {
    const { id, payoutId } = await anInstruction(70)
    await admin.call(calls.usdtOutExport, { ids: [id] })
    await enter(id, `0x${'12'.repeat(32)}`)
    await finish()
    expect(await of(id)).toMatchObject({ state: 'broadcast', reason: 'usdt.notSeen' })
    expect(codes(await enter(id, `0x${'34'.repeat(32)}`))).toEqual(['usdt.otherHash'])
    const other = await anInstruction(71)
    await admin.call(calls.usdtOutExport, { ids: [other.id] })
    await enter(other.id, await anvil.pay(anvil.accounts[2]!, 7, anvil.accounts[1]!))
    const failing = await anInstruction(72)
    await admin.call(calls.usdtOutExport, { ids: [failing.id] })
    // An account without tokens.
    await enter(failing.id, await anvil.pay(anvil.accounts[2]!, 72, anvil.accounts[3]!))
    await finish()
    expect(await of(other.id)).toMatchObject({ state: 'broadcast', reason: 'usdt.otherAmount' })
    expect(await of(failing.id)).toMatchObject({ state: 'failure', reason: 'usdt.reverted' })
    expect(ended.splice(0)).toEqual([`failed ${failing.payoutId}`])
    expect(payoutId).not.toBe('')
  })

  test('an outflow to an unknown address is an alarm until it is explained', async () => {
    const alarms = async () => (await admin.call(calls.outflowList, { unexplained: true })).records
    // The payment with the wrong amount above.
    expect((await alarms()).map(({ usdtMicros }) => usdtMicros)).toEqual([7_000_000])
    const [alarm] = await alarms()
    expect(codes(await admin.call(calls.outflowExplain, { ids: [alarm!.id], reason: 'a test payment' }))).toEqual([
      'ok',
    ])
    expect(await alarms()).toEqual([])
    expect(codes(await admin.call(calls.outflowExplain, { ids: [alarm!.id], reason: 'again' }))).toEqual([
      'usdt.explained',
    ])
  })

  test('a transaction from before its instruction, or from a wallet of others, proves nothing; the right one can be entered then', async () => {
    const later = new Date(product.clock.now().getTime() + 11 * 60_000)
    const [early, foreign] = [await anInstruction(73, new Date(0), later), await anInstruction(74)]
    await admin.call(calls.usdtOutExport, { ids: [early.id, foreign.id] })
    await enter(early.id, await anvil.pay(anvil.accounts[2]!, 73, anvil.accounts[1]!))
    await enter(foreign.id, await anvil.pay(anvil.accounts[2]!, 74))
    await finish()
    expect(await of(early.id)).toMatchObject({ state: 'broadcast', reason: 'usdt.beforeInstruction' })
    expect(await of(foreign.id)).toMatchObject({ state: 'broadcast', reason: 'usdt.notOurWallet' })
    const right = await anvil.pay(anvil.accounts[2]!, 74, anvil.accounts[1]!)
    expect(codes(await enter(foreign.id, right))).toEqual(['ok'])
    await finish()
    expect(await of(foreign.id)).toMatchObject({ state: 'success', transaction: right })
    expect(ended.splice(0)).toEqual([`paid ${foreign.payoutId}`])
  })

  test('a transaction that its wallet replaced by another has failed, once that one is final', async () => {
    const { id, payoutId } = await anInstruction(75)
    await admin.call(calls.usdtOutExport, { ids: [id] })
    await anvil.payThenReplace(anvil.accounts[2]!, 75, anvil.accounts[1]!, async (hash) => {
      await enter(id, hash)
      await look()
      expect(await of(id)).toMatchObject({ state: 'broadcast', reason: '' })
    })
    await look()
    expect(await of(id)).toMatchObject({ state: 'broadcast', reason: 'usdt.notSeen' })
    await finish()
    expect(await of(id)).toMatchObject({ state: 'failure', reason: 'usdt.nonceUsed' })
    expect(ended.splice(0)).toEqual([`failed ${payoutId}`])
  })

  test('fees are entered in USD', async () => {
    await admin.call(calls.gasSave, { chain: 'erc20', usdCents: 1_250, note: 'Gas of the sweeps' })
    expect((await admin.call(calls.gasList, {})).records).toMatchObject([
      { usdCents: 1_250, note: 'Gas of the sweeps' },
    ])
  })

  test('above the limit a second member of staff approves a fee; one entered wrongly is reversed once', async () => {
    const bankCents = async () => {
      const found = await balanceAt(product.database, ofPlatform('cash.bank', 'USD'), product.clock.now())
      return -Number(found?.posted ?? 0n) / 10_000
    }
    const fee = { chain: 'trc20', usdCents: 50_001, note: 'Energy of a year' } as const
    const before = await bankCents()
    const { id, approvalId } = await (await person(product, { permissions: everyMenu(3) })).client.call(
      calls.gasSave,
      fee,
    )
    expect(id).toBeNull()
    expect(await bankCents()).toBe(before)
    const { client: checker } = await person(product, { permissions: everyMenu(3) })
    await checker.call(approvalDecide, { ids: [approvalId!], decision: 'approve' } as never)
    expect(await bankCents()).toBe(before - 50_001)
    const [entered] = (await admin.call(calls.gasList, {})).records
    expect(entered).toMatchObject({ usdCents: 50_001, reversedAt: null, can: { reverse: true } })
    const reversal = { id: entered!.id, reason: 'the wrong month' }
    await checker.call(calls.gasReverse, reversal)
    expect(await bankCents()).toBe(before)
    expect(await checker.refused(calls.gasReverse, reversal)).toMatchObject({ code: 20000, reason: 'usdt.gasReversed' })
    expect(await checker.refused(calls.gasReverse, { ...reversal, id: approvalId! })).toMatchObject({
      code: 10032,
      reason: 'record.none',
    })
    expect((await admin.call(calls.gasList, {})).records[0]).toMatchObject({
      reverseReason: 'the wrong month',
      can: { reverse: 'gasReversed' },
    })
  })
})
