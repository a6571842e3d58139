// Users, devices and payers with more than one chargeback.
import type { RecordOf } from '@greenroom/contract/call'
import { repeatList } from '@greenroom/contract/chargebacks'
import { repeatKinds } from '@greenroom/contract/statesAndKinds'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { Tabs } from './ChargebackTabs.tsx'

type Repeat = RecordOf<typeof repeatList>

const filters = filtersOf({ repeatBy: oneOf(repeatKinds, { as: 'by' }) })
const filterOf = { user: 'userId', device: 'deviceId', payer: 'payerReference' } as const

const hrefOf = ({ by, key }: Repeat) => `/finance/chargeback?${filterOf[by]}=${encodeURIComponent(key)}`

function Count({ row }: { row: Repeat }) {
  const { t } = useTranslation('finance')
  return (
    <Link to={hrefOf(row)} title={t('chargeback.repeated.open')}>
      <Amount value={row.chargebacks} unit="number" />
    </Link>
  )
}

function People({ row }: { row: Repeat }) {
  return (
    <>
      {row.users.map((user) => (
        <PersonLink key={user.userId} person={user} brief={row.userCount > 1} />
      ))}
      {row.userCount > row.users.length && ` +${row.userCount - row.users.length}`}
    </>
  )
}

const columns: Column<Repeat>[] = [
  { id: 'repeatKey', cell: (row) => <Code>{row.key}</Code>, pinned: true, width: 220 },
  { id: 'users', cell: (row) => <People row={row} />, links: true, width: 320 },
  { id: 'userCount', cell: (row) => <Amount value={row.userCount} unit="number" />, align: 'end', width: 90 },
  { id: 'chargebacks', cell: (row) => <Count row={row} />, links: true, align: 'end', sort: 'chargebacks', width: 130 },
  { id: 'usd', cell: (row) => <Amount value={row.usdCents} unit="usd" />, align: 'end', sort: 'usdCents', width: 120 },
  { id: 'owedTokens', cell: (row) => <Tokens amount={row.owedTokens} />, align: 'end', width: 120 },
  { id: 'lastAt', cell: (row) => <Time at={row.lastAt} />, sort: 'lastAt', width: 165 },
]

export default function RepeatList() {
  const list = useList({
    call: repeatList,
    filters,
    sort: '-chargebacks',
    rowId: (row) => row.key,
    name: (row) => row.key,
  })
  return (
    <ListPage list={list} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} />
    </ListPage>
  )
}
