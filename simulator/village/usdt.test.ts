// The village's chains and USDT at its first start: the simulated app's tiny chains under the real watcher, filled by the services.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as usdt from '@greenroom/contract/chain'
import { flowReconcile } from '@greenroom/contract/flow'
import { payoutBatchList } from '@greenroom/contract/payoutBatches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enableDemoAccounts } from '../../server/src/access/index.ts'
import { eventHandlers } from '../../server/src/app/app.events.ts'
import { connectVillage, disconnectVillage, type Owner, ownerOf } from '../../server/src/app/simulatedChains.ts'
import type { Clock } from '../../server/src/kit/clock.ts'
import { type Chain, watchChain } from '../../server/src/rooms/chain/index.ts'
import { aNewWithdrawal } from '../../server/src/rooms/finance/withdrawals/withdrawals.fixture.ts'
import { appUser } from '../../server/src/rooms/users/people.fixture.ts'
import { type Client, startProduct, type TestProduct } from '../../server/test/product.ts'
import type { VillageServices } from './context.ts'
import { openSchedule } from './schedule.ts'
import { ownerPays, planUsdt } from './usdt.ts'

const secret = 'of this test'
type Chains = { handle: (...of: [...Parameters<RequestListener>, pathname: string]) => void }
/** The simulated app is no part of the server's project. */
const { openChains } = (await import(new URL('../src/chain/serve.ts', import.meta.url).href)) as {
  openChains: (options: { dataDir: string; seed: number; now: () => number; secret: string }) => Chains
}
let product: TestProduct
let admin: Client
let origin: string
let later = 0
let services: VillageServices
let owners: Map<Chain, Owner>
let close: () => void

const watch = (chain: Chain, clock: Clock = product.clock) => watchChain({ ...product.watching, clock }, chain)
/** How long the chains run. */
const pass = async (seconds: number) => {
  later += seconds * 1_000
  for (const chain of ['trc20', 'erc20'] as const) for (let looks = 0; looks < 2; looks++) await watch(chain)
}

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  const { database, clock, dataDir } = product
  const chains = openChains({ dataDir, seed: 1, now: () => Date.now() + later, secret })
  const server = createServer((request, response) =>
    chains.handle(request, response, new URL(request.url ?? '', 'http://app').pathname),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => server.close()
  const schedule = openSchedule()
  services = {
    database,
    params: product.params,
    served: (name) => product.routes.find(({ call }) => call.name === name),
    timeZone: () => 'UTC',
    rounds: () => [],
    handlers: eventHandlers({ params: product.params, seals: product.seals }),
    later: schedule.part('USDT'),
  }
  await enableDemoAccounts(database)
  for (let count = 0; count < 8; count++) await appUser(product)
  for (const address of [
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
  ])
    await aNewWithdrawal(product, 20, { account: { kind: 'usdt.trc20', address } })
  const connected = connectVillage(product.watching.chains, origin)
  owners = new Map(connected.map((chain) => [chain, ownerOf(origin, chain, secret)]))
  const now = clock.now()
  await planUsdt(services, { watch, owners: () => owners }, now)
  await schedule.run(now)
})
afterAll(async () => {
  close()
  await product.close()
})

test('deposits of the last days are credited or unmatched; a wallet is swept', async () => {
  const { records } = await admin.call(usdt.usdtInList, { size: 50 })
  const of = (state: string) => records.filter((one) => one.state === state)
  expect(of('credited').length).toBeGreaterThanOrEqual(8)
  expect(of('credited').some(({ usdtMicros }) => usdtMicros > 1_000_000_000)).toBe(true)
  expect(of('unmatched').map(({ reason }) => reason)).toEqual(['usdt.small', 'usdt.unknownSender'])
  const days = new Set(records.map(({ at }) => at.slice(0, 10)))
  expect(days.size).toBeGreaterThan(4)
  expect((await admin.call(usdt.outflowList, {})).records).toMatchObject([{ kind: 'sweep' }])
  const { chains } = await admin.call(usdt.usdtHealth, {})
  expect(chains.map(({ used, nodes }) => [used, nodes.map(({ state }) => state)])).toEqual([
    [true, ['well', 'well']],
    [true, ['well', 'well']],
  ])
})

test('payouts are broadcast and paid; instructions exported for the wallet later are paid, too', async () => {
  const { records } = await admin.call(payoutBatchList, {})
  expect(records.map(({ state, onChain, lines }) => [state, onChain, lines])).toEqual([
    ['sent', true, 1],
    ['sent', true, 2],
  ])
  await pass(90)
  expect((await admin.call(payoutBatchList, {})).records.map(({ state, paid }) => [state, paid])).toEqual([
    ['sent', 0],
    ['done', 2],
  ])
  const open = (await admin.call(usdt.usdtOutList, { state: 'signing' })).records
  await admin.call(usdt.usdtOutExport, { ids: open.map(({ id }) => id) })
  await ownerPays(services, owners, new Date(product.clock.now().getTime() + 60_000))
  await pass(90)
  expect((await admin.call(usdt.usdtOutList, {})).records.map(({ state }) => state)).toEqual(Array(3).fill('success'))
})

test('the books agree with the chains', async () => {
  const { checks } = await admin.call(flowReconcile, {})
  const found = checks.filter(({ key }) => key.startsWith('usdt'))
  expect(found.flatMap(({ key, differences }) => differences.map((one) => [key, one]))).toEqual([])
  expect(found.find(({ key }) => key === 'usdtBalances')!.left).toBeGreaterThan(0)
})

test('only Greenroom moves the owner’s money; a stopped chain continues', async () => {
  await expect(ownerOf(origin, 'trc20', 'another').pay([])).rejects.toThrow('401')
  const kept = await product.database
    .selectFrom('chain.head')
    .select(['number', 'hash'])
    .where('chain', '=', 'trc20')
    .executeTakeFirstOrThrow()
  const again = openChains({ dataDir: product.dataDir, seed: 1, now: () => Date.now() + later, secret })
  const requested = async (handle: typeof again.handle) => {
    const server = createServer((request, response) => handle(request, response, '/chain/trc20'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      method: 'POST',
      body: JSON.stringify({ id: 1, method: 'eth_getBlockByNumber', params: [`0x${kept.number.toString(16)}`, false] }),
    })
    server.close()
    return response.json()
  }
  const { result } = (await requested(again.handle)) as { result: { hash: string } }
  expect(result.hash).toBe(kept.hash)
})

test('without the simulation its addresses are never shown', async () => {
  await disconnectVillage(product.database, product.clock.now())
  const rows = await product.database.selectFrom('chain.address').select('retired_at').execute()
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter(({ retired_at }) => retired_at === null)).toEqual([])
})
