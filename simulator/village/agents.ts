// Gives the simulated village its top-up agents in the last weeks of its history: applications, purchases, sales and Finance's decisions,
// each by its regular call.
import * as portal from '@greenroom/contract/agentPortal'
import * as calls from '@greenroom/contract/agents'
import * as trades from '@greenroom/contract/agentTrades'
import type { Answer, Call } from '@greenroom/contract/call'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { endSession, keepAccount, openSession, readPhone } from '../../server/src/access/index.ts'
import type { Staff } from '../../server/src/kit/calls/context.ts'
import { type Database, inTransaction } from '../../server/src/kit/database/database.ts'
import { derivedId, newId } from '../../server/src/kit/random.ts'
import { momentOf, textOf } from '../../server/src/kit/time.ts'
import { agentApplied, proveSession } from '../../server/src/rooms/topup-agents/index.ts'
import { type AgentScript, type Bought, leadingAgent, leadsGuild, others } from './agentStory.ts'
import { accountNamed, actAt, type VillageServices } from './context.ts'
import { receipt } from './receipt.ts'

const hour = 3_600_000
const day = 24 * hour
/** Sales end a while before new purchases, so that sellers have decided purchases. */
const step = hour / 2

type Agent = { script: AgentScript; userId: bigint; account?: Staff; sales: number }
type People = { agents: bigint[]; buyers: bigint[] }

/** Possible agents and buyers, as of this time. */
async function peopleAt(database: Database, at: Date): Promise<People> {
  const { rows: able } = await sql<{ id: bigint; areaCode: string; phone: string }>`
    select id, area_code as "areaCode", phone
      from users.app_user u
     where certified and phone <> '' and state = 'normal' and not market_audit and not internal
       and birthday <= (${at}::timestamptz - interval '20 years')::date and registered_at < ${at}
       and not exists (select from guilds.guild g where g.leader_user_id = u.id)
       and not exists (select from guilds.member m where m.user_id = u.id)
       and not exists (select from topup_agents.application a where a.user_id = u.id)
     order by coalesce(registered_at, created_at), id limit 60`.execute(database)
  const { rows: buyers } = await sql<{ id: bigint }>`
    select id from users.app_user
     where state = 'normal' and not market_audit and not internal and sex = 'man' and registered_at < ${at}
     order by last_online_at desc nulls last, id limit 60`.execute(database)
  return {
    agents: able
      .filter((one) => readPhone(one.areaCode, one.phone) !== null)
      .slice(0, others.length)
      .map(({ id }) => id),
    buyers: buyers.map(({ id }) => id),
  }
}

/** Who registered on the day before this time, if they are several. */
async function newcomersAt(database: Database, at: Date, zone: string): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from users.app_user
     where state = 'normal' and not market_audit and not internal and registered_at <= ${at}
       and (registered_at at time zone ${zone})::date = (${at}::timestamptz at time zone ${zone})::date
     order by registered_at`.execute(database)
  return rows.length >= 5 ? rows.map(({ id }) => id) : []
}

/** Actions of staff and agents, by their calls. */
async function actors(services: VillageServices) {
  const maker = await accountNamed(services.database, 'demo-finance-maker')
  const checker = await accountNamed(services.database, 'demo-finance-checker')
  const approve = async (at: Date, id: string) => {
    const answer = await actAt<Answer<typeof approvalDecide>>(services, checker, at, approvalDecide, {
      ids: [id],
      decision: 'approve',
    })
    const failed = answer.outcomes.find(({ ok }) => !ok)
    if (failed) throw new Error(`a request was not approved: ${JSON.stringify(failed)}`)
  }
  return {
    finance: <A>(at: Date, call: Call, payload: object) => actAt<A>(services, maker, at, call, payload),
    /** Plans the approval. */
    approve: (at: Date, id: string) => services.later(at, () => approve(at, id)),
  }
}
type Actors = Awaited<ReturnType<typeof actors>>
type Scene = { services: VillageServices; by: Actors; people: People; now: Date; signedIn: Staff[] }

/**
 * Days before now when agents and buyers are chosen: before the first application, and when the guild whose leader becomes an agent has
 * registered, so that its leader is not chosen as another agent.
 */
const chosenDays = 22.45
/** Days before now when Finance looks at applications from the app, which are then some days old. */
const lookedDays = Array.from({ length: 12 }, (_, week) => 82.6 - 7 * week)
const unseenMs = 3 * day

/**
 * Plans the decisions on applications that came from the app's users. The village's own agents may have applied there, too: their
 * applications wait for the decision that is scripted.
 */
function planRefusals(services: VillageServices, now: Date, scripted: ReadonlySet<bigint>): void {
  for (const days of lookedDays) {
    const at = new Date(now.getTime() - days * day)
    services.later(at, async () => {
      const { finance } = await actors(services)
      const { rows } = await sql<{ id: bigint }>`
        select user_id as id from topup_agents.application a
         where state = 'under review' and applied_at < ${new Date(at.getTime() - unseenMs)}
           and not exists (select from guilds.guild g where g.leader_user_id = a.user_id)`.execute(services.database)
      const ids = rows.filter(({ id }) => !scripted.has(id)).map(({ id }) => Number(id))
      const reason = 'We look for agents with regular customers of their own.'
      if (ids.length > 0) await finance(at, calls.agentReject, { ids, reason })
    })
  }
}

/** Plans the village's agents; nothing if there are some already. */
export async function planAgents(services: VillageServices, now: Date): Promise<void> {
  const { database, later } = services
  if (await database.selectFrom('topup_agents.agent').select('id').limit(1).executeTakeFirst()) return
  const scripted = new Set<bigint>()
  planRefusals(services, now, scripted)
  const at = new Date(now.getTime() - chosenDays * day)
  later(at, async () => {
    const people = await peopleAt(database, at)
    if (people.agents.length === 0 || people.buyers.length < 10)
      throw new Error('too few users may be agents or buyers')
    const scene: Scene = { services, by: await actors(services), people, now, signedIn: [] }
    // By then the guild exists.
    later(new Date(now.getTime() - (leadingAgent.applied + 0.1) * day), async () => {
      const leader = await leaderOf(database)
      if (leader) planLeader(scene, leader)
    })
    for (const userId of people.agents) scripted.add(userId)
    for (const [index, userId] of people.agents.entries())
      planAgent(scene, { script: others[index]!, userId, sales: index * 7 })
    later(now, async () => {
      for (const { id, sessionId } of scene.signedIn)
        await inTransaction(database, (tx) => endSession(tx, id, sessionId))
    })
  })
}

/** The leader of the demo agent's guild. */
async function leaderOf(database: Database): Promise<{ userId: bigint; account: Staff } | undefined> {
  const { rows } = await sql<{ userId: bigint; username: string }>`
    select g.leader_user_id as "userId", s.username from guilds.guild g join access.staff s on s.union_id = g.id
     where g.name = ${leadsGuild} and g.state = 'normal' and s.deleted_at is null`.execute(database)
  const [row] = rows
  return row && { userId: row.userId, account: await accountNamed(database, row.username) }
}

/** Whether the user has applied in the app. */
async function isUnderReview(database: Database, userId: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from topup_agents.application where user_id = ${userId} and state = 'under review'`.execute(database)
  return rows.length > 0
}

/** The guild's leader applies in the portal, and buys from the guild's payable once a week is approved. */
function planLeader(scene: Scene, leader: { userId: bigint; account: Staff }): void {
  const { services, now } = scene
  const agent: Agent = { script: leadingAgent, userId: leader.userId, sales: 3 }
  const at = new Date(now.getTime() - leadingAgent.applied * day)
  const { contact, note } = leadingAgent
  services.later(at, async () => {
    if (!(await isUnderReview(services.database, leader.userId)))
      await actAt(services, leader.account, at, portal.agentApply, { contact, note })
  })
  planBusiness(scene, agent)
  const lately = new Date(now.getTime() - 3 * hour)
  services.later(lately, async () => {
    await keepAccount(services.database, 'agent', agent.account!.id)
    const { openUsdCents, can } = await actAt<Answer<typeof portal.agentSalary>>(
      services,
      agent.account!,
      lately,
      portal.agentSalary,
      {},
    )
    const usdCents = Math.floor(openUsdCents / 200) * 100
    if (can.deduct !== true || usdCents < 1_000) return
    const key = derivedId(lately, 'village salary', agent.account!.id)
    await actAt(services, agent.account!, lately, portal.agentSalaryDeduct, { usdCents, key })
  })
}

/** From the application to the agent's end. */
function planAgent(scene: Scene, agent: Agent): void {
  const at = new Date(scene.now.getTime() - agent.script.applied * day)
  scene.services.later(at, () => apply(scene, agent, at))
  planBusiness(scene, agent)
}

/** What follows the application. */
function planBusiness(scene: Scene, agent: Agent): void {
  const { services, by, now } = scene
  const { script, userId } = agent
  const at = (days: number) => new Date(now.getTime() - days * day)
  const ids = [Number(userId)]
  const { decided, later, limits } = script
  if (!decided) return
  const when = at(decided.days)
  if (decided.reject !== undefined)
    return services.later(when, () => by.finance(when, calls.agentReject, { ids, reason: decided.reject }))
  services.later(when, async () => {
    const { outcomes } = await by.finance<Answer<typeof calls.agentApprove>>(when, calls.agentApprove, { ids })
    if (!outcomes[0]?.ok) throw new Error(`an agent was not approved: ${JSON.stringify(outcomes)}`)
    agent.account = await accountOf(services.database, userId, when)
    scene.signedIn.push(agent.account)
    if (limits)
      await by.finance(when, calls.agentLimits, { userId: Number(userId), version: 1, countries: [], ...limits })
  })
  for (const [index, bought] of (script.bought ?? []).entries()) planPurchase(scene, agent, bought, index)
  planSales(scene, agent)
  planBurst(scene, agent)
  planReturns(scene, agent)
  if (!later) return
  const ends = at(later.days)
  const { reason } = later
  services.later(ends, async () => {
    if (later.verb === 'freeze') return by.finance(ends, calls.agentFreeze, { ids, reason })
    const sent = { userId: Number(userId), stock: 'buy back', reason }
    const { approvalId } = await by.finance<Answer<typeof calls.agentCancel>>(ends, calls.agentCancel, sent)
    return by.approve(new Date(ends.getTime() + hour), approvalId)
  })
}

/** The event that the app would send. */
async function apply({ services }: Scene, { script, userId }: Agent, at: Date): Promise<void> {
  const { contact, note } = script
  const event = { id: newId(at), type: 'agent.applied', at, data: { userId: Number(userId), contact, note } }
  await inTransaction(services.database, async (tx) => {
    await agentApplied.plan({ tx, now: at, send: () => undefined }, [event])
  })
}

/** The account of a new agent, signed in. */
async function accountOf(database: Database, userId: bigint, at: Date): Promise<Staff> {
  const { rows } = await sql<{ id: number; username: string }>`
    select s.id, s.username from access.staff s join topup_agents.agent g on g.id = s.agent_id
     where g.user_id = ${userId} and s.deleted_at is null`.execute(database)
  const account = await accountNamed(database, rows[0]!.username)
  const { sessionId } = await inTransaction(database, (tx) =>
    openSession(tx, account.id, { ip: '127.0.0.1', userAgent: 'simulated village', previous: { at, ip: null } }),
  )
  return { ...account, sessionId }
}

/** A bank transfer with its receipt, and Finance's decision. */
function planPurchase({ services, by, now }: Scene, agent: Agent, bought: Bought, index: number): void {
  const at = new Date(now.getTime() - bought.days * day)
  const reference = `FT-${agent.userId}-${index + 1}`
  services.later(at, async () => {
    const proofFileId = await receipt(services, agent.account!, at, reference, 'purchaseProof')
    const { purchaseId } = await actAt<Answer<typeof portal.agentPurchaseSave>>(
      services,
      agent.account!,
      at,
      portal.agentPurchaseSave,
      { usdCents: bought.usd * 100, reference, proofFileId },
    )
    const { decided } = bought
    if (!decided) return
    const looked = new Date(at.getTime() + step)
    services.later(looked, async () => {
      const ids = [purchaseId]
      const sent =
        decided === 'credit' ? { ids, decision: 'credit' } : { ids, decision: 'refuse', reason: decided.refuse }
      const answer = await by.finance<Answer<typeof trades.agentPurchaseDecide>>(
        looked,
        trades.agentPurchaseDecide,
        sent,
      )
      if (answer.approvalId) by.approve(new Date(looked.getTime() + step / 2), answer.approvalId)
    })
  })
}

/** Sells after a fresh code, like an agent. @returns the sale's id, or undefined if the stock is too small. */
async function sell({ services }: Pick<Scene, 'services'>, agent: Agent, userId: bigint, tokens: number, at: Date) {
  const account = agent.account!
  const { stockTokens } = await actAt<Answer<typeof portal.agentTokens>>(services, account, at, portal.agentTokens, {})
  if (stockTokens < tokens) return undefined
  await inTransaction(services.database, (tx) => proveSession(tx, account.sessionId, at))
  const key = derivedId(at, 'village sale', agent.userId)
  const sold = await actAt<Answer<typeof portal.agentSell>>(services, account, at, portal.agentSell, {
    userId: Number(userId),
    tokens,
    key,
  })
  return sold.saleId
}

const nextBuyer = ({ people: { buyers } }: Scene, agent: Agent): bigint => {
  agent.sales += 1
  // An agent does not sell to themselves.
  const others = buyers.filter((userId) => userId !== agent.userId)
  return others[(agent.sales * 11) % others.length]!
}

function planSales(scene: Scene, agent: Agent): void {
  const { sold } = agent.script
  if (!sold) return
  const between = (sold.from - sold.to) / Math.max(1, sold.count - 1)
  for (let index = 0; index < sold.count; index++) {
    const at = new Date(scene.now.getTime() - (sold.from - index * between) * day)
    const tokens = sold.least + ((index * 7) % 9) * (sold.least / 4)
    scene.services.later(at, () => sell(scene, agent, nextBuyer(scene, agent), tokens, at))
  }
}

/** Sales in the last hour of a day to users who registered that day: the first of the last days with enough of them. */
function planBurst({ services, now }: Scene, agent: Agent): void {
  const { burst } = agent.script
  if (!burst) return
  const { database, later } = services
  const zone = services.timeZone()
  let sold = false
  for (const days of [6, 5, 4, 3, 2]) {
    const day0 = textOf(new Date(now.getTime() - days * day), zone).slice(0, 10)
    const night = new Date(momentOf(day0, zone, 'now').getTime() + 23 * hour)
    later(night, async () => {
      const newcomers = sold ? [] : await newcomersAt(database, night, zone)
      for (const [index, userId] of newcomers.slice(-burst.count).entries()) {
        sold = true
        const at = new Date(night.getTime() + index * 4 * 60_000)
        later(at, () => sell({ services }, agent, userId, burst.tokens, at))
      }
    })
  }
}

/** Returns requested an hour after the sale, and Finance's decisions. */
function planReturns(scene: Scene, agent: Agent): void {
  const { services, by, now } = scene
  for (const { days, tokens, because, decided } of agent.script.requested ?? []) {
    const at = new Date(now.getTime() - days * day)
    services.later(at, async () => {
      const saleId = await sell(scene, agent, nextBuyer(scene, agent), tokens, at)
      if (saleId === undefined) return
      const asked = new Date(at.getTime() + hour)
      services.later(asked, () =>
        actAt(services, agent.account!, asked, portal.agentAskBack, { saleId, reason: because }),
      )
      const when = new Date(at.getTime() + 3 * hour)
      if (decided) services.later(when, () => by.finance(when, trades.agentBackDecide, { ids: [saleId], ...decided }))
    })
  }
}
