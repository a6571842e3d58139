// Writes sums: settlements, their versions and lines, in sets.

import { sql } from 'kysely'
import { rowsOf } from '../../../kit/database/anyOf.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { dollars, type Telling, tell } from '../../../notify/index.ts'
import type { Computed } from '../weeks/weekSum.compute.ts'
import type { Line, Totals } from '../weeks/weekSum.rules.ts'

const none: Totals = {
  baseMicros: 0n,
  subBaseMicros: 0n,
  level: 1,
  rateBp: 0,
  commissionCents: 0n,
  overrideCents: 0n,
  bonusCents: 0n,
  salaryCents: 0n,
  deductionCents: 0n,
  correctionCents: 0n,
  anchorCents: 0n,
  carriedInCents: 0n,
  carriedOutCents: 0n,
  debtCents: 0n,
  debtTokens: 0n,
  payableCents: 0n,
}

/** A settlement's row. A parked one keeps its carry-over. */
function rowOf(one: Computed, state: 'draft' | 'confirmed' = 'draft') {
  const sum = 'sum' in one ? one.sum : undefined
  const totals = sum?.totals ?? { ...none, carriedInCents: one.carriedInCents, carriedOutCents: one.carriedInCents }
  return {
    guild_id: one.id,
    state: sum ? state : 'parked',
    plan_id: one.planId,
    method: one.method,
    base_micros: totals.baseMicros,
    sub_base_micros: totals.subBaseMicros,
    level: totals.level,
    rate_bp: totals.rateBp,
    commission_cents: totals.commissionCents,
    override_cents: totals.overrideCents,
    salary_cents: totals.salaryCents,
    bonus_cents: totals.bonusCents,
    deduction_cents: totals.deductionCents,
    correction_cents: totals.correctionCents,
    anchor_cents: totals.anchorCents,
    carried_in_cents: totals.carriedInCents,
    carried_out_cents: totals.carriedOutCents,
    debt_cents: totals.debtCents,
    debt_tokens: totals.debtTokens,
    debt_user_id: sum?.lines.find(({ kind }) => kind === 'debt')?.detail.userId ?? null,
    payable_cents: totals.payableCents,
    steps: sum?.steps ?? [],
    subs: sum?.lines.flatMap(({ kind, subGuildId }) => (kind === 'sub-agency' ? (subGuildId ?? []) : [])) ?? [],
    live_minutes: one.liveMinutes,
    call_minutes: one.callMinutes,
    inputs: one.inputs,
    seen_weeks: one.seenWeeks,
    has_held: sum?.lines.some(({ held }) => held) ?? false,
    parked_reason: 'parked' in one ? one.parked : '',
  }
}

const columns = Object.keys(rowOf({ id: 0, method: 'guild pickup', parked: '' } as Computed))
const names = sql.raw(columns.join(', '))
const types: Record<string, string> = {
  guild_id: 'int',
  state: 'text',
  plan_id: 'int',
  method: 'text',
  level: 'smallint',
  rate_bp: 'int',
  steps: 'jsonb',
  subs: 'int[]',
  live_minutes: 'int',
  call_minutes: 'int',
  inputs: 'text',
  seen_weeks: 'jsonb',
  has_held: 'boolean',
  parked_reason: 'text',
}
const recordset = sql.raw(columns.map((name) => `${name} ${types[name] ?? 'bigint'}`).join(', '))

export type Why = 'drafted' | 'late facts' | 'recomputed' | 'dissolved'
type Written = { id: number; guild_id: number; sum_version: number }
export type Making = {
  week: string
  at: Date
  confirmBy: Date
  why: Why
  by: string
  /** The week of a guild that dissolved: it is confirmed, and what it owes is written off. */
  final?: boolean
}

const stateOf = ({ final }: Making) => (final ? 'confirmed' : 'draft')

/** New settlements of a week; existing ones are kept. @returns the new ones. */
export async function insertSums(tx: Transaction, computed: readonly Computed[], making: Making): Promise<Written[]> {
  if (computed.length === 0) return []
  const { rows } = await sql<Written>`
    insert into guilds.settlement (week, drafted_at, confirm_by, ${names}, books_late, is_final, confirmed_at, confirmed_by)
    select ${making.week}::date, ${making.at}, ${making.confirmBy}, ${names}, parked_reason <> '', ${making.final ?? false},
           ${making.final ? making.at : null}::timestamptz, ${making.final ? making.by : ''}
      from jsonb_to_recordset(${rowsOf(computed.map((one) => rowOf(one, stateOf(making))))}::jsonb) as r(${recordset})
    on conflict (guild_id, week) do nothing
    returning id, guild_id, sum_version`.execute(tx)
  await insertVersion(tx, computed, rows, making)
  await tellReady(tx, computed, rows, making)
  return rows
}

/** New versions of existing settlements; the 48 hours restart. The caller holds the row locks. */
export async function updateSums(tx: Transaction, computed: readonly Computed[], making: Making): Promise<Written[]> {
  if (computed.length === 0) return []
  const assigned = sql.raw(
    columns
      .filter((name) => name !== 'guild_id')
      .map((name) => `${name} = r.${name}`)
      .join(', '),
  )
  const { rows } = await sql<Written>`
    update guilds.settlement s
       set ${assigned}, sum_version = s.sum_version + 1, version = s.version + 1, confirm_by = ${making.confirmBy},
           confirmed_at = case when s.is_final then s.confirmed_at end, confirmed_by = case when s.is_final then s.confirmed_by else '' end,
           books_late = s.books_late or r.parked_reason <> ''
      from jsonb_to_recordset(${rowsOf(computed.map((one) => rowOf(one, stateOf(making))))}::jsonb) as r(${recordset})
     where s.guild_id = r.guild_id and s.week = ${making.week}::date
    returning s.id, s.guild_id, s.sum_version`.execute(tx)
  await insertVersion(tx, computed, rows, making)
  await tellReady(tx, computed, rows, making)
  return rows
}

/** Leaders are told of a draft, and of one that staff computed again; late facts change the sum without a word. */
function tellReady(tx: Transaction, computed: readonly Computed[], written: readonly Written[], making: Making) {
  if (making.final || (making.why !== 'drafted' && making.why !== 'recomputed')) return
  const of = new Map(computed.map((one) => [one.id, one]))
  return tell(
    tx,
    making.at,
    written.flatMap(({ id, guild_id: guildId, sum_version: version }): Telling[] => {
      const one = of.get(guildId)
      if (!one || !('sum' in one)) return []
      return [
        {
          moment: 'weekReady',
          about: `${id} ${version}`,
          to: { guildId },
          params: {
            id,
            week: making.week,
            usd: dollars(one.sum.totals.payableCents),
            until: making.confirmBy.toISOString(),
          },
        },
      ]
    }),
  )
}

async function insertVersion(
  tx: Transaction,
  computed: readonly Computed[],
  written: readonly Written[],
  making: Making,
) {
  const of = new Map(written.map((one) => [one.guild_id, one]))
  const versions = computed.flatMap((one) => {
    const made = of.get(one.id)
    if (!made) return []
    const { payable_cents, carried_out_cents, parked_reason, steps } = rowOf(one)
    return [{ id: made.id, sum_version: made.sum_version, payable_cents, carried_out_cents, parked_reason, steps }]
  })
  await sql`
    insert into guilds.settlement_version (settlement_id, sum_version, at, by, why, payable_cents, carried_out_cents, parked_reason, steps)
    select id, sum_version, ${making.at}, ${making.by}, ${making.why}, payable_cents, carried_out_cents, parked_reason, steps
      from jsonb_to_recordset(${rowsOf(versions)}::jsonb) as r(id int, sum_version int, payable_cents bigint,
             carried_out_cents bigint, parked_reason text, steps jsonb)`.execute(tx)
  const lines = computed.flatMap((one) => {
    const made = of.get(one.id)
    return made && 'sum' in one ? one.sum.lines.map((line, index) => ({ ...line, made, number: index + 1 })) : []
  })
  await insertLines(tx, lines)
}

async function insertLines(tx: Transaction, lines: readonly (Line & { made: Written; number: number })[]) {
  if (lines.length === 0) return
  const all = <T>(of: (line: (typeof lines)[number]) => T): T[] => lines.map(of)
  await sql`
    insert into guilds.settlement_line (settlement_id, sum_version, line, kind, user_id, sub_guild_id, deduction_id, of_week,
      of_version, of_kind, bonus, base_micros, valid_days, salary_cents, amount_cents, anchor_cents, redeem_bonus, redeem_micros, held, detail)
    select * from unnest(
      ${all(({ made }) => made.id)}::int[], ${all(({ made }) => made.sum_version)}::int[], ${all(({ number }) => number)}::int[],
      ${all(({ kind }) => kind)}::text[], ${all(({ userId }) => userId)}::bigint[], ${all(({ subGuildId }) => subGuildId)}::int[],
      ${all(({ deductionId }) => deductionId)}::int[], ${all(({ ofWeek }) => ofWeek)}::date[],
      ${all(({ ofVersion }) => ofVersion)}::int[], ${all(({ ofKind }) => ofKind)}::text[],
      ${all(({ bonus }) => bonus)}::bigint[], ${all(({ baseMicros }) => baseMicros)}::bigint[],
      ${all(({ validDays }) => validDays)}::smallint[], ${all(({ salaryCents }) => salaryCents)}::bigint[],
      ${all(({ amountCents }) => amountCents)}::bigint[], ${all(({ anchorCents }) => anchorCents)}::bigint[],
      ${all(({ redeemBonus }) => redeemBonus)}::bigint[], ${all(({ redeemMicros }) => redeemMicros)}::bigint[],
      ${all(({ held }) => held)}::boolean[], ${all(({ detail }) => JSON.stringify(detail))}::jsonb[])`.execute(tx)
}
