// The lines of one statement (`statement=…`) with their matches.
import { statementLineList } from '@greenroom/contract/statements'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useAddress } from '../../../session/useAddress.ts'
import { Code } from '../../../ui/Facts.tsx'
import { LineFault, LineResult, Minor, type StatementLine } from './StatementState.tsx'
import { Tabs } from './StatementTabs.tsx'

const filters = filtersOf({
  lineResult: oneOf(['agreed', 'amount', 'split', 'theirs', 'unreadable'], { as: 'result' }),
  reference: text({ most: 100 }),
})

const columns: Column<StatementLine>[] = [
  { id: 'line', cell: (row) => String(row.line), pinned: true, width: 80 },
  { id: 'reference', cell: (row) => (row.reference ? <Code>{row.reference}</Code> : '–'), width: 240 },
  {
    id: 'lineAmount',
    cell: (row) => <Minor value={row.amountMinor} currency={row.currency} />,
    align: 'end',
    width: 130,
  },
  { id: 'lineFee', cell: (row) => <Minor value={row.feeMinor} currency={row.currency} />, align: 'end', width: 110 },
  { id: 'lineAt', cell: (row) => <Time at={row.at} />, width: 165 },
  { id: 'lineResult', cell: (row) => <LineResult result={row.result} />, width: 140 },
  {
    id: 'order',
    cell: (row) =>
      row.orderId ? (
        <Link to={`/finance/recharge?orderId=${encodeURIComponent(row.orderId)}`}>{row.orderId}</Link>
      ) : (
        '–'
      ),
    links: true,
    width: 190,
  },
  { id: 'fault', cell: (row) => <LineFault fault={row.fault} />, width: 150 },
]

export default function LineList() {
  const { t } = useTranslation('finance')
  const [address] = useAddress()
  const statementId = Number(address.get('statement')) || 0
  const list = useList({
    call: statementLineList,
    filters,
    fixed: { statementId: Math.max(1, statementId) },
    sort: 'line',
    rowId: (row) => row.line,
    name: (row) => String(row.line),
  })
  return (
    <ListPage list={list} title={t('statement.linesOf', { id: String(statementId) })} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} />
    </ListPage>
  )
}
