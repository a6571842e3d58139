// Contexts of accounts at past times, for the village's story.
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@greenroom/contract/call'
import { sql } from 'kysely'
import { payloadOf } from '../../server/src/app/dispatch.ts'
import type { VillageServices as ActingServices } from '../../server/src/app/village.ts'
import { type Arrived, send, walletChanged } from '../../server/src/bridge/index.ts'
import { type Context, contextOf, type Staff } from '../../server/src/kit/calls/context.ts'
import type { Clock } from '../../server/src/kit/clock.ts'
import { type Database, inTransaction } from '../../server/src/kit/database/database.ts'
import { newId } from '../../server/src/kit/random.ts'
import { post, walletsAfter } from '../../server/src/ledger/index.ts'
import type { Later } from './schedule.ts'

/** `later` plans an action. */
export type VillageServices = ActingServices & { later: Later }

/** A clock that stands at this time. */
export const stopped = (at: Date): Clock => ({ now: () => at, refresh: async () => {}, close: () => {} })

/** An account by its name, with the rights of its roles. */
export async function accountNamed(database: Database, username: string): Promise<Staff> {
  const { id, union_id, agent_id } = await database
    .selectFrom('access.staff')
    .select(['id', 'union_id', 'agent_id'])
    .where('username', '=', username)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ key: string; permission: 1 | 3 }>`
    select m.key, max(g.permission)::int as permission
      from access.staff_role r join access.role_menu g using (role_id) join access.menu m on m.id = g.menu_id
     where r.staff_id = ${id} group by 1`.execute(database)
  return {
    id,
    username,
    sessionId: '',
    language: 'en',
    unionId: union_id,
    agentId: agent_id,
    roleIds: [],
    administrator: false,
    permissions: new Map(rows.map(({ key, permission }) => [key, permission])),
  }
}

export const contextAt = (
  { database, timeZone }: ActingServices,
  call: Call,
  caller: Staff | null,
  at: Date,
): Context =>
  contextOf({
    call,
    requestId: newId(at),
    ip: '127.0.0.1',
    userAgent: 'simulated village',
    language: 'en',
    timeZone: timeZone(),
    database,
    caller,
    clock: stopped(at),
  })

/** Runs a call as this account at this time. @throws the call's refusal */
export async function actAt<A>(
  services: ActingServices,
  caller: Staff,
  at: Date,
  call: Call,
  payload: object,
): Promise<A> {
  const served = services.served(call.name)
  if (!served) throw new Error(`${call.name} is not served`)
  return (await served.handle(contextAt(services, call, caller, at), payloadOf(call, payload))) as A
}

/** Runs these rounds once, as of this time. */
export async function runOnce({ rounds }: ActingServices, at: Date, names: readonly string[]): Promise<void> {
  const all = rounds(stopped(at))
  for (const name of names) await all.find((round) => round.name === name)!.run(() => true)
}

const pauseMs = 50
const longestMs = 60_000

/**
 * Runs the guilds' rounds as of this time: memberships end, figures are folded, weeks are drafted and confirmed. Repeats until `done`,
 * because a round skips what an open transaction may still change.
 *
 * @throws when that takes longer than a minute
 */
export async function runRounds(services: VillageServices, at: Date, done = async () => true): Promise<void> {
  const until = performance.now() + longestMs
  do {
    await runOnce(services, at, ['guild-members', 'guild-figures', 'guild-settlements'])
    if (await done()) return
    await pause(pauseMs)
  } while (performance.now() < until)
  throw new Error(`the rounds of ${at.toISOString()} did not finish`)
}

/**
 * The app's events of one type at this time, each moving money at most once. Refused ones are dropped; the app learns the balances by a
 * command.
 */
export async function sendEvents({ database, handlers }: VillageServices, at: Date, events: Arrived[]): Promise<void> {
  const handler = handlers.find(({ types }) => events[0] && types.includes(events[0].type))
  if (!handler) return
  await inTransaction(database, async (tx) => {
    const chunk = { tx, now: at, send: () => undefined }
    const plans = await handler.plan(chunk, events)
    const going = events.flatMap((event, index) => {
      const plan = plans[index]
      return plan && !('refuse' in plan) ? [{ event, state: plan.state, items: plan.items ?? [] }] : []
    })
    const outcomes = await post(
      tx,
      'simulated village',
      at,
      going.flatMap(({ items }) => items),
    )
    let next = 0
    const settled = going.map(({ event, state, items }) => {
      next += items.length
      return { event, state, outcomes: outcomes.slice(next - items.length, next) }
    })
    await handler.settle?.(chunk, settled)
    await send(tx, at, walletsAfter(outcomes).map(walletChanged))
  })
}
