// A deposit that nobody owns: who may have paid it, from orders, purchases and wallets. Staff decide; reading it changes nothing.
import { usdtInInfo, usdtInPayer } from '@greenroom/contract/chain'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDeposit } from '../../../../test/chain.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { anAgent } from '../../topup-agents/agents.fixture.ts'
import { appUser } from '../../users/people.fixture.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

const ago = (minutes: number) => new Date(product.clock.now().getTime() - minutes * 60_000)
let last = 0
async function unpaidOrder(userId: number, usdCents: number, minutes: number, state = 'not paid'): Promise<string> {
  const id = `o-${++last}`
  await sql`
    insert into finance.recharge_order (id, user_id, usd_cents, state, created_at)
    values (${id}, ${userId}, ${usdCents}, ${state}, ${ago(minutes)})`.execute(product.database)
  return id
}
const purchase = (agentId: number, usdMicros: number, minutes: number) =>
  sql`
    insert into topup_agents.purchase (id, agent_id, kind, state, usd_micros, asked_at, asked_by)
    values (uuidv7(), ${agentId}, 'bank', 'in review', ${usdMicros}, ${ago(minutes)}, 'test')`.execute(product.database)

test('an order of the same amount a few minutes earlier comes first, with the name and the minutes', async () => {
  const [olivia, liam, noah, paid] = await Promise.all([1, 2, 3, 4].map(() => appUser(product)))
  const { agentId } = await anAgent(product)
  const orderId = await unpaidOrder(olivia!, 2_500, 4)
  await unpaidOrder(liam!, 2_480, 30)
  await unpaidOrder(noah!, 9_900, 1)
  await unpaidOrder(paid!, 2_500, 1, 'success')
  await unpaidOrder(noah!, 2_500, 60 * 30)
  await purchase(agentId, 25_000_000, 120)
  const id = await aDeposit({ product })
  const found = await admin.call(usdtInInfo, { id })
  expect(found.suggestions.map(({ payer: { kind, id: of } }) => [kind, of])).toEqual([
    ['user', olivia],
    ['agent', agentId],
    ['user', liam],
  ])
  expect(found.suggestions[0]).toMatchObject({
    by: ['amount'],
    asked: { id: orderId, usdtMicros: 25_000_000, minutes: 4 },
    depositsBefore: 0,
  })
  expect(found.suggestions.every(({ payer }) => payer.name !== '')).toBe(true)
  expect(found).toMatchObject({ id, state: 'unmatched', payer: null, can: { match: true } })
  // Nothing is matched by looking.
  expect(await admin.call(usdtInInfo, { id })).toEqual(found)
})

test('a wallet that paid for somebody before names them; a settled deposit suggests nobody', async () => {
  const owner = await appUser(product)
  const earlier = await aDeposit({ product })
  await sql`
    update chain.deposit set state = 'credited', owner_kind = 'user', owner_id = ${owner} where id = ${earlier}`.execute(
    product.database,
  )
  const id = await aDeposit({ product })
  const { suggestions } = await admin.call(usdtInInfo, { id })
  expect(suggestions.find(({ payer }) => payer.kind === 'user' && payer.id === owner)).toMatchObject({
    by: ['wallet'],
    asked: null,
    depositsBefore: 1,
  })
  expect((await admin.call(usdtInInfo, { id: earlier })).suggestions).toEqual([])
  expect(await admin.refused(usdtInInfo, { id: '01900000-0000-7000-8000-000000000000' })).toMatchObject({ code: 21001 })
})

test('an id is named before anything is matched to it', async () => {
  const userId = await appUser(product)
  const { name } = await admin.call(usdtInPayer, { ownerKind: 'user', ownerId: userId })
  expect(name).toEqual(expect.stringMatching(/./))
  expect(await admin.call(usdtInPayer, { ownerKind: 'agent', ownerId: 999_999 })).toEqual({ name: null })
})
