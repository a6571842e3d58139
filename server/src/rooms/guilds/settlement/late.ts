// New versions of drafts that late facts changed, and automatic confirmation.
import { sql } from 'kysely'
import { inTransaction, type Reader, type Transaction } from '../../../kit/database.ts'
import { owedByUsers } from '../../../ledger/index.ts'
import { computeSums, validDays } from './compute.ts'
import type { Drafting } from './drafts.ts'
import { settledSubs } from './inputs.ts'
import { confirmBy, versionsUntil } from './times.ts'
import { updateSums } from './write.ts'

const chunk = 500

/** `gone`: the guild dissolved and no longer has its sub-agencies. */
type Changed = { id: number; guildId: number; week: string; isFinal: boolean; gone: boolean }

/** Drafts whose leader owes less by now than the sum takes: they recharged, or the debt was written off. */
async function takingTooMuch(reader: Reader): Promise<number[]> {
  const { rows } = await sql<{ id: number; userId: bigint; tokens: bigint }>`
    select id, debt_user_id as "userId", debt_tokens as tokens from guilds.settlement
     where debt_user_id is not null and debt_tokens > 0 and (state = 'draft' or (is_final and state = 'confirmed'))`.execute(
    reader,
  )
  const owed = await owedByUsers(
    reader,
    rows.map(({ userId }) => userId),
  )
  return rows.flatMap(({ id, userId, tokens }) => (tokens > (owed.get(userId) ?? 0n) ? id : []))
}

/**
 * Drafts, and last weeks of dissolved guilds until they are approved, whose sum would now be different. The carry-over of an earlier week
 * and a smaller debt of the leader always count; figures and deductions only in `open` weeks, later they are corrected.
 */
async function changedDrafts(reader: Reader, open: readonly string[]): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    select s.id, s.guild_id as "guildId", to_char(s.week, 'YYYY-MM-DD') as week, s.is_final as "isFinal",
           g.state = 'dissolved' as gone
      from guilds.settlement s
      join guilds.guild g on g.id = s.guild_id
      left join guilds.guild_week w on w.guild_id = s.guild_id and w.week = s.week
      left join lateral (select e.carried_out_cents from guilds.settlement e
                          where e.guild_id = s.guild_id and e.week < s.week order by e.week desc limit 1) e on true
     where (s.state = 'draft' or (s.is_final and s.state = 'confirmed'))
       and (s.carried_in_cents <> coalesce(e.carried_out_cents, 0) or s.id = any(${await takingTooMuch(reader)}::int[])
            or ((s.week = any(${open}::date[]) or s.is_final)
                and (s.stale or s.seen_bonus <> coalesce(w.bonus, 0) or s.seen_base <> coalesce(w.base_micros, 0)
                     or s.seen_seconds <> coalesce(w.live_seconds::bigint + w.call_seconds, 0)
                     or (g.state <> 'dissolved' and s.sub_base_micros <> coalesce((
                          select sum(sw.base_micros) from guilds.guild sub
                            join guilds.guild_week sw on sw.guild_id = sub.id and sw.week = s.week
                           where sub.parent_id = s.guild_id), 0)))))
     order by s.week, s.guild_id limit ${chunk}`.execute(reader)
  return rows
}

/** Locks those of them that are still drafts (or last weeks). */
async function stillOpen(tx: Transaction, ids: readonly number[]): Promise<{ id: number; guild_id: number }[]> {
  const { rows } = await sql<{ id: number; guild_id: number }>`
    select id, guild_id from guilds.settlement
     where id = any(${ids}::int[]) and (state = 'draft' or (is_final and state = 'confirmed'))
     order by id for update`.execute(tx)
  return rows
}

/** The sub-agencies that guilds had when they dissolved, by guild. */
async function subsAtTheEnd(tx: Transaction, settlements: readonly { id: number; guild_id: number }[]) {
  const of = await settledSubs(
    tx,
    settlements.map(({ id }) => id),
  )
  return new Map(settlements.map(({ id, guild_id }) => [guild_id, of.get(id) ?? []]))
}

/** Weeks in which late facts still create a new version. */
async function openWeeks({ database, clock, params }: Drafting): Promise<string[]> {
  const moment = clock.now()
  const { rows } = await sql<{ week: string; endsAt: Date }>`
    select to_char(week, 'YYYY-MM-DD') as week, ends_at as "endsAt" from guilds.week
     where ends_at <= ${moment} order by week desc limit 3`.execute(database)
  const zone = params.text('platform_time_zone')
  return rows.flatMap(({ week, endsAt }) => (moment < versionsUntil(endsAt, zone) ? week : []))
}

/** Recomputes changed drafts: a new version each, and the 48 hours begin again. */
export async function renewDrafts(drafting: Drafting): Promise<void> {
  const { database, clock, params } = drafting
  const open = await openWeeks(drafting)
  for (;;) {
    const changed = await changedDrafts(database, open)
    const now = clock.now()
    // Oldest first, one week at a time: its carry-over changes the next.
    const [first] = changed
    if (!first) return
    const same = changed.filter(
      ({ week, isFinal, gone }) => week === first.week && isFinal === first.isFinal && gone === first.gone,
    )
    await inTransaction(database, async (tx) => {
      const locked = await stillOpen(
        tx,
        same.map(({ id }) => id),
      )
      const subs = first.gone ? await subsAtTheEnd(tx, locked) : undefined
      const guildIds = locked.map((one) => one.guild_id)
      const computed = await computeSums(tx, first.week, guildIds, validDays(params, now), subs && { subs })
      await updateSums(tx, computed, {
        week: first.week,
        at: now,
        confirmBy: confirmBy(now, params.integer('guild_confirm_hours')),
        why: 'late facts',
        by: 'system',
        final: first.isFinal,
      })
    })
  }
}
