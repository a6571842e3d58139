// Alarms of the chains on Home: who sees them, what they count, and that their links show the evidence.
import { home } from '@greenroom/contract/access'
import { outflowExplain, outflowList, usdtInList, usdtInReject } from '@greenroom/contract/chain'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDeposit, anOutflow, chainSettings } from '../../../../test/chain.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

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
  const [unmatched, vanished, older] = [await aDeposit(world()), await aDeposit(world()), await aDeposit(world())]
  await sql`
    update chain.deposit set vanished_at = ${now}::timestamptz - case when id = ${vanished} then interval '1 day' else interval '8 days' end
     where id in (${vanished}, ${older})`.execute(product.database)
  // The second chain is not in use.
  expect(await alarms(admin)).toEqual({ usdtNodes: 1, usdtOutflows: 1, usdtVanished: 1, usdtUnmatched: 1 })
  const gone = (await admin.call(usdtInList, { vanished: true })).records.map(({ id }) => id)
  expect(new Set(gone)).toEqual(new Set([vanished, older]))
  expect((await admin.call(usdtInList, { state: 'unmatched', vanished: false })).records).toMatchObject([
    { id: unmatched },
  ])
  expect((await admin.call(outflowList, { unexplained: true })).records).toMatchObject([{ id: outflow }])

  // One member of staff explained it, one requested a decision, and the node answers again.
  await admin.call(outflowExplain, { ids: [outflow], reason: 'to the cold wallet' })
  await admin.call(usdtInReject, { id: unmatched, reason: 'nobody asked for it' })
  await sql`update chain.node set state = 'well' where chain = 'trc20'`.execute(product.database)
  expect(await alarms(admin)).toEqual({ usdtVanished: 1 })
})

test('only those who may read a screen see its alarms', async () => {
  await anOutflow(world())
  const reader = await person(product, { permissions: { 'finance.usdtIn': 1 } })
  expect(await alarms(reader.client)).toEqual({ usdtVanished: 1 })
  const wallets = await person(product, { permissions: { 'finance.wallet': 1 } })
  expect(await alarms(wallets.client)).toEqual({ usdtOutflows: 1 })
  const other = await person(product, { permissions: { 'finance.withdraw': 3 } })
  expect(await alarms(other.client)).toEqual({})
})
