// What sales are decided on: locked, and read in one round trip.
import { sql } from 'kysely'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import { plainArray, textArray } from '../../../kit/database/arrays.ts'
import { runLater, runPrepared, type Transaction } from '../../../kit/database/database.ts'
import { bonus, paid, promo, rememberSeen, seenBalances, stock } from '../../../ledger/index.ts'
import type { AgentState } from '../agents/agents.rules.ts'
import type { StepUp } from './trades.rules.ts'

export type Buyer = {
  id: bigint
  nickname: string
  avatarUrl: string
  country: string
  banned: boolean
  marketAudit: boolean
  registeredAt: Date | null
}
export type Seller = {
  userId: bigint
  nickname: string
  state: AgentState
  dayTokens: bigint | null
  saleTokens: bigint | null
  countries: string[]
}
/** An agent's earlier sale with the same key. */
export type Known = { id: string; userId: bigint; tokens: bigint; at: Date }

export const buyerColumns = sql`
  u.id, u.nickname, u.avatar_url as "avatarUrl", coalesce(u.country, '') as country, u.state <> 'normal' as banned,
  u.market_audit as "marketAudit", u.registered_at as "registeredAt"`

/** @throws Refusal 21001 for users who are not there */
export function presentBuyer(found: Buyer | undefined): Buyer {
  if (!found || found.registeredAt === null) throw refuseCode(21001, 'userId')
  return found
}

type Row = Omit<Buyer, 'id'> & {
  id: bigint | null
  agentUserId: bigint | null
  agentNickname: string
  agentState: AgentState
  dayTokens: bigint | null
  saleTokens: bigint | null
  countries: string[]
  codeAt: Date | null
  codeForLarge: boolean
  soldToday: bigint
  knownId: string | null
  knownUserId: bigint
  knownTokens: bigint
  knownAt: Date
  seen: string | null
}

/** What identifies a sale; `day` is the business day. */
export type Asked = { userId: number; agentId: number; key: string; sessionId: string; day: string }

export type ForSale = {
  buyer: Buyer | undefined
  seller: Seller | undefined
  stepUp: StepUp
  soldToday: bigint
  known: Known | undefined
  /** What the stock held when this was read; its account is not locked yet. */
  stock: bigint
}

/**
 * Locks the buyer, so that a ban comes before or after, then the agent's application, so that its other sales do; then reads, so that what
 * was committed while this waited is seen.
 */
export async function lockForSale(tx: Transaction, asked: Asked): Promise<ForSale> {
  await runLater(tx, sql`select from users.app_user where id = ${asked.userId} for share`)
  await runLater(
    tx,
    sql`
      select from topup_agents.application a
       where a.user_id = (select user_id from topup_agents.agent where id = ${asked.agentId}) for no key update`,
  )
  return (await readForSales(tx, [asked]))[0]!
}

/**
 * Locks the buyers and agents of several sales as far as nobody else holds them, so that no sale waits for another's locks.
 *
 * @returns whether a sale's buyer and agent are locked, for each in order.
 */
export async function lockFree(tx: Transaction, all: readonly Asked[]): Promise<boolean[]> {
  const { rows } = await runPrepared(
    tx,
    sql<{ users: string; agents: string }>`
      with buyers as (
        select id from users.app_user where id = any(${plainArray(all.map(({ userId }) => userId))}::bigint[])
         order by id for share skip locked),
      sellers as (
        select g.id from topup_agents.agent g join topup_agents.application a on a.user_id = g.user_id
         where g.id = any(${plainArray(all.map(({ agentId }) => agentId))}::int[])
         order by a.user_id for no key update of a skip locked)
      select coalesce((select string_agg(id::text, ' ') from buyers), '') as users,
             coalesce((select string_agg(id::text, ' ') from sellers), '') as agents`,
  )
  const [users, agents] = [new Set(rows[0]!.users.split(' ')), new Set(rows[0]!.agents.split(' '))]
  return all.map(({ userId, agentId }) => users.has(`${userId}`) && agents.has(`${agentId}`))
}

/** What the sales are decided on, in their order. Look-ups are laterals with a limit, so that a cached plan never scans a table that has grown. */
export async function readForSales(tx: Transaction, all: readonly Asked[]): Promise<ForSale[]> {
  const accounts = new Map(
    all
      .flatMap(({ agentId, userId }) => {
        const id = BigInt(userId)
        return [stock(agentId), paid(id), promo(id), bonus(id)]
      })
      .map((account) => [account.name, account]),
  )
  const { rows } = await runPrepared(
    tx,
    sql<Row>`
      select ${buyerColumns}, a.user_id as "agentUserId", p.nickname as "agentNickname", a.state as "agentState",
             g.day_tokens as "dayTokens", g.sale_tokens as "saleTokens", g.countries, c.at as "codeAt", c.large as "codeForLarge",
             coalesce(d.tokens, 0) as "soldToday", k.id as "knownId", k.user_id as "knownUserId", k.tokens as "knownTokens",
             k.at as "knownAt", case when s.place = 1 then ${seenBalances([...accounts.values()])} end as seen
        from unnest(${plainArray(all.map(({ userId }) => userId))}::bigint[], ${plainArray(all.map(({ agentId }) => agentId))}::int[],
                    ${plainArray(all.map(({ key }) => key))}::uuid[],
                    ${textArray(all.map(({ sessionId }) => (sessionId === '' ? null : sessionId)))}::uuid[],
                    ${plainArray(all.map(({ day }) => day))}::date[])
               with ordinality as s(user_id, agent_id, key, session_id, day, place)
        left join lateral (select * from users.app_user u where u.id = s.user_id limit 1) u on true
        left join lateral (select * from topup_agents.agent g where g.id = s.agent_id limit 1) g on true
        left join lateral (select * from topup_agents.application a where a.user_id = g.user_id limit 1) a on true
        left join lateral (select p.nickname from users.app_user p where p.id = g.user_id limit 1) p on true
        left join lateral (select * from topup_agents.step_up c where c.session_id = s.session_id limit 1) c on true
        left join lateral (
          select d.tokens from topup_agents.agent_day d where d.agent_id = s.agent_id and d.day = s.day limit 1) d on true
        left join lateral (select * from topup_agents.sale k where k.agent_id = s.agent_id and k.key = s.key limit 1) k on true
       order by s.place`,
  )
  const seen = rememberSeen(tx, rows[0]!.seen)
  return rows.map((row, at) => forSaleOf(row, seen.get(stock(all[at]!.agentId).name)?.posted ?? 0n))
}

const forSaleOf = ({ id, ...row }: Row, held: bigint): ForSale => ({
  buyer: id === null ? undefined : { ...row, id },
  seller:
    row.agentUserId === null
      ? undefined
      : {
          userId: row.agentUserId,
          nickname: row.agentNickname,
          state: row.agentState,
          dayTokens: row.dayTokens,
          saleTokens: row.saleTokens,
          countries: row.countries,
        },
  stepUp: row.codeAt === null ? undefined : { at: row.codeAt, large: row.codeForLarge },
  soldToday: row.soldToday,
  known:
    row.knownId === null
      ? undefined
      : { id: row.knownId, userId: row.knownUserId, tokens: row.knownTokens, at: row.knownAt },
  stock: held,
})
