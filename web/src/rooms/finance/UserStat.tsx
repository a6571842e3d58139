// /finance/userStat: users' recharges, refunds, spending, earnings and withdrawals in a span of days; every figure links to its rows.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import { userStatList } from '@greenroom/contract/finance'
import type { MenuKey } from '@greenroom/contract/screens'
import { sexes, userFigures } from '@greenroom/contract/statesAndKinds'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../format/Amount.tsx'
import { Country } from '../../format/Country.tsx'
import { useCountryOptions } from '../../format/country.ts'
import type { Column } from '../../list/columns.ts'
import { chosenFrom, dateRange, filtersOf, idText, oneOf } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { useSession } from '../../session/session.ts'
import { useAddress } from '../../session/useAddress.ts'
import { Tokens } from '../../ui/Tokens.tsx'
import { PersonChip } from '../../ui/values/UserChip.tsx'
import styles from './userStat.module.css'

// A figure that links to the rows it counts, in the list's span.
type Figure = (typeof userFigures)[number]

/** The screen of each figure's rows, its menu, and its parameter for the span. */
const places: Record<Figure, { menu: MenuKey; span: string; href: string }> = {
  recharged: { menu: 'finance.recharge', span: 'createdAt', href: '/finance/recharge?orderMoment=paid&sort=-paidAt' },
  refunded: {
    menu: 'finance.recharge',
    span: 'createdAt',
    href: '/finance/recharge?orderMoment=refunded&sort=-refundedAt',
  },
  spent: { menu: 'flow.token', span: 'occurredAt', href: '/flow/token?tab=legs&counted=spent' },
  earned: { menu: 'flow.token', span: 'occurredAt', href: '/flow/token?tab=legs&counted=earned' },
  withdrawn: { menu: 'finance.withdraw', span: 'requestedAt', href: '/finance/withdraw?tab=all&withdrawalMoment=paid' },
}

const dayOf = (moment: string | undefined) => moment?.slice(0, 10) ?? ''

function Behind({
  figure,
  row,
  none,
  children,
}: {
  figure: Figure
  row: RecordOf<typeof userStatList>
  none: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('finance')
  const { may } = useSession()
  const [address] = useAddress()
  const { menu, span, href } = places[figure]
  if (none) return '–'
  if (!may(menu, 'read')) return children
  const [from, to] = (address.get('day') ?? '').split('..')
  const days = from || to ? `&${span}=${dayOf(from)}..${dayOf(to)}` : ''
  return (
    <Link to={`${href}&userId=${row.user.userId}${days}`} title={t(`userStat.behind.${figure}`)}>
      {children}
    </Link>
  )
}

type Stat = RecordOf<typeof userStatList>
type Totals = Answer<typeof userStatList>['totals']

const filters = filtersOf({
  day: dateRange(),
  userId: idText(),
  sex: oneOf(sexes),
  country: chosenFrom(useCountryOptions),
  has: oneOf(userFigures),
})

const count = (value: number) => (value === 0 ? '–' : <Amount value={value} unit="number" />)

const columns: Column<Stat>[] = [
  { id: 'user', cell: (row) => <PersonChip person={row.user} />, pinned: true, width: 220 },
  {
    id: 'recharged',
    cell: (row) => (
      <Behind figure="recharged" row={row} none={row.recharges === 0}>
        <Amount value={row.rechargedCents} unit="usd" />
      </Behind>
    ),
    align: 'end',
    sort: 'rechargedCents',
    width: 140,
  },
  { id: 'recharges', cell: (row) => count(row.recharges), align: 'end', width: 95, spare: true },
  {
    id: 'refunded',
    cell: (row) => (
      <Behind figure="refunded" row={row} none={row.refunds === 0}>
        <Amount value={row.refundedCents} unit="usd" />
      </Behind>
    ),
    align: 'end',
    sort: 'refundedCents',
    width: 140,
  },
  { id: 'refunds', cell: (row) => count(row.refunds), align: 'end', width: 95, hidden: true },
  {
    id: 'spent',
    cell: (row) => (
      <Behind figure="spent" row={row} none={row.spentTokens === 0}>
        <Tokens amount={row.spentTokens} />
      </Behind>
    ),
    align: 'end',
    sort: 'spentTokens',
    width: 140,
  },
  {
    id: 'earned',
    cell: (row) => (
      <Behind figure="earned" row={row} none={row.earnedBonus === 0}>
        <Amount value={row.earnedBonus} unit="bonus" />
      </Behind>
    ),
    align: 'end',
    sort: 'earnedBonus',
    width: 140,
  },
  {
    id: 'withdrawn',
    cell: (row) => (
      <Behind figure="withdrawn" row={row} none={row.withdrawals === 0}>
        <Amount value={row.withdrawnCents} unit="usd" />
      </Behind>
    ),
    align: 'end',
    sort: 'withdrawnCents',
    width: 140,
  },
  {
    id: 'withdrawnBonus',
    cell: (row) => (row.withdrawals === 0 ? '–' : <Amount value={row.withdrawnBonus} unit="bonus" />),
    align: 'end',
    width: 140,
    spare: true,
  },
  { id: 'withdrawals', cell: (row) => count(row.withdrawals), align: 'end', width: 110, hidden: true },
  { id: 'country', cell: (row) => <Country code={row.country} />, width: 150, spare: true },
]

export default function UserStat() {
  const list = useList({
    call: userStatList,
    filters,
    sort: '-rechargedCents',
    rowId: (row) => row.user.userId,
    name: (row) => row.user.nickname || String(row.user.userId),
  })
  return (
    <ListPage list={list} summary={<Sums totals={(list.answer as { totals?: Totals } | undefined)?.totals} />}>
      <ListFilters />
      <ListTable columns={columns} rowHref={(row) => `/user/detail/${row.user.userId}`} />
    </ListPage>
  )
}

/** Totals over all matching users, whatever the page. */
function Sums({ totals }: { totals: Totals | undefined }) {
  const { t } = useTranslation('finance')
  if (!totals) return null
  const figures = [
    ['recharged', totals.rechargedCents, 'usd'],
    ['refunded', totals.refundedCents, 'usd'],
    ['spent', totals.spentTokens, 'tokens'],
    ['earned', totals.earnedBonus, 'bonus'],
    ['withdrawn', totals.withdrawnCents, 'usd'],
  ] as const
  return (
    <dl className={styles['totals']} aria-label={t('userStat.totals')}>
      {figures.map(([figure, value, unit]) => (
        <div key={figure} className={styles['total']}>
          <dt>{t(`columns.${figure}`)}</dt>
          <dd>
            <Amount value={value} unit={unit} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
