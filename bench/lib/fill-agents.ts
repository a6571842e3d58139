// Top-up agents with stock, sessions that may sell, and many past sales.
import { sql } from 'kysely'
import { type Database, inTransaction } from '../../server/src/kit/database/database.ts'
import { hashToken, newId, newToken } from '../../server/src/kit/random.ts'
import { ofPlatform, post, stock } from '../../server/src/ledger/index.ts'
import { withClient } from '../../server/test/server.ts'
import { inBulk } from './in-bulk.ts'

export type Seller = { agentId: number; token: string }

/** Makes existing users agents, each with an account, a session with a second factor, and stock; on a later run only new sessions. */
export async function fillAgents(database: Database, count: number): Promise<Seller[]> {
  await sql`
    insert into topup_agents.application (user_id, contact, note, state, applied_at, decided_at)
    select id, 'bench', '', 'approved', now(), now() from users.app_user order by id limit ${count}
    on conflict do nothing`.execute(database)
  await sql`
    insert into topup_agents.agent (user_id, approved_at, day_tokens)
    select user_id, now(), 1000000000 from topup_agents.application
    on conflict (user_id) do update set day_tokens = excluded.day_tokens`.execute(database)
  await sql`
    with made as (
      insert into access.staff (username, password_hash, agent_id, created_at)
      select 'bench-agent-' || g.id, '-', g.id, now() from topup_agents.agent g
       where not exists (select from access.staff s where s.agent_id = g.id) returning id)
    insert into access.staff_role (staff_id, role_id)
    select made.id, r.id from made cross join access.role r where r.name = 'Top-up agent'`.execute(database)
  const { rows } = await sql<{ staffId: number; agentId: number }>`
    select s.id as "staffId", s.agent_id as "agentId" from access.staff s where s.agent_id is not null
     order by s.agent_id limit ${count}`.execute(database)
  const now = new Date()
  const sellers: Seller[] = []
  for (const { staffId, agentId } of rows) {
    const [token, sessionId] = [newToken(), newId(now)]
    await sql`
      insert into access.session (id, token_hash, staff_id, ip, user_agent, factor, created_at, last_used_at, expires_at)
      values (${sessionId}, ${hashToken(token)}, ${staffId}, '127.0.0.1', 'bench', 'sms', ${now}, ${now},
              ${now}::timestamptz + interval '1 day')`.execute(database)
    await sql`insert into topup_agents.step_up (session_id, at, large) values (${sessionId}, ${now}, true)`.execute(
      database,
    )
    sellers.push({ agentId, token })
  }
  const [issue, bank, deferred] = [
    ofPlatform('issue', 'TOKEN'),
    ofPlatform('cash.bank', 'USD'),
    ofPlatform('deferredTokens', 'USD'),
  ]
  const tokens = 500_000_000n
  const usd = tokens * 9_000n
  await inTransaction(database, (tx) =>
    post(
      tx,
      'bench',
      now,
      sellers.map(({ agentId }) => ({
        id: newId(now),
        kind: 'agent.purchase',
        phase: 'single' as const,
        reference: 'bench',
        occurredAt: now,
        request: { agentId },
        accounts: [issue, stock(agentId), bank, deferred],
        decide: () => [
          { account: issue, amount: -tokens },
          { account: stock(agentId), amount: tokens, costMicros: usd },
          { account: bank, amount: -usd },
          { account: deferred, amount: usd },
        ],
      })),
    ),
  )
  return sellers
}

const chunk = 1_000_000

/** Sales of the last two years, inserted directly; existing rows count. */
export async function fillSales(url: string, rows: number): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query<{ sales: number }>('select count(*)::int as sales from topup_agents.sale')
    const missing = rows - (found.rows[0]?.sales ?? 0)
    if (missing <= 0) return
    console.log(`Writing ${missing} sales …`)
    await inBulk(client, ['topup_agents.sale', 'topup_agents.refund'], async () => {
      for (let done = 0; done < missing; done += chunk)
        await client.query(sales, [done, Math.min(done + chunk, missing) - 1, missing])
      await client.query(refunds)
    })
  })
}

/** In chronological order; few agents and few buyers have most of them. */
const sales = `
  insert into topup_agents.sale (id, agent_id, key, user_id, tokens, cost_micros, at, new_buyer, at_night, round_trip)
  select overlay(kit.uuid_at(m.at)::text placing substr(md5('sale' || n), 1, 12) from 25 for 12)::uuid,
         a.ids[1 + floor(cardinality(a.ids) * r.a ^ 3)::int], gen_random_uuid(), u.ids[1 + floor(cardinality(u.ids) * r.b ^ 2)::int],
         2000 + floor(50000 * r.c ^ 3)::bigint, 100000000, m.at, r.d < 0.02, n % 8 = 0, n % 5000 = 0
    from generate_series($1::int, $2::int) n
   cross join lateral (select random() a, random() b, random() c, random() d, n as own) r
   cross join lateral (select date_trunc('milliseconds', now()) - interval '2 years' * (1 - n::float8 / $3::int) as at) m,
         (select array_agg(id order by id) as ids from topup_agents.agent) a,
         (select array_agg(id) as ids from (select id from users.app_user order by id limit 100000) p) u`

const refunds = `
  insert into topup_agents.refund (sale_id, agent_id, sold_at, state, asked_at, asked_for)
  select id, agent_id, at, case when random() < 0.02 then 'asked' else 'refused' end, at + interval '1 hour', 'bench'
    from topup_agents.sale where tokens % 200 = 1 on conflict do nothing`
