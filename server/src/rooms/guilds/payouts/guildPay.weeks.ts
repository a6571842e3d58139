// Approved weeks for payments: locked, with their paid amounts.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { openOf } from './guildPay.rules.ts'

export type PayWeek = {
  id: number
  guildId: number
  guildName: string
  guildState: string
  week: string
  state: string
  payableCents: bigint
  paidCents: bigint
  approvedBy: string
  approvedById: number | null
}

const unlocked = sql``
const locked = sql`for update of s`

async function weeksOf(reader: Reader, ids: readonly number[], lock: typeof locked): Promise<PayWeek[]> {
  const { rows } = await sql<PayWeek>`
    select s.id, s.guild_id as "guildId", g.name as "guildName", g.state as "guildState",
           to_char(s.week, 'YYYY-MM-DD') as week, s.state, s.payable_cents as "payableCents",
           s.paid_cents as "paidCents", s.approved_by as "approvedBy", s.approved_by_id as "approvedById"
      from guilds.settlement s join guilds.guild g on g.id = s.guild_id
     where s.id = any(${ids}::int[])
        or (s.state = 'approved'
            and s.guild_id in (select guild_id from guilds.settlement where id = any(${ids}::int[])))
     order by s.guild_id, s.week ${lock}`.execute(reader)
  return rows
}

/** The weeks of `ids`, and all approved weeks of their guilds, the oldest first. */
export const readWeeks = (reader: Reader, ids: readonly number[]): Promise<PayWeek[]> => weeksOf(reader, ids, unlocked)

/** The same, locked. */
export const lockWeeks = (tx: Transaction, ids: readonly number[]): Promise<PayWeek[]> => weeksOf(tx, ids, locked)

/** The approved weeks of these guilds, locked the same way. */
export async function lockApproved(tx: Transaction, guildIds: readonly number[]): Promise<PayWeek[]> {
  const { rows } = await sql<{ id: number }>`
    select id from guilds.settlement where state = 'approved' and guild_id = any(${guildIds}::int[])`.execute(tx)
  return rows.length === 0
    ? []
    : lockWeeks(
        tx,
        rows.map(({ id }) => id),
      )
}

/**
 * Updates `paid_cents` and `paid_at` of approved weeks from the ledger's payable: its balance belongs to the newest weeks.
 *
 * @param postedCents by guild, after the posting; the weeks are locked.
 */
export async function derivePaid(
  tx: Transaction,
  weeks: readonly PayWeek[],
  postedCents: ReadonlyMap<number, bigint>,
  at: Date,
): Promise<void> {
  const paid = [...Map.groupBy(weeks, ({ guildId }) => guildId)].flatMap(([guildId, all]) => {
    const posted = postedCents.get(guildId)
    if (posted === undefined) return []
    const approved = all.filter(({ state }) => state === 'approved')
    const open = openOf(approved, posted)
    return approved
      .map((week) => ({ id: week.id, before: week.paidCents, cents: week.payableCents - (open.get(week.id) ?? 0n) }))
      .filter(({ before, cents }) => before !== cents)
  })
  if (paid.length === 0) return
  await sql`
    update guilds.settlement s
       set paid_cents = p.cents, paid_at = case when p.cents >= s.payable_cents then ${at}::timestamptz end,
           version = s.version + 1
      from unnest(${paid.map(({ id }) => id)}::int[], ${paid.map(({ cents }) => cents)}::bigint[]) as p(id, cents)
     where s.id = p.id`.execute(tx)
}
