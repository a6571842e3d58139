// Deductions, and the settlements of the weeks they belong to.
import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { deductionList } from '@greenroom/contract/guildMoney'
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { personOrNull } from '../../users/index.ts'
import { ofOwn } from '../visibleGuilds.ts'
import type { Settled } from './deductions.rules.ts'

export type Deduction = {
  id: number
  guildId: number
  guildName: string
  user: PersonRef | null
  kind: 'advance' | 'penalty' | 'chargeback'
  usdCents: bigint
  reason: string
  week: string
  state: 'effective' | 'reversed'
  reverseReason: string
  createdBy: string
  createdAt: Date
  reversedBy: string
  reversedAt: Date | null
  version: number
  settled: Settled | null
}

const columns = sql<Deduction>`
  d.id, d.guild_id as "guildId", g.name as "guildName", ${personOrNull('d.user_id', 'u')} as "user", d.kind,
  d.usd_cents as "usdCents", d.reason, to_char(d.week, 'YYYY-MM-DD') as week, d.state,
  d.reverse_reason as "reverseReason", d.created_by as "createdBy", d.created_at as "createdAt",
  d.reversed_by as "reversedBy", d.reversed_at as "reversedAt", d.version`

const byId = { column: 'd.id', type: 'int' as const, of: (row: Deduction) => row.id }
const keyset: Keyset<Deduction> = {
  sorts: { createdAt: { column: 'd.created_at', type: 'timestamptz', of: (row) => row.createdAt } },
  defaultSort: '-createdAt',
  id: byId,
  defaultSize: 20,
}

const filters: Filters<typeof deductionList> = {
  guildId: among('d.guild_id'),
  userId: among('d.user_id'),
  kind: equals('d.kind'),
  state: equals('d.state'),
  week: (week) => sql`d.week = ${week}::date`,
  by: equals('d.created_by'),
  ...span('d.created_at'),
}

/** One page; a leader sees those of their own guild. */
export async function deductionPage(context: Context, payload: Parsed<typeof deductionList>) {
  const query = context.database
    .selectFrom('guilds.deduction as d')
    .innerJoin('guilds.guild as g', 'g.id', 'd.guild_id')
    .leftJoin('users.app_user as u', 'u.id', 'd.user_id')
    .leftJoin('guilds.settlement as s', (join) =>
      join.onRef('s.guild_id', '=', 'd.guild_id').onRef('s.week', '=', 'd.week'),
    )
    .select([
      'd.id',
      'd.guild_id as guildId',
      'g.name as guildName',
      personOrNull('d.user_id', 'u').as('user'),
      'd.kind',
      'd.usd_cents as usdCents',
      'd.reason',
      sql<string>`to_char(d.week, 'YYYY-MM-DD')`.as('week'),
      'd.state',
      'd.reverse_reason as reverseReason',
      'd.created_by as createdBy',
      'd.created_at as createdAt',
      'd.reversed_by as reversedBy',
      'd.reversed_at as reversedAt',
      'd.version',
      's.state as settlementState',
      's.paid_cents as paidCents',
      's.payable_cents as payableCents',
    ])
    .where(ofOwn(context.scope, 'd.guild_id'))
  type Row = Omit<Deduction, 'settled'> & {
    settlementState: string | null
    paidCents: bigint | null
    payableCents: bigint | null
  }
  // The keyset is that of the shown deductions, whose columns these rows have.
  const page = await narrowedPage<Row, typeof payload>(
    context,
    query.$castTo<Row>(),
    filters,
    keyset as never,
    payload,
    {
      counted: context.database.selectFrom('guilds.deduction as d').where(ofOwn(context.scope, 'd.guild_id')),
    },
  )
  return {
    ...page,
    records: page.records.map(
      ({ settlementState: state, paidCents, payableCents, ...row }): Deduction => ({
        ...row,
        settled: state === null ? null : { state, paidCents: paidCents ?? 0n, payableCents: payableCents ?? 0n },
      }),
    ),
  }
}

/** The target of a deduction: a guild, or an anchor with their guild of the week. */
export type Target = { id: number; guildId: number; guildState: string; name: string; userId: bigint | null }

export async function guildTargets(reader: Reader, ids: readonly number[]): Promise<Map<number, Target>> {
  const { rows } = await sql<Target>`
    select id, id as "guildId", state as "guildState", name, null::bigint as "userId"
      from guilds.guild where id = any(${ids}::bigint[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Anchors by user id, each with the last guild they belonged to in the week; before the week begins, with their current guild. */
export async function anchorTargets(
  reader: Reader,
  ids: readonly number[],
  week: string,
): Promise<Map<number, Target>> {
  const { rows } = await sql<Target>`
    select distinct on (m.user_id) m.user_id::float8 as id, g.id as "guildId", g.state as "guildState",
           u.nickname as name, m.user_id as "userId"
      from guilds.member m
      join guilds.guild g on g.id = m.guild_id
      join users.app_user u on u.id = m.user_id
      left join guilds.week w on w.week = ${week}::date
     where m.user_id = any(${ids}::bigint[]) and m.state <> 'invited'
       and (w.ends_at is null or m.since < w.ends_at)
       and (m.ends_at is null or m.ends_at > coalesce(w.starts_at, ${week}::date::timestamptz))
     order by m.user_id, m.since desc`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Settlements of the week, by guild, locked in id order: none can be approved or paid in the meantime. */
export async function lockSettled(
  tx: Transaction,
  guildIds: readonly number[],
  week: string,
): Promise<Map<number, Settled>> {
  const { rows } = await sql<Settled & { guildId: number }>`
    select guild_id as "guildId", state, paid_cents as "paidCents", payable_cents as "payableCents"
      from guilds.settlement where guild_id = any(${guildIds}::int[]) and week = ${week}::date
     order by id for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.guildId, row]))
}

/** The first week, and whether settlements of `week` exist. */
export async function weekFacts(reader: Reader, week: string): Promise<{ firstWeek: string; drafted: boolean }> {
  const { rows } = await sql<{ firstWeek: string | null; drafted: boolean }>`
    select to_char(min(week), 'YYYY-MM-DD') as "firstWeek",
           exists (select from guilds.settlement where week = ${week}::date) as drafted
      from guilds.week`.execute(reader)
  const { firstWeek, drafted } = rows[0]!
  return { firstWeek: firstWeek ?? week, drafted }
}

export type Added = {
  guildId: number
  userId: bigint | null
  kind: string
  usdCents: number
  reason: string
  week: string
  chargebackId: string | null
  by: string
  at: Date
}

export const isChargeback = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader.selectFrom('finance.chargeback').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Who has a deduction for this chargeback. Concurrent calls are serialised: the later one sees what the earlier wrote. */
export async function lockDeducted(tx: Transaction, chargebackId: string): Promise<Set<number>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deductions of ${chargebackId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ userId: number }>`
    select user_id::float8 as "userId" from guilds.deduction
     where chargeback_id = ${chargebackId} and state = 'effective'`.execute(tx)
  return new Set(rows.map(({ userId }) => userId))
}

/** Adds them in one statement. @returns their ids, in the order of `all`. */
export async function addDeductions(tx: Transaction, all: readonly Added[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into guilds.deduction (guild_id, user_id, kind, usd_cents, reason, week, chargeback_id, created_by, created_at)
    select * from unnest(
      ${all.map((d) => d.guildId)}::int[], ${all.map((d) => d.userId)}::bigint[], ${all.map((d) => d.kind)}::text[],
      ${all.map((d) => d.usdCents)}::bigint[], ${all.map((d) => d.reason)}::text[], ${all.map((d) => d.week)}::date[],
      ${all.map((d) => d.chargebackId)}::uuid[],      ${all.map((d) => d.by)}::text[], ${all.map((d) => d.at)}::timestamptz[])
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deductions by id, locked in id order after their settlements. */
export async function lockDeductions(tx: Transaction, ids: readonly number[]): Promise<Map<number, Deduction>> {
  await sql`
    select from guilds.settlement s
     where exists (select from guilds.deduction d
                    where d.id = any(${ids}::int[]) and d.guild_id = s.guild_id and d.week = s.week)
     order by s.id for no key update`.execute(tx)
  await sql`select from guilds.deduction where id = any(${ids}::int[]) order by id for update`.execute(tx)
  const { rows } = await sql<Deduction>`
    select ${columns}, case when s.id is not null then s.state end as "settlementState",
           s.paid_cents as "paidCents", s.payable_cents as "payableCents"
      from guilds.deduction d
      join guilds.guild g on g.id = d.guild_id
      left join users.app_user u on u.id = d.user_id
      left join guilds.settlement s on s.guild_id = d.guild_id and s.week = d.week
     where d.id = any(${ids}::int[])`.execute(tx)
  return new Map(
    (rows as (Deduction & { settlementState: string | null; paidCents: bigint; payableCents: bigint })[]).map(
      ({ settlementState: state, paidCents, payableCents, ...row }) => [
        row.id,
        { ...row, settled: state === null ? null : { state, paidCents, payableCents } },
      ],
    ),
  )
}

export const setReversed = (tx: Transaction, ids: readonly number[], by: string, at: Date, reason: string) =>
  sql`
    update guilds.deduction
       set state = 'reversed', reversed_by = ${by}, reversed_at = ${at}, reverse_reason = ${reason}, version = version + 1
     where id = any(${ids}::int[])`.execute(tx)
