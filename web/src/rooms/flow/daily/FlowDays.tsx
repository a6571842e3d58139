// The days of the flow as a list: one row a day, currency and kind.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import { flowDailyList } from '@greenroom/contract/flow'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import type { Column } from '../../../list/columns.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Kind } from '../../../page/money/LedgerEntry.tsx'
import { unitOf } from '../../../page/money/ledgerUnits.ts'
import { Labelled } from '../../../ui/Labelled.tsx'
import styles from './DailyFlow.module.css'
import { dailyFilters, Tabs } from './DailyTabs.tsx'

type Day = RecordOf<typeof flowDailyList>

const columns: Column<Day>[] = [
  { id: 'day', cell: (row) => <bdi dir="ltr">{row.day}</bdi>, pinned: true, width: 130 },
  { id: 'kind', cell: (row) => <Kind kind={row.kind} />, width: 200 },
  { id: 'currency', cell: (row) => <Labelled by={`flow:options.currency.${row.currency}`} />, width: 110 },
  { id: 'in', cell: (row) => <Amount value={row.in} unit={unitOf[row.currency]} />, align: 'end', width: 160 },
  { id: 'out', cell: (row) => <Amount value={row.out} unit={unitOf[row.currency]} />, align: 'end', width: 160 },
  {
    id: 'net',
    cell: (row) => <Amount value={row.in - row.out} unit={unitOf[row.currency]} />,
    align: 'end',
    width: 160,
  },
  { id: 'transfers', cell: (row) => <Amount value={row.transfers} unit="number" />, align: 'end', width: 120 },
]

const entriesOf = ({ day, kind, currency }: Day) =>
  `/flow/token?tab=legs&occurredAt=${day}..${day}&kind=${encodeURIComponent(kind)}&currency=${currency}`

export function Days() {
  const list = useList({ call: flowDailyList, filters: dailyFilters, name: (row) => `${row.day} · ${row.kind}` })
  return (
    <ListPage
      list={list}
      summary={
        <>
          <Tabs />
          <Totals answer={list.answer} />
        </>
      }
    >
      <ListFilters />
      <ListTable columns={columns} rowHref={entriesOf} />
    </ListPage>
  )
}

/** Totals over all matching days, whatever the page. */
function Totals({ answer }: { answer: unknown }) {
  const { t } = useTranslation('flow')
  const totals = (answer as Answer<typeof flowDailyList> | undefined)?.totals ?? []
  if (totals.length === 0) return null
  return (
    <dl className={styles['totals']} aria-label={t('daily.totals')}>
      {totals.map((total) => (
        <div key={total.currency} className={styles['total']}>
          <dt>{t(`options.currency.${total.currency}`)}</dt>
          <dd>
            <span>
              {t('columns.in')} <Amount value={total.in} unit={unitOf[total.currency]} />
            </span>
            <span>
              {t('columns.out')} <Amount value={total.out} unit={unitOf[total.currency]} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
