// What a top-up agent buys from the payable of the guild that they lead: the topup-agents room
// posts it between locking and updating the weeks.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database.ts'
import { refuseCode } from '../../../kit/refusal.ts'
import { guildBalances } from '../../../ledger/index.ts'
import { stateCodes } from './account/service.ts'
import { centsOf } from './ledger.ts'
import { openOf } from './pay/rules.ts'
import { derivePaid, lockApproved, type PayWeek } from './pay/weeks.ts'

export type LedGuild = { id: number; name: string; state: string }

/** The guild that this user leads; undefined if they lead none. */
export async function ledBy(reader: Reader, userId: bigint): Promise<LedGuild | undefined> {
  const { rows } = await sql<LedGuild>`
    select id, name, state from guilds.guild
     where leader_user_id = ${userId} and state in ('normal', 'banned')`.execute(reader)
  return rows[0]
}

/** @throws Refusal 30003, 30004, 30006 unless the guild is normal */
export function refuseGuildState({ state }: LedGuild, field: string): void {
  const code = stateCodes[state as keyof typeof stateCodes] as 30003 | 30004 | 30006 | undefined
  if (code) throw refuseCode(code, field)
}

export type OpenWeek = { id: number; week: string; openCents: bigint }

/** The newest approved week with an amount neither paid nor held by a request. */
export async function lastOpenWeek(reader: Reader, guildId: number): Promise<OpenWeek | undefined> {
  const { rows } = await sql<{ id: number; week: string; payableCents: bigint }>`
    select id, to_char(week, 'YYYY-MM-DD') as week, payable_cents as "payableCents" from guilds.settlement
     where guild_id = ${guildId} and state = 'approved' order by guild_id, settlement.week`.execute(reader)
  const { payable = 0n, reserved = 0n } = (await guildBalances(reader, [guildId])).get(guildId) ?? {}
  const open = openOf(rows, centsOf(payable - reserved))
  const last = rows.findLast(({ id }) => (open.get(id) ?? 0n) > 0n)
  return last && { id: last.id, week: last.week, openCents: open.get(last.id)! }
}

/** The approved weeks of these guilds, locked before their payable is. */
export const lockPayableWeeks = (tx: Transaction, guildIds: readonly number[]): Promise<PayWeek[]> =>
  lockApproved(tx, guildIds)

/** Updates the paid amounts of the locked weeks from the payable. */
export async function settlePayable(
  tx: Transaction,
  guildId: number,
  weeks: readonly PayWeek[],
  at: Date,
): Promise<void> {
  const { payable = 0n } = (await guildBalances(tx, [guildId])).get(guildId) ?? {}
  await derivePaid(tx, weeks, new Map([[guildId, centsOf(payable)]]), at)
}
