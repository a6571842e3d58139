// Settlements, as decisions read, lock and write them.
import { sql } from 'kysely'
import type { Scope } from '../../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { ofOwn } from '../visibleGuilds.ts'
import { isOutdated } from '../weeks/weekSum.settled.ts'
import type { Line, Method } from '../weeks/weekSum.types.ts'
import type { State } from './settlement.states.ts'

export type Settlement = {
  id: number
  guild_id: number
  name: string
  guild_state: string
  week: string
  ends_at: Date
  state: State
  method: 'guild pickup' | 'anchor withdrawal'
  sum_version: number
  version: number
  plan_id: number | null
  payable_cents: bigint
  carried_in_cents: bigint
  carried_out_cents: bigint
  /** What approval takes of the leader's debt. */
  debt_cents: bigint
  debt_tokens: bigint
  debt_user_id: bigint | null
  books_late: boolean
  is_final: boolean
  confirmed_at: Date | null
  confirm_by: Date
  /** What the previous settlement carries over now, and the earlier weeks that are not approved, oldest first. */
  left_before: bigint
  open_before: string[]
  /** It corrects a version of an earlier week that is no longer in force. */
  is_outdated: boolean
}

/**
 * One transaction makes sums at a time: two that correct the same week would both settle what it lacks. Taken before settlements are locked.
 */
export const holdSums = (tx: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('guilds.sums', 0))`.execute(tx)

/** These settlements, within the caller's scope, locked in week order. */
export async function lockSettlements(tx: Transaction, scope: Scope, ids: readonly number[]): Promise<Settlement[]> {
  await sql`
    select from guilds.settlement s where s.id = any(${ids}::int[]) and ${ofOwn(scope, 's.guild_id')}
     order by s.week, s.id for update`.execute(tx)
  const { rows } = await sql<Settlement>`
    select s.id, s.guild_id, g.name, g.state as guild_state, to_char(s.week, 'YYYY-MM-DD') as week, s.state, s.method,
           case when s.is_final then s.drafted_at else w.ends_at end as ends_at, s.sum_version, s.version, s.plan_id,
           s.payable_cents, s.carried_in_cents, s.carried_out_cents, s.debt_cents, s.debt_tokens, s.debt_user_id, s.books_late, s.is_final, s.confirmed_at, s.confirm_by,
           coalesce((select e.carried_out_cents from guilds.settlement e
                      where e.guild_id = s.guild_id and e.week < s.week order by e.week desc limit 1), 0) as left_before,
           array(select to_char(e.week, 'YYYY-MM-DD') from guilds.settlement e
                  where e.guild_id = s.guild_id and e.week < s.week and e.state <> 'approved' order by e.week) as open_before,
           ${isOutdated} as is_outdated
      from guilds.settlement s join guilds.guild g on g.id = s.guild_id join guilds.week w on w.week = s.week
     where s.id = any(${ids}::int[]) and ${ofOwn(scope, 's.guild_id')}
     order by s.week, s.id`.execute(tx)
  return rows
}

export const setState = (
  tx: Transaction,
  id: number,
  to: { state: State; confirmBy?: Date; confirmedAt?: Date | null; confirmedBy?: string; booksLate?: boolean },
) =>
  sql`
    update guilds.settlement
       set state = ${to.state}, version = version + 1, confirm_by = coalesce(${to.confirmBy ?? null}, confirm_by),
           confirmed_at = ${to.confirmedAt ?? null}, confirmed_by = ${to.confirmedBy ?? ''},
           books_late = books_late or ${to.booksLate ?? false}
     where id = ${id}`.execute(tx)

export const setApproved = (tx: Transaction, ids: readonly number[], by: { at: Date; name: string; id: number }) =>
  sql`
    update guilds.settlement
       set state = 'approved', version = version + 1, approved_at = ${by.at}, approved_by = ${by.name}, approved_by_id = ${by.id}
     where id = any(${ids}::int[])`.execute(tx)

export type Due = Pick<Settlement, 'id' | 'guild_id' | 'name' | 'week' | 'version'>

/** Drafts past their time to confirm, locked; rows locked by another decision are skipped and left for the next round. */
export async function dueToConfirm(tx: Transaction, now: Date, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select s.id, s.guild_id, g.name, to_char(s.week, 'YYYY-MM-DD') as week, s.version
      from guilds.settlement s join guilds.guild g on g.id = s.guild_id
     where s.state = 'draft' and s.confirm_by <= ${now}
     order by s.confirm_by limit ${limit} for update of s skip locked`.execute(tx)
  return rows
}

export const confirmAll = (tx: Transaction, ids: readonly number[], now: Date) =>
  sql`
    update guilds.settlement
       set state = 'confirmed', version = version + 1, confirmed_at = ${now}, confirmed_by = 'system'
     where id = any(${ids}::int[])`.execute(tx)

/** How many of these line numbers exist in the version. */
export async function countLines(reader: Reader, of: Settlement, lines: readonly number[]): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from guilds.settlement_line
     where settlement_id = ${of.id} and sum_version = ${of.sum_version} and line = any(${lines}::int[])`.execute(reader)
  return rows[0]!.found
}

/** Whether this version was disputed before. */
export async function wasDisputed(reader: Reader, of: Settlement): Promise<boolean> {
  const { rows } = await sql`
    select from guilds.dispute where settlement_id = ${of.id} and sum_version = ${of.sum_version}`.execute(reader)
  return rows.length > 0
}

export const insertDispute = (tx: Transaction, of: Settlement, { reason, lines, days, proofs, by, at }: NewDispute) =>
  // A day on which nothing was counted is evidence, too.
  sql`
    with made as (
      insert into guilds.dispute (settlement_id, sum_version, reason, lines, proofs, by, at)
      values (${of.id}, ${of.sum_version}, ${reason}, ${lines}::int[], ${proofs}::uuid[], ${by}, ${at})
      returning id)
    insert into guilds.dispute_day (dispute_id, user_id, day, live_seconds, call_seconds, calls_answered, bonus)
    select made.id, n.user_id, n.day, coalesce(sum(d.live_seconds), 0), coalesce(sum(d.call_seconds), 0),
           coalesce(sum(d.calls_answered), 0), coalesce(sum(d.bonus), 0)
      from made, unnest(${days.map(({ userId }) => userId)}::bigint[], ${days.map(({ day }) => day)}::date[]) as n(user_id, day)
      left join guilds.anchor_day d on d.guild_id = ${of.guild_id} and d.week = ${of.week}::date and d.user_id = n.user_id
                                   and d.day = n.day
     group by made.id, n.user_id, n.day`.execute(tx)

type NewDispute = {
  reason: string
  lines: readonly number[]
  days: readonly { userId: number; day: string }[]
  proofs: readonly string[]
  by: string
  at: Date
}

/** How many of these users have a line in the version. */
export async function countAnchors(reader: Reader, of: Settlement, userIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(distinct user_id)::int as found from guilds.settlement_line
     where settlement_id = ${of.id} and sum_version = ${of.sum_version} and user_id = any(${userIds}::bigint[])`.execute(
    reader,
  )
  return rows[0]!.found
}

/** Those of these pictures that a dispute shows: they must stay. */
export async function disputeProofsInUse(tx: Transaction, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from guilds.dispute d, unnest(d.proofs) as p(id)
     where d.proofs && ${ids}::uuid[] and p.id = any(${ids}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

export const answerDispute = (
  tx: Transaction,
  of: Settlement,
  { outcome, answer, by, at }: { outcome: 'kept' | 'recomputed'; answer: string; by: string; at: Date },
) =>
  sql`
    update guilds.dispute set outcome = ${outcome}, answer = ${answer}, answered_by = ${by}, answered_at = ${at}
     where settlement_id = ${of.id} and outcome is null`.execute(tx)

/** A line as an approval posts it, with the method of the week that it settles or corrects. */
export type ApprovedLine = Omit<Line, 'detail' | 'baseMicros' | 'subGuildId' | 'deductionId' | 'ofVersion'> & {
  settlementId: number
  line: number
  method: Method
  deductionKind: 'advance' | 'penalty' | 'chargeback' | null
}

/** The lines of the newest versions of these settlements, with the kinds of their deductions. */
export async function linesToApprove(reader: Reader, ids: readonly number[]): Promise<ApprovedLine[]> {
  const { rows } = await sql<ApprovedLine>`
    select l.settlement_id as "settlementId", l.line, l.kind, l.user_id as "userId", l.bonus, l.valid_days as "validDays",
           l.salary_cents as "salaryCents", l.amount_cents as "amountCents", l.anchor_cents as "anchorCents",
           l.redeem_bonus as "redeemBonus", l.redeem_micros as "redeemMicros", l.held,
           to_char(l.of_week, 'YYYY-MM-DD') as "ofWeek", l.of_kind as "ofKind", coalesce(e.method, s.method) as method,
           case when l.deduction_id is not null
                then (select d.kind from guilds.deduction d where d.id = l.deduction_id) end as "deductionKind"
      from guilds.settlement s
      join guilds.settlement_line l on l.settlement_id = s.id and l.sum_version = s.sum_version
      left join guilds.settlement e on e.guild_id = s.guild_id and e.week = l.of_week
     where s.id = any(${ids}::int[])
     order by l.settlement_id, l.line`.execute(reader)
  return rows
}

/** Those of these people who are banned at `now`. */
export async function bannedOf(reader: Reader, ids: readonly bigint[], now: Date): Promise<Set<bigint>> {
  const { rows } = await sql<{ id: bigint }>`
    select id from users.app_user
     where id = any(${ids}::bigint[]) and state <> 'normal' and (banned_until is null or banned_until > ${now})`.execute(
    reader,
  )
  return new Set(rows.map(({ id }) => id))
}

export type AnchorDebt = { guildId: number; userId: bigint; kind: string; cents: bigint }

/** What these anchors still owe of earlier deductions, locked. */
export async function lockDebts(tx: Transaction, guildIds: readonly number[]): Promise<AnchorDebt[]> {
  const { rows } = await sql<AnchorDebt>`
    select guild_id as "guildId", user_id as "userId", kind, usd_cents as cents from guilds.anchor_debt
     where guild_id = any(${guildIds}::int[]) order by guild_id, user_id, kind for update`.execute(tx)
  return rows
}

/** Replaces what these anchors owe; zero deletes the row. */
export async function writeDebts(tx: Transaction, debts: readonly AnchorDebt[]): Promise<void> {
  const [guilds, users, kinds] = [
    debts.map(({ guildId }) => guildId),
    debts.map(({ userId }) => userId),
    debts.map(({ kind }) => kind),
  ]
  await sql`
    delete from guilds.anchor_debt d using unnest(${guilds}::int[], ${users}::bigint[], ${kinds}::text[]) as k(guild_id, user_id, kind)
     where d.guild_id = k.guild_id and d.user_id = k.user_id and d.kind = k.kind`.execute(tx)
  await sql`
    insert into guilds.anchor_debt (guild_id, user_id, kind, usd_cents)
    select * from unnest(${guilds}::int[], ${users}::bigint[], ${kinds}::text[], ${debts.map(({ cents }) => cents)}::bigint[])
      as n(guild_id, user_id, kind, cents) where n.cents > 0`.execute(tx)
}

export const dropDebts = (tx: Transaction, guildIds: readonly number[]) =>
  sql`delete from guilds.anchor_debt where guild_id = any(${guildIds}::int[])`.execute(tx)

/** Drafts that confirm themselves after `from` and until `until`. */
export async function draftsClosing(reader: Reader, from: Date, until: Date) {
  const { rows } = await sql<{ id: number; guildId: number; week: string; confirmBy: Date }>`
    select id, guild_id as "guildId", to_char(week, 'YYYY-MM-DD') as week, confirm_by as "confirmBy" from guilds.settlement
     where state = 'draft' and confirm_by > ${from} and confirm_by <= ${until} order by id`.execute(reader)
  return rows
}
