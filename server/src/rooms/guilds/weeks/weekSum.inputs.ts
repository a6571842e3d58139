// Inputs of a week's sums: set queries over a chunk of guilds.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { owedByUsers } from '../../../ledger/index.ts'
import type { AnchorWeek, DebtIn, DeductionIn, Method, SubWeek } from './weekSum.rules.ts'

/** A week's sub-agencies and their agreed rates, and a sub-agency's own rate. */
export type Family = { agreedBp: number | null; subs: Omit<SubWeek, 'baseMicros'>[] }

export type GuildOfWeek = {
  id: number
  method: Method
  /** Of a sub-agency. */
  agreedBp: number | null
  carriedInCents: bigint
  /** What the sum is made from, as it was before anything of it was read (`guilds.inputs_of`). */
  inputs: string
}

/** The families that sums of this week have already: later versions keep those of the first, whatever parents and rates are by now. */
export async function familiesOf(reader: Reader, week: string, ids: readonly number[]): Promise<Map<number, Family>> {
  const { rows } = await sql<{ guildId: number; subGuildId: number | null; agreedBp: number | null }>`
    select s.guild_id as "guildId", l.sub_guild_id as "subGuildId", (l.detail->>'agreedBp')::int as "agreedBp"
      from guilds.settlement s
      join guilds.settlement_line l on l.settlement_id = s.id and l.sum_version = s.sum_version and l.kind in ('commission', 'sub-agency')
     where s.guild_id = any(${ids}::int[]) and s.week = ${week}::date order by s.guild_id, l.line`.execute(reader)
  return new Map(
    [...Map.groupBy(rows, (row) => row.guildId)].map(([guildId, own]) => [
      guildId,
      {
        agreedBp: own.find(({ subGuildId }) => subGuildId === null)?.agreedBp ?? null,
        subs: own.flatMap(({ subGuildId, agreedBp }) =>
          subGuildId === null ? [] : [{ guildId: subGuildId, agreedBp }],
        ),
      },
    ]),
  )
}

/**
 * These guilds as they are in a week. The method is that of the week, not today's: a change counts from the week in `method_from`. The
 * carried-in amount is what the previous settlement left. Read it before figures and deductions: what changes in between is noticed later.
 */
export async function guildsOf(
  reader: Reader,
  week: string,
  ids: readonly number[],
  families: ReadonlyMap<number, Family>,
): Promise<GuildOfWeek[]> {
  const known = [...families].map(([id, { subs }]) => ({ id, subs: subs.map(({ guildId }) => guildId) }))
  const { rows } = await sql<GuildOfWeek>`
    with known as (select * from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as k(id int, subs int[]))
    select g.id, case when g.method_from is null then g.settlement_method
                      when g.method_from <= ${week}::date then 'anchor withdrawal' else 'guild pickup' end as method,
           case when g.parent_id is null then null else g.agreed_rate_bp end as "agreedBp",
           coalesce((select s.carried_out_cents from guilds.settlement s
                      where s.guild_id = g.id and s.week < ${week}::date order by s.week desc limit 1), 0) as "carriedInCents",
           guilds.inputs_of(g.id, ${week}::date, coalesce(k.subs, array(select id from guilds.guild sub where sub.parent_id = g.id))) as inputs
      from guilds.guild g left join known k using (id)
     where g.id = any(${ids}::int[]) order by g.id`.execute(reader)
  return rows.map((row) => ({ ...row, agreedBp: (families.get(row.id) ?? row).agreedBp }))
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

/** Sub-agencies of these parents with their base of the week: those of its family, or the current ones. */
export async function subsOf(
  reader: Reader,
  week: string,
  ids: readonly number[],
  families: ReadonlyMap<number, Family>,
): Promise<Map<number, SubWeek[]>> {
  const known = [...families].flatMap(([parentId, { subs }]) => subs.map((sub) => ({ parentId, ...sub })))
  const { rows } = await sql<{ parentId: number } & SubWeek>`
    select s.parent_id as "parentId", s.id as "guildId", coalesce(w.base_micros, 0) as "baseMicros", s.agreed_bp as "agreedBp"
      from (select "parentId" as parent_id, "guildId" as id, "agreedBp" as agreed_bp, true as known
              from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as k("parentId" int, "guildId" int, "agreedBp" int)
            union all
            select g.parent_id, g.id, g.agreed_rate_bp, g.state in ('normal', 'banned') from guilds.guild g
             where g.parent_id = any(${ids.filter((id) => !families.has(id))}::int[])) s
      left join guilds.guild_week w on w.guild_id = s.id and w.week = ${week}::date
     where s.known or w.guild_id is not null
     order by s.parent_id, s.id`.execute(reader)
  return grouped(rows.map(({ parentId, ...sub }) => ({ guildId: parentId, sub }))).map(({ sub }) => sub)
}

/** The sub-agencies that settled sums included, with their current base. */
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

/** Groups items by key. */
class Groups<T> extends Map<number, T[]> {
  map<U>(change: (item: T) => U): Groups<U> {
    const changed = new Groups<U>()
    for (const [key, items] of this) changed.set(key, items.map(change))
    return changed
  }
}

export function grouped<T extends { guildId: number }>(rows: readonly T[]): Groups<T> {
  const groups = new Groups<T>()
  for (const row of rows) {
    const group = groups.get(row.guildId)
    if (group) group.push(row)
    else groups.set(row.guildId, [row])
  }
  return groups
}
