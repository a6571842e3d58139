// A guild that dissolves: its week ends at that moment (product.md section 10, Ends). The sum is confirmed at once, and computed
// anew by itself until it is approved, as the last facts come in.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database.ts'
import type { Params } from '../../../params/index.ts'
import type { DissolveEffects } from '../guild/effects.ts'
import { computeSums, validDays } from './compute.ts'
import { confirmBy } from './times.ts'
import { insertSums } from './write.ts'

/** Weeks that began before `now` and whose drafts are not complete, the oldest first. */
async function openWeeks(reader: Reader, moment: Date): Promise<{ week: string; running: boolean }[]> {
  const { rows } = await sql<{ week: string; running: boolean }>`
    select to_char(w.week, 'YYYY-MM-DD') as week, w.ends_at > ${moment} as running from guilds.week w
     where w.starts_at <= ${moment}
       and not exists (select from guilds.settlement_run r where r.week = w.week and r.finished_at is not null)
     order by w.week`.execute(reader)
  return rows
}

/**
 * Closes the running week of these guilds, and drafts those that ended and have no draft yet, while members and sub-agencies
 * are still theirs. What the last week owes is written off when it is approved.
 */
export const closeWeeks =
  (params: Params): DissolveEffects['closeWeek'] =>
  async (tx, context, guildIds) => {
    const { now } = context
    const hours = params.integer('guild_confirm_hours')
    for (const { week, running } of await openWeeks(tx, now)) {
      const computed = await computeSums(tx, week, guildIds, validDays(params, now))
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
