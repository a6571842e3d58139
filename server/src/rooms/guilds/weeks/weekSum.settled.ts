// Settled weeks whose facts have changed since, and everything that settles them: the inputs of corrections.
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { grouped } from './weekSum.inputs.ts'
import type { Line, Method } from './weekSum.rules.ts'

export type Settled = {
  id: number
  guildId: number
  week: string
  sumVersion: number
  planId: number
  method: Method
  agreedBp: number | null
  /** Minutes that made a day valid when it was settled. */
  liveMinutes: number
  callMinutes: number
  /** What a sum of it would be made from now. */
  inputs: string
}

/** Facts are never older (`figures/guildFold.service.ts`): how many weeks back paid weeks are searched; unpaid and held ones have no limit. */
const weeksBack = 26

/** A correction counts while the version it corrects is in force; one that is approved counts whatever happened since. */
const inForce = (line: string, of: string, corrected: string) =>
  sql.raw(`(${line}.of_version = ${corrected}.sum_version or ${of}.state = 'approved')`)

/**
 * A sum that corrects a version of an earlier week which is no longer in force: what it corrects may be settled there by now, so it must be
 * computed again before anything is paid. `s`: the settlement.
 */
export const isOutdated = sql<boolean>`
  exists (select from guilds.settlement_line c
            join guilds.settlement e on e.guild_id = s.guild_id and e.week = c.of_week
           where c.settlement_id = s.id and c.sum_version = s.sum_version and c.of_week is not null
             and c.of_version <> e.sum_version)`

type Which = {
  guilds: RawBuilder<unknown>
  /** Weeks to search from. */
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

/**
 * Settled weeks with anything that may not be settled: their inputs changed after their own sum, a later week corrected them before, or their
 * lines are held. Whether an amount is really due is for the comparison to say (`weekSum.corrections.ts`). Read it before what it stands for.
 */
async function changedWeeks(reader: Reader, { guilds, from, where }: Which): Promise<Settled[]> {
  const { rows } = await sql<Settled>`
    with corrected as materialized (
      select distinct c.guild_id, l.of_week from guilds.settlement c
        join guilds.settlement_line l on l.settlement_id = c.id and l.sum_version = c.sum_version and l.of_week is not null
       where ${guilds} and c.week > ${from})
    select s.id, s.guild_id as "guildId", to_char(s.week, 'YYYY-MM-DD') as week, s.sum_version as "sumVersion",
           s.plan_id as "planId", s.method, s.live_minutes as "liveMinutes", s.call_minutes as "callMinutes", i.inputs,
           (select (l.detail->>'agreedBp')::int from guilds.settlement_line l
             where l.settlement_id = s.id and l.sum_version = s.sum_version and l.kind = 'commission') as "agreedBp"
      from guilds.settlement s
      join guilds.settlement c on c.id = s.id
      left join corrected k on k.guild_id = s.guild_id and k.of_week = s.week
     cross join lateral (select guilds.inputs_of(s.guild_id, s.week, s.subs) as inputs) i
     where ${guilds} and s.plan_id is not null
       and (s.has_held or ((s.week >= ${from} or s.paid_cents < s.payable_cents)
                           and (k.guild_id is not null or s.inputs <> i.inputs)))
       and ${where}
     order by s.guild_id, s.week`.execute(reader)
  return rows
}

/**
 * The last week of a dissolved guild, while an earlier one has changed and this one has not seen it: no later week could correct it.
 * `s`: the settlement.
 */
export const lacksEarlier = sql<boolean>`
  (s.is_final and exists (
    select from guilds.settlement e
     where e.guild_id = s.guild_id and e.week < s.week and e.state in ('confirmed', 'approved') and e.plan_id is not null
       and e.inputs <> guilds.inputs_of(e.guild_id, e.week, e.subs)
       and split_part(s.seen_weeks ->> to_char(e.week, 'YYYY-MM-DD'), ' ', 1) is distinct from guilds.inputs_of(e.guild_id, e.week, e.subs)))`

/** Settled weeks of these guilds, before `week`, that a sum of `week` compares with what is due for them. */
export const toCorrect = (reader: Reader, week: string, ids: readonly number[]): Promise<Settled[]> =>
  changedWeeks(reader, {
    guilds: sql`c.guild_id = any(${ids}::int[])`,
    from: sql`${week}::date - ${weeksBack * 7}::int`,
    where: sql`s.week < ${week}::date and s.state in ('confirmed', 'approved')`,
  })

/**
 * The newest of all changed weeks of which the last sum in force says that everything due is settled: what is due now must be what they
 * settle. Facts that came later than that sum wait for the next draft, though an earlier one may have seen the same before.
 */
export const saidSettled = (reader: Reader, newestWeeks: number): Promise<Settled[]> => {
  const from = sql`(select min(week) from (select week from guilds.week order by week desc limit ${newestWeeks}) w)`
  return changedWeeks(reader, {
    guilds: sql`true`,
    from,
    where: sql`
      s.state <> 'parked' and s.week >= ${from}
      and coalesce((select n.seen_weeks ->> to_char(s.week, 'YYYY-MM-DD') = i.inputs || ' ' || s.sum_version
                      from guilds.settlement n
                     where n.guild_id = s.guild_id and n.week > s.week
                       and split_part(n.seen_weeks ->> to_char(s.week, 'YYYY-MM-DD'), ' ', 2) = s.sum_version::text
                     order by n.week desc limit 1), s.inputs = i.inputs and not s.has_held)`,
  })
}

/** The columns of `guilds.settlement_line` as a line has them. */
const lineColumns = sql`
  l.kind, l.user_id as "userId", l.sub_guild_id as "subGuildId",
  l.deduction_id as "deductionId", l.bonus, l.base_micros as "baseMicros", l.valid_days as "validDays",
  l.salary_cents as "salaryCents", l.amount_cents as "amountCents", l.anchor_cents as "anchorCents",
  l.redeem_bonus as "redeemBonus", l.redeem_micros as "redeemMicros", l.held,
  to_char(l.of_week, 'YYYY-MM-DD') as "ofWeek", l.of_version as "ofVersion", l.of_kind as "ofKind", l.detail`

/**
 * The lines that settle these weeks: their own, and the corrections in force in other weeks of the same guild but `but`. Only later weeks
 * correct one, so that a recent week costs the same however many there are.
 */
export async function settledLines(
  reader: Reader,
  settled: readonly Settled[],
  but: string | null,
): Promise<Map<number, Line[]>> {
  const { rows } = await sql<Line & { of: number }>`
    with asked as materialized (
      select id, guild_id, week, sum_version from guilds.settlement where id = any(${settled.map(({ id }) => id)}::int[]))
    select o.id as "of", ${lineColumns}
      from asked o
      join guilds.settlement_line l on l.settlement_id = o.id and l.sum_version = o.sum_version
       and l.kind not in ('correction', 'carried', 'debt')
     where o.week is distinct from ${but}::date
    union all
    select o.id, ${lineColumns}
      from asked o
      join guilds.settlement s on s.guild_id = o.guild_id and s.week > o.week and s.week is distinct from ${but}::date
      join guilds.settlement_line l on l.settlement_id = s.id and l.sum_version = s.sum_version
       and l.kind = 'correction' and l.of_week = o.week and ${inForce('l', 's', 'o')}`.execute(reader)
  return grouped(rows.map(({ of, ...line }) => ({ guildId: of, line }))).map(({ line }) => line)
}
