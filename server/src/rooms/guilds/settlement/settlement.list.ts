// Settlements for lists, totals, details and payslips. A leader sees their guild's and the totals of its
// sub-agencies'; steps, lines and payslips are for the guild itself and staff.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/settlement'
import { type RawBuilder, sql } from 'kysely'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { type Keyset, mapPage } from '../../../kit/database/paging.ts'
import { idsIn, nameContaining } from '../../../kit/text.ts'
import { among, equals, type Filters, narrow, narrowedPage } from '../../../records/index.ts'
import { personOrNull } from '../../users/index.ts'
import { inReach, ofOwn } from '../visibleGuilds.ts'
import type { Line, Method } from '../weeks/weekSum.rules.ts'
import { type Act, after, mayDo, type State, shownState } from './settlement.states.ts'

type Shown = RecordOf<typeof calls.settlementList>

const text = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`

const rows = (reader: Reader, reach: RawBuilder<boolean>) =>
  reader
    .selectFrom('guilds.settlement as s')
    .innerJoin('guilds.guild as g', 'g.id', 's.guild_id')
    .innerJoin('guilds.week as w', 'w.week', 's.week')
    .leftJoin('guilds.guild as p', 'p.id', 'g.parent_id')
    .select(['s.id', 's.guild_id', 'g.name', 'g.state as guild_state', 'p.id as parent_id', 'p.name as parent_name'])
    .select(text('s.week').as('week'))
    .select(['w.starts_at', 's.state', 's.sum_version', 's.version', 's.level', 's.rate_bp', 's.base_micros'])
    .select(sql<Date>`case when s.is_final then s.drafted_at else w.ends_at end`.as('ends_at'))
    .select(['s.sub_base_micros', 's.commission_cents', 's.override_cents', 's.bonus_cents', 's.salary_cents'])
    .select([
      's.deduction_cents',
      's.correction_cents',
      's.anchor_cents',
      's.carried_in_cents',
      's.carried_out_cents',
      's.debt_cents',
    ])
    .select(['s.payable_cents', 's.paid_cents', 's.drafted_at', 's.confirm_by', 's.confirmed_at', 's.confirmed_by'])
    .select(['s.approved_at', 's.approved_by', 's.parked_reason', 's.is_final', 's.plan_id', 's.method'])
    .where(reach)
    .$narrowType<{ method: Method; state: State }>()
type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const keyset: Keyset<Row> = {
  sorts: {
    week: { column: 's.week', type: 'date', of: (row) => row.week },
  },
  defaultSort: '-week',
  id: { column: 's.id', type: 'int', of: (row) => row.id },
  defaultSize: 20,
}

const filters: Filters<typeof calls.settlementTotals> = {
  q: (requested) =>
    sql`s.guild_id = any (array(select id from guilds.guild
                                 where ${nameContaining('name', requested)} or id = any(${idsIn(requested)}::bigint[])))`,
  guildId: among('s.guild_id'),
  familyId: among((is) => sql`s.guild_id in (select id from guilds.guild where ${is('id')} or ${is('parent_id')})`),
  state: (state) =>
    state === 'paid'
      ? sql`s.state = 'approved' and s.paid_cents >= s.payable_cents`
      : state === 'approved'
        ? sql`s.state = 'approved' and s.paid_cents < s.payable_cents`
        : sql`s.state = ${state}`,
  method: equals('s.method'),
  weekFrom: (week) => sql`s.week >= ${week}::date`,
  weekTo: (week) => sql`s.week <= ${week}::date`,
}

/** What staff or the guild's own account may do: true, or the key of the reason why not. */
function can(context: Context, row: Row): Shown['can'] {
  const { scope } = context
  const actor = scope.kind === 'platform' ? 'staff' : 'leader'
  const isOwn = scope.kind === 'platform' || (scope.kind === 'guild' && scope.unionId === row.guild_id)
  const writes = levelOn(staffOf(context), 'guilds.settleAccounts') === 3 && isOwn
  const may = (act: Act): true | string => {
    if (!writes) return 'readOnly'
    if (!mayDo(act, actor)) return actor === 'staff' ? 'leaderOnly' : 'staffOnly'
    if (row.state === 'approved') return 'approved'
    if (!after(row.state, act))
      return act === 'answer' ? 'notDisputed' : act === 'approve' ? 'notConfirmed' : 'notDraft'
    if (act === 'approve' && row.guild_state === 'banned') return 'guildBanned'
    return act === 'recompute' && row.is_final ? 'final' : true
  }
  return {
    confirm: may('confirm'),
    dispute: may('dispute'),
    answer: may('answer'),
    approve: may('approve'),
    recompute: may('recompute'),
  }
}

const iso = (at: Date | null) => at?.toISOString() ?? null

const shown = (context: Context, row: Row): Shown => ({
  settlementId: row.id,
  guild: { guildId: row.guild_id, name: row.name },
  parent: row.parent_id === null ? null : { guildId: row.parent_id, name: row.parent_name ?? '' },
  week: row.week,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  state: shownState(row),
  sumVersion: row.sum_version,
  version: row.version,
  method: row.method,
  level: row.level,
  rateBp: row.rate_bp,
  baseMicros: Number(row.base_micros),
  subBaseMicros: Number(row.sub_base_micros),
  commissionCents: Number(row.commission_cents),
  overrideCents: Number(row.override_cents),
  bonusCents: Number(row.bonus_cents),
  salaryCents: Number(row.salary_cents),
  deductionCents: Number(row.deduction_cents),
  correctionCents: Number(row.correction_cents),
  anchorCents: Number(row.anchor_cents),
  carriedInCents: Number(row.carried_in_cents),
  carriedOutCents: Number(row.carried_out_cents),
  debtCents: Number(row.debt_cents),
  payableCents: Number(row.payable_cents),
  paidCents: Number(row.paid_cents),
  draftedAt: row.drafted_at.toISOString(),
  confirmBy: row.confirm_by.toISOString(),
  confirmedAt: iso(row.confirmed_at),
  confirmedBy: row.confirmed_by,
  approvedAt: iso(row.approved_at),
  approvedBy: row.approved_by,
  parkedReason: row.parked_reason,
  isFinal: row.is_final,
  can: can(context, row),
})

/** One page of settlements. */
export async function settlementPage(context: Context, payload: Parsed<typeof calls.settlementList>) {
  const query = rows(context.database, inReach(context.scope, 's.guild_id'))
  const counted = context.database.selectFrom('guilds.settlement as s').where(inReach(context.scope, 's.guild_id'))
  const page = await narrowedPage(context, query, filters, keyset, payload, { counted })
  return mapPage(page, (row) => shown(context, row))
}

/** Whether filters name guilds: few enough settlements match to be added up. */
const namesGuilds = ({ q, guildId, familyId }: Parsed<typeof calls.settlementTotals>) =>
  q !== undefined || guildId !== undefined || familyId !== undefined

/** Totals over all matching rows; those of all guilds are stored. */
export async function settlementSums(context: Context, payload: Parsed<typeof calls.settlementTotals>) {
  const of = (column: string) => sql<bigint>`coalesce(sum(${sql.ref(`s.${column}`)}), 0)::bigint`
  const isStored = context.scope.kind === 'platform' && !namesGuilds(payload)
  const added = context.database
    .selectFrom('guilds.settlement as s')
    .select((eb) => eb.fn.countAll<bigint>().as('settlements'))
    .where(inReach(context.scope, 's.guild_id'))
  const stored = context.database.selectFrom('guilds.settlement_sum as s').select(of('settlements').as('settlements'))
  // Both tables have the columns that are added below.
  const query = (isStored ? (stored as unknown as typeof added) : added)
    .select([of('base_micros').as('baseMicros'), of('commission_cents').as('commissionCents')])
    .select([of('override_cents').as('overrideCents'), of('bonus_cents').as('bonusCents')])
    .select([of('salary_cents').as('salaryCents'), of('payable_cents').as('payableCents')])
    .select([of('paid_cents').as('paidCents'), of('carried_out_cents').as('carriedOutCents')])
  const by = isStored ? { ...filters, state: equals('s.state') } : filters
  const sums = await narrow(query, by, payload, context).executeTakeFirstOrThrow()
  return {
    settlements: Number(sums.settlements),
    baseMicros: Number(sums.baseMicros),
    commissionCents: Number(sums.commissionCents),
    overrideCents: Number(sums.overrideCents),
    bonusCents: Number(sums.bonusCents),
    salaryCents: Number(sums.salaryCents),
    payableCents: Number(sums.payableCents),
    paidCents: Number(sums.paidCents),
    carriedOutCents: Number(sums.carriedOutCents),
  }
}

/** A settlement of the caller's own guild, or any for staff; undefined if there is none. */
export async function ownSettlement(context: Context, settlementId: number) {
  const row = await rows(context.database, ofOwn(context.scope, 's.guild_id'))
    .where('s.id', '=', settlementId)
    .executeTakeFirst()
  return row && { row, settlement: shown(context, row) }
}

type ShownLine = RecordOf<typeof calls.settlementLineList>

const lines = (reader: Reader, settlementId: number, sumVersion: number) =>
  reader
    .selectFrom('guilds.settlement_line as l')
    .leftJoin('users.app_user as u', 'u.id', 'l.user_id')
    .leftJoin('guilds.guild as g', 'g.id', 'l.sub_guild_id')
    .leftJoin('guilds.deduction as d', 'd.id', 'l.deduction_id')
    .select(['l.line', 'l.kind', 'l.sub_guild_id', 'g.name as sub_name', 'l.deduction_id', 'd.kind as deduction_kind'])
    .select(['d.reason as deduction_reason', 'l.of_kind', 'l.bonus', 'l.base_micros', 'l.valid_days', 'l.salary_cents'])
    .select(['l.amount_cents', 'l.anchor_cents', 'l.held'])
    .select(sql<string | null>`to_char(l.of_week, 'YYYY-MM-DD')`.as('of_week'))
    .select(sql<Line['detail']>`l.detail`.as('detail'))
    .select(personOrNull('l.user_id', 'u').as('person'))
    .where('l.settlement_id', '=', settlementId)
    .where('l.sum_version', '=', sumVersion)
    .$narrowType<{
      kind: ShownLine['kind']
      of_kind: ShownLine['ofKind']
      deduction_kind: 'advance' | 'penalty' | 'chargeback' | null
    }>()
type LineRow = Awaited<ReturnType<ReturnType<typeof lines>['executeTakeFirstOrThrow']>>

const number = (value: unknown) => (typeof value === 'number' ? value : null)

const shownLine = (row: LineRow): ShownLine => ({
  line: row.line,
  kind: row.kind,
  user: row.person,
  guild: row.sub_guild_id === null ? null : { guildId: row.sub_guild_id, name: row.sub_name ?? '' },
  deduction:
    row.deduction_id === null || row.deduction_kind === null
      ? null
      : { deductionId: row.deduction_id, kind: row.deduction_kind, reason: row.deduction_reason ?? '' },
  ofWeek: row.of_week,
  ofKind: row.of_kind,
  bonus: Number(row.bonus),
  baseMicros: Number(row.base_micros),
  validDays: row.valid_days,
  salaryCents: Number(row.salary_cents),
  amountCents: Number(row.amount_cents),
  anchorCents: Number(row.anchor_cents),
  held: row.held,
  rateBp: number(row.detail['rateBp']),
  subRateBp: number(row.detail['subRateBp']),
  agreedBp: number(row.detail['agreedBp']),
})

const byLine = { column: 'l.line', type: 'int' as const, of: (row: LineRow) => row.line }
const lineKeyset: Keyset<LineRow> = {
  sorts: { line: byLine },
  defaultSort: 'line',
  id: byLine,
  defaultSize: 50,
}
const lineFilters: Omit<Filters<typeof calls.settlementLineList>, 'settlementId' | 'sumVersion'> = {
  kind: equals('l.kind'),
  userId: among('l.user_id'),
}

/** One page of the lines of a version. */
export async function linePage(
  context: Context,
  of: { settlementId: number; sumVersion: number },
  payload: Parsed<typeof calls.settlementLineList>,
) {
  const query = lines(context.database, of.settlementId, of.sumVersion)
  return mapPage(await narrowedPage(context, query, lineFilters, lineKeyset, payload), shownLine)
}

/** These lines of a version, by their numbers. */
export const linesNumbered = async (
  reader: Reader,
  settlementId: number,
  sumVersion: number,
  numbers: readonly number[],
) =>
  (await lines(reader, settlementId, sumVersion).where('l.line', '=', anyOf(numbers)).orderBy('l.line').execute()).map(
    shownLine,
  )

/** An anchor's lines of a version. */
export const linesOf = async (context: Context, settlementId: number, sumVersion: number, userId: bigint) =>
  (
    await lines(context.database, settlementId, sumVersion).where('l.user_id', '=', userId).orderBy('l.line').execute()
  ).map(shownLine)
