// Lists of sales and purchases: staff and agents share a query.
import type { agentOwnPurchaseList, agentOwnSaleList } from '@greenroom/contract/agentPortal'
import type { agentPurchaseList, agentSaleList } from '@greenroom/contract/agentTrades'
import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import { sql } from 'kysely'
import type { Approvals } from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { type AnyQuery, type Keyset, mapPage } from '../../../kit/database/paging.ts'
import type { Params } from '../../../params/index.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { personColumn } from '../../users/index.ts'
import { ofCaller, ofOwn } from '../visibleAgents.ts'
import { waitingPurchases } from './trades.bank.ts'
import type { Purchase } from './trades.queries.ts'
import { backUntil } from './trades.rules.ts'

type SaleRow = {
  saleId: string
  agentId: number
  agentUser: PersonRef
  buyer: PersonRef
  tokens: bigint
  costMicros: bigint
  at: Date
  newBuyer: boolean
  atNight: boolean
  roundTrip: boolean
  back: 'asked' | 'agreed' | 'refused' | null
  askedAt: Date | null
  askedFor: string | null
  backTokens: bigint | null
  decidedAt: Date | null
  decidedBy: string | null
  reason: string | null
}

type SaleFilters = Pick<Parsed<typeof agentSaleList>, 'userId' | 'backState' | 'pattern' | 'tokensMin' | 'tokensMax'>

const sales = (context: Context) =>
  context.database
    .selectFrom('topup_agents.sale as s')
    .innerJoin('topup_agents.agent as g', 'g.id', 's.agent_id')
    .innerJoin('users.app_user as au', 'au.id', 'g.user_id')
    .innerJoin('users.app_user as u', 'u.id', 's.user_id')
    .leftJoin('topup_agents.refund as r', 'r.sale_id', 's.id')
    .select(['s.id as saleId', 's.agent_id as agentId', 's.tokens', 's.cost_micros as costMicros', 's.at'])
    .select(['s.new_buyer as newBuyer', 's.at_night as atNight', 's.round_trip as roundTrip', 'r.state as back'])
    .select(['r.asked_at as askedAt', 'r.asked_for as askedFor', 'r.tokens as backTokens'])
    .select(['r.decided_at as decidedAt', 'r.decided_by as decidedBy', 'r.reason'])
    .select([personColumn('g.user_id', 'au').as('agentUser'), personColumn('s.user_id', 'u').as('buyer')])
    .$narrowType<{ back: SaleRow['back'] }>()
    .where(ofOwn(context.scope, 's.agent_id'))

/** The same rows without what they join: counting ten thousand of them, or finding a page's ids, reads an index alone. */
function countedSales({ database, scope }: Context, { backState, userId, pattern, tokensMin, tokensMax }: SaleFilters) {
  const from = (query: AnyQuery) => query.select('s.id').where(ofOwn(scope, 's.agent_id'))
  if (backState === undefined) return from(database.selectFrom('topup_agents.sale as s'))
  const returns = database.selectFrom('topup_agents.refund as r')
  if ((userId ?? pattern ?? tokensMin ?? tokensMax) !== undefined)
    return from(returns.innerJoin('topup_agents.sale as s', 's.id', 'r.sale_id'))
  // Returns hold all that the other filters ask for.
  const sold = sql`(select r.sale_id as id, r.agent_id, r.sold_at as at)`.as<'s'>('s')
  return from(
    returns.innerJoinLateral(
      () => sold,
      (join) => join.onTrue(),
    ),
  )
}

const saleKeyset: Keyset<SaleRow> = {
  sorts: { at: { column: 's.at', type: 'timestamptz', of: (row) => row.at } },
  defaultSort: '-at',
  id: { column: 's.id', type: 'uuid', of: (row) => row.saleId },
  defaultSize: 20,
}
const backState = equals('r.state')
const patterns = {
  new: sql<boolean>`s.new_buyer`,
  night: sql<boolean>`s.at_night`,
  round: sql<boolean>`s.round_trip`,
} as const
const saleFilters: Filters<typeof agentSaleList> = {
  agentId: among('s.agent_id'),
  userId: among('s.user_id'),
  backState,
  pattern: (pattern) => patterns[pattern],
  tokensMin: (least) => sql`s.tokens >= ${least}`,
  tokensMax: (most) => sql`s.tokens <= ${most}`,
  ...span('s.at'),
}
const ownSaleFilters: Filters<typeof agentOwnSaleList> = {
  userId: among('s.user_id'),
  backState,
  ...span('s.at'),
}

const backOf = (row: SaleRow) =>
  row.back === null
    ? null
    : {
        state: row.back,
        askedAt: row.askedAt!.toISOString(),
        askedFor: row.askedFor ?? '',
        tokens: Number(row.backTokens ?? 0n),
        decidedAt: row.decidedAt?.toISOString() ?? null,
        reason: row.reason ?? '',
      }

/** Sales, for staff. */
export async function saleList(context: Context, payload: Parsed<typeof agentSaleList>) {
  const writes = levelOn(staffOf(context), 'finance.agentTrades') === 3
  const query = sales(context).where(visible(context.scope))
  const page = await narrowedPage<SaleRow, typeof payload>(context, query, saleFilters, saleKeyset, payload, {
    counted: countedSales(context, payload).where(visible(context.scope)),
    late: (payload.backState ?? payload.tokensMin ?? payload.tokensMax) !== undefined,
  })
  return mapPage(page, (row) => {
    const back = backOf(row)
    const can: true | string = !writes
      ? 'readOnly'
      : row.back === 'asked'
        ? true
        : row.back === null
          ? 'notAsked'
          : 'decided'
    return {
      saleId: row.saleId,
      agent: { agentId: row.agentId, user: row.agentUser },
      buyer: row.buyer,
      tokens: Number(row.tokens),
      costUsdMicros: Number(row.costMicros),
      at: row.at.toISOString(),
      newBuyer: row.newBuyer,
      atNight: row.atNight,
      roundTrip: row.roundTrip,
      back: back && { ...back, decidedBy: row.decidedBy ?? '' },
      can: { agree: can, refuse: can },
    }
  })
}

/** The agent's own. */
export const ownSales = (params: Params) => async (context: Context, payload: Parsed<typeof agentOwnSaleList>) => {
  const hours = params.integer('agent_back_hours')
  const writes = levelOn(staffOf(context), 'topup-agents.details') === 3
  const page = await narrowedPage<SaleRow, typeof payload>(
    context,
    sales(context).where(ofCaller(context.scope, 's.agent_id')),
    ownSaleFilters,
    saleKeyset,
    payload,
    {
      counted: countedSales(context, payload).where(ofCaller(context.scope, 's.agent_id')),
      late: payload.backState !== undefined,
    },
  )
  const mayAsk = (row: SaleRow): true | string => {
    if (!writes) return 'readOnly'
    if (row.back !== null) return 'backAsked'
    return backUntil(row.at, hours) > context.now ? true : 'backLate'
  }
  return mapPage(page, (row) => ({
    saleId: row.saleId,
    buyer: row.buyer,
    tokens: Number(row.tokens),
    at: row.at.toISOString(),
    back: backOf(row),
    can: { askBack: mayAsk(row) },
  }))
}

type PurchaseRow = Pick<Purchase, 'kind' | 'state' | 'usdMicros' | 'tokens' | 'extraTokens' | 'reference'> & {
  purchaseId: string
  agentId: number
  agentUser: PersonRef
  guildId: number | null
  approvalId: string | null
  proofFileId: string | null
  mime: string | null
  askedAt: Date
  askedBy: string
  decidedAt: Date | null
  decidedBy: string
  reason: string
  reversedAt: Date | null
  debtMicros: bigint
}

const purchases = (context: Context) =>
  context.database
    .selectFrom('topup_agents.purchase as p')
    .innerJoin('topup_agents.agent as g', 'g.id', 'p.agent_id')
    .innerJoin('users.app_user as au', 'au.id', 'g.user_id')
    .leftJoin('files.file as f', 'f.id', 'p.proof_file_id')
    .select(['p.id as purchaseId', 'p.agent_id as agentId', 'p.kind', 'p.state', 'p.usd_micros as usdMicros'])
    .select(['p.tokens', 'p.extra_tokens as extraTokens', 'p.reference', 'p.guild_id as guildId'])
    .select(['p.approval_id as approvalId', 'p.proof_file_id as proofFileId', 'f.mime', 'p.asked_at as askedAt'])
    .select(['p.asked_by as askedBy', 'p.decided_at as decidedAt', 'p.decided_by as decidedBy', 'p.reason'])
    .select(['p.reversed_at as reversedAt', 'p.debt_micros as debtMicros'])
    .select(personColumn('g.user_id', 'au').as('agentUser'))
    .$narrowType<{ kind: Purchase['kind']; state: Purchase['state'] }>()
    .where(ofOwn(context.scope, 'p.agent_id'))

const purchaseKeyset: Keyset<PurchaseRow> = {
  sorts: { askedAt: { column: 'p.asked_at', type: 'timestamptz', of: (row) => row.askedAt } },
  defaultSort: '-askedAt',
  id: { column: 'p.id', type: 'uuid', of: (row) => row.purchaseId },
  defaultSize: 20,
}
const ownPurchaseFilters: Filters<typeof agentOwnPurchaseList> = {
  purchaseKind: equals('p.kind'),
  state: equals('p.state'),
  ...span('p.asked_at'),
}
const purchaseFilters: Filters<typeof agentPurchaseList> = {
  agentId: among('p.agent_id'),
  reference: equals('p.reference'),
  ...ownPurchaseFilters,
}

const extensions: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
}

const shownPurchase = (fileUrl: string, row: PurchaseRow) => ({
  purchaseId: row.purchaseId,
  kind: row.kind,
  state: row.state,
  usdMicros: Number(row.usdMicros),
  tokens: Number(row.tokens),
  extraTokens: Number(row.extraTokens),
  reference: row.reference,
  proofUrl: row.proofFileId === null ? '' : `${fileUrl}${row.proofFileId}${extensions[row.mime ?? ''] ?? ''}`,
  askedAt: row.askedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  reason: row.reason,
  reversedAt: row.reversedAt?.toISOString() ?? null,
  debtUsdMicros: Number(row.debtMicros),
})

/** Purchases, for staff. */
export const purchaseList =
  ({ approvals, fileUrl }: { approvals: Approvals; fileUrl: string }) =>
  async (context: Context, payload: Parsed<typeof agentPurchaseList>) => {
    const writes = levelOn(staffOf(context), 'finance.agentTrades') === 3
    const query = purchases(context).where(visible(context.scope))
    const [page, waiting] = await Promise.all([
      narrowedPage<PurchaseRow, typeof payload>(context, query, purchaseFilters, purchaseKeyset, payload),
      waitingPurchases(approvals, context),
    ])
    return mapPage(page, (row) => {
      const waits = row.approvalId !== null && waiting.has(row.approvalId)
      const able = (state: Purchase['state']): true | string => {
        if (!writes) return 'readOnly'
        if (waits) return 'waits'
        return row.state === state ? true : 'decided'
      }
      const reverse = able('credited')
      return {
        ...shownPurchase(fileUrl, row),
        agent: { agentId: row.agentId, user: row.agentUser },
        askedBy: row.askedBy,
        decidedBy: row.decidedBy,
        guildId: row.guildId,
        approvalId: waits ? row.approvalId : null,
        can: {
          credit: able('in review'),
          refuse: able('in review'),
          reverse: reverse === true && row.kind === 'usdt' ? 'usdtStays' : reverse,
        },
      }
    })
  }

/** The agent's own. */
export const ownPurchases =
  (fileUrl: string) => async (context: Context, payload: Parsed<typeof agentOwnPurchaseList>) => {
    const page = await narrowedPage<PurchaseRow, typeof payload>(
      context,
      purchases(context).where(ofCaller(context.scope, 'p.agent_id')),
      ownPurchaseFilters,
      purchaseKeyset,
      payload,
    )
    return mapPage(page, (row) => shownPurchase(fileUrl, row))
  }
