// /RechargeAgent/MyToken: the stock with its average cost, and all its movements.
import { agentMovementList, agentTokens } from '@greenroom/contract/agentPortal'
import type { RecordOf } from '@greenroom/contract/call'
import { stockMovements } from '@greenroom/contract/statesAndKinds'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { dateRange, filtersOf, oneOf } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Code } from '../../ui/Facts.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { Tokens } from '../../ui/Tokens.tsx'
import classes from './portal/portal.module.css'

type Movement = RecordOf<typeof agentMovementList>

const filters = filtersOf({ movementKind: oneOf(stockMovements), at: dateRange() })

const columns: Column<Movement>[] = [
  {
    id: 'movementKind',
    cell: (row) => <Labelled by={`topup-agents:options.movementKind.${row.kind}`} />,
    pinned: true,
    width: 150,
    least: 100,
  },
  { id: 'tokens', cell: (row) => <Tokens amount={row.tokens} />, align: 'end', width: 90 },
  { id: 'stockAfter', cell: (row) => <Tokens amount={row.stockAfter} />, align: 'end', width: 110 },
  { id: 'at', cell: (row) => <Time at={row.at} brief />, sort: 'occurredAt', width: 140 },
  { id: 'reference', cell: (row) => <Code>{row.reference}</Code>, width: 300 },
]

export default function TokenScreen() {
  const list = useList({ call: agentMovementList, filters, sort: '-occurredAt', name: (row) => row.reference })
  return (
    <ListPage list={list} summary={<Stock />}>
      <ListFilters />
      <ListTable columns={columns} actions={[]} />
    </ListPage>
  )
}

/** Micro-dollars per thousand tokens. */
const perThousand = (cost: number, stock: number) => (stock === 0 ? 0 : Math.round((cost / stock) * 1_000))

function Stock() {
  const { t } = useTranslation('topup-agents')
  const { data } = useQuery({
    queryKey: ['topup-agents.myToken', 'balance'],
    queryFn: ({ signal }) => call(agentTokens, {}, { signal }),
    staleTime: 0,
  })
  if (!data) return null
  const tokens = (value: number) => <Amount value={value} unit="tokens" />
  const usd = (value: number) => <Amount value={value} unit="usdMicros" />
  const shown = [
    ['stock', tokens(data.stockTokens)],
    ['average', <Amount key="a" value={perThousand(data.costUsdMicros, data.stockTokens)} unit="usdFloor" />],
    ['bought', tokens(data.boughtTokens)],
    ['sold', tokens(data.soldTokens)],
    ...(data.backTokens > 0 ? ([['back', tokens(data.backTokens)]] as const) : []),
    ...(data.takenBackTokens > 0 ? ([['takenBack', tokens(data.takenBackTokens)]] as const) : []),
    ...(data.debtUsdMicros > 0 ? ([['debt', usd(data.debtUsdMicros)]] as const) : []),
    ...(data.payableUsdMicros > 0 ? ([['payable', usd(data.payableUsdMicros)]] as const) : []),
  ] as const
  return (
    <dl className={classes['totals']}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`token.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
