// A guild that dissolves: its week ends at that moment. The sum is confirmed at once, and recomputed
// automatically as late facts arrive until it is approved.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import type { Params } from '../../../params/index.ts'
import type { DissolveEffects } from '../guild/guild.effects.ts'
import { computeSums, validDays } from '../weeks/weekSum.compute.ts'
import { confirmBy } from '../weeks/weeks.times.ts'
import { holdSums } from './settlement.queries.ts'
import { insertSums } from './settlement.write.ts'

type OpenWeek = { week: string; running: boolean; guildIds: number[] }

/**
 * Weeks that began before `moment` and whose drafts are not complete, the oldest first, with those of these guilds that they
 * are for: approved before the week ended, or with figures in it.
 */
async function openWeeks(reader: Reader, moment: Date, guildIds: readonly number[]): Promise<OpenWeek[]> {
  const { rows } = await sql<OpenWeek>`
    select to_char(w.week, 'YYYY-MM-DD') as week, w.ends_at > ${moment} as running, array_agg(g.id order by g.id) as "guildIds"
      from guilds.week w
      join guilds.guild g on g.id = any(${guildIds}::int[])
       and (g.approved_at < w.ends_at
            or exists (select from guilds.guild_week f where f.guild_id = g.id and f.week = w.week))
     where w.starts_at <= ${moment}
       and not exists (select from guilds.settlement_run r where r.week = w.week and r.finished_at is not null)
     group by w.week, w.ends_at
     order by w.week`.execute(reader)
  return rows
}

/**
 * Closes the running week of these guilds, and drafts those that ended and have no draft yet, while they still have their members and
 * sub-agencies. A debt of the last week is written off on approval.
 */
export const closeWeeks =
  (params: Params): DissolveEffects['closeWeek'] =>
  async (tx, context, guildIds) => {
    const { now } = context
    const hours = params.integer('guild_confirm_hours')
    await holdSums(tx)
    for (const { week, running, guildIds: ids } of await openWeeks(tx, now, guildIds)) {
      const computed = await computeSums(tx, week, ids, validDays(params, now))
      await insertSums(tx, computed, {
        week,
        at: now,
        confirmBy: confirmBy(now, hours),
        why: running ? 'dissolved' : 'drafted',
        by: context.caller?.username ?? 'system',
        final: running,
      })
    }
    return []
  }
