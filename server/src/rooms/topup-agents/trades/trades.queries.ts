// Purchases and sales as decisions read and write them.
import { sql } from 'kysely'
import { plainArray } from '../../../kit/database/arrays.ts'
import { type Reader, runLater, type Transaction } from '../../../kit/database/database.ts'
import type { PaidFrom } from './trades.ledger.ts'

export type Purchase = {
  id: string
  agentId: number
  kind: 'usdt' | 'bank' | 'salary'
  state: 'in review' | 'credited' | 'refused' | 'reversed'
  usdMicros: bigint
  tokens: bigint
  extraTokens: bigint
  reference: string
  chain: 'trc20' | 'erc20' | null
  guildId: number | null
  settlementId: number | null
  approvalId: string | null
  askedBy: string
}

const columns = sql`
  id, agent_id as "agentId", kind, state, usd_micros as "usdMicros", tokens, extra_tokens as "extraTokens", reference, chain,
  guild_id as "guildId", settlement_id as "settlementId", approval_id as "approvalId", asked_by as "askedBy"`

/** The source of a purchase's price. `usdtMicros`: the deposit of a purchase by USDT. */
export function paidFrom(
  { kind, chain, guildId }: Pick<Purchase, 'kind' | 'chain' | 'guildId'>,
  usdtMicros?: bigint,
): PaidFrom {
  if (kind === 'bank') return { kind }
  if (kind === 'salary') return { kind, guildId: guildId ?? 0 }
  if (chain === null || usdtMicros === undefined) throw new Error('a purchase by USDT without its deposit')
  return { kind, chain, usdtMicros }
}

export type NewPurchase = Pick<Purchase, 'id' | 'agentId' | 'kind' | 'usdMicros' | 'reference' | 'askedBy'> &
  Partial<Pick<Purchase, 'chain' | 'guildId' | 'settlementId'>> & { proofFileId?: string; at: Date }

/** Adds purchases that are not credited yet. @throws the database's error on `purchase_reference` */
export async function addPurchases(tx: Transaction, all: readonly NewPurchase[]): Promise<void> {
  await sql`
    insert into topup_agents.purchase (id, agent_id, kind, state, usd_micros, reference, chain, proof_file_id, guild_id,
                                       settlement_id, asked_at, asked_by)
    select p.id, p.agent_id, p.kind, 'in review', p.usd_micros, p.reference, p.chain, p.proof, p.guild_id, p.settlement_id,
           p.at, p.by
      from unnest(${all.map((p) => p.id)}::uuid[], ${all.map((p) => p.agentId)}::int[], ${all.map((p) => p.kind)}::text[],
                  ${all.map((p) => p.usdMicros)}::bigint[], ${all.map((p) => p.reference)}::text[],
                  ${all.map((p) => p.chain ?? null)}::text[], ${all.map((p) => p.proofFileId ?? null)}::uuid[],
                  ${all.map((p) => p.guildId ?? null)}::int[], ${all.map((p) => p.settlementId ?? null)}::int[],
                  ${all.map((p) => p.at)}::timestamptz[], ${all.map((p) => p.askedBy)}::text[])
           as p(id, agent_id, kind, usd_micros, reference, chain, proof, guild_id, settlement_id, at, by)`.execute(tx)
}

/** Purchases by id; their agents are locked. */
export async function purchasesById(reader: Reader, ids: readonly string[]): Promise<Map<string, Purchase>> {
  const { rows } = await sql<Purchase>`
    select ${columns} from topup_agents.purchase where id = any(${ids}::uuid[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

export type Credited = { id: string; tokens: bigint; extraTokens: bigint }

export const setCredited = (
  tx: Transaction,
  all: readonly Credited[],
  { month, by, at }: { month: string; by: string; at: Date },
) =>
  sql`
    update topup_agents.purchase p
       set state = 'credited', tokens = c.tokens, extra_tokens = c.extra, month = ${month}::date, decided_by = ${by},
           decided_at = ${at}, version = version + 1
      from unnest(${all.map((c) => c.id)}::uuid[], ${all.map((c) => c.tokens)}::bigint[],
                  ${all.map((c) => c.extraTokens)}::bigint[]) as c(id, tokens, extra)
     where p.id = c.id`.execute(tx)

export const setRefused = (
  tx: Transaction,
  ids: readonly string[],
  { reason, by, at }: { reason: string; by: string; at: Date },
) =>
  sql`
    update topup_agents.purchase
       set state = 'refused', reason = ${reason}, decided_by = ${by}, decided_at = ${at}, version = version + 1
     where id = any(${ids}::uuid[])`.execute(tx)

type Reversal = { reason: string; by: string; at: Date; debtMicros: bigint; offsetMicros: bigint; tokens: bigint }

export const setReversed = (
  tx: Transaction,
  id: string,
  { reason, by, at, debtMicros, offsetMicros, tokens }: Reversal,
) =>
  sql`
    update topup_agents.purchase
       set state = 'reversed', reason = ${reason}, reversed_by = ${by}, reversed_at = ${at}, debt_micros = ${debtMicros},
           offset_micros = ${offsetMicros}, taken_tokens = ${tokens},
           version = version + 1
     where id = ${id}`.execute(tx)

export const setApproval = (tx: Transaction, ids: readonly string[], approvalId: string) =>
  sql`update topup_agents.purchase set approval_id = ${approvalId} where id = any(${ids}::uuid[])`.execute(tx)
/** Whether this is an uploaded proof of payment. */
export async function isProof(reader: Reader, fileId: string): Promise<boolean> {
  const { rows } = await sql`
    select from files.file where id = ${fileId} and purpose = 'purchaseProof'`.execute(reader)
  return rows.length === 1
}

/** Those of these pictures used as proof of a purchase or of a payment to an agent; they must be kept. */
export async function purchaseProofsInUse(tx: Transaction, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select proof_file_id as id from topup_agents.purchase where proof_file_id = any(${ids}::uuid[])
    union select proof_file_id from topup_agents.payment where proof_file_id = any(${ids}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The number of purchases of an agent, or of all, that wait for Finance. */
export async function inReview(reader: Reader, agentId?: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from topup_agents.purchase
     where state = 'in review' and (${agentId ?? null}::int is null or agent_id = ${agentId ?? null})`.execute(reader)
  return rows[0]!.count
}

export type Sale = {
  id: string
  agentId: number
  userId: bigint
  nickname: string
  avatarUrl: string
  tokens: bigint
  costMicros: bigint
  at: Date
  back: 'asked' | 'agreed' | 'refused' | null
}

const saleColumns = sql`
  s.id, s.agent_id as "agentId", s.user_id as "userId", u.nickname, u.avatar_url as "avatarUrl", s.tokens,
  s.cost_micros as "costMicros", s.at, r.state as back`
const sales = sql`
  topup_agents.sale s join users.app_user u on u.id = s.user_id left join topup_agents.refund r on r.sale_id = s.id`

export async function salesById(reader: Reader, ids: readonly string[]): Promise<Map<string, Sale>> {
  const { rows } = await sql<Sale>`select ${saleColumns} from ${sales} where s.id = any(${ids}::uuid[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

export type NewSale = Pick<Sale, 'id' | 'agentId' | 'userId' | 'tokens' | 'costMicros' | 'at'> & {
  key: string
  newBuyer: boolean
  atNight: boolean
  day: string
}

/** Adds sales of different agents, and counts them to their days. The agents are locked, and have no sales with these keys. */
export const addSales = (tx: Transaction, all: readonly NewSale[]) =>
  runLater(
    tx,
    sql`
    with s as materialized (
      select * from unnest(${plainArray(all.map(({ id }) => id))}::uuid[], ${plainArray(all.map(({ agentId }) => agentId))}::int[],
                           ${plainArray(all.map(({ key }) => key))}::uuid[], ${plainArray(all.map(({ userId }) => userId))}::bigint[],
                           ${plainArray(all.map(({ tokens }) => tokens))}::bigint[],
                           ${plainArray(all.map(({ costMicros }) => costMicros))}::bigint[],
                           ${plainArray(all.map(({ at }) => at.toISOString()))}::timestamptz[],
                           ${plainArray(all.map(({ newBuyer }) => `${newBuyer}`))}::boolean[],
                           ${plainArray(all.map(({ atNight }) => `${atNight}`))}::boolean[],
                           ${plainArray(all.map(({ day }) => day))}::date[])
               as s(id, agent_id, key, user_id, tokens, cost_micros, at, new_buyer, at_night, day)),
    added as (
      insert into topup_agents.sale (id, agent_id, key, user_id, tokens, cost_micros, at, new_buyer, at_night)
      select id, agent_id, key, user_id, tokens, cost_micros, at, new_buyer, at_night from s)
    insert into topup_agents.agent_day as d (agent_id, day, sales, tokens, new_buyers, night_sales)
    select agent_id, day, 1, tokens, new_buyer::int, at_night::int from s
    on conflict (agent_id, day) do update
      set sales = d.sales + 1, tokens = d.tokens + excluded.tokens, new_buyers = d.new_buyers + excluded.new_buyers,
          night_sales = d.night_sales + excluded.night_sales`,
  )

export const askBack = (tx: Transaction, saleId: string, { at, askedFor }: { at: Date; askedFor: string }) =>
  sql`
    insert into topup_agents.refund (sale_id, agent_id, sold_at, asked_at, asked_for)
    select id, agent_id, at, ${at}, ${askedFor} from topup_agents.sale where id = ${saleId}`.execute(tx)

export type BackDecided = { saleId: string; tokens: bigint; costMicros: bigint }

export const setBacks = (
  tx: Transaction,
  all: readonly BackDecided[],
  { state, reason, by, at }: { state: 'agreed' | 'refused'; reason: string; by: string; at: Date },
) =>
  sql`
    update topup_agents.refund r
       set state = ${state}, tokens = b.tokens, cost_micros = b.cost, reason = ${reason}, decided_by = ${by},
           decided_at = ${at}
      from unnest(${all.map((b) => b.saleId)}::uuid[], ${all.map((b) => b.tokens)}::bigint[],
                  ${all.map((b) => b.costMicros)}::bigint[]) as b(sale_id, tokens, cost)
     where r.sale_id = b.sale_id`.execute(tx)

/** Those of these references, in lower case, already used by a bank transfer. */
export async function usedReferences(reader: Reader, references: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`
    select lower(reference) as reference from topup_agents.purchase
     where lower(reference) = any(${references.map((one) => one.toLowerCase())}::text[]) and kind = 'bank'
       and state <> 'refused'`.execute(reader)
  return new Set(rows.map(({ reference }) => reference))
}

/** What an agent sold to a user since then and was not returned, newest first. */
export async function soldSince(
  reader: Reader,
  { agentId, userId }: { agentId: number; userId: number },
  since: Date,
): Promise<{ tokens: number; at: string }[]> {
  const { rows } = await sql<{ tokens: bigint; at: Date }>`
    select s.tokens, s.at from topup_agents.sale s
     where s.agent_id = ${agentId} and s.user_id = ${userId} and s.at > ${since}
       and not exists (select from topup_agents.refund r where r.sale_id = s.id and r.state = 'agreed')
     order by s.at desc limit 20`.execute(reader)
  return rows.map(({ tokens, at }) => ({ tokens: Number(tokens), at: at.toISOString() }))
}
