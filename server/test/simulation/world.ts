// What a simulation drives: a product on a database of its own, a clock that moves only when told, accounts of the roles as shipped, people
// of the app, guilds with leaders, an agent, a promoter, a chain.
import { roleSave } from '@greenroom/contract/systemStaff'
import { sql } from 'kysely'
import { banEffects, dissolveEffects } from '../../src/app/app.effects.ts'
import { inTransaction } from '../../src/kit/database/database.ts'
import { addressFor } from '../../src/rooms/chain/address/chainAddress.service.ts'
import { type Anvil, startAnvil } from '../../src/rooms/chain/anvil.fixture.ts'
import { watchChain } from '../../src/rooms/chain/chain.rounds.ts'
import { giveAddresses, testKeys } from '../../src/rooms/chain/keys.fixture.ts'
import { flowRounds } from '../../src/rooms/flow/index.ts'
import { guildsRounds } from '../../src/rooms/guilds/index.ts'
import { aProof } from '../../src/rooms/guilds/payouts/guildPayouts.fixture.ts'
import { weekAround } from '../../src/rooms/guilds/weeks/weeks.rules.ts'
import { ensureWeeks } from '../../src/rooms/guilds/weeks/weeks.service.ts'
import { usersRounds } from '../../src/rooms/users/index.ts'
import { connect, type Sent } from '../bridge.ts'
import { startProduct, type TestProduct } from '../product.ts'
import { settled } from '../settled.ts'
import { type Account, accountsOf } from './accounts.ts'
import { type Calendar, openCalendar, start } from './calendar.ts'
import { layFuses } from './cut.ts'
import { type GuildOf, openGuilds } from './guilds.ts'
import type { Model } from './model.ts'
import { openPromoter } from './promoterActs.ts'
import { openTalk, type Talk } from './talk.ts'
import { fingerprintsOf } from './unchanged.ts'

export type { Account } from './accounts.ts'
export { Found } from './found.ts'
export type { GuildOf } from './guilds.ts'

const day = 86_400_000

export type World = Talk &
  Calendar & {
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
    week: (at?: Date) => string
    month: () => string
    nextId: (prefix: string) => string
    count: (what: string) => void
    /** Runs the rounds of the guilds, or all that money needs. */
    rounds: (of: 'guilds' | 'all') => Promise<void>
    /** Ends the server and starts another, as a deploy does: what only its memory held is gone. */
    restart: () => Promise<void>
    close: () => Promise<void>
  }

/** No wait for new accounts, a risk panel that holds nothing, and low limits of payouts and deductions, so that limits alone decide, and often. A
 * deletion can be ended for a day. */
const parameters = {
  payout_account_wait_hours: '0',
  withdrawal_hold_score: '1000',
  withdrawal_few_senders_percent: '100',
  payout_approval_usd: '150',
  deduction_approval_usd: '150',
  deletion_days: '1',
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
  const calendar = await openCalendar(() => product)
  for (const [key, value] of Object.entries(parameters))
    await database
      .insertInto('system.param')
      .values({ key, type: 'integer', value, built_in: true, updated_at: start, updated_by: 'test' })
      .execute()
  await params.refresh()
  await ensureWeeks(database, start, 'UTC')
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
           registered_at = ${new Date(start.getTime() - 90 * day)}`.execute(database)

  const account = accountsOf(product, accounts)
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

  await giveAddresses(database, 'erc20', 4)
  // As many spares as there should be: to derive them takes longer than the simulation's acts.
  await sql`
    insert into chain.address (chain, address, key_id, index)
    select 'erc20', '0x' || lpad(to_hex(n), 40, '0'), (select id from chain.key), n from generate_series(4, 103) n`.execute(
    database,
  )
  const addresses = new Map<number, string>()
  for (const index of [0, 1, 2, 7]) {
    const owner = { kind: 'user' as const, id: users[index]! }
    addresses.set(index, await inTransaction(database, (tx) => addressFor(tx, clock.now(), owner, 'erc20')))
  }
  const watch = () => watchChain(product.watching, 'erc20')
  await watch()

  await layFuses(product.owner)
  const fingerprints = await fingerprintsOf(product.databaseUrl)
  let serial = 0
  const trace: string[] = []
  const seen = new Map<string, number>()
  const count = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1)
  const { now } = calendar
  const talk = openTalk({ owner: () => product.owner, app: () => app, fingerprints, trace, now, count })

  const world: World = {
    ...calendar,
    ...talk,
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
    week: (at = now()) => weekAround(at, 'UTC').week,
    month: () => now().toISOString().slice(0, 7),
    nextId: (prefix) => `${prefix}-${++serial}`,
    count,
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
    async restart() {
      product = await product.restarted()
      for (const one of accounts) one.client = product.as(one.token)
      app = await connect(product)
      world.product = product
      count('restarted')
    },
    close: async () => {
      await fingerprints.close()
      anvil.close()
      await product.close()
    },
  }
  return world
}
