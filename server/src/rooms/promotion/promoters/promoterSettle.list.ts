// Promoters' lines, for screens.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/promoterSettle'
import { sql } from 'kysely'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { Refusal } from '../../../kit/calls/refusal.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { type Keyset, mapPage } from '../../../kit/database/paging.ts'
import { equals, type Filter, type Filters, narrowedPage } from '../../../records/index.ts'
import { partsOf } from './promoterSettle.queries.ts'
import { type SettleState, type SettleVerb, whyNot } from './promoterSettle.rules.ts'
import { promoterAccounts } from './promoters.accounts.ts'

type Shown = RecordOf<typeof calls.promoterSettleList>

const ended: Filter<boolean> = (value, { now }) => (value ? sql`s.ends_at <= ${now}` : sql`s.ends_at > ${now}`)

const filters: Filters<typeof calls.promoterSettleList> = {
  promoterId: equals('s.promoter_id'),
  model: equals('s.model'),
  state: equals('s.state'),
  month: (month) => sql`s.period = ${`${month}-01`}::date`,
  ended,
}

const selected = (reader: Reader) =>
  reader
    .selectFrom('promotion.settlement as s')
    .innerJoin('promotion.promoter as p', 'p.id', 's.promoter_id')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('finance.payout as x')
          .select('x.batch_id')
          .where('x.source', '=', 'promoter')
          .whereRef('x.source_id', '=', sql`s.id::text`)
          .where('x.state', 'in', ['waiting', 'paid'])
          .limit(sql.lit(1))
          .as('o'),
      (join) => join.onTrue(),
    )
    .selectAll('s')
    .select(['p.name', 'o.batch_id', sql<string>`to_char(s.period, 'YYYY-MM')`.as('month')])
    // Sorts by month, then promoter.
    .select(sql<string>`to_char(s.period, 'YYYY-MM-DD')`.as('first_day'))

type Row = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>

function shown(row: Row, context: Context): Shown {
  const { now } = context
  const staff = staffOf(context)
  const mayWrite = levelOn(staff, 'promotion.settle') === 3
  const line = { state: row.state as SettleState, endsAt: row.ends_at, frozenById: row.frozen_by_id }
  const may = (verb: SettleVerb): true | string =>
    mayWrite ? (whyNot(verb, line, { id: staff.id }, now) ?? true) : 'readOnly'
  return {
    id: row.id,
    promoter: { promoterId: row.promoter_id, name: row.name },
    model: row.model as Shown['model'],
    month: row.month,
    running: row.ends_at > now,
    days: row.days,
    installs: row.installs,
    counted: row.counted,
    registrations: row.registrations,
    netCents: Number(row.net_cents),
    ownCents: Number(row.own_cents),
    correctionCents: Number(row.correction_cents),
    carriedInCents: Number(row.carried_in_cents),
    payableCents: Number(row.payable_cents),
    carriedOutCents: Number(row.carried_out_cents),
    state: row.state as SettleState,
    frozenBy: row.frozen_by,
    frozenAt: row.frozen_at?.toISOString() ?? null,
    approvedBy: row.approved_by,
    approvedAt: row.approved_at?.toISOString() ?? null,
    paidAt: row.paid_at?.toISOString() ?? null,
    reference: row.payment_reference,
    batchId: row.batch_id,
    version: row.version,
    can: { freeze: may('freeze'), reopen: may('reopen'), approve: may('approve') },
  }
}

const keyset: Keyset<Row> = {
  sorts: { month: { column: 's.period', type: 'date', of: (row) => row.first_day } },
  defaultSort: '-month',
  id: { column: 's.id', type: 'int', of: (row) => row.id },
  defaultSize: 20,
}

/** One page of lines, newest month first. */
export async function listLines(
  context: Context,
  payload: Parsed<typeof calls.promoterSettleList>,
): Promise<Answer<typeof calls.promoterSettleList>> {
  const query = selected(context.database).where(visible(context.scope))
  const page = await narrowedPage<Row, typeof payload>(context, query, filters, keyset, payload)
  return mapPage(page, (row) => shown(row, context))
}

/** @throws Refusal 10032 */
export async function lineInfo(
  context: Context,
  { id }: Parsed<typeof calls.promoterSettleInfo>,
): Promise<Answer<typeof calls.promoterSettleInfo>> {
  const { database, scope, now } = context
  const row = await selected(database).where('s.id', '=', id).where(visible(scope)).executeTakeFirst()
  if (!row) throw new Refusal(10032)
  const [parts, accounts] = await Promise.all([
    partsOf(database, id, row.state === 'open'),
    promoterAccounts.accountsOf(database, row.promoter_id),
  ])
  const due = (one: (typeof accounts)[number]) =>
    one.state === 'waiting' && one.effectiveAt !== null && one.effectiveAt <= now
  const account = accounts.find(due) ?? accounts.find(({ state }) => state === 'effective')
  return {
    settlement: shown(row, context),
    parts: parts.map(({ channelId, number, name, priceCents, netCents, cents, ...part }) => ({
      channel: { id: channelId, number, name },
      ...part,
      priceCents: Number(priceCents),
      netCents: Number(netCents),
      cents: Number(cents),
    })),
    account: account ? { kind: account.kind, lastFour: account.lastFour } : null,
  }
}
