// /finance/promotion: promoters, their bound users, their share of recharges, and payables.
import type { RecordOf } from '@greenroom/contract/call'
import { financePromotionList } from '@greenroom/contract/promoterSettle'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../format/Amount.tsx'
import { share } from '../../format/number.ts'
import type { Column } from '../../list/columns.ts'
import { dateRange, filtersOf, text } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { useSession } from '../../session/session.ts'

type Row = RecordOf<typeof financePromotionList>

const filters = filtersOf({ promoterName: text({ as: 'q', most: 60 }), earnedIn: dateRange() })

const usd = (id: keyof Row, width = 130): Column<Row> => ({
  id,
  cell: (row) => <Amount value={row[id] as number} unit="usd" />,
  align: 'end',
  width,
})
const count = (id: keyof Row, width = 110): Column<Row> => ({
  id,
  cell: (row) => <Amount value={row[id] as number} unit="number" />,
  align: 'end',
  width,
})

const columns: Column<Row>[] = [
  { id: 'promoter', cell: (row) => <Promoter of={row} />, links: true, pinned: true, sort: 'name', width: 210 },
  count('channels', 90),
  count('boundUsers'),
  count('payers', 100),
  usd('rechargeCents'),
  usd('earnedCents'),
  { id: 'share', cell: (row) => <Share bp={row.shareBp} />, align: 'end', width: 90 },
  {
    id: 'openCents',
    cell: (row) => <Lines of={row} state="open" cents={row.openCents} />,
    links: true,
    align: 'end',
    width: 140,
  },
  {
    id: 'payableCents',
    cell: (row) => <Lines of={row} state="approved" cents={row.payableCents} />,
    links: true,
    align: 'end',
    width: 130,
  },
  {
    id: 'paidCents',
    cell: (row) => <Lines of={row} state="paid" cents={row.paidCents} />,
    links: true,
    align: 'end',
    width: 130,
  },
]

function Promoter({ of }: { of: Row }) {
  const { may } = useSession()
  if (!may('promotion.channel', 'read')) return <bdi>{of.promoter.name}</bdi>
  return (
    <Anchor component={Link} to={`/promotion/channel?drawer=${encodeURIComponent(`promoter:${of.id}`)}`}>
      <bdi>{of.promoter.name}</bdi>
    </Anchor>
  )
}

function Share({ bp }: { bp: number | null }) {
  const { i18n } = useTranslation()
  return <bdi dir="ltr">{bp === null ? '–' : share(bp / 10_000, i18n.language)}</bdi>
}

/** A sum with a link to its settlements: for unapproved amounts, all that are not approved. */
function Lines({ of, state, cents }: { of: Row; state: 'open' | 'approved' | 'paid'; cents: number }) {
  const { may } = useSession()
  const amount = <Amount value={cents} unit="usd" />
  if (cents === 0 || !may('promotion.settle', 'read')) return amount
  const only = state === 'open' ? '' : `&settle=${state}`
  return (
    <Anchor component={Link} to={`/promotion/settle?promoterId=${of.id}${only}`}>
      {amount}
    </Anchor>
  )
}

export default function Promotion() {
  const list = useList({ call: financePromotionList, filters, sort: 'name', name: (row) => row.promoter.name })
  return (
    <ListPage list={list}>
      <ListFilters />
      <ListTable columns={columns} />
    </ListPage>
  )
}
