// What Home tells guild leaders and agents to do: their own, until when, and nothing of others.
import { home } from '@greenroom/contract/access'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGuild, aMember } from '../src/rooms/guilds/guilds.fixture.ts'
import { aDraft } from '../src/rooms/guilds/settlement/settlement.fixture.ts'
import { anAgent, aPurchase, aSale, type TestAgent } from '../src/rooms/topup-agents/agents.fixture.ts'
import { everyMenu, person } from './people.ts'
import { type Client, startProduct, type TestProduct } from './product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

const days = (count: number) => count * 86_400_000
const leaderOf = async (unionId: number) => (await person(product, { permissions: everyMenu(3), unionId })).client
const linesOf = async (client: Client) =>
  new Map((await client.call(home, {})).todo.map(({ key, ...line }) => [key, line] as const))
const keysOf = async (client: Client) => [...(await linesOf(client)).keys()]

test('a new leader is told to invite, until when, and to enter a payout account', async () => {
  const { id } = await aGuild(product, { days: 9 })
  const client = await leaderOf(id)
  const lines = await linesOf(client)
  expect([...lines.keys()]).toEqual(['noPayoutAccount', 'dissolves'])
  const { until, oldest, href } = lines.get('dissolves')!
  expect(Date.parse(until!) - Date.parse(oldest!)).toBe(days(15))
  expect(href).toBe('/sociatyManage/memberList?drawer=invite')
  await aMember(product, id)
  await sql`
    insert into guilds.payout_account (guild_id, kind, sealed, last_four, created_by, created_at)
    values (${id}, 'bank', 'x', '1234', 'test', ${product.clock.now()})`.execute(product.database)
  expect(await keysOf(client)).toEqual([])
})

test('a drafted week waits for its leader alone, with the end of the time to dispute', async () => {
  const { settlementId, guild } = await aDraft(product)
  const [own, other] = await Promise.all([leaderOf(guild.id), leaderOf((await aGuild(product)).id)])
  const { rows } = await sql<{ until: Date; at: Date }>`
    select confirm_by as until, drafted_at as at from guilds.settlement where id = ${settlementId}`.execute(
    product.database,
  )
  expect((await linesOf(own)).get('weekToConfirm')).toEqual({
    count: 1,
    alarm: false,
    href: `/sociatyManage/settleAccounts?settlementState=draft&guildId=${guild.id}`,
    oldest: rows[0]!.at.toISOString(),
    until: rows[0]!.until.toISOString(),
  })
  expect(await keysOf(other)).not.toContain('weekToConfirm')

  await sql`update guilds.settlement set carried_out_cents = -5 where id = ${settlementId}`.execute(product.database)
  expect(await keysOf(own)).toContain('guildDebts')
  await sql`update guilds.guild set method_from = '2026-12-07' where id = ${guild.id}`.execute(product.database)
  const change = (await linesOf(own)).get('methodChanges')!
  expect(change).toMatchObject({ count: 1, oldest: null, until: expect.stringMatching(/^2026-12-0[67]/) })
})

test('a leader sees who asked to leave, until it is agreed', async () => {
  const { id } = await aGuild(product)
  const client = await leaderOf(id)
  await aMember(product, id, 'leaving')
  expect((await linesOf(client)).get('leaveRequests')).toMatchObject({ count: 1 })
  await sql`update guilds.member set ends_at = ${product.clock.now()} where guild_id = ${id}`.execute(product.database)
  expect(await keysOf(client)).not.toContain('leaveRequests')
})

test('an agent is told what was refused, that stock is short, what is owed, and a freeze', async () => {
  const agent: TestAgent = await anAgent(product, { stock: 50_000 })
  const { client } = agent.account
  const { database } = product
  expect(await keysOf(client)).toEqual([])

  const purchase = await aPurchase(product, agent.agentId)
  const setPurchase = (state: string) =>
    sql`update topup_agents.purchase set state = ${state}, decided_at = asked_at where id = ${purchase}`.execute(
      database,
    )
  await setPurchase('refused')
  expect((await linesOf(client)).get('purchasesRefused')).toMatchObject({ count: 1 })
  await sql`update topup_agents.purchase set asked_at = asked_at - interval '8 days' where id = ${purchase}`.execute(
    database,
  )
  expect(await keysOf(client)).toEqual([])

  const sale = await aSale(product, agent)
  await sql`
    insert into topup_agents.refund (sale_id, agent_id, sold_at, state, asked_at, asked_for, decided_at)
    select id, agent_id, at, 'refused', at, 'test', at from topup_agents.sale where id = ${sale}::uuid`.execute(
    database,
  )
  expect(await keysOf(client)).toEqual(['returnsRefused'])

  await sql`update topup_agents.agent_day set tokens = 700000 where agent_id = ${agent.agentId}`.execute(database)
  expect(await keysOf(client)).toEqual(['returnsRefused', 'stockLow'])

  await sql`update topup_agents.application set state = 'frozen' where user_id = ${agent.userId}`.execute(database)
  expect(await keysOf(client)).toEqual(['returnsRefused', 'stockLow', 'agentFrozen'])
})
