// Gives the simulated village its top-up agents, once its guilds have their weeks: applications, purchases, sales and Finance's decisions,
// each by its regular call, in chronological order.
import * as portal from '@greenroom/contract/agentPortal'
import * as calls from '@greenroom/contract/agents'
import * as trades from '@greenroom/contract/agentTrades'
import type { Answer, Call } from '@greenroom/contract/call'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { endSession, keepAccount, openSession, readPhone } from '../../access/index.ts'
import type { Staff } from '../../kit/context.ts'
import { type Database, inTransaction } from '../../kit/database.ts'
import { derivedId, newId } from '../../kit/random.ts'
import { agentApplied, proveSession } from '../../rooms/topup-agents/index.ts'
import { type AgentScript, type Bought, leadingAgent, leadsGuild, others } from './agentStory.ts'
import { accountNamed, actAt, type ScheduledAction, type VillageServices } from './context.ts'
import { receipt } from './receipt.ts'

const hour = 3_600_000
const day = 24 * hour
/** Sales end a while before new purchases, so that sellers have decided purchases. */
const step = hour / 2

/** `pace`: factor for the story's days, so that it starts after someone registered. */
type Agent = { script: AgentScript; userId: bigint; account?: Staff; sales: number; pace: number }
type People = {
  agents: { id: bigint; days: number }[]
  buyers: bigint[]
  newcomers: { at: Date; ids: bigint[] } | undefined
}

/** Possible agents, buyers, and a night with several registrations. */
async function peopleOf(database: Database, now: Date, zone: string): Promise<People> {
  const { rows: able } = await sql<{ id: bigint; days: number; areaCode: string; phone: string }>`
    select id, area_code as "areaCode", phone, extract(epoch from ${now}::timestamptz - coalesce(registered_at, created_at))::float8 / 86400 as days
      from users.app_user u
     where certified and phone <> '' and state = 'normal' and not market_audit and not internal
       and birthday <= (${now}::timestamptz - interval '20 years')::date
       and not exists (select from guilds.guild g where g.leader_user_id = u.id)
       and not exists (select from guilds.member m where m.user_id = u.id)
       and not exists (select from topup_agents.application a where a.user_id = u.id)
     order by coalesce(registered_at, created_at), id limit 60`.execute(database)
  const { rows: buyers } = await sql<{ id: bigint }>`
    select id from users.app_user
     where state = 'normal' and not market_audit and not internal and sex = 'man'
       and registered_at < ${new Date(now.getTime() - 23 * day)}
     order by last_online_at desc nulls last, id limit 60`.execute(database)
  const { rows: newcomers } = await sql<{ day: string; ids: string[] }>`
    select to_char(registered_at at time zone ${zone}, 'YYYY-MM-DD') as day, array_agg(id::text order by registered_at) as ids
      from users.app_user
     where state = 'normal' and not market_audit and not internal
       and registered_at between ${new Date(now.getTime() - 6 * day)} and ${new Date(now.getTime() - 2 * day)}
     group by 1 having count(*) >= 5 order by 1 desc limit 1`.execute(database)
  const [night] = newcomers
  return {
    agents: able.filter((one) => readPhone(one.areaCode, one.phone) !== null).slice(0, others.length),
    buyers: buyers.map(({ id }) => id),
    newcomers: night && { at: new Date(`${night.day}T23:00:00Z`), ids: night.ids.map(BigInt) },
  }
}

/** Actions of staff and agents, by their calls. */
async function actors(services: VillageServices) {
  const maker = await accountNamed(services.database, 'demo-finance-maker')
  const checker = await accountNamed(services.database, 'demo-finance-checker')
  return {
    finance: <A>(at: Date, call: Call, payload: object) => actAt<A>(services, maker, at, call, payload),
    approve: async (at: Date, id: string) => {
      const answer = await actAt<Answer<typeof approvalDecide>>(services, checker, at, approvalDecide, {
        ids: [id],
        decision: 'approve',
      })
      const failed = answer.outcomes.find(({ ok }) => !ok)
      if (failed) throw new Error(`a request was not approved: ${JSON.stringify(failed)}`)
    },
  }
}
type Actors = Awaited<ReturnType<typeof actors>>
type Scene = { services: VillageServices; by: Actors; people: People; now: Date; signedIn: Staff[] }

/** Fills the village with agents; does nothing if there are some already, or no candidates. */
export async function fillAgents(services: VillageServices, now: Date): Promise<void> {
  const { database } = services
  if (await database.selectFrom('topup_agents.agent').select('id').limit(1).executeTakeFirst()) return
  const people = await peopleOf(database, now, services.timeZone())
  if (people.agents.length === 0 || people.buyers.length < 10) return
  const scene: Scene = {
    services,
    by: await actors(services),
    people,
    now,
    signedIn: [],
  }
  const leader = await leaderOf(database)
  const actions = [
    ...(leader ? leaderActions(scene, leader) : []),
    ...people.agents.flatMap(({ id, days }, index) =>
      agentActions(scene, { script: others[index]!, userId: id, sales: index * 7, pace: paceOf(others[index]!, days) }),
    ),
  ]
  for (const action of actions.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await action.run()
  for (const { id, sessionId } of scene.signedIn) await inTransaction(database, (tx) => endSession(tx, id, sessionId))
}

const paceOf = ({ applied }: AgentScript, registered: number) => Math.min(1, (registered * 0.98) / applied)

/** The leader of the demo agent's guild. */
async function leaderOf(database: Database): Promise<{ userId: bigint; account: Staff } | undefined> {
  const { rows } = await sql<{ userId: bigint; username: string }>`
    select g.leader_user_id as "userId", s.username from guilds.guild g join access.staff s on s.union_id = g.id
     where g.name = ${leadsGuild} and g.state = 'normal' and s.deleted_at is null`.execute(database)
  const [row] = rows
  return row && { userId: row.userId, account: await accountNamed(database, row.username) }
}

/** The guild's leader applies in the portal, and buys from the guild's payable once a week is approved. */
function leaderActions(scene: Scene, leader: { userId: bigint; account: Staff }): ScheduledAction[] {
  const { services, now } = scene
  const agent: Agent = { script: leadingAgent, userId: leader.userId, sales: 3, pace: 1 }
  const at = new Date(now.getTime() - leadingAgent.applied * day)
  const { contact, note } = leadingAgent
  const [, ...rest] = agentActions(scene, agent)
  const lately = new Date(now.getTime() - 3 * hour)
  return [
    { at, run: () => actAt(services, leader.account, at, portal.agentApply, { contact, note }) },
    ...rest,
    {
      at: lately,
      run: async () => {
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
      },
    },
  ]
}

/** From the application to the last decision; the first event is the application. */
function agentActions(scene: Scene, agent: Agent): ScheduledAction[] {
  const { services, by, now } = scene
  const { script, userId } = agent
  const at = (days: number) => new Date(now.getTime() - days * agent.pace * day)
  const ids = [Number(userId)]
  const { decided, later, limits } = script
  const actions: ScheduledAction[] = [{ at: at(script.applied), run: () => apply(scene, agent, at(script.applied)) }]
  if (!decided) return actions
  const when = at(decided.days)
  if (decided.reject !== undefined)
    return [...actions, { at: when, run: () => by.finance(when, calls.agentReject, { ids, reason: decided.reject }) }]
  actions.push({
    at: when,
    run: async () => {
      const { outcomes } = await by.finance<Answer<typeof calls.agentApprove>>(when, calls.agentApprove, { ids })
      if (!outcomes[0]?.ok) throw new Error(`an agent was not approved: ${JSON.stringify(outcomes)}`)
      agent.account = await accountOf(services.database, userId, when)
      scene.signedIn.push(agent.account)
      if (limits)
        await by.finance(when, calls.agentLimits, { userId: Number(userId), version: 1, countries: [], ...limits })
    },
  })
  actions.push(...(script.bought ?? []).flatMap((bought, index) => purchaseActions(scene, agent, bought, index)))
  actions.push(...saleActions(scene, agent), ...burstActions(scene, agent), ...backActions(scene, agent))
  if (later) {
    const ends = at(later.days)
    const { reason } = later
    actions.push({
      at: ends,
      run: async () => {
        if (later.verb === 'freeze') return by.finance(ends, calls.agentFreeze, { ids, reason })
        const sent = { userId: Number(userId), stock: 'buy back', reason }
        const { approvalId } = await by.finance<Answer<typeof calls.agentCancel>>(ends, calls.agentCancel, sent)
        return by.approve(new Date(ends.getTime() + hour), approvalId)
      },
    })
  }
  return actions
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
function purchaseActions({ services, by, now }: Scene, agent: Agent, bought: Bought, index: number): ScheduledAction[] {
  const at = new Date(now.getTime() - bought.days * agent.pace * day)
  const reference = `FT-${agent.userId}-${index + 1}`
  let purchaseId = ''
  const ask: ScheduledAction = {
    at,
    run: async () => {
      const proofFileId = await receipt(services, agent.account!, at, reference, 'purchaseProof')
      const sent = { usdCents: bought.usd * 100, reference, proofFileId }
      const made = await actAt<Answer<typeof portal.agentPurchaseSave>>(
        services,
        agent.account!,
        at,
        portal.agentPurchaseSave,
        sent,
      )
      purchaseId = made.purchaseId
    },
  }
  const { decided } = bought
  if (!decided) return [ask]
  const looked = new Date(at.getTime() + step)
  const run = async () => {
    const ids = [purchaseId]
    const sent =
      decided === 'credit' ? { ids, decision: 'credit' } : { ids, decision: 'refuse', reason: decided.refuse }
    const answer = await by.finance<Answer<typeof trades.agentPurchaseDecide>>(looked, trades.agentPurchaseDecide, sent)
    if (answer.approvalId) await by.approve(new Date(looked.getTime() + step / 2), answer.approvalId)
  }
  return [ask, { at: looked, run }]
}

/** Sells after a fresh code, like an agent. @returns the sale's id, or undefined if the stock is too small. */
async function sell({ services }: Scene, agent: Agent, userId: bigint, tokens: number, at: Date) {
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
  return buyers[(agent.sales * 11) % buyers.length]!
}

function saleActions(scene: Scene, agent: Agent): ScheduledAction[] {
  const { sold } = agent.script
  if (!sold) return []
  const between = (sold.from - sold.to) / Math.max(1, sold.count - 1)
  return Array.from({ length: sold.count }, (_, index) => {
    const at = new Date(scene.now.getTime() - (sold.from - index * between) * agent.pace * day)
    const tokens = sold.least + ((index * 7) % 9) * (sold.least / 4)
    return { at, run: () => sell(scene, agent, nextBuyer(scene, agent), tokens, at) }
  })
}

/** Sales in the last hour of a day to users who registered that day. */
function burstActions(scene: Scene, agent: Agent): ScheduledAction[] {
  const { burst } = agent.script
  const { newcomers } = scene.people
  if (!burst || !newcomers) return []
  return newcomers.ids.slice(-burst.count).map((userId, index) => {
    const at = new Date(newcomers.at.getTime() + index * 4 * 60_000)
    return { at, run: () => sell(scene, agent, userId, burst.tokens, at) }
  })
}

/** Returns requested an hour after the sale, and Finance's decisions. */
function backActions(scene: Scene, agent: Agent): ScheduledAction[] {
  return (agent.script.requested ?? []).flatMap(({ days, tokens, because, decided }): ScheduledAction[] => {
    const at = new Date(scene.now.getTime() - days * agent.pace * day)
    let saleId: string | undefined
    const after = (ms: number, run: (when: Date, id: string) => Promise<unknown>): ScheduledAction => {
      const when = new Date(at.getTime() + ms)
      return { at: when, run: async () => saleId && run(when, saleId) }
    }
    return [
      {
        at,
        run: async () => {
          saleId = await sell(scene, agent, nextBuyer(scene, agent), tokens, at)
        },
      },
      after(hour, (when, id) =>
        actAt(scene.services, agent.account!, when, portal.agentAskBack, { saleId: id, reason: because }),
      ),
      ...(decided
        ? [
            after(3 * hour, (when, id) =>
              scene.by.finance(when, trades.agentBackDecide, { ids: [id], ...decided, agree: decided.agree }),
            ),
          ]
        : []),
    ]
  })
}
