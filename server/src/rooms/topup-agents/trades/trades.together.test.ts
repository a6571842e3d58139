import { agentSell } from '@greenroom/contract/agentPortal'
import { logList } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whileHeld } from '../../../../test/locked.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { balancesOfUsers, verifyLedger } from '../../../ledger/index.ts'
import { anApp, commandsAbout } from '../../users/people.fixture.ts'
import { anAgent, aUser, type TestAgent } from '../agents.fixture.ts'

let product: TestProduct
let agents: TestAgent[]
beforeAll(async () => {
  product = await startProduct()
  await anApp(product)
  agents = []
  for (let count = 0; count < 8; count++) agents.push(await anAgent(product, { stock: 100_000 }))
})
afterAll(() => product.close())

const sell = (agent: TestAgent, userId: number, tokens = 2_000, key = crypto.randomUUID()) =>
  agent.account.client.call(agentSell, { userId, tokens, key })
const users = (count: number) => Promise.all(Array.from({ length: count }, () => aUser(product)))
const transfersOf = async (saleIds: readonly string[]) => {
  const { rows } = await sql<{ id: string; actor: string; xid: string }>`
    select id, actor, xid::text from ledger.transfer where id = any(${saleIds}::uuid[])`.execute(product.database)
  return new Map(rows.map((row) => [row.id, row]))
}

test('concurrent sales of different agents share a transaction, each with its own actor, log entry and receipt', async () => {
  const buyers = await users(agents.length)
  let sales: ReturnType<typeof sell>[] = []
  await whileHeld(
    product.owner,
    (tx) => sql`select from ledger.account where owner = ${`agent:${agents[0]!.agentId}`} for update`.execute(tx),
    async (blocked) => {
      sales = agents.map((agent, at) => sell(agent, buyers[at]!, 2_000 + at))
      await blocked()
    },
  )
  const receipts = await Promise.all(sales)
  expect(receipts.map(({ buyer, tokens }) => [buyer.userId, tokens])).toEqual(
    buyers.map((userId, at) => [userId, 2_000 + at]),
  )
  const transfers = await transfersOf(receipts.map(({ saleId }) => saleId))
  expect(new Set([...transfers.values()].map(({ xid }) => xid)).size).toBeLessThan(agents.length)
  const { records } = await (await product.administrator()).call(logList, { size: 50 })
  for (const [at, agent] of agents.entries()) {
    const { saleId, stockTokens } = receipts[at]!
    expect(transfers.get(saleId)!.actor).toBe(agent.account.username)
    expect(records.filter(({ target }) => target === `sale ${saleId}`)).toMatchObject([
      { username: agent.account.username },
    ])
    expect(stockTokens).toBe(100_000 - 2_000 - at)
    const commands = await commandsAbout(product, buyers[at]!)
    expect(commands).toContainEqual(expect.objectContaining({ saleId, tokens: 2_000 + at }))
    expect(commands).toContainEqual(expect.objectContaining({ paidTokens: 2_000 + at }))
  }
})

test('two agents sell to one buyer at the same time: both arrive', async () => {
  const [buyer] = await users(1)
  await Promise.all(agents.map((agent) => sell(agent, buyer!)))
  const wallet = (await balancesOfUsers(product.database, [BigInt(buyer!)])).get(BigInt(buyer!))
  expect(wallet?.paidTokens).toBe(2_000n * BigInt(agents.length))
})

test('a refused sale among others is refused alone', async () => {
  const buyers = await users(agents.length)
  await sql`update users.app_user set state = 'ban ID' where id = ${buyers[3]}`.execute(product.database)
  const poor = await anAgent(product, { stock: 2_500 })
  const settled = await Promise.allSettled([
    ...agents.map((agent, at) => sell(agent, buyers[at]!)),
    sell(poor, buyers[0]!, 2_600),
  ])
  expect(settled.map(({ status }) => status)).toEqual([
    ...agents.map((_, at) => (at === 3 ? 'rejected' : 'fulfilled')),
    'rejected',
  ])
  const { rows } = await sql<{ refused: number }>`
    select count(*)::int as refused from ledger.transfer where refused is not null`.execute(product.database)
  expect(rows[0]!.refused).toBe(0)
})

test('a buyer whom another transaction holds delays nobody else', async () => {
  const buyers = await users(agents.length)
  let held: ReturnType<typeof sell>
  await whileHeld(
    product.database,
    (tx) => sql`update users.app_user set nickname = 'renamed' where id = ${buyers[0]!}`.execute(tx),
    async (blocked) => {
      held = sell(agents[0]!, buyers[0]!)
      const others = await Promise.all(agents.slice(1).map((agent, at) => sell(agent, buyers[at + 1]!)))
      expect(others).toHaveLength(agents.length - 1)
      await blocked()
    },
  )
  // It waited, and read what the other transaction left.
  expect((await held!).buyer.nickname).toBe('renamed')
})

test('an agent’s own concurrent sales count one after the other, within the limit of the day', async () => {
  const one = await anAgent(product, { stock: 100_000 })
  const buyers = await users(4)
  await sql`update topup_agents.agent set day_tokens = 5000 where id = ${one.agentId}`.execute(product.database)
  const settled = await Promise.allSettled(buyers.map((userId) => sell(one, userId)))
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('the ledger is consistent', async () => {
  expect(await verifyLedger(product.database)).toEqual([])
})
