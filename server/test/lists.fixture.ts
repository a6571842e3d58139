// Rows for every list: what the writes of `writes.ts` leave, rows of tables that only events or jobs fill, and copies of one of each.
import { declaredCalls } from '@greenroom/contract/allCalls'
import { sql } from 'kysely'
import { inTransaction } from '../src/kit/database/database.ts'
import { at, gift, recharge } from '../src/ledger/items.fixture.ts'
import { post } from '../src/ledger/ledger.post.ts'
import { always } from '../src/rooms/finance/person/userStat.rules.ts'
import { stocked } from '../src/rooms/topup-agents/agents.fixture.ts'
import { appUser } from '../src/rooms/users/people.fixture.ts'
import { type Copied, copyRows, type Recipe } from './copies.ts'
import { adminSessions, everyMenu, person, sessionOf } from './people.ts'
import type { Client, TestProduct } from './product.ts'
import { reads } from './reads.ts'
import type { World } from './world/base.ts'
import { writes } from './writes.ts'

/** Of how a list's rows differ, where copies of a table's first row would not be on it. */
const recipes: Record<string, Recipe[]> = {
  'access.staff': [{}, { from: 'read_only', differs: ['id', 'username'] }],
  'audits.review': [
    { from: 'item_id is not null', differs: ['id', 'item_id'] },
    { from: "state = 'done' and item_id is not null", differs: ['id'] },
    {
      from: "state = 'done' and item_id is not null",
      differs: ['id'],
      sets: {
        purpose: "'quality'",
        compares_id: 'o.id',
        decision: "case o.decision when 'failed' then 'passed' else 'failed' end",
      },
    },
  ],
  'bulk.item': [{ differs: ['at'], sets: { row_id: "o.row_id || '-' || salt || '-' || i" } }],
  'finance.chargeback': [
    {},
    // Two of each of some users.
    { sets: { user_id: '(select id from users.app_user order by id desc offset (i % 12) limit 1)' } },
    { sets: { user_id: '(select id from users.app_user order by id desc offset (i % 12) limit 1)' } },
  ],
  'finance.recharge_order': [{ from: 'paid_at is not null' }, { from: 'paid_at is null' }],
  'finance.statement_line': [{ differs: ['line'] }],
  'guilds.anchor_day': [{ differs: ['user_id'] }],
  'guilds.guild': [{}, { from: 'parent_id is not null' }],
  'guilds.member': [{}, { differs: ['id'], sets: { state: "'left'", ending: "'left'", ends_at: 'o.since' } }],
  'guilds.settlement_line': [{ differs: ['line'] }],
  'live.broadcaster': [{ from: 'last_started_at is not null' }],
  'live.forbid': [{}, { differs: ['id'], sets: { ended: "'lifted'", ended_at: 'o.at' } }],
  'official.recipient': [{ differs: ['user_id'], sets: { state: "'skipped'", reason: "'unknown'" } }],
  'privacy.deletion': [{ differs: ['id'], sets: { state: "'cancelled'", cancelled_at: 'o.asked_at' } }],
  'promotion.benefit_grant': [{ differs: ['id', 'user_id', 'device_id'] }],
  'system.gift_template': [{ differs: ['id', 'name'], sets: { enabled: 'false' } }],
  'system.param_change': [{ differs: ['id', 'version'] }],
  'users.app_user': [
    {},
    // Registered through a channel, and never online.
    {
      sets: {
        channel: '(select number from promotion.channel order by id limit 1)',
        created_at: "o.created_at - interval '3 days'",
        registered_at: "o.created_at - interval '3 days'",
        last_online_at: 'null',
      },
    },
  ],
}

/** Performs every write once. */
async function perform(product: TestProduct): Promise<void> {
  let sessions: readonly [string, string] | undefined
  for (const { call } of declaredCalls.filter((one) => one.call.operation !== undefined)) {
    const write = writes[call.name]!
    if (write.file) continue
    sessions = await adminSessions(product, sessions)
    const world: World = { product, admin: product.as(sessions[0]) }
    const payload = await write.payload(world)
    const client: Client = write.by ? await write.by(world) : world.admin
    await client.send(call, payload as never)
  }
}

/** One row of each table that no write fills. */
async function add({ database, clock }: TestProduct, user: number, other: number): Promise<void> {
  const at = clock.now()
  await sql`insert into live.call (id, caller_id, callee_id, kind, requested_at, heard_at)
    values ('call-of-lists', ${user}, ${other}, 'video', ${at}, ${at})`.execute(database)
  await sql`insert into live.gift (id, at, gift_id, sender_id, receiver_id, count, tokens, promo_tokens, bonus)
    values (uuidv7(), ${at}, 1, ${user}, ${other}, 1, 10, 0, 5)`.execute(database)
  await sql`insert into live.broadcaster (user_id, sessions, last_started_at) values (${user}, 1, ${at})
    on conflict (user_id) do update set sessions = 1, last_started_at = ${at}`.execute(database)
  await sql`insert into official.recipient (message_id, user_id, state, reason)
    select id, ${user}, 'skipped', 'unknown' from official.message order by id limit 1`.execute(database)
  await sql`insert into promotion.benefit_grant (benefit_id, user_id, device_id, block, channel, tokens, free_minutes, cost_tokens, at)
    select id, ${user}, 'a-device-of-lists', '', '', 5, 0, 5, ${at} from promotion.benefit order by id limit 1`.execute(
    database,
  )
  await sql`insert into privacy.deletion (id, user_id, asked_by, approved_by, asked_at, due_at, state, waits)
    values (uuidv7(), ${user}, 'a', 'b', ${at}, ${at}, 'waiting', '{hold}')`.execute(database)
  await sql`insert into chain.balance (chain, address, usdt_micros, expected_micros, block_number, at)
    values ('trc20', 'TLists', 5, 5, 1, ${at})`.execute(database)
  await sql`insert into bridge.rejection (id, client_id, type, code, why, line, at)
    values (uuidv7(), 1, 'x', 10009, '', '{}', ${at})`.execute(database)
  await sql`insert into flow.daily (key, day, currency, kind, in_sum, out_sum, transfers)
    values ('2026-11-20 TOKEN gift', '2026-11-20', 'TOKEN', 'gift', 1, 1, 1) on conflict do nothing`.execute(database)
  await sql`insert into guilds.anchor_day (guild_id, week, day, user_id, live_seconds)
    select min(id), '2026-11-16', '2026-11-20', ${user}, 60 from guilds.guild on conflict do nothing`.execute(database)
  await sql`insert into guilds.sub_day values ('2026-11-20', 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    on conflict do nothing`.execute(database)
  await sql`insert into guilds.sub_week values ('2026-11-16', 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    on conflict do nothing`.execute(database)
}

/** What jobs keep of each user, guild or broadcast, also of copied ones: half of it equal. */
async function follow({ database }: TestProduct): Promise<void> {
  await sql`insert into users.wallet (user_id, changed_at) select id, created_at from users.app_user on conflict do nothing`.execute(
    database,
  )
  await sql`insert into finance.user_sum (grain, start, user_id, recharged_cents, refunded_cents, spent_tokens, earned_bonus, withdrawn_cents)
    select 'all', ${always}::date, id, sum, sum, sum, sum, sum
      from (select id, case when id % 2 = 0 then 5 else id end as sum from users.app_user) u on conflict do nothing`.execute(
    database,
  )
  await sql`insert into guilds.guild_day (guild_id, week, day, live_seconds)
    select id, '2026-11-16', '2026-11-20', 60 from guilds.guild on conflict do nothing`.execute(database)
  await sql`insert into guilds.guild_week (guild_id, week, live_seconds)
    select id, '2026-11-16', 60 from guilds.guild on conflict do nothing`.execute(database)
  await sql`insert into indicators.user_day (subject, day, user_id, country, channel, sex, platform, old, m, minutes, amounts)
    select 'live', s.day, u.id, '', '', 'none', '', false,
           array_fill(case when u.id % 2 = 0 then 5 else u.id end, array[20])::bigint[], '{}', '{}'
      from users.app_user u, (select distinct (started_at at time zone 'UTC')::date as day from live.session where user_id is not null) s
     where s.day is not null on conflict do nothing`.execute(database)
  // Of one cohort: a user is in one of each kind.
  await sql`insert into indicators.user_day (subject, day, user_id, country, channel, sex, platform, old, m, minutes, amounts)
    select 'newcomer', s.day, u.id, '', '', 'none', '', false, array_fill(1, array[20])::bigint[], '{}', '{}'
      from users.app_user u, (select max((started_at at time zone 'UTC')::date) as day from live.session) s
     where s.day is not null on conflict do nothing`.execute(database)
}

/** Postings, which are not copied: an agent's stock, a member's gifts, a user's tokens. */
async function postings(product: TestProduct, { agentId, userId }: Posted, count: number): Promise<void> {
  const [from, to] = [BigInt(userId) + 1n, BigInt(userId)]
  await inTransaction(product.database, (tx) =>
    post(tx, 'test', at, [
      recharge(1_000n, 1_000n, from),
      ...Array.from({ length: count }, () => gift(10n, to, from)),
      ...Array.from({ length: count }, () => recharge(10n, 10n, to)),
    ]),
  )
  for (let made = 0; made < count; made++) await stocked(product, agentId, 10, 90)
}
type Posted = { agentId: number; userId: number }

export type Filled = {
  /** Tables without copies, and why. */
  uncopied: Copied[]
  /** Who asks for a list, and for what. */
  asked(name: string): { client: Client; payload: Record<string, string | number> }
  /** Adds a copy of one row of each table. */
  arrive(): Promise<unknown>
}

const equal = 9

/** Fills the product so that every list has rows. */
export async function fillLists(product: TestProduct): Promise<Filled> {
  const { database } = product
  await perform(product)
  const user = await appUser(product, { devices: ['a-device'] })
  await add(product, user, await appUser(product))
  const [token] = await adminSessions(product, undefined)
  const admin = product.as(token)
  const world: World = { product, admin }
  const made = new Map<string, Record<string, string | number>>()
  for (const [name, payload] of Object.entries(reads(world)).filter(([name]) => name.endsWith('List') || name in more))
    made.set(name, await payload())
  const copied = await copyRows(product.owner, recipes, { equal, salt: 'a' })
  const first = async (column: string, table: string, where = 'true'): Promise<string> => {
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(column)}::text as value from ${sql.table(table)} where ${sql.ref(column)} is not null and ${sql.raw(where)}
       group by 1 order by count(*) desc, 1 limit 1`.execute(database)
    return rows[0]?.value ?? '1'
  }
  for (const [name, [field, column, table, where]] of Object.entries(whose))
    made.set(name, { ...made.get(name), [field]: await first(column, table, where) })
  made.set('everyDayReportDetail', {
    id: `${await first('guild_id', 'guilds.anchor_day', "day = '2026-11-20'")}-2026-11-20`,
  })
  made.set('memberFlowEntries', { memberId: Number(made.get('memberFlowEntries')!.memberId) })
  const agentId = Number(await first('agent_id', 'topup_agents.sale'))
  const posted = { agentId, userId: Number(made.get('userEntryList')!.userId) }
  await sql`update guilds.member set since = since - interval '2 days' where id = ${made.get('memberFlowEntries')!.memberId}`.execute(
    database,
  )
  await postings(product, posted, equal)
  await follow(product)

  const agent = await database
    .selectFrom('access.staff')
    .select('username')
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow()
  const ofAgent = product.as(await sessionOf(product, agent.username))
  const unionId = Number(await first('union_id', 'access.staff', 'read_only'))
  const ofGuild = (await person(product, { permissions: everyMenu(3), unionId })).client
  const clients: Record<string, Client> = {
    agentOwnSaleList: ofAgent,
    agentOwnPurchaseList: ofAgent,
    agentMovementList: ofAgent,
    guildAccountList: ofGuild,
  }
  let arrived = 0
  return {
    asked: (name) => ({ client: clients[name] ?? admin, payload: made.get(name) ?? {} }),
    arrive: async () => {
      await copyRows(product.owner, recipes, { equal: 1, salt: `b${++arrived}` })
      await postings(product, posted, 1)
      await follow(product)
    },
    uncopied: copied.filter(({ why }) => why !== undefined),
  }
}

/** Reads besides lists by name. */
const more: Record<string, true> = {
  bulkOutcomes: true,
  messageMissed: true,
  channelPeople: true,
  memberFlowEntries: true,
  indicatorPeople: true,
  indicatorRecords: true,
  indicatorReturned: true,
  everyDayReportDetail: true,
  subAgencyDay: true,
  subAgencyWeek: true,
  paramHistory: true,
}

/** Lists of one object: the field, and the column and table of which the most frequent value has copies. */
const whose: Record<string, [field: string, column: string, table: string, where?: string]> = {
  userContentList: ['userId', 'user_id', 'audits.item'],
  userReportList: ['userId', 'user_id', 'audits.report'],
  userChargebackList: ['userId', 'user_id', 'finance.chargeback'],
  userOrderList: ['userId', 'user_id', 'finance.recharge_order'],
  userWithdrawalList: ['userId', 'user_id', 'finance.withdrawal'],
  userMemberList: ['userId', 'user_id', 'guilds.member'],
  userCallList: ['userId', 'caller_id', 'live.call'],
  userLiveList: ['userId', 'user_id', 'live.session'],
  userGiftList: ['userId', 'sender_id', 'live.gift'],
  userForbidList: ['userId', 'user_id', 'live.forbid'],
  userNoteList: ['userId', 'user_id', 'users.note'],
  userEntryList: ['userId', 'user_id', 'guilds.member', "state <> 'invited'"],
  memberFlowEntries: ['memberId', 'id', 'guilds.member', "state = 'active'"],
  'memberList of a guild': ['guildId', 'guild_id', 'guilds.member'],
  deviceUserList: ['deviceId', 'device_id', 'users.user_device'],
  benefitGrantList: ['id', 'benefit_id', 'promotion.benefit_grant'],
  guildEventList: ['guildId', 'guild_id', 'guilds.event'],
  bulkOutcomes: ['bulkId', 'job_id', 'bulk.item'],
  channelPeople: ['id', 'id', 'promotion.channel'],
  paramHistory: ['key', 'key', 'system.param_change'],
  importFaultList: ['importId', 'import_id', 'moving.fault'],
  statementLineList: ['statementId', 'statement_id', 'finance.statement_line'],
  settlementLineList: ['settlementId', 'settlement_id', 'guilds.settlement_line'],
  messageMissed: ['id', 'message_id', 'official.recipient'],
}
