// The guilds of a village at its first start: in every state, created by the services, once.

import { agentHome, agentSalary, agentStepUpInfo } from '@greenroom/contract/agentPortal'
import { agentList } from '@greenroom/contract/agents'
import { agentPatternList, agentPurchaseList, agentSaleList } from '@greenroom/contract/agentTrades'
import { chargebackList, repeatList } from '@greenroom/contract/chargebacks'
import { flowReconcile } from '@greenroom/contract/flow'
import { memberList } from '@greenroom/contract/guildMembers'
import { guildList } from '@greenroom/contract/guilds'
import { policyList } from '@greenroom/contract/policies'
import { settlementList } from '@greenroom/contract/settlement'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEvent, openChunks } from '../../../test/chunks.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { type DemoAccount, enableDemoAccounts } from '../../access/index.ts'
import type { Clock } from '../../kit/clock.ts'
import { inTransaction } from '../../kit/database.ts'
import { newId } from '../../kit/random.ts'
import { post } from '../../ledger/index.ts'
import { gift, recharge } from '../../ledger/items.fixture.ts'
import { guildsRounds } from '../../rooms/guilds/index.ts'
import { dissolveEffects } from '../effects.ts'
import { eventHandlers } from '../events.ts'
import { fillAgents } from './agents.ts'
import { fillGuilds } from './fill.ts'
import { fillFinance } from './finance.ts'

let product: TestProduct
let admin: Client
let accounts: DemoAccount[]
const women = 70

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  const { database, clock } = product
  await enableDemoAccounts(database)
  const now = clock.now()
  await sql`
    insert into users.app_user (id, nickname, sex, area_code, phone, certified, birthday, created_at)
    select 100000 + n, 'Host ' || n, 'woman', '86', (13800000000 + n)::text, true, '1999-05-04', ${now}
      from generate_series(1, ${women}::int) n`.execute(database)
  // Buyers, and some registrations of the night before the last two.
  await sql`
    insert into users.app_user (id, nickname, sex, area_code, phone, certified, birthday, created_at, registered_at)
    select 200000 + n, 'Guest ' || n, 'man', '86', (13900000000 + n)::text, n <= 12, '1990-05-04', ${now}::timestamptz - at, ${now}::timestamptz - at
      from generate_series(1, 40) n, lateral (select case when n <= 30 then interval '40 days' else interval '3 days' end as at) a`.execute(
    database,
  )
  await sql`
    insert into audits.item (id, kind, user_id, state, submitted_at)
    select 'cover ' || id, 'cover', id, 'passed', ${now} from users.app_user where sex = 'woman'`.execute(database)
  // Everyone earns every day; the first user pays.
  await inTransaction(database, (tx) => post(tx, 'test', now, [recharge(500_000_000n, 0n, 100_001n)]))
  const gifts = Array.from({ length: women * 27 }, (_, n) => {
    const at = new Date(now.getTime() - (1 + n / women) * 86_400_000)
    const id = newId(at)
    return { ...gift(20_000n, BigInt(100_002 + (n % (women - 1))), 100_001n, id), occurredAt: at }
  })
  await inTransaction(database, (tx) => post(tx, 'test', now, gifts))
  const services = {
    database,
    served: (name: string) => product.routes.find(({ call }) => call.name === name),
    timeZone: () => 'UTC',
    params: product.params,
    handlers: eventHandlers({ params: product.params, seals: product.seals }),
    rounds: (at: Clock) =>
      guildsRounds({ database, clock: at, params: product.params, effects: dissolveEffects(product.params) }),
  }
  await fillGuilds(services, now)
  await fillGuilds(services, now)
  await fillAgents(services, now)
  await fillAgents(services, now)
  await boughtAndSpent(now)
  await sql`
    update users.wallet w set bonus = a.posted from ledger.account a
     where a.owner = 'user:' || w.user_id and a.purpose = 'bonus'`.execute(database)
  await fillFinance(services, now)
  await fillFinance(services, now)
  accounts = await enableDemoAccounts(database)
})
afterAll(() => product.close())

/** Orders of four payers, three of the first; nearly all their tokens are spent. */
async function boughtAndSpent(now: Date): Promise<void> {
  const { database, params, seals } = product
  const chunks = openChunks(database, eventHandlers({ params, seals }), () => now)
  for (const n of [1, 1, 1, 2, 3, 4]) {
    const userId = 100_060 + n
    const orderId = `o${n}-${newId(now)}`
    const at = new Date(now.getTime() - (13 + n / 10) * 86_400_000)
    const price = { tokens: 500, promoTokens: 0, usdCents: 500 }
    await chunks.send([
      anEvent('recharge.created', at, { orderId, userId, product: 'coins', gateway: 'card', ...price }),
    ])
    await chunks.send([
      anEvent('recharge.paid', at, { orderId, gatewayReference: orderId, feeUsdCents: 20 }),
      anEvent('text.charged', at, { senderId: userId, receiverId: 100_050, tokens: 450 }),
    ])
  }
}

const as = async (role: DemoAccount['role']) => {
  const { username, password } = accounts.find((account) => account.role === role)!
  return product.login(username, password)
}

describe('a village', () => {
  it('has guilds in every state, once', async () => {
    const { records } = await admin.call(guildList, { size: 50 })
    expect(records).toHaveLength(10)
    expect(new Set(records.map(({ state }) => state))).toEqual(
      new Set(['under review', 'normal', 'banned', 'rejected', 'dissolved']),
    )
    const { rows } = await sql<{ what: string }>`select distinct what from guilds.event order by 1`.execute(
      product.database,
    )
    expect(rows.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['approved', 'banned', 'dissolved', 'registered', 'rejected']),
    )
  })

  it('has members for some weeks; some leave, and each belongs to one guild', async () => {
    const { rows } = await sql<{ state: string; since: Date; count: number }>`
      select state, min(since) as since, count(*)::int as count from guilds.member group by 1`.execute(product.database)
    const by = new Map(rows.map((row) => [row.state, row]))
    expect(by.get('active')!.count).toBeGreaterThan(20)
    expect(product.clock.now().getTime() - by.get('active')!.since.getTime()).toBeGreaterThan(27 * 86_400_000)
    expect(by.get('leaving')!.count).toBeGreaterThan(0)
    expect(by.get('left')!.count).toBeGreaterThan(0)
    expect(by.get('invited')!.count).toBeGreaterThan(1)
    const twice = await sql`
      select user_id from guilds.member where state in ('active', 'leaving') group by 1 having count(*) > 1`.execute(
      product.database,
    )
    expect(twice.rows).toEqual([])
  })

  it('has three paid weeks, each approved and paid by different staff, and one that was disputed', async () => {
    const { rows } = await sql<{ week: string; paid: number; by: string[]; payers: string[] }>`
      select s.week::text as week, count(distinct s.id)::int as paid, array_agg(distinct s.approved_by) as by,
             array_agg(distinct p.paid_by) as payers
        from guilds.settlement s join guilds.payment p on p.settlement_id = s.id
       where s.payable_cents > 0 and s.paid_cents = s.payable_cents group by 1 order by 1`.execute(product.database)
    expect(rows.length).toBeGreaterThanOrEqual(3)
    for (const { by, payers, paid } of rows) {
      expect([by, payers]).toEqual([['demo-finance-checker'], ['demo-finance-maker']])
      expect(paid).toBeGreaterThan(1)
    }
    const { rows: requests } = await sql<{ states: string[] }>`
      select array_agg(distinct state) as states from guilds.payout_request`.execute(product.database)
    expect(requests[0]!.states).toEqual(expect.arrayContaining(['paid out', 'refused']))
    const disputes = await sql`select from guilds.dispute where answered_at is not null`.execute(product.database)
    expect(disputes.rows.length).toBe(1)
    const { checks } = await admin.call(flowReconcile, {})
    expect(checks.filter(({ key }) => key.startsWith('guild')).flatMap(({ differences }) => differences)).toEqual([])
    const leader = await as('guild-leader')
    const own = await leader.call(settlementList, { size: 50 })
    expect(own.records.filter(({ state }) => state === 'paid').length).toBeGreaterThanOrEqual(3)
  })

  it('has withdrawals in every state, open, sent and partly failed batches, and policies', async () => {
    const states = async (table: string) =>
      (
        await sql<{ state: string }>`select distinct state from ${sql.table(table)} order by 1`.execute(
          product.database,
        )
      ).rows.map(({ state }) => state)
    expect(await states('finance.withdrawal')).toEqual(
      ['in review', 'audit failed', 'withdrawing', 'success', 'failure', 'manual processing successful'].toSorted(),
    )
    expect(await states('finance.payout_batch')).toEqual(['done', 'sent', 'waiting'])
    expect(await states('finance.payout')).toEqual(['failed', 'paid', 'waiting'])
    const released = await sql`select from finance.withdrawal where released_at is not null`.execute(product.database)
    expect(released.rows).toHaveLength(1)
    expect((await admin.call(policyList, {})).records.map(({ enabled }) => enabled)).toEqual([true, true])
  })

  it('has open, kept, contested and written-off chargebacks, three of one payer', async () => {
    const { records } = await admin.call(chargebackList, {})
    expect(new Set(records.map(({ state }) => state))).toEqual(new Set(['open', 'debt', 'contested', 'written off']))
    expect((await admin.call(repeatList, { by: 'user' })).records.map(({ chargebacks }) => chargebacks)).toEqual([3])
    const { checks } = await admin.call(flowReconcile, {})
    const ofMoney = ['orderStates', 'Cash', 'chargebacks', 'withdrawal', 'payouts', 'batches', 'entries']
    expect(
      checks.filter(({ key }) => ofMoney.some((part) => key.includes(part))).flatMap(({ differences }) => differences),
    ).toEqual([])
  })

  it('has demo accounts of a leader with two sub-agencies, and of one with nine days left', async () => {
    const leader = await as('guild-leader')
    const { records } = await leader.call(memberList, { size: 200 })
    expect(new Set(records.map(({ guild }) => guild.name))).toEqual(
      new Set(['Aurora Stars', 'Aurora North', 'Aurora Latina']),
    )
    const weeks = await leader.call(settlementList, { size: 200 })
    const ofAurora = weeks.records.filter(({ guild }) => guild.name === 'Aurora Stars')
    expect(ofAurora.map(({ level }) => level).every((level) => level >= 3)).toBe(true)
    expect(ofAurora).not.toEqual([])
    const newcomer = await as('new-leader')
    expect((await newcomer.call(memberList, {})).records).toEqual([])
    const { approved_at } = await product.database
      .selectFrom('guilds.guild')
      .select('approved_at')
      .where('name', '=', 'Moonlight')
      .executeTakeFirstOrThrow()
    expect((product.clock.now().getTime() - approved_at!.getTime()) / 86_400_000).toBeCloseTo(6, 1)
  })

  it('has top-up agents in every state, with purchases, sales and returns', async () => {
    const { records: agents } = await admin.call(agentList, { size: 50 })
    expect(new Set(agents.map(({ state }) => state))).toEqual(
      new Set(['approved', 'under review', 'rejected', 'frozen', 'cancelled']),
    )
    const { records: bought } = await admin.call(agentPurchaseList, { size: 100 })
    expect(new Set(bought.map(({ kind, state }) => `${kind} ${state}`))).toEqual(
      new Set(['bank in review', 'bank credited', 'bank refused', 'salary credited']),
    )
    expect(bought.filter(({ kind, proofUrl }) => kind === 'bank' && proofUrl === '')).toEqual([])
    const { records: sold, total } = await admin.call(agentSaleList, { size: 100 })
    expect(total).toBeGreaterThan(60)
    expect(product.clock.now().getTime() - Date.parse(sold.at(-1)!.at)).toBeGreaterThan(18 * 86_400_000)
    expect(new Set(sold.flatMap(({ back }) => back?.state ?? []))).toEqual(new Set(['asked', 'agreed', 'refused']))
    const { patterns } = await admin.call(agentPatternList, {})
    expect(patterns.map(({ pattern }) => pattern)).toEqual(['new'])
    const { checks } = await admin.call(flowReconcile, {})
    // This test posted gifts and recharges without their records.
    const ofVillage = checks.filter(({ key }) => key !== 'gifts' && key !== 'orders')
    expect(ofVillage.flatMap(({ key, differences }) => differences.map((one) => ({ key, ...one })))).toEqual([])
    const agent = await as('agent')
    expect(await agent.call(agentHome, {})).toMatchObject({ application: { state: 'approved' } })
    expect(await agent.call(agentStepUpInfo, {})).toMatchObject({ method: 'sms', until: null })
    const [deducted] = bought.filter(({ kind }) => kind === 'salary')
    expect((await agent.call(agentSalary, {})).guild?.guildId).toBe(deducted!.guildId)
  })
})
