// New versions of drafts that late facts changed, and automatic confirmation.
import { sql } from 'kysely'
import { inTransaction, type Reader, type Transaction } from '../../../kit/database/database.ts'
import { owedByUsers } from '../../../ledger/index.ts'
import { computeSums, validDays } from '../weeks/weekSum.compute.ts'
import { isOutdated, lacksEarlier } from '../weeks/weekSum.settled.ts'
import { confirmBy, versionsUntil } from '../weeks/weeks.times.ts'
import type { Drafting } from './settlement.drafts.ts'
import { holdSums } from './settlement.queries.ts'
import { updateSums } from './settlement.write.ts'

const chunk = 500

type Changed = { id: number; guildId: number; week: string; isFinal: boolean }

/**
 * Sums that are made again by themselves: drafts, last weeks of dissolved guilds until they are approved, and confirmed ones that correct a
 * version of an earlier week which is no longer in force. `s`: the settlement.
 */
const renewable = sql`
  (s.state = 'draft' or (s.state = 'confirmed' and (s.is_final or ${isOutdated})))`

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
 * Renewable sums that would be different now. Corrections of a version no longer in force, the carry-over of an earlier week and a smaller
 * debt of the leader always count; figures and deductions only in `open` weeks and of dissolved guilds, later they are corrected.
 */
async function changedDrafts(reader: Reader, open: readonly string[]): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    select s.id, s.guild_id as "guildId", to_char(s.week, 'YYYY-MM-DD') as week, s.is_final as "isFinal"
      from guilds.settlement s
      join guilds.guild g on g.id = s.guild_id
      left join lateral (select e.carried_out_cents from guilds.settlement e
                          where e.guild_id = s.guild_id and e.week < s.week order by e.week desc limit 1) e on true
     where ${renewable}
       and (${isOutdated} or s.carried_in_cents <> coalesce(e.carried_out_cents, 0) or s.id = any(${await takingTooMuch(reader)}::int[])
            or ${lacksEarlier}
            or ((s.week = any(${open}::date[]) or g.state = 'dissolved') and s.inputs <> guilds.inputs_of(s.guild_id, s.week, s.subs)))
     order by s.week, s.guild_id limit ${chunk}`.execute(reader)
  return rows
}

/** Locks those of them that are still renewable. @returns their guilds */
async function stillOpen(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ guildId: number }>`
    select s.guild_id as "guildId" from guilds.settlement s where s.id = any(${ids}::int[]) and ${renewable}
     order by s.id for update`.execute(tx)
  return rows.map(({ guildId }) => guildId)
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
    const same = changed.filter(({ week, isFinal }) => week === first.week && isFinal === first.isFinal)
    await inTransaction(database, async (tx) => {
      await holdSums(tx)
      const guildIds = await stillOpen(
        tx,
        same.map(({ id }) => id),
      )
      const computed = await computeSums(tx, first.week, guildIds, validDays(params, now))
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
