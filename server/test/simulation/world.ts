// What a simulation drives: a product on a database of its own, a clock that moves only when told, accounts of the roles as shipped, people
// of the app, guilds with leaders, an agent. Every act goes through `ask` and `send`, which keep the trace and hold that no answer is a
// fault and that a refusal changes nothing.
import type { EventAnswer } from '@greenroom/contract/bridge.schema'
import type { Answer, AnyCall, Envelope, Payload } from '@greenroom/contract/call'
import { roleSave } from '@greenroom/contract/systemStaff'
import { sql } from 'kysely'
import { openSession } from '../../src/access/session.ts'
import { banEffects, dissolveEffects } from '../../src/app/effects.ts'
import { wallNow } from '../../src/kit/clock.ts'
import { inTransaction } from '../../src/kit/database.ts'
import { newId } from '../../src/kit/random.ts'
import { ensureLogMonths } from '../../src/log/index.ts'
import { addressFor } from '../../src/rooms/finance/chain/address/service.ts'
import { type Anvil, startAnvil } from '../../src/rooms/finance/chain/anvil.fixture.ts'
import { giveAddresses, testKeys } from '../../src/rooms/finance/chain/keys.fixture.ts'
import { watchChain } from '../../src/rooms/finance/chain/rounds.ts'
import { flowRounds } from '../../src/rooms/flow/index.ts'
import { guildsRounds } from '../../src/rooms/guilds/index.ts'
import { accountInForce, bankAccount } from '../../src/rooms/guilds/payouts/payable.fixture.ts'
import { aProof } from '../../src/rooms/guilds/payouts/payouts.fixture.ts'
import { weekAround } from '../../src/rooms/guilds/weeks/rules.ts'
import { ensureWeeks } from '../../src/rooms/guilds/weeks/service.ts'
import { usersRounds } from '../../src/rooms/users/index.ts'
import { connect, type Sent } from '../bridge.ts'
import { type Client, startProduct, type TestProduct } from '../product.ts'
import { settled } from '../settled.ts'
import { type Fused, layFuses, whileLit } from './cut.ts'
import type { Model } from './model.ts'
import { openPromoter } from './promoterActs.ts'
import { changedBetween, type Fingerprint, fingerprintsOf } from './unchanged.ts'
import type { Guild } from './weekModel.ts'

/** A fault of the product, with what led to it. */
export class Found extends Error {}

export type Account = { name: string; role: string; client: Client; token: string }
export type GuildOf = Guild & { leader: Account; anchors: number[] }

/** A Tuesday; weeks begin on Mondays in UTC. */
const start = new Date('2027-03-02T08:00:00Z')
const hour = 3_600_000

/** One call in so many is cut. */
const rarely = 12
const callFuses: readonly Fused[] = ['log.entry', 'ledger.transfer', 'access.approval']
const eventFuses: readonly Fused[] = ['bridge.event', 'ledger.transfer']

const shownOf = (answer: Envelope<unknown>): string =>
  (answer.code === 200 ? JSON.stringify(answer.result) : `${answer.errorCode} ${answer.errorMsg}`).slice(0, 300)
const isFault = (answer: Envelope<unknown>): boolean =>
  answer.code !== 200 && (answer.errorCode === 10_001 || answer.errorCode === 10_030)

export type World = {
  product: TestProduct
  model: Model
  /** By index of the model's users: the app's numbers. */
  users: number[]
  payers: readonly number[]
  earners: readonly number[]
  guilds: readonly GuildOf[]
  makers: readonly Account[]
  checkers: readonly Account[]
  administrators: readonly Account[]
  operations: Account
  staff: readonly Account[]
  agent: Account
  agentId: number
  promoterId: number
  /** A role that somebody has, and the menus that it may gain. */
  clerks: { roleId: number; menuIds: ReadonlyMap<string, number> }
  /** A chain of its own, and the addresses of people there, by index of the model's users. */
  chain: { anvil: Anvil; addresses: ReadonlyMap<number, string> }
  /** The round that follows the chain. */
  watch: () => Promise<void>
  proofs: { payment: string; purchase: string }
  trace: string[]
  /** What happened, and how often: a run in which something never happened would prove nothing about it. */
  seen: Map<string, number>
  /** How often an act met a state of what it acts on. */
  met: Map<string, number>
  now: () => Date
  week: (at?: Date) => string
  month: () => string
  nextId: (prefix: string) => string
  count: (what: string) => void
  /** Moves the clock, and runs the rounds when asked. */
  pass: (milliseconds: number) => Promise<void>
  /** Runs the rounds of the guilds, or all that money needs. */
  rounds: (of: 'guilds' | 'all') => Promise<void>
  ask: <C extends AnyCall>(by: Account, call: C, payload: Payload<C>) => Promise<Envelope<Answer<C>>>
  send: (...events: Sent[]) => Promise<EventAnswer[]>
  /** Several at once. */
  atOnce: <T>(...works: (() => Promise<T>)[]) => Promise<T[]>
  /** Ends the server and starts another, as a deploy does: what only its memory held is gone. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

async function openAccounts(product: TestProduct, all: Account[]) {
  const { database } = product
  let made = 0
  const account = async (role: string, of: { unionId?: number; agentId?: number } = {}): Promise<Account> => {
    const name = `${role.toLowerCase().replaceAll(' ', '.')}.${++made}`
    return database.transaction().execute(async (tx) => {
      const { id: roleId } = await tx
        .selectFrom('access.role')
        .select('id')
        .where('name', '=', role)
        .executeTakeFirstOrThrow()
      const staff = await tx
        .insertInto('access.staff')
        .values({
          username: name,
          password_hash: 'none',
          created_at: wallNow(),
          union_id: of.unionId ?? null,
          agent_id: of.agentId ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('access.staff_role').values({ staff_id: staff.id, role_id: roleId }).execute()
      const session = { ip: '127.0.0.1', userAgent: 'test', previous: { at: null, ip: null } }
      const { token } = await openSession(tx, staff.id, session)
      const opened = { name, role, token, client: product.as(token) }
      all.push(opened)
      return opened
    })
  }
  return account
}

/** Guild 1 with an anchor withdrawal sub-agency, guild 3 with pickup: both kinds of payment and an override. */
async function openGuilds(
  product: TestProduct,
  users: readonly number[],
  account: Awaited<ReturnType<typeof openAccounts>>,
) {
  const { database, seals } = product
  const made: GuildOf[] = []
  const add = async (method: Guild['method'], parent: number | null, leader: number, anchors: number[]) => {
    const { rows } = await sql<{ id: number }>`
      insert into guilds.guild (name, parent_id, leader_user_id, leader_name, leader_email, area_code, phone, state, registered_at,
                                approved_at, settlement_method)
      values (${`Guild ${made.length + 1}`}, ${parent}, ${users[leader]}, 'Lin', 'lin@mail.example', '86',
              ${`1380000000${made.length}`}, 'normal', ${start}, ${start}, ${method}) returning id`.execute(database)
    const { id } = rows[0]!
    for (const anchor of anchors)
      await sql`
        insert into guilds.member (guild_id, user_id, state, since)
        values (${id}, ${users[anchor]}, 'active', ${new Date(start.getTime() - 60 * 24 * hour)})`.execute(database)
    const since = new Date(start.getTime() - 30 * 24 * hour)
    await accountInForce(database, { guildId: id, at: since, account: { ...bankAccount }, seals })
    made.push({ id, parent, method, anchors, leader: await account('Guild leader', { unionId: id }) })
    return id
  }
  const first = await add('guild pickup', null, 8, [3, 4])
  await add('anchor withdrawal', first, 9, [5])
  await add('guild pickup', null, 10, [6])
  return made
}

/** No wait for new accounts, a risk panel that holds nothing, and low limits of payouts and deductions, so that limits alone decide, and often. */
const parameters = {
  payout_account_wait_hours: '0',
  withdrawal_hold_score: '1000',
  withdrawal_few_senders_percent: '100',
  payout_approval_usd: '150',
  deduction_approval_usd: '150',
}

export async function openWorld(model: Model): Promise<World> {
  const anvil = await startAnvil()
  await anvil.rpc('evm_setNextBlockTimestamp', start.getTime() / 1_000)
  await anvil.mine(20)
  let product = await startProduct({
    ETHEREUM_NODES: anvil.url,
    ETHEREUM_XPUB: testKeys.erc20,
    ETHEREUM_USDT: anvil.shownToken,
  })
  const { database, clock, params } = product
  const accounts: Account[] = []
  const trace: string[] = []
  const seen = new Map<string, number>()
  let moment = start
  const setClock = async () => {
    // A clock that hardly runs: only the simulation moves it.
    await sql`update kit.clock set wall_at = now(), platform_at = ${moment}, rate = 1e-9`.execute(product.database)
    await product.clock.refresh()
  }
  const months = sql`
    select ledger.ensure_months('2027-01-01', 20), bridge.ensure_months('2027-01-01', 20), live.ensure_months('2027-01-01', 20)`
  await months.execute(database)
  for (const month of [0, 3, 6, 9, 12, 15, 18])
    await ensureLogMonths(database, new Date(start.getTime() + month * 30 * 24 * hour))
  await setClock()
  for (const [key, value] of Object.entries(parameters))
    await database
      .insertInto('system.param')
      .values({ key, type: 'integer', value, built_in: true, updated_at: start, updated_by: 'test' })
      .execute()
  await params.refresh()
  await ensureWeeks(database, moment, 'UTC')
  let app = await connect(product)

  const users = Array.from({ length: model.users.length }, (_, index) => 9_000_000 + index)
  await app.send(
    users.map((userId, index): Sent => {
      const sex = index < 2 || index > 7 ? 'man' : 'woman'
      const deviceId = `device-${userId}`
      const data = { userId, nickname: `user ${index}`, sex, country: 'PT', language: 'en', platform: 'ios', deviceId }
      return { type: 'user.registered', data } as Sent
    }),
  )
  await sql`
    update users.app_user
       set birthday = '1990-05-05', certified = true, area_code = '86', phone = '1' || (3000000000 + id)::text,
           registered_at = ${new Date(start.getTime() - 90 * 24 * hour)}`.execute(database)

  const account = await openAccounts(product, accounts)
  const guilds = await openGuilds(product, users, account)
  // The agent leads the first guild.
  const { rows: agents } = await sql<{ id: number }>`
    with asked as (insert into topup_agents.application (user_id, contact, note, state, applied_at, decided_at, decided_by)
                   values (${users[8]}, 'test', '', 'approved', ${start}, ${start}, 'test'))
    insert into topup_agents.agent (user_id, approved_at) values (${users[8]}, ${start}) returning id`.execute(database)
  const agent = await account('Top-up agent', { agentId: agents[0]!.id })
  const makers = [await account('Finance maker'), await account('Finance maker')]
  const checkers = [await account('Finance checker'), await account('Finance checker')]
  const administrators = [await account('Administrator'), await account('Administrator')]
  const operations = await account('Operations')
  const { roleId } = await administrators[0]!.client.call(roleSave, { roleName: 'Clerks', menuIds: [] })
  await account('Clerks')
  const promoterId = await openPromoter(product, administrators[0]!.client, users[0]!)
  const { rows: menus } = await sql<{ key: string; id: number }>`
    select key, id from access.menu where key is not null`.execute(database)
  const clerks = { roleId, menuIds: new Map(menus.map(({ key, id }) => [key, id])) }
  const staff = [...makers, ...checkers, ...administrators, operations]

  model.weeks.guilds.push(...guilds.map(({ id, parent, method }) => ({ id, parent, method })))
  const payment = await aProof(product)
  const purchase = await aProof(product)
  await sql`update files.file set purpose = 'purchaseProof' where id = ${purchase}`.execute(database)

  await giveAddresses(database, 'erc20')
  const addresses = new Map<number, string>()
  for (const index of [0, 1, 2, 7]) {
    const owner = { kind: 'user' as const, id: users[index]! }
    addresses.set(index, await inTransaction(database, (tx) => addressFor(tx, clock.now(), owner, 'erc20')))
  }
  const watch = () => watchChain(product.watching, 'erc20')
  await watch()

  await layFuses(database)
  const fingerprints = await fingerprintsOf(product.databaseUrl)
  let serial = 0
  let calls = 0
  const tell = (line: string) => void trace.push(line)

  let together = false
  const unchangedSince = async (before: Fingerprint, what: string) => {
    const changed = changedBetween(before, await fingerprints.take())
    if (changed.length > 0) throw new Found(`${what} and changed ${changed.join(', ')}`)
  }
  const same = (again: unknown[], first: unknown[]) => {
    if (again.join() !== first.join()) throw new Found(`told again: ${again.join()}, not ${first.join()}`)
  }
  /** Does this with a connection cut in the middle: a fault leaves nothing behind. */
  async function cutIn<T>(fuse: Fused, work: () => Promise<{ done: T; isFault: boolean }>) {
    const before = await fingerprints.take()
    const result = await whileLit(product.database, fuse, work)
    if (result.isFault) await unchangedSince(before, `it was cut in ${fuse}`)
    world.count(result.isFault ? `cut in ${fuse}` : `not cut in ${fuse}`)
    calls++
    return result
  }

  const world: World = {
    product,
    model,
    users,
    payers: [0, 1],
    earners: [2, 7],
    guilds,
    makers,
    checkers,
    administrators,
    operations,
    staff,
    agent,
    agentId: agents[0]!.id,
    promoterId,
    clerks,
    chain: { anvil, addresses },
    watch,
    proofs: { payment, purchase },
    trace,
    seen,
    met: new Map(),
    now: () => moment,
    week: (at = moment) => weekAround(at, 'UTC').week,
    month: () => moment.toISOString().slice(0, 7),
    nextId: (prefix) => `${prefix}-${++serial}`,
    count: (what) => void seen.set(what, (seen.get(what) ?? 0) + 1),
    async pass(milliseconds) {
      moment = new Date(moment.getTime() + milliseconds)
      await setClock()
    },
    async rounds(of) {
      const { database, clock, params } = product
      await settled(database)
      const shared = { database, clock, params }
      for (const round of [
        ...guildsRounds({ ...shared, effects: dissolveEffects(params) }),
        ...(of === 'guilds' ? [] : [...usersRounds({ ...shared, effects: banEffects(params) }), ...flowRounds(shared)]),
      ])
        await round.run(() => true)
    },
    async ask(by, call, payload) {
      const fuse = callFuses[calls % (callFuses.length * rarely)]
      if (fuse && !together) {
        const cut = await cutIn(fuse, async () => {
          const answer = await by.client.send(call, payload)
          tell(`${by.name} ${call.name} ${JSON.stringify(payload)}, cut in ${fuse} → ${shownOf(answer)}`)
          return { done: answer, isFault: isFault(answer) }
        })
        if (!cut.isFault) return cut.done
      }
      const before = ++calls % 3 === 0 && !together ? await fingerprints.take() : null
      const answer = await by.client.send(call, payload)
      tell(`${by.name} ${call.name} ${JSON.stringify(payload)} → ${shownOf(answer)}`)
      if (isFault(answer)) throw new Found(`${call.name} answered with a fault of the server: ${shownOf(answer)}`)
      if (before && didNothing(call.name, answer)) await unchangedSince(before, `${call.name} was refused`)
      return answer
    },
    async send(...events) {
      // The same lines again, as the app does when it got no answer.
      const sent = events.map((event) => ({ id: newId(event.at ?? moment), ...event }))
      const fuse = eventFuses[calls % (eventFuses.length * rarely)]
      if (fuse)
        await cutIn(fuse, async () => {
          const answers = await app.send(sent).catch((error: unknown) => String(error))
          tell(`app ${sent.map(({ type }) => type).join()}, cut in ${fuse} → ${JSON.stringify(answers).slice(0, 200)}`)
          // Done without touching the fused table: told again, it changes nothing.
          const isFault = typeof answers === 'string' || answers.every((one) => (one.status as string) === 'failed')
          return { done: null, isFault }
        })
      const before = ++calls % 3 === 0 ? await fingerprints.take() : null
      const answers = await app.send(sent)
      for (const [index, answer] of answers.entries()) {
        const { type, data } = sent[index]!
        tell(`app ${type} ${JSON.stringify(data)} → ${JSON.stringify(answer).slice(0, 200)}`)
        // A verdict refuses; a fault is `failed`, even where the database held what was wrong.
        if ((answer.status as string) === 'failed' || (answer.status === 'rejected' && answer.errorCode === 10_001))
          throw new Found(`${type} answered with a fault of the server`)
      }
      if (before && answers.every(({ status }) => status === 'rejected'))
        await unchangedSince(before, `${sent[0]!.type} was rejected`)
      if (calls % 5 === 0) {
        const told = await fingerprints.take()
        const again = await app.send(sent)
        same(
          again.map(({ status }) => (status === 'duplicate' ? 'accepted' : status)),
          answers.map(({ status }) => (status === 'duplicate' ? 'accepted' : status)),
        )
        await unchangedSince(told, `${sent[0]!.type} was told again`)
      }
      return answers
    },
    async atOnce(...works) {
      together = true
      try {
        return await Promise.all(works.map((work) => work()))
      } finally {
        together = false
      }
    },
    async restart() {
      product = await product.restarted()
      for (const one of accounts) one.client = product.as(one.token)
      app = await connect(product)
      world.product = product
      world.count('restarted')
    },
    close: async () => {
      await fingerprints.close()
      anvil.close()
      await product.close()
    },
  }
  return world
}

/** Whether an answer says that nothing happened: refused, or each of its outcomes is. */
function didNothing(call: string, answer: Envelope<unknown>): boolean {
  if (answer.code !== 200) return true
  const { outcomes = [], approvalId } = answer.result as {
    outcomes?: { ok: boolean; errorCode?: number; reason?: string }[]
    approvalId?: string
  }
  // What was taken back in part says so; a request that can no longer be applied ends as failed.
  const none = ({ ok, errorCode, reason }: (typeof outcomes)[number]) =>
    !ok && reason !== 'money.partlyBack' && !(call === 'approvalDecide' && errorCode === 20_000)
  return outcomes.length > 0 && approvalId === undefined && outcomes.every(none)
}
