// What a top-up agent buys from the payable of the guild that they lead: the topup-agents room
// posts it between locking and updating the weeks.
import { sql } from 'kysely'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { guildBalances } from '../../../ledger/index.ts'
import { openOf, partsOf } from './guildPay.rules.ts'
import { derivePaid, lockApproved, type PayWeek } from './guildPay.weeks.ts'
import { awaitsAccount } from './guildPayoutAccount.queries.ts'
import { stateCodes } from './guildPayoutAccount.service.ts'
import { centsOf } from './guildPayouts.ledger.ts'

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

export type SalaryOpen = {
  /** Approved weeks with an amount neither paid nor held by a request, the oldest first: a purchase takes from the first. */
  weeks: OpenWeek[]
  /** The last settled of them. All purchases together take no more than its payable, and what is open. */
  last: OpenWeek
  mostCents: bigint
  /** The guild got another leader, whose payout account is not in force yet: nothing leaves its payable. */
  awaitsAccount: boolean
}

/** What the leader may buy stock with; undefined where no settled week is unpaid. */
export async function salaryOpen(reader: Reader, guildId: number): Promise<SalaryOpen | undefined> {
  const { rows } = await sql<{ id: number; week: string; payableCents: bigint; takenCents: bigint }>`
    select s.id, to_char(s.week, 'YYYY-MM-DD') as week, s.payable_cents as "payableCents",
           (select coalesce(sum(p.usd_micros), 0)::bigint / 10000 from topup_agents.purchase p
             where p.settlement_id = s.id and p.kind = 'salary' and p.state = 'credited') as "takenCents"
      from guilds.settlement s
     where s.guild_id = ${guildId} and s.state = 'approved' order by s.week`.execute(reader)
  const { payable = 0n, reserved = 0n } = (await guildBalances(reader, [guildId])).get(guildId) ?? {}
  const freeCents = centsOf(payable - reserved)
  const open = openOf(rows, freeCents)
  const weeks = rows.flatMap(({ id, week }): OpenWeek[] => {
    const openCents = open.get(id) ?? 0n
    return openCents > 0n ? [{ id, week, openCents }] : []
  })
  const last = weeks.at(-1)
  if (!last) return undefined
  const { payableCents, takenCents } = rows.find(({ id }) => id === last.id)!
  const limit = payableCents - takenCents
  const mostCents = limit < freeCents ? limit : freeCents
  return { weeks, last, mostCents, awaitsAccount: await awaitsAccount(reader, guildId) }
}

export type SalaryPart = {
  purchaseId: string
  agentId: number
  cents: bigint
  tokens: bigint
  at: Date
  by: string
  reversedAt: Date | null
}

/**
 * Stock that leaders bought from a settled week, oldest first: the part of each purchase that this week paid, as its paid amount counts them.
 * Reversed ones are shown at the week that was the last when they were made.
 */
export async function salaryPartsOf(reader: Reader, settlementId: number): Promise<SalaryPart[]> {
  const { rows: bought } = await sql<SalaryPart & { settlementId: number }>`
    select p.id as "purchaseId", p.agent_id as "agentId", p.usd_micros / 10000 as cents, p.tokens,
           coalesce(p.decided_at, p.asked_at) as at, p.asked_by as by, p.reversed_at as "reversedAt", p.settlement_id as "settlementId"
      from topup_agents.purchase p
     where p.kind = 'salary' and p.state in ('credited', 'reversed')
       and p.guild_id = (select guild_id from guilds.settlement where id = ${settlementId})
     order by 5, 1`.execute(reader)
  if (bought.length === 0) return []
  const { rows: weeks } = await sql<{ id: number; payableCents: bigint }>`
    select id, payable_cents as "payableCents" from guilds.settlement
     where guild_id = (select guild_id from guilds.settlement where id = ${settlementId}) and state = 'approved'
     order by week`.execute(reader)
  const { rows: paid } = await sql<{ id: string; cents: bigint; at: Date }>`
    select 'payment ' || id as id, usd_cents as cents, paid_at as at from guilds.payment
     where guild_id = (select guild_id from guilds.settlement where id = ${settlementId}) order by id`.execute(reader)
  const taken = bought
    .filter(({ reversedAt }) => reversedAt === null)
    .map(({ purchaseId, cents, at }) => ({ id: purchaseId, cents, at }))
  const draws = [...paid, ...taken].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const parts = partsOf(weeks, draws)
  return bought.flatMap(({ settlementId: last, ...one }) => {
    if (one.reversedAt !== null) return last === settlementId ? [one] : []
    const part = parts.get(one.purchaseId)?.find(({ id }) => id === settlementId)
    return part ? [{ ...one, cents: part.cents }] : []
  })
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
