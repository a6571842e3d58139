// /finance/promotion: promoters with bound users, share and payable.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { financePromotionList } from '@greenroom/contract/promoterSettle'
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { type Keyset, mapPage } from '../../../kit/database/paging.ts'
import { spanOf } from '../../../kit/time.ts'
import { promoterBalances } from '../../../ledger/index.ts'
import { named, narrowedPage, search } from '../../../records/index.ts'
import { cost, net } from '../days/channelDays.figures.ts'
import { paidDays } from './promoterSettle.refresh.ts'
import { shareOfRecharge } from './promoterSettle.rules.ts'

type Payload = Parsed<typeof financePromotionList>
type Row = { id: number; name: string }

const keyset: Keyset<Row> = {
  sorts: { name: { column: 'p.name', type: 'text', of: (row) => row.name } },
  defaultSort: 'name',
  id: { column: 'p.id', type: 'int', of: (row) => row.id },
  defaultSize: 20,
}

type Figures = {
  id: number
  channels: number
  boundUsers: number
  payers: number
  recharge: bigint
  earned: bigint
  open: bigint
  paid: bigint
}

/** Users of all time, money of the requested days; days are texts; an empty one means no bound. */
async function figuresOf(reader: Reader, ids: readonly number[], from: string, to: string) {
  const inSpan = sql`(${from} = '' or d.key >= ${from}) and (${to} = '' or d.key < ${`${to}~`})`
  const { rows } = await sql<Figures>`
    select p.id, (select count(*)::int from promotion.channel c where c.promoter_id = p.id) as channels,
           coalesce(n.bound, 0)::int as "boundUsers", coalesce(n.payers, 0)::int as payers,
           coalesce(n.recharge, 0)::bigint as recharge, coalesce(n.earned, 0)::bigint as earned,
           coalesce(s.open, 0)::bigint as open, coalesce(s.paid, 0)::bigint as paid
      from promotion.promoter p
      left join (
        select c.promoter_id, sum(d.registrations) as bound, sum(d.first_payers) as payers,
               sum(${net}) filter (where ${inSpan}) as recharge, sum(${cost}) filter (where ${inSpan}) as earned
          from ${paidDays} where c.promoter_id = any(${ids}::int[]) group by 1) n on n.promoter_id = p.id
      left join (
        select promoter_id, sum(payable_cents) filter (where state in ('open', 'frozen')) as open,
               sum(payable_cents) filter (where state = 'paid') as paid
          from promotion.settlement where promoter_id = any(${ids}::int[]) group by 1) s on s.promoter_id = p.id
     where p.id = any(${ids}::int[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

const dayOf = (time: string | undefined) => (time ?? '').slice(0, 10)
const microsPerCent = 10_000n

/** One page of promoters by name. */
export async function listBound(context: Context, payload: Payload): Promise<Answer<typeof financePromotionList>> {
  spanOf(payload, context.timeZone)
  const query = context.database
    .selectFrom('promotion.promoter as p')
    .select(['p.id', 'p.name'])
    .where(visible(context.scope))
  const days = () => sql<boolean>`true`
  const filters = { q: search([], named('p.name')), startTimeStr: days, endTimeStr: days }
  const page = await narrowedPage<Row, Payload>(context, query, filters, keyset, payload)
  const ids = page.records.map(({ id }) => id)
  const [figures, balances] = await Promise.all([
    figuresOf(context.database, ids, dayOf(payload.startTimeStr), dayOf(payload.endTimeStr)),
    promoterBalances(context.database, ids),
  ])
  return mapPage(page, ({ id, name }) => {
    const found = figures.get(id)!
    return {
      id,
      promoter: { promoterId: id, name },
      channels: found.channels,
      boundUsers: found.boundUsers,
      payers: found.payers,
      rechargeCents: Number(found.recharge),
      earnedCents: Number(found.earned),
      shareBp: shareOfRecharge(found.earned, found.recharge),
      openCents: Number(found.open),
      payableCents: Number((balances.get(id) ?? 0n) / microsPerCent),
      paidCents: Number(found.paid),
    }
  })
}
