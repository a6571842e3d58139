// Inputs of a week's sums: set queries over a chunk of guilds.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database.ts'
import { owedByUsers } from '../../../ledger/index.ts'
import type { AnchorWeek, DebtIn, DeductionIn, Line, Method, SubWeek } from './rules.ts'

export type GuildOfWeek = {
  id: number
  method: Method
  /** Of a sub-agency. */
  agreedBp: number | null
  hasParent: boolean
  carriedInCents: bigint
  seenBonus: bigint
  seenBase: bigint
  seenSeconds: bigint
}

/**
 * These guilds as they are in a week. The method is that of the week, not today's: a change counts from the week in `method_from`. The
 * carried-in amount is what the previous settlement left.
 */
export async function guildsOf(reader: Reader, week: string, ids: readonly number[]): Promise<GuildOfWeek[]> {
  const { rows } = await sql<GuildOfWeek>`
    select g.id, case when g.method_from is null then g.settlement_method
                      when g.method_from <= ${week}::date then 'anchor withdrawal' else 'guild pickup' end as method,
           case when g.parent_id is null then null else g.agreed_rate_bp end as "agreedBp",
           g.parent_id is not null as "hasParent",
           coalesce((select s.carried_out_cents from guilds.settlement s
                      where s.guild_id = g.id and s.week < ${week}::date order by s.week desc limit 1), 0) as "carriedInCents",
           coalesce(w.bonus, 0) as "seenBonus", coalesce(w.base_micros, 0) as "seenBase",
           coalesce(w.live_seconds::bigint + w.call_seconds, 0) as "seenSeconds"
      from guilds.guild g left join guilds.guild_week w on w.guild_id = g.id and w.week = ${week}::date
     where g.id = any(${ids}::int[]) order by g.id`.execute(reader)
  return rows
}

/** By guild; a ban expired at `now` does not count. A day is valid by its minutes live or on calls. */
export async function anchorsOf(
  reader: Reader,
  week: string,
  ids: readonly number[],
  { now, liveMinutes, callMinutes }: { now: Date; liveMinutes: number; callMinutes: number },
): Promise<Map<number, AnchorWeek[]>> {
  const { rows } = await sql<AnchorWeek & { guildId: number }>`
    with valid as materialized (
      select guild_id, user_id, count(distinct day)::int as days
        from guilds.anchor_day
       where guild_id = any(${ids}::int[]) and week = ${week}::date and day between ${week}::date - 7 and ${week}::date + 14
         and (live_seconds >= ${liveMinutes * 60} or call_seconds >= ${callMinutes * 60})
       group by 1, 2)
    select w.guild_id as "guildId", w.user_id as "userId", w.bonus, w.bonus_micros as "bonusMicros",
           w.base_micros as "baseMicros", coalesce(v.days, 0) as "validDays",
           u.state <> 'normal' and (u.banned_until is null or u.banned_until > ${now}) as held
      from guilds.anchor_week w
      join users.app_user u on u.id = w.user_id
      left join valid v on v.guild_id = w.guild_id and v.user_id = w.user_id
     where w.guild_id = any(${ids}::int[]) and w.week = ${week}::date
     order by w.guild_id, w.user_id`.execute(reader)
  return grouped(rows)
}

/** Sub-agencies of these parents with their base of the week. */
export async function subsOf(reader: Reader, week: string, ids: readonly number[]): Promise<Map<number, SubWeek[]>> {
  const { rows } = await sql<{ parentId: number } & SubWeek>`
    select g.parent_id as "parentId", g.id as "guildId", coalesce(w.base_micros, 0) as "baseMicros",
           g.agreed_rate_bp as "agreedBp"
      from guilds.guild g left join guilds.guild_week w on w.guild_id = g.id and w.week = ${week}::date
     where g.parent_id = any(${ids}::int[]) and (g.state in ('normal', 'banned') or w.guild_id is not null)
     order by g.parent_id, g.id`.execute(reader)
  return grouped(rows.map(({ parentId, ...sub }) => ({ guildId: parentId, sub }))).map(({ sub }) => sub)
}

/** The sub-agencies that a settled sum included, with their current base. */
export async function settledSubs(reader: Reader, settlementIds: readonly number[]): Promise<Map<number, SubWeek[]>> {
  const { rows } = await sql<{ settlementId: number } & SubWeek>`
    select s.id as "settlementId", l.sub_guild_id as "guildId", coalesce(w.base_micros, 0) as "baseMicros",
           (l.detail->>'agreedBp')::int as "agreedBp"
      from guilds.settlement s
      join guilds.settlement_line l on l.settlement_id = s.id and l.sum_version = s.sum_version and l.kind = 'sub-agency'
      left join guilds.guild_week w on w.guild_id = l.sub_guild_id and w.week = s.week
     where s.id = any(${settlementIds}::int[]) order by s.id, l.sub_guild_id`.execute(reader)
  return grouped(rows.map(({ settlementId, ...sub }) => ({ guildId: settlementId, sub }))).map(({ sub }) => sub)
}

/** Effective deductions of the week, by guild. */
export async function deductionsOf(
  reader: Reader,
  week: string,
  ids: readonly number[],
): Promise<Map<number, DeductionIn[]>> {
  const { rows } = await sql<DeductionIn & { guildId: number }>`
    select guild_id as "guildId", id, user_id as "userId", usd_cents as cents from guilds.deduction
     where guild_id = any(${ids}::int[]) and week = ${week}::date and state = 'effective' order by id`.execute(reader)
  return grouped(rows)
}

/**
 * What the leaders of these guilds owe as users, less what sums that are not approved yet take of it, by guild. Sums of `week` itself don't
 * count: they are made again.
 */
export async function debtsOf(
  reader: Reader,
  week: string,
  ids: readonly number[],
  tokensPerUsd: number,
): Promise<Map<number, DebtIn>> {
  const { rows: leaders } = await sql<{ id: number; userId: bigint }>`
    select id, leader_user_id as "userId" from guilds.guild
     where id = any(${ids}::int[]) and leader_user_id is not null`.execute(reader)
  const balances = await owedByUsers(
    reader,
    leaders.map(({ userId }) => userId),
  )
  if (balances.size === 0) return new Map()
  const { rows: claimed } = await sql<{ userId: bigint; tokens: bigint }>`
    select debt_user_id as "userId", sum(debt_tokens)::bigint as tokens from guilds.settlement
     where debt_user_id = any(${[...balances.keys()]}::bigint[]) and debt_tokens > 0 and state <> 'approved'
       and not (week = ${week}::date and guild_id = any(${ids}::int[]))
     group by 1`.execute(reader)
  const others = new Map(claimed.map(({ userId, tokens }) => [userId, tokens]))
  const debts = new Map<number, DebtIn>()
  for (const { id, userId } of leaders) {
    const tokens = (balances.get(userId) ?? 0n) - (others.get(userId) ?? 0n)
    if (tokens > 0n) debts.set(id, { userId, tokens, tokensPerUsd })
  }
  return debts
}

export type Settled = {
  id: number
  guildId: number
  week: string
  planId: number
  method: Method
  agreedBp: number | null
}

/** How many weeks back late facts are searched; held and stale lines have no limit. */
const weeksBack = 8

/**
 * Settled weeks of these guilds, before `week`, whose figures, sub-agencies' base or deductions have changed, or whose
 * lines are held: a draft of `week` corrects them.
 */
export async function toCorrect(reader: Reader, week: string, ids: readonly number[]): Promise<Settled[]> {
  const { rows } = await sql<Settled>`
    select s.id, s.guild_id as "guildId", to_char(s.week, 'YYYY-MM-DD') as week, s.plan_id as "planId", s.method,
           (select (l.detail->>'agreedBp')::int from guilds.settlement_line l
             where l.settlement_id = s.id and l.sum_version = s.sum_version and l.kind = 'commission') as "agreedBp"
      from guilds.settlement s
      left join guilds.guild_week w on w.guild_id = s.guild_id and w.week = s.week
     where s.guild_id = any(${ids}::int[]) and s.week < ${week}::date and s.state in ('confirmed', 'approved')
       and s.plan_id is not null
       and (s.stale or s.has_held or (s.week >= ${week}::date - ${weeksBack * 7}::int and (
             s.seen_bonus <> coalesce(w.bonus, 0) or s.seen_base <> coalesce(w.base_micros, 0)
             or s.seen_seconds <> coalesce(w.live_seconds::bigint + w.call_seconds, 0)
             or (s.sub_base_micros <> coalesce((
                  select sum(sw.base_micros) from guilds.settlement_line l
                    join guilds.guild_week sw on sw.guild_id = l.sub_guild_id and sw.week = s.week
                   where l.settlement_id = s.id and l.sum_version = s.sum_version and l.kind = 'sub-agency'), 0)))))
     order by s.guild_id, s.week`.execute(reader)
  return rows
}

export type StoredLine = Omit<Line, 'detail'> & { settlementId: number; line: number; detail: Line['detail'] }

/** A settlement's lines of its newest version, by columns of `guilds.settlement_line`. */
const lineColumns = sql`
  l.settlement_id as "settlementId", l.line, l.kind, l.user_id as "userId", l.sub_guild_id as "subGuildId",
  l.deduction_id as "deductionId", l.bonus, l.base_micros as "baseMicros", l.valid_days as "validDays",
  l.salary_cents as "salaryCents", l.amount_cents as "amountCents", l.anchor_cents as "anchorCents",
  l.redeem_bonus as "redeemBonus", l.redeem_micros as "redeemMicros", l.held,
  to_char(l.of_week, 'YYYY-MM-DD') as "ofWeek", l.of_kind as "ofKind", l.detail`

/** The lines that settle these weeks: their own, and the corrections in other weeks of the same guild but `but`. */
export async function settledLines(
  reader: Reader,
  settled: readonly Settled[],
  but: string,
): Promise<Map<number, Line[]>> {
  const { rows } = await sql<Line & { of: number }>`
    select o.id as "of", ${lineColumns}
      from unnest(${settled.map(({ id }) => id)}::int[], ${settled.map(({ guildId }) => guildId)}::int[],
                  ${settled.map(({ week }) => week)}::date[]) as o(id, guild_id, week)
      join guilds.settlement s on s.guild_id = o.guild_id and s.week <> ${but}::date
      join guilds.settlement_line l on l.settlement_id = s.id and l.sum_version = s.sum_version
       and ((s.id = o.id and l.kind not in ('correction', 'carried', 'debt')) or (l.kind = 'correction' and l.of_week = o.week))
    `.execute(reader)
  return grouped(rows.map(({ of, ...line }) => ({ guildId: of, line }))).map(({ line }) => line)
}

/** Groups items by key. */
class Groups<T> extends Map<number, T[]> {
  map<U>(change: (item: T) => U): Groups<U> {
    const changed = new Groups<U>()
    for (const [key, items] of this) changed.set(key, items.map(change))
    return changed
  }
}

function grouped<T extends { guildId: number }>(rows: readonly T[]): Groups<T> {
  const groups = new Groups<T>()
  for (const row of rows) {
    const group = groups.get(row.guildId)
    if (group) group.push(row)
    else groups.set(row.guildId, [row])
  }
  return groups
}
