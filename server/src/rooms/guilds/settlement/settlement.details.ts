// Details of a settlement and a payslip.

import type { Answer } from '@greenroom/contract/call'
import type { settlementInfo, settlementSlip } from '@greenroom/contract/settlement'
import { sql } from 'kysely'
import { fileAddress, uploadedFor } from '../../../files/index.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { peopleOf } from '../../users/index.ts'
import { salaryPartsOf } from '../payouts/guildPayouts.salary.ts'
import { linesNumbered } from './settlement.list.ts'

type Info = Answer<typeof settlementInfo>

/** Its versions, the newest first, each with its steps. */
export async function versionsOf(reader: Reader, settlementId: number) {
  const found = await reader
    .selectFrom('guilds.settlement_version')
    .selectAll()
    .where('settlement_id', '=', settlementId)
    .orderBy('sum_version', 'desc')
    .execute()
  return found.map((row) => ({
    // Stored as JSON.
    steps: row.steps as unknown as Info['steps'],
    shown: {
      sumVersion: row.sum_version,
      at: row.at.toISOString(),
      by: row.by,
      why: row.why as Info['versions'][number]['why'],
      payableCents: Number(row.payable_cents),
      carriedOutCents: Number(row.carried_out_cents),
      parkedReason: row.parked_reason,
    },
  }))
}

/** The days that disputes are about, by dispute. */
async function disputedDays(reader: Reader, ids: readonly number[]) {
  const { rows } = await sql<Disputed>`
    select dispute_id as "disputeId", user_id as "userId", to_char(day, 'YYYY-MM-DD') as day, live_seconds as live,
           call_seconds as call, calls_answered as answered, bonus
      from guilds.dispute_day where dispute_id = any(${ids}::int[]) order by user_id, day`.execute(reader)
  const people = await peopleOf(reader, [...new Set(rows.map(({ userId }) => userId))])
  const byDispute = Map.groupBy(rows, ({ disputeId }) => disputeId)
  return (disputeId: number) =>
    (byDispute.get(disputeId) ?? []).map((row) => ({
      user: people.get(row.userId)!,
      day: row.day,
      liveSeconds: row.live,
      callSeconds: row.call,
      callsAnswered: row.answered,
      bonus: Number(row.bonus),
    }))
}
type Disputed = {
  disputeId: number
  userId: bigint
  day: string
  live: number
  call: number
  answered: number
  bonus: bigint
}

/** Its disputes with their answers, oldest first; `fileUrl` is the base of uploaded files. */
export async function disputesOf(reader: Reader, settlementId: number, fileUrl: string): Promise<Info['disputes']> {
  const found = await reader
    .selectFrom('guilds.dispute')
    .selectAll()
    .where('settlement_id', '=', settlementId)
    .orderBy('id')
    .execute()
  const [daysOf, mimes] = await Promise.all([
    disputedDays(
      reader,
      found.map(({ id }) => id),
    ),
    uploadedFor(
      reader,
      ['disputeProof'],
      found.flatMap(({ proofs }) => proofs),
    ),
  ])
  const disputed = await Promise.all(
    found.map((row) => linesNumbered(reader, settlementId, row.sum_version, row.lines)),
  )
  return found.map((row, at) => ({
    disputeId: row.id,
    disputed: disputed[at]!,
    days: daysOf(row.id),
    proofUrls: row.proofs.map((id) => fileAddress(fileUrl, id, mimes.get(id))),
    sumVersion: row.sum_version,
    reason: row.reason,
    lines: row.lines,
    by: row.by,
    at: row.at.toISOString(),
    answer: row.answer,
    outcome: row.outcome as Info['disputes'][number]['outcome'],
    answeredBy: row.answered_by,
    answeredAt: row.answered_at?.toISOString() ?? null,
  }))
}

/** Its payments, oldest first. */
export async function paymentsOf(reader: Reader, settlementId: number): Promise<Info['payments']> {
  const found = await reader
    .selectFrom('guilds.payment')
    .select(['usd_cents', 'paid_at', 'paid_by', 'reference'])
    .where('settlement_id', '=', settlementId)
    .orderBy('id')
    .execute()
  return found.map((row) => ({
    usdCents: Number(row.usd_cents),
    at: row.paid_at.toISOString(),
    by: row.paid_by,
    reference: row.reference,
  }))
}

/** Stock that its leader bought from it as a top-up agent, oldest first. */
export const salaryDeductionsOf = async (reader: Reader, settlementId: number): Promise<Info['salaryDeductions']> =>
  (await salaryPartsOf(reader, settlementId)).map(({ cents, tokens, at, reversedAt, ...one }) => ({
    ...one,
    usdCents: Number(cents),
    tokens: Number(tokens),
    at: at.toISOString(),
    reversedAt: reversedAt?.toISOString() ?? null,
  }))

export const planNamed = (reader: Reader, id: number | null) =>
  id === null
    ? undefined
    : reader.selectFrom('guilds.plan').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

type Day = Answer<typeof settlementSlip>['days'][number]

/** An anchor's days of a week in this guild. */
export async function daysOf(
  reader: Reader,
  of: { guildId: number; week: string; userId: bigint },
  valid: { liveMinutes: number; callMinutes: number },
): Promise<Day[]> {
  const { rows } = await sql<{ day: string; live: number; call: number; answered: number; bonus: bigint }>`
    select to_char(day, 'YYYY-MM-DD') as day, live_seconds as live, call_seconds as call, calls_answered as answered, bonus
      from guilds.anchor_day
     where guild_id = ${of.guildId} and week = ${of.week}::date and user_id = ${of.userId}
       and day between ${of.week}::date - 7 and ${of.week}::date + 14
     order by day`.execute(reader)
  return rows.map((row) => ({
    day: row.day,
    liveSeconds: row.live,
    callSeconds: row.call,
    callsAnswered: row.answered,
    bonus: Number(row.bonus),
    valid: row.live >= valid.liveMinutes * 60 || row.call >= valid.callMinutes * 60,
  }))
}
