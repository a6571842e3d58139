// Payout batches on a chain (anvil): approved ones become instructions, and the chain's proof ends their lines once.
import { agentAccountSave, agentCancel } from '@greenroom/contract/agents'
import * as chain from '@greenroom/contract/chain'
import { flowReconcile } from '@greenroom/contract/flow'
import * as calls from '@greenroom/contract/payoutBatches'
import { weekPay } from '@greenroom/contract/payouts'
import { approvalDecide } from '@greenroom/contract/system'
import { withdrawalInfo, withdrawalManual, withdrawalPass, withdrawalRelease } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { setParam } from '../../../../test/params.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { balanceAt, guildBalances, ofPlatform, verifyLedger } from '../../../ledger/index.ts'
import { shownAddress } from '../../chain/address/chainAddress.codec.ts'
import { openKey } from '../../chain/address/chainAddress.derive.ts'
import { type Anvil, startAnvil } from '../../chain/anvil.fixture.ts'
import { watchChain } from '../../chain/chain.rounds.ts'
import { testKeys } from '../../chain/keys.fixture.ts'
import { aProof, payableGuild } from '../../guilds/payouts/guildPayouts.fixture.ts'
import { accountInForce } from '../../guilds/payouts/guildPayouts.payable.fixture.ts'
import { anAgent } from '../../topup-agents/agents.fixture.ts'
import { holdForBan } from '../index.ts'
import { aNewWithdrawal } from '../withdrawals/withdrawals.fixture.ts'

const cash = ofPlatform('cash.usdt.erc20', 'USDT')
const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined; reason?: string | undefined }[] }) =>
  outcomes.map(({ errorCode, reason }) => (errorCode === undefined ? null : `${errorCode} ${reason ?? ''}`.trim()))

describe('on anvil', () => {
  let anvil: Anvil
  let product: TestProduct
  let admin: Client
  let maker: Client
  let checker: Client
  let last = 100

  beforeAll(async () => {
    anvil = await startAnvil()
    const contract = anvil.token.toLowerCase()
    product = await startProduct({ ETHEREUM_NODES: anvil.url, ETHEREUM_USDT: shownAddress('erc20', contract) })
    await connect(product, { endpoint: 'https://app.example/commands' })
    admin = await product.administrator()
    maker = (await person(product, { permissions: { 'finance.payout': 3, 'finance.usdtOut': 3 } })).client
    const rights = { 'finance.payout': 1, 'finance.wallet': 1, 'system.approval': 3 } as const
    checker = (await person(product, { permissions: rights })).client
    await anvil.mine(20)
    await look()
    const address = shownAddress('erc20', anvil.accounts[0]!)
    const requested = { chain: 'erc20' as const, address, name: 'Payouts', reason: 'ours' }
    await decide((await admin.call(chain.walletRegister, requested)).approvalId)
  })
  afterAll(async () => {
    expect(await verifyLedger(product.database)).toEqual([])
    anvil.close()
    await product.close()
  })

  const look = () => watchChain(product.watching, 'erc20')
  const finish = async () => {
    await anvil.mine(14)
    await look()
  }
  const decide = (approvalId: string) =>
    checker.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })
  const of = (batchId: number) => admin.call(calls.payoutBatchInfo, { batchId })
  const held = async () => -Number((await balanceAt(product.database, cash, product.clock.now()))?.posted ?? 0n)
  /** An unused address. */
  const anAddress = () => shownAddress('erc20', openKey(testKeys.erc20).at(++last))

  /** A withdrawal passed by a separate member of staff. */
  async function passed(usd: number, address = anAddress()): Promise<string> {
    const id = await aNewWithdrawal(product, usd, { account: { kind: 'usdt.erc20', address } })
    const { client } = await person(product, { permissions: { 'finance.withdraw': 3 } })
    await client.call(withdrawalPass, { ids: [id] })
    return id
  }
  const infoOf = (withdrawalId: string) => admin.call(withdrawalInfo, { withdrawalId })

  /** An approved batch of these, with its instructions in the order of the lines. */
  async function instructed(lines: readonly { source: 'withdrawal' | 'guild.week' | 'agent'; id: string }[]) {
    const { batchId, approvalId } = await maker.call(calls.payoutBatchSave, { lines: [...lines] })
    await decide(approvalId!)
    const { records } = await admin.call(chain.usdtOutList, { payoutBatch: batchId!, size: 100 })
    const { payouts } = await of(batchId!)
    const instructions = lines.map(({ id }) => {
      const { payoutId } = payouts.find((one) => one.id === id)!
      return records.find((one) => one.payoutId === payoutId)!
    })
    return { batchId: batchId!, approvalId: approvalId!, instructions }
  }
  const withdrawals = (ids: readonly string[]) => instructed(ids.map((id) => ({ source: 'withdrawal' as const, id })))
  const take = (ids: number[]) => maker.call(chain.usdtOutExport, { ids })
  const enter = (lines: { id: number; transaction: string }[]) => maker.call(chain.usdtOutHashes, { lines })
  /** Taken, and paid by a transaction that the chain reverts. */
  async function reverted({ id, address }: { id: number; address: string }) {
    await take([id])
    await enter([{ id, transaction: await anvil.pay(address, 1, anvil.accounts[3]) }])
    await finish()
  }

  test('approved, it becomes instructions; one transaction pays each line once, in any order of rounds', async () => {
    const shared = anAddress()
    const ids = [await passed(20, shared), await passed(20, shared), await passed(35)]
    const { batchId, instructions } = await withdrawals(ids)
    expect(await of(batchId)).toMatchObject({
      state: 'sent',
      onChain: true,
      can: { send: 'onChain', result: 'onChain', drop: 'state' },
    })
    expect(instructions.map(({ usdtMicros, state, waitsUntil }) => [usdtMicros, state, waitsUntil])).toEqual([
      [20_000_000, 'signing', null],
      [20_000_000, 'signing', null],
      [35_000_000, 'signing', null],
    ])
    // Neither a file nor manual results: there is one route.
    expect(await maker.refused(calls.payoutBatchSend, { batchId, format: 'csv' })).toMatchObject({
      code: 50002,
      reason: 'payout.onChain',
    })
    const { payouts } = await of(batchId)
    const byHand = { payoutId: payouts[0]!.payoutId, outcome: 'paid' as const, reference: 'X', reason: '' }
    expect(await maker.refused(calls.payoutBatchResult, { batchId, results: [byHand] })).toMatchObject({
      code: 50002,
      reason: 'payout.onChain',
    })
    expect(await maker.refused(calls.payoutBatchDrop, { batchId, reason: 'x' })).toMatchObject({
      code: 50002,
      reason: 'payout.left',
    })
    const numbers = instructions.map(({ id }) => id)
    expect(codes(await take(numbers))).toEqual([null, null, null])
    expect(codes(await take(numbers))).toEqual(Array(3).fill('20000 usdt.taken'))
    const before = await held()
    // Three instructions, one transaction; only one of the equal transfers at first.
    const first = await anvil.payMany([
      [shared, 20],
      [instructions[2]!.address, 35],
    ])
    await enter(numbers.map((id) => ({ id, transaction: first })))
    await anvil.mine(14)
    await Promise.all([look(), look(), look()])
    await look()
    expect((await Promise.all(ids.map(infoOf))).map(({ state }) => state).toSorted()).toEqual([
      'success',
      'success',
      'withdrawing',
    ])
    const waiting = (await admin.call(chain.usdtOutList, { payoutBatch: batchId, state: 'broadcast' })).records
    expect(waiting).toMatchObject([{ reason: 'usdt.provesAnother' }])
    expect(await of(batchId)).toMatchObject({ state: 'sent', paid: 2 })
    const second = await anvil.pay(shared, 20)
    await enter([{ id: waiting[0]!.id, transaction: second }])
    await anvil.mine(14)
    await Promise.all([look(), look(), look()])
    expect(await of(batchId)).toMatchObject({ state: 'done', paid: 3, failed: 0 })
    expect(await held()).toBe(before - 75_000_000)
    expect(await infoOf(ids[2]!)).toMatchObject({ state: 'success', reference: first, balance: 0, reserved: 0 })
    const stored = await product.database
      .selectFrom('bridge.command')
      .select(sql<string>`data->>'state'`.as('state'))
      .where('type', '=', 'withdrawal.changed')
      .where(sql<boolean>`data->>'withdrawalId' = any(${ids})`)
      .execute()
    expect(stored.filter(({ state }) => state === 'success')).toHaveLength(3)
    const { rows } = await sql<{ username: string; count: number }>`
      select username, count(*)::int as count from log.readable
       where operation in ('usdt.prove', 'withdrawal.paid') group by 1`.execute(product.database)
    expect(rows).toEqual([{ username: 'system', count: 6 }])
  })

  test('a proved failure keeps the bonus, to be paid by hand or released; the ledger’s USDT is unchanged', async () => {
    const ids = [await passed(30), await passed(40)]
    const { batchId, instructions } = await withdrawals(ids)
    const before = await held()
    for (const one of instructions) await reverted(one)
    expect(await of(batchId)).toMatchObject({ state: 'done', paid: 0, failed: 2 })
    expect(await infoOf(ids[0]!)).toMatchObject({
      state: 'failure',
      stateReason: 'the transaction was reverted',
      reserved: 3_000,
    })
    const { client } = await person(product, { permissions: { 'finance.withdraw': 3 } })
    const proofFileId = await aProof(product)
    const manual = await client.call(withdrawalManual, { withdrawalId: ids[0]!, reference: 'FT 1', proofFileId })
    const other = await person(product, { permissions: { 'finance.withdraw': 1, 'system.approval': 3 } })
    await other.client.call(approvalDecide, { ids: [manual.approvalId], decision: 'approve' })
    await client.call(withdrawalRelease, { ids: [ids[1]!], reason: 'asked for the bonus back' })
    const after = (await admin.call(chain.usdtOutList, { payoutBatch: batchId })).records
    expect(after.map(({ state }) => state).toSorted()).toEqual(['failure', 'manual processing successful'])
    expect(await infoOf(ids[1]!)).toMatchObject({ reserved: 0, balance: 4_000 })
    expect(await held()).toBe(before)
  })

  test('a user banned in the meantime is not paid: the instruction does not leave, and is withdrawn', async () => {
    const id = await passed(25)
    const { batchId, instructions } = await withdrawals([id])
    const { user } = await infoOf(id)
    await inTransaction(product.database, (tx) => holdForBan(tx, product.clock.now(), [BigInt(user.userId)], 'fraud'))
    const ids = instructions.map((one) => one.id)
    expect(codes(await take(ids))).toEqual(['1000002 usdt.barred'])
    expect(codes(await maker.call(chain.usdtOutWithdraw, { ids, reason: 'banned for fraud' }))).toEqual([null])
    expect(await infoOf(id)).toMatchObject({ state: 'failure', stateReason: 'banned for fraud' })
    expect(await of(batchId)).toMatchObject({ state: 'done', failed: 1 })
  })

  test('a guild’s week that failed may be paid again, on the chain or by hand', async () => {
    const { guildId, weeks } = await payableGuild(product, admin, [30_000])
    await sql`update guilds.payout_account set state = 'retired' where guild_id = ${guildId}`.execute(product.database)
    const account = { kind: 'usdt.erc20' as const, address: anAddress() }
    const { database, seals, clock } = product
    const at = new Date(clock.now().getTime() - 40 * 3_600_000)
    await accountInForce(database, { guildId, at, account, seals })
    const line = { source: 'guild.week' as const, id: String(weeks[0]) }
    const first = await instructed([line])
    await reverted(first.instructions[0]!)
    const payable = async () => Number((await guildBalances(database, [guildId])).get(guildId)?.payable ?? 0n) / 10_000
    expect(await payable()).toBe(30_000)
    const again = await instructed([line])
    const [{ id, address }] = again.instructions as [(typeof again.instructions)[0]]
    await take([id])
    const before = await held()
    await enter([{ id, transaction: await anvil.pay(address, 300) }])
    await finish()
    expect([await payable(), await held()]).toEqual([0, before - 300_000_000])
    const money = (await person(product, { permissions: { 'guilds.settleAccounts': 3 } })).client
    const proof = { reference: 'X', proofFileId: await aProof(product) }
    expect(codes(await money.call(weekPay, { ids: weeks, ...proof }))).toEqual(['20000 payout.paid'])
  })

  test('an agent is paid at an address after its waiting period, as the system', async () => {
    const agent = await anAgent(product, { stock: 10_000, usdMicros: 90_000_000 })
    const staff = (await person(product, { permissions: { 'finance.agents': 3 } })).client
    const second = (await person(product, { permissions: { 'finance.agents': 3, 'system.approval': 3 } })).client
    const agree = (approvalId: string | undefined) =>
      second.call(approvalDecide, { ids: [approvalId!], decision: 'approve', reason: '' })
    await agree((await staff.call(agentCancel, { userId: agent.userId, stock: 'buy back', reason: 'gone' })).approvalId)
    const account = { kind: 'usdt.erc20' as const, address: anAddress() }
    const { accountId, approvalId } = await staff.call(agentAccountSave, { userId: agent.userId, account })
    await agree(approvalId)
    await sql`
      update topup_agents.payout_account set effective_at = effective_at - interval '49 hours' where id = ${accountId}`.execute(
      product.database,
    )
    const { instructions } = await instructed([{ source: 'agent', id: String(agent.agentId) }])
    const [{ id, address, waitsUntil }] = instructions as [(typeof instructions)[0]]
    expect(waitsUntil).toBeNull()
    await take([id])
    await enter([{ id, transaction: await anvil.pay(address, 90) }])
    await finish()
    const { rows } = await sql<{ username: string; by: string }>`
      select e.username, p.paid_by as by from log.readable e, topup_agents.payment p
       where e.operation = 'agent.paid' and p.agent_id = ${agent.agentId}`.execute(product.database)
    expect(rows).toEqual([{ username: 'system', by: 'system' }])
  })

  test('if 1 USDT is below a dollar, more USDT are paid', async () => {
    const id = await passed(20)
    await setParam(product, 'usdt_usd_cents', 80)
    const { instructions } = await withdrawals([id])
    await setParam(product, 'usdt_usd_cents', 100)
    const [{ id: number, address, usdtMicros }] = instructions as [(typeof instructions)[0]]
    expect(usdtMicros).toBe(25_000_000)
    await take([number])
    await enter([{ id: number, transaction: await anvil.pay(address, 25) }])
    await finish()
    expect(await infoOf(id)).toMatchObject({ state: 'success' })
  })

  test('a new address waits as long as the parameter says', async () => {
    const id = await passed(20)
    await setParam(product, 'payout_account_wait_hours', 5_000)
    const { instructions } = await withdrawals([id])
    await setParam(product, 'payout_account_wait_hours', 24)
    const [{ id: number, waitsUntil }] = instructions as [(typeof instructions)[0]]
    expect(waitsUntil).not.toBeNull()
    expect(codes(await take([number]))[0]).toMatch(/^20000 usdt.newAddress/)
    expect(codes(await maker.call(chain.usdtOutWithdraw, { ids: [number], reason: 'too long' }))).toEqual([null])
  })

  // Last, because it sets anvil's clock back.
  test('a reorganisation after the broadcast fails nothing: the transaction that comes back pays once', async () => {
    const id = await passed(45)
    const { instructions } = await withdrawals([id])
    const [{ id: number, address }] = instructions as [(typeof instructions)[0]]
    await take([number])
    await anvil.mine(1)
    const transaction = await anvil.pay(address, 45)
    await enter([{ id: number, transaction }])
    await look()
    const height = await anvil.height()
    const hash = await anvil.hashOf(height)
    const raw = await anvil.rpc<string>('eth_getRawTransactionByHash', transaction)
    await anvil.rpc('anvil_reorg', 2, [])
    expect(await anvil.hashOf(height)).not.toBe(hash)
    await finish()
    expect(await infoOf(id)).toMatchObject({ state: 'withdrawing' })
    const before = await held()
    expect(await anvil.rpc('eth_sendRawTransaction', raw)).toBe(transaction)
    await finish()
    await Promise.all([look(), look(), look()])
    expect(await infoOf(id)).toMatchObject({ state: 'success', reference: transaction, balance: 0, reserved: 0 })
    expect(await held()).toBe(before - 45_000_000)
    const stored = await product.database
      .selectFrom('bridge.command')
      .select('id')
      .where('type', '=', 'withdrawal.changed')
      .where(sql<boolean>`data->>'withdrawalId' = ${id} and data->>'state' = 'success'`)
      .execute()
    expect(stored).toHaveLength(1)
  })

  test('the books agree with the chain', async () => {
    const { checks } = await admin.call(flowReconcile, {})
    const usdt = checks.filter(({ key }) => key.startsWith('usdt'))
    expect(usdt.flatMap(({ key, differences }) => differences.map((one) => [key, one]))).toEqual([])
    expect(usdt.find(({ key }) => key === 'usdtCash.erc20')!.left).toBeGreaterThan(0)
  })
})
