// Alarms of the chains on Home: who sees them, what they count, and that their links show the evidence.
import { home } from '@greenroom/contract/access'
import {
  outflowExplain,
  outflowList,
  usdtInExplain,
  usdtInList,
  usdtInReject,
  walletSummary,
} from '@greenroom/contract/chain'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDeposit, anOutflow, aVanishedDeposit, chainSettings } from '../../../test/chain.ts'
import { person } from '../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct(chainSettings)
  admin = await product.administrator()
})
afterAll(() => product.close())

const alarms = async (client: Client) =>
  Object.fromEntries(
    (await client.call(home, {})).todo.flatMap(({ key, count, alarm }) => (alarm ? [[key, count] as const] : [])),
  )
const world = () => ({ product })

test('faulty nodes, unexplained outflows, vanished and unmatched deposits stand on Home until they are settled', async () => {
  expect(await alarms(admin)).toEqual({})
  const now = product.clock.now()
  await sql`
    insert into chain.node (chain, place, state, since, seen_at)
    values ('trc20', 0, 'away', ${now}, ${now}), ('trc20', 1, 'well', ${now}, ${now}), ('erc20', 0, 'away', ${now}, ${now})
    on conflict (chain, place) do update set state = excluded.state`.execute(product.database)
  const outflow = await anOutflow(world())
  const [unmatched, vanished, explained] = [
    await aDeposit(world()),
    await aVanishedDeposit(world()),
    await aVanishedDeposit(world()),
  ]
  await admin.call(usdtInExplain, { ids: [explained], reason: 'a reorganisation' })
  // The second chain is not in use.
  expect(await alarms(admin)).toEqual({ usdtNodes: 1, usdtOutflows: 1, usdtVanished: 1, usdtUnmatched: 1 })
  // The wallets' screen counts both kinds together.
  expect((await admin.call(walletSummary, {})).chains.map(({ alarms }) => alarms)).toEqual([2, 0])
  expect((await admin.call(usdtInList, { vanished: true, unexplained: true })).records).toMatchObject([
    { id: vanished, explainedBy: '', can: { explain: true } },
  ])
  expect((await admin.call(usdtInList, { vanished: true, unexplained: false })).records).toMatchObject([
    { id: explained, explainedBy: 'admin', explanation: 'a reorganisation', can: { explain: 'explained' } },
  ])
  expect((await admin.call(usdtInList, { state: 'unmatched', vanished: false })).records).toMatchObject([
    { id: unmatched },
  ])
  expect((await admin.call(outflowList, { unexplained: true })).records).toMatchObject([{ id: outflow }])

  // One member of staff explained it, one requested a decision, and the node answers again.
  await admin.call(outflowExplain, { ids: [outflow], reason: 'to the cold wallet' })
  await admin.call(usdtInReject, { id: unmatched, reason: 'nobody asked for it' })
  await sql`update chain.node set state = 'well' where chain = 'trc20'`.execute(product.database)
  expect(await alarms(admin)).toEqual({ usdtVanished: 1 })
  const codes = async (ids: string[]) =>
    (await admin.call(usdtInExplain, { ids, reason: 'the user was told' })).outcomes.map((one) => one.errorCode ?? 0)
  const nobodys = '01900000-0000-7000-8000-000000000000'
  // Explained before, not vanished, unknown.
  expect(await codes([vanished, explained, unmatched, nobodys])).toEqual([0, 20000, 20000, 21001])
  expect(await admin.refused(usdtInExplain, { ids: [vanished], reason: '' })).toMatchObject({ code: 11004 })
  expect(await alarms(admin)).toEqual({})
  expect((await admin.call(walletSummary, {})).chains[0]!.alarms).toBe(0)
  const logged = await product.database
    .selectFrom('log.readable')
    .select(['target', 'reason'])
    .where('operation', '=', 'usdt.explainVanished')
    .orderBy('id')
    .execute()
  expect(logged).toEqual([
    { target: `deposit ${explained}`, reason: 'a reorganisation' },
    { target: `deposit ${vanished}`, reason: 'the user was told' },
  ])
})

test('only those who may read a screen see its alarms', async () => {
  await anOutflow(world())
  const vanished = await aVanishedDeposit(world())
  const reader = await person(product, { permissions: { 'finance.usdtIn': 1 } })
  expect(await alarms(reader.client)).toEqual({ usdtVanished: 1 })
  expect(await reader.client.refused(usdtInExplain, { ids: [vanished], reason: 'x' })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  const wallets = await person(product, { permissions: { 'finance.wallet': 1 } })
  expect(await alarms(wallets.client)).toEqual({ usdtOutflows: 1 })
  const other = await person(product, { permissions: { 'finance.withdraw': 3 } })
  expect(await alarms(other.client)).toEqual({})
})
