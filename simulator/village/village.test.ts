// The guilds, agents and money of a village at its first start: in every state, made by the services between the events of a small history,
// and recorded in its time.

import { agentHome, agentSalary, agentStepUpInfo } from '@greenroom/contract/agentPortal'
import { agentList } from '@greenroom/contract/agents'
import { agentPatternList, agentPurchaseList, agentSaleList } from '@greenroom/contract/agentTrades'
import { chargebackList, repeatList } from '@greenroom/contract/chargebacks'
import { flowReconcile } from '@greenroom/contract/flow'
import { memberList } from '@greenroom/contract/guildMembers'
import { guildList } from '@greenroom/contract/guilds'
import { payoutMappingList } from '@greenroom/contract/payoutBatches'
import { policyList } from '@greenroom/contract/policies'
import { sanctionsHitList, sanctionsListList } from '@greenroom/contract/sanctions'
import { settlementList } from '@greenroom/contract/settlement'
import { versionCalls, whitelistCalls } from '@greenroom/contract/systemRecords'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoAccount, enableDemoAccounts } from '../../server/src/access/index.ts'
import { banEffects, dissolveEffects } from '../../server/src/app/app.effects.ts'
import { eventHandlers } from '../../server/src/app/app.events.ts'
import type { Clock } from '../../server/src/kit/clock.ts'
import { inTransaction } from '../../server/src/kit/database/database.ts'
import { newId } from '../../server/src/kit/random.ts'
import { balanceAt, post } from '../../server/src/ledger/index.ts'
import { gift, recharge } from '../../server/src/ledger/items.fixture.ts'
import { guildsRounds } from '../../server/src/rooms/guilds/index.ts'
import { agentApplied } from '../../server/src/rooms/topup-agents/index.ts'
import { usersRounds } from '../../server/src/rooms/users/index.ts'
import { anEvent, openChunks } from '../../server/test/chunks.ts'
import { type Client, startProduct, type TestProduct } from '../../server/test/product.ts'
import { leadsGuild } from './agentStory.ts'
import { planAgents } from './agents.ts'
import { planFinance } from './finance.ts'
import { planGuilds } from './guilds.ts'
import { planReference } from './reference.ts'
import { openSchedule } from './schedule.ts'

let product: TestProduct
let admin: Client
let accounts: DemoAccount[]
let began: Date
const women = 70

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  const { database, clock } = product
  await enableDemoAccounts(database)
  const now = clock.now()
  began = now
  await sql`
    insert into users.app_user (id, nickname, sex, area_code, phone, certified, birthday, created_at)
    select 100000 + n, 'Host ' || n, 'woman', '86', (13800000000 + n)::text, true, '1999-05-04', ${now}
      from generate_series(1, ${women}::int) n`.execute(database)
  // Buyers, and some registrations three days ago.
  await sql`
    insert into users.app_user (id, nickname, sex, area_code, phone, certified, birthday, created_at, registered_at)
    select 200000 + n, 'Guest ' || n, 'man', '86', (13900000000 + n)::text, n <= 12, '1990-05-04', at, at
      from generate_series(1, 40) n, lateral (
        select date_trunc('day', ${now}::timestamptz, 'UTC') - case when n <= 30 then interval '40 days' else interval '60 hours' end as at) a`.execute(
    database,
  )
  await sql`
    insert into audits.item (id, kind, user_id, state, submitted_at)
    select 'cover ' || id, 'cover', id, 'passed', ${now} from users.app_user where sex = 'woman'`.execute(database)
  const services = {
    database,
    served: (name: string) => product.routes.find(({ call }) => call.name === name),
    timeZone: () => 'UTC',
    params: product.params,
    handlers: eventHandlers({ params: product.params, seals: product.seals }),
    rounds: (at: Clock) =>
      guildsRounds({ database, clock: at, params: product.params, effects: dissolveEffects(product.params) }),
  }
  const schedule = openSchedule()
  for (const plan of [planGuilds, planAgents, planFinance, planReference]) {
    const later = schedule.part(plan.name)
    await plan({ ...services, later }, now)
  }
  await live(now, (until) => schedule.run(until))
  // Once is enough.
  const again = openSchedule()
  for (const plan of [planGuilds, planAgents, planFinance, planReference])
    await plan({ ...services, later: again.part(plan.name) }, now)
  expect(again.next()).toBeUndefined()
  accounts = await enableDemoAccounts(database)
})
afterAll(() => product.close())

const day = 86_400_000

/** The leader who becomes the demo agent applies in the app as well, before the village makes them apply in the portal. */
async function leaderApplies(at: Date): Promise<void> {
  const { database } = product
  const { rows } = await sql<{ id: bigint }>`
    select leader_user_id as id from guilds.guild where name = ${leadsGuild}`.execute(database)
  const data = { userId: Number(rows[0]!.id), contact: 'in the app', note: '' }
  await inTransaction(database, (tx) =>
    agentApplied.plan({ tx, now: at, send: () => undefined }, [{ id: newId(at), type: 'agent.applied', at, data }]),
  )
}

/** Everyone earns every day, and the first user pays; some buy tokens and spend them. `act` is what staff do until then. */
async function live(now: Date, act: (until: Date) => Promise<void>): Promise<void> {
  const { database, params } = product
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const balances = usersRounds({ database, clock: product.clock, params, effects: banEffects(params) }).find(
    ({ name }) => name === 'users-wallet',
  )
  await inTransaction(database, (tx) =>
    post(tx, 'test', ago(40), [{ ...recharge(500_000_000n, 0n, 100_001n), occurredAt: ago(40) }]),
  )
  for (let days = 29; days > 0; days--) {
    if (days === 13) {
      await act(ago(13.4))
      await buy(ago(13.4))
    }
    const begun = new Date(ago(days).getTime() - women * 1_000)
    await act(begun)
    if (days === 21) await leaderApplies(begun)
    const gifts = Array.from({ length: women - 1 }, (_, n) => {
      const at = new Date(begun.getTime() + n * 1_000)
      return { ...gift(20_000n, BigInt(100_002 + n), 100_001n, newId(at)), occurredAt: at }
    })
    await inTransaction(database, (tx) => post(tx, 'test', gifts.at(-1)!.occurredAt, gifts))
    await balances?.run(() => true)
  }
  await act(now)
}

/** Orders of four payers, three of the first; nearly all their tokens are spent. */
async function buy(begun: Date): Promise<void> {
  const { database, params, seals } = product
  for (const [index, n] of [1, 1, 1, 2, 3, 4].entries()) {
    const userId = 100_060 + n
    const at = new Date(begun.getTime() + index * 60_000)
    const orderId = `o${n}-${newId(at)}`
    const chunks = openChunks(database, eventHandlers({ params, seals }), () => at)
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
  it('is recorded in its own time: balances follow the order of the entries, and the past is what its entries say', async () => {
    const { database } = product
    const { rows: apart } = await sql`
      select * from (
        select a.owner, a.purpose, t.kind, t.recorded_at, t.occurred_at, lag(t.recorded_at) over w as recorded_before,
               lag(t.occurred_at) over w as happened_before
          from ledger.entry e join ledger.account a on a.id = e.account_id join ledger.transfer t on t.id = e.transfer_id
         where e.version is not null window w as (partition by e.account_id order by e.version)) e
       -- A week is settled days after its last instant, when it happens in the books.
       where recorded_at < recorded_before or (occurred_at < happened_before and kind not like '%settle%')`.execute(
      database,
    )
    expect(apart).toEqual([])
    // Users whom both the app and staff or agents touched.
    const { rows: people } = await sql<{ owner: string; purpose: string; currency: string; at: Date; posted: bigint }>`
      select a.owner, a.purpose, a.currency, s.at,
             (select coalesce(sum(e.amount), 0)::bigint from ledger.entry e
               where e.account_id = a.id and e.recorded_at <= s.at) as posted
        from ledger.account a cross join lateral (
             select e.recorded_at as at from ledger.entry e where e.account_id = a.id group by 1 order by 1) s
       where a.owner like 'user:%' and exists (
             select from ledger.entry e join ledger.transfer t on t.id = e.transfer_id
              where e.account_id = a.id and t.actor <> 'test')`.execute(database)
    expect(new Set(people.map(({ owner }) => owner)).size).toBeGreaterThan(20)
    const now = product.clock.now()
    for (const { at, posted, ...account } of people)
      expect(await balanceAt(database, account as never, now, at)).toMatchObject({ posted })
  })

  it('has a log in the order of what happened', async () => {
    const { rows } = await sql`
      select * from (
        select at, operation, content, lag(at) over (order by xid, id) as before from log.entry
         where at < ${new Date(began.getTime() - 3_600_000)}) e
       where at < before`.execute(product.database)
    expect(rows).toEqual([])
  })

  it('has reference data, which hits nobody', async () => {
    const { records: lists } = await admin.call(sanctionsListList, {})
    expect(lists).toMatchObject([{ name: 'Demo list (made up)', state: 'in force', entries: 4 }])
    expect((await admin.call(sanctionsHitList, {})).records).toEqual([])
    const { records: layouts } = await admin.call(payoutMappingList, {})
    expect(layouts.map(({ kind }) => kind).toSorted()).toEqual(['bank', 'e-wallet'])
    expect((await admin.call(versionCalls.list, {})).records).toHaveLength(4)
    const { records: whitelisted } = await admin.call(whitelistCalls.list, {})
    expect(whitelisted).toMatchObject([{ kind: 'device' }, { kind: 'device' }])
  })

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
    for (const { by, payers } of rows) expect([by, payers]).toEqual([['demo-finance-checker'], ['demo-finance-maker']])
    // The history may begin in the middle of the first week.
    for (const { paid } of rows.slice(1)) expect(paid).toBeGreaterThan(1)
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
    // The history may begin in the middle of its oldest week.
    const ofAurora = weeks.records.filter(({ guild }) => guild.name === 'Aurora Stars').slice(0, -1)
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
