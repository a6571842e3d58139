// What a sale is decided on, locked and read in one round trip.
import { sql } from 'kysely'
import { runLater, runPrepared, type Transaction } from '../../../kit/database.ts'
import { bonus, paid, promo, rememberSeen, seenBalances, stock } from '../../../ledger/index.ts'
import type { AgentState } from '../agents/rules.ts'
import type { StepUp } from './rules.ts'

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

type Row = Buyer & {
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

export type ForSale = {
  buyer: Buyer | undefined
  /** Undefined without a buyer, too. */
  seller: Seller | undefined
  stepUp: StepUp
  soldToday: bigint
  known: Known | undefined
}

/**
 * Locks the buyer, so that a ban comes before or after, then the agent's application, so that its other sales do; then reads, so that what
 * was committed while this waited is seen.
 */
export async function lockForSale(
  tx: Transaction,
  sale: { userId: number; agentId: number; key: string; sessionId: string; day: string },
): Promise<ForSale> {
  const { userId, agentId, key, sessionId, day } = sale
  const id = BigInt(userId)
  await runLater(tx, sql`select from users.app_user where id = ${userId} for share`)
  await runLater(
    tx,
    sql`
      select from topup_agents.application a
       where a.user_id = (select user_id from topup_agents.agent where id = ${agentId}) for no key update`,
  )
  const { rows } = await runPrepared(
    tx,
    sql<Row>`
      select ${buyerColumns}, a.user_id as "agentUserId", p.nickname as "agentNickname", a.state as "agentState",
             g.day_tokens as "dayTokens", g.sale_tokens as "saleTokens", g.countries, c.at as "codeAt", c.large as "codeForLarge",
             coalesce(d.tokens, 0) as "soldToday", k.id as "knownId", k.user_id as "knownUserId", k.tokens as "knownTokens",
             k.at as "knownAt", ${seenBalances([stock(agentId), paid(id), promo(id), bonus(id)])} as seen
        from users.app_user u
        left join topup_agents.agent g on g.id = ${agentId}
        left join topup_agents.application a on a.user_id = g.user_id
        left join users.app_user p on p.id = g.user_id
        left join topup_agents.step_up c on c.session_id = ${sessionId === '' ? null : sessionId}::uuid
        left join topup_agents.agent_day d on d.agent_id = g.id and d.day = ${day}::date
        left join topup_agents.sale k on k.agent_id = g.id and k.key = ${key}::uuid
       where u.id = ${userId}`,
  )
  const [row] = rows
  if (!row) return { buyer: undefined, seller: undefined, stepUp: undefined, soldToday: 0n, known: undefined }
  rememberSeen(tx, row.seen)
  return {
    buyer: row,
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
  }
}
