// Applications and agents as staff see them.
import type { agentInfo, agentList } from '@greenroom/contract/agents'
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import { sql } from 'kysely'
import type { Approvals } from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { withoutContacts } from '../../../kit/contacts.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { type AgentBalance, agentBalances } from '../../../ledger/index.ts'
import type { Params } from '../../../params/index.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { isAdult, personColumn } from '../../users/index.ts'
import { shownTier, tiersNow } from '../topupAgents.tiers.ts'
import { dayOf, monthOf, monthPurchases, noSales, type Sold, soldBy } from '../trades/trades.figures.ts'
import { shownAccounts } from './agentPayouts.service.ts'
import { cancelKind } from './agents.cancel.ts'
import { historyOf } from './agents.queries.ts'
import { type AgentState, next, stateKey, type Verb } from './agents.rules.ts'

type Row = {
  user: PersonRef
  userId: bigint
  agentId: number | null
  username: string
  state: AgentState
  reason: string
  contact: string
  note: string
  country: string
  appliedAt: Date
  decidedAt: Date | null
  decidedBy: string
  againFrom: Date | null
  dayTokens: bigint | null
  saleTokens: bigint | null
  countries: string[]
  version: number
  birthday: string | null
  certified: boolean
}
type Listed = RecordOf<typeof agentList>
export type AgentServices = { params: Params; approvals: Approvals }

const agents = (context: Context) =>
  context.database
    .selectFrom('topup_agents.application as a')
    .innerJoin('users.app_user as u', 'u.id', 'a.user_id')
    .leftJoin('topup_agents.agent as g', 'g.user_id', 'a.user_id')
    .leftJoin('access.staff as s', (join) => join.onRef('s.agent_id', '=', 'g.id').on('s.deleted_at', 'is', null))
    .select(['a.user_id as userId', 'g.id as agentId', 'a.state', 'a.reason', 'a.contact', 'a.note'])
    .select(['a.applied_at as appliedAt', 'a.decided_at as decidedAt', 'a.decided_by as decidedBy'])
    .select(['a.again_from as againFrom', 'g.day_tokens as dayTokens', 'g.sale_tokens as saleTokens', 'u.certified'])
    .select([
      personColumn('a.user_id', 'u').as('user'),
      sql<string>`coalesce(s.username, '')`.as('username'),
      sql<string>`coalesce(u.country, '')`.as('country'),
      sql<string[]>`coalesce(g.countries, '{}')`.as('countries'),
      sql<number>`coalesce(g.version, 1)`.as('version'),
      sql<string | null>`to_char(u.birthday, 'YYYY-MM-DD')`.as('birthday'),
    ])
    .$narrowType<{ state: AgentState }>()
    .where(visible(context.scope))

const keyset: Keyset<Row> = {
  sorts: { appliedAt: { column: 'a.applied_at', type: 'timestamptz', of: (row) => row.appliedAt } },
  defaultSort: '-appliedAt',
  id: { column: 'a.user_id', type: 'bigint', of: (row) => row.userId },
  defaultSize: 20,
}

const filters: Filters<typeof agentList> = {
  userId: among('a.user_id'),
  agentId: among('g.id'),
  state: equals('a.state'),
  ...span('a.applied_at'),
}

type Figures = {
  balances: ReadonlyMap<number, AgentBalance>
  months: ReadonlyMap<number, bigint>
  sold: ReadonlyMap<number, Sold>
  waiting: ReadonlyMap<string, string>
}

async function figuresOf({ approvals }: AgentServices, context: Context, rows: readonly Row[]): Promise<Figures> {
  const ids = rows.flatMap(({ agentId }) => agentId ?? [])
  const { database, now, timeZone } = context
  const month = monthOf(now, timeZone)
  const [balances, months, sold, waiting] = await Promise.all([
    agentBalances(database, ids),
    monthPurchases(database, ids, month),
    soldBy(database, ids, { day: dayOf(now, timeZone), month }),
    approvals.waitingOn(database, cancelKind, now),
  ])
  return { balances, months, sold, waiting }
}

function shown({ params }: AgentServices, context: Context, row: Row, figures: Figures): Listed {
  const writes = levelOn(staffOf(context), 'finance.agents') === 3
  const { userId: _, agentId, username, birthday: _birthday, certified: _certified, ...rest } = row
  const approvalId = figures.waiting.get(String(row.userId)) ?? null
  const month = figures.months.get(agentId ?? 0) ?? 0n
  const can = (verb: Verb) => {
    if (!writes) return 'readOnly'
    if (!next(row.state, verb)) return stateKey(row.state)
    return verb === 'cancel' && approvalId !== null ? 'waits' : true
  }
  return {
    ...rest,
    // Contact details are shown only by a reveal.
    contact: withoutContacts(row.contact),
    note: withoutContacts(row.note),
    agentId,
    username,
    appliedAt: row.appliedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    againFrom: row.againFrom?.toISOString() ?? null,
    stockTokens: Number(figures.balances.get(agentId ?? 0)?.stock ?? 0n),
    monthUsdCents: Number(month / 10_000n),
    extraPercent: shownTier(tiersNow(params), month).extraPercent,
    soldTodayTokens: Number(figures.sold.get(agentId ?? 0)?.todayTokens ?? 0n),
    dayTokens: row.dayTokens === null ? null : Number(row.dayTokens),
    saleTokens: row.saleTokens === null ? null : Number(row.saleTokens),
    approvalId,
    can: {
      approve: can('approve'),
      reject: can('reject'),
      freeze: can('freeze'),
      unfreeze: can('unfreeze'),
      cancel: can('cancel'),
      account: !writes ? 'readOnly' : agentId === null ? stateKey(row.state) : true,
      limits: !writes ? 'readOnly' : agentId === null ? stateKey(row.state) : true,
      reveal: levelOn(staffOf(context), 'users.contact') === 3 ? true : 'readOnly',
    },
  }
}

/** One page of applications. */
export const list = (services: AgentServices) => async (context: Context, payload: Parsed<typeof agentList>) => {
  const page = await narrowedPage<Row, typeof payload>(context, agents(context), filters, keyset, payload)
  const figures = await figuresOf(services, context, page.records)
  return { ...page, records: page.records.map((row) => shown(services, context, row, figures)) }
}

/** @throws Refusal 10032 if the user never applied */
export const info =
  (services: AgentServices) =>
  async (context: Context, { userId }: Parsed<typeof agentInfo>): Promise<Answer<typeof agentInfo>> => {
    const row: Row | undefined = await agents(context).where('a.user_id', '=', BigInt(userId)).executeTakeFirst()
    if (!row) throw refuseCode(10032, 'userId')
    const [figures, history, accounts] = await Promise.all([
      figuresOf(services, context, [row]),
      historyOf(context.database, row.userId),
      row.agentId === null ? [] : shownAccounts(services.approvals, context.database, row.agentId, context.now),
    ])
    const balance = figures.balances.get(row.agentId ?? 0)
    return {
      ...shown(services, context, row, figures),
      adult: isAdult(row, context.now),
      stockCostMicros: Number(balance?.costMicros ?? 0n),
      debtUsdMicros: Number(balance?.debt ?? 0n),
      payableUsdMicros: Number(balance?.payable ?? 0n),
      soldMonthTokens: Number((figures.sold.get(row.agentId ?? 0) ?? noSales).monthTokens),
      tier: shownTier(tiersNow(services.params), figures.months.get(row.agentId ?? 0) ?? 0n),
      accounts,
      history: history.map(({ id, at, by, what, reason }) => ({ id, at: at.toISOString(), by, what, reason })),
    }
  }
