// What the leader's Home reads: one statement a table.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import type { ValidDay } from '../plans/commission.rules.ts'
import { isValid } from './guildReports.figures.ts'

export type HomeGuild = {
  id: number
  name: string
  state: 'under review' | 'normal' | 'rejected' | 'banned' | 'dissolved'
  method: 'guild pickup' | 'anchor withdrawal'
  /** The week in which the other method begins; null if no change is planned. */
  methodFrom: string | null
  members: number
  approvedAt: Date | null
  warnedDay: number
  parentId: number | null
  parent: string | null
  agreedBp: number | null
}

export async function homeGuild(reader: Reader, id: number): Promise<HomeGuild | undefined> {
  const { rows } = await sql<HomeGuild>`
    select g.id, g.name, g.state, g.settlement_method as method, to_char(g.method_from, 'YYYY-MM-DD') as "methodFrom", g.members,
           g.approved_at as "approvedAt", g.warned_day as "warnedDay", p.id as "parentId", p.name as parent,
           case when p.id is not null then g.agreed_rate_bp end as "agreedBp"
      from guilds.guild g left join guilds.guild p on p.id = g.parent_id where g.id = ${id}`.execute(reader)
  return rows[0]
}

export type SubWeek = { agreedBp: number | null; baseMicros: bigint }

/** The sub-agencies' figures of a week. */
export async function subWeeks(reader: Reader, id: number, week: string): Promise<SubWeek[]> {
  const { rows } = await sql<SubWeek>`
    select g.agreed_rate_bp as "agreedBp", coalesce(w.base_micros, 0)::bigint as "baseMicros"
      from guilds.guild g left join guilds.guild_week w on w.guild_id = g.id and w.week = ${week}::date
     where g.parent_id = ${id} and g.state in ('normal', 'banned') order by g.id`.execute(reader)
  return rows
}

export type WeekSum = { bonus: bigint; baseMicros: bigint }

export async function ownWeek(reader: Reader, id: number, week: string): Promise<WeekSum> {
  const { rows } = await sql<WeekSum>`
    select bonus, base_micros as "baseMicros" from guilds.guild_week where guild_id = ${id} and week = ${week}::date`.execute(
    reader,
  )
  return rows[0] ?? { bonus: 0n, baseMicros: 0n }
}

export type AnchorWeek = {
  userId: bigint
  /** Still a member. */
  member: boolean
  points: bigint
  micros: bigint
  validDays: number
  liveToday: number
  callsToday: number
}

/** A guild's members in a week, including those who left after earning in it; `today` is a day of it. */
export async function anchorWeeks(
  reader: Reader,
  id: number,
  { week, today }: { week: string; today: string },
  valid: ValidDay,
): Promise<AnchorWeek[]> {
  const { rows } = await sql<AnchorWeek>`
    with days as (
      select user_id, count(*) filter (where ${isValid('a', valid)} and day <> ${today}::date)::int as valid_days,
             coalesce(sum(live_seconds) filter (where day = ${today}::date), 0)::int as live,
             coalesce(sum(call_seconds) filter (where day = ${today}::date), 0)::int as calls
        from guilds.anchor_day a
       where guild_id = ${id} and week = ${week}::date and day between ${week}::date - 2 and ${week}::date + 9
       group by user_id
    ), members as (
      select user_id from guilds.member where guild_id = ${id} and state in ('active', 'leaving')
    ), weeks as (
      select user_id, bonus, bonus_micros from guilds.anchor_week where guild_id = ${id} and week = ${week}::date
    )
    select user_id as "userId", m.user_id is not null as member, coalesce(w.bonus, 0)::bigint as points,
           coalesce(w.bonus_micros, 0)::bigint as micros, coalesce(d.valid_days, 0) as "validDays",
           coalesce(d.live, 0) as "liveToday", coalesce(d.calls, 0) as "callsToday"
      from members m full join weeks w using (user_id) left join days d using (user_id)`.execute(reader)
  return rows
}

export type LastLevel = { week: string; level: number; rateBp: number }

/** The level of the guild's newest settlement; one that could not be computed has none. */
export async function lastLevel(reader: Reader, id: number): Promise<LastLevel | null> {
  const { rows } = await sql<LastLevel>`
    select to_char(week, 'YYYY-MM-DD') as week, level, rate_bp as "rateBp" from guilds.settlement
     where guild_id = ${id} and state <> 'parked' order by week desc limit 1`.execute(reader)
  return rows[0] ?? null
}

/** What is deducted in a week from a guild, or from its anchors on its account, in cents. */
export async function deductedCents(reader: Reader, id: number, week: string, anchorsToo: boolean): Promise<number> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(usd_cents), 0)::bigint as cents from guilds.deduction
     where guild_id = ${id} and week = ${week}::date and state = 'effective' and (user_id is null or ${anchorsToo})`.execute(
    reader,
  )
  return Number(rows[0]!.cents)
}
