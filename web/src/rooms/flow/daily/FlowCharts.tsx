import { flowDailyFigures } from '@greenroom/contract/flow'
import { currencies } from '@greenroom/contract/statesAndKinds'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Figure } from '../../../charts/Figure.tsx'
import { type FigureColumn, SortedTable } from '../../../charts/SortedTable.tsx'
import { Amount, units } from '../../../format/Amount.tsx'
import { date } from '../../../format/time.ts'
import { loadTexts } from '../../../i18n/index.ts'
import { FiguresPage } from '../../../page/FiguresPage.tsx'
import { type Currency, kindName, unitOf } from '../../../page/money/ledgerUnits.ts'
import { useFigures } from '../../../page/useFigures.ts'
import { useSession } from '../../../session/session.ts'
import { dailyFilters, Tabs } from './DailyTabs.tsx'
import { currenciesOf, type DailyFigures, dailyPlot } from './flowPlots.ts'

// Bundled with the screen, not loaded after its figures.
void loadTexts(['charts'])

export default function Charts() {
  const { t } = useTranslation('flow')
  const { list, data } = useFigures(flowDailyFigures, dailyFilters)
  const found = data ? currenciesOf(data, currencies) : []
  return (
    <FiguresPage list={list} summary={<Tabs />}>
      {data && found.map((currency) => <Flow key={currency} of={data} currency={currency} />)}
      {data && <Kinds of={data} />}
      {data && found.length === 0 && <p>{t('daily.nothing')}</p>}
    </FiguresPage>
  )
}

function Flow({ of, currency }: { of: DailyFigures; currency: Currency }) {
  const { t, i18n } = useTranslation(['flow', 'charts'])
  const { timeZone, clockOffset } = useSession()
  const { language } = i18n
  const today = date(new Date(Date.now() + clockOffset), timeZone)
  const plot = useMemo(
    () =>
      dailyPlot(of, currency, {
        day: t('columns.day'),
        today,
        soFar: t('charts:soFar'),
        in: t('columns.in'),
        out: t('columns.out'),
        net: t('columns.net'),
        amount: (value) => units[unitOf[currency]](value, language),
      }),
    [of, currency, today, t, language],
  )
  return (
    <Figure
      title={t('daily.byDay', { currency: t(`options.currency.${currency}`) })}
      computed={t('daily.how')}
      plot={plot}
      empty={t('daily.nothing')}
    />
  )
}

type Kind = DailyFigures['kinds'][number]

function Kinds({ of }: { of: DailyFigures }) {
  const { t } = useTranslation('flow')
  const amount = (id: 'in' | 'out' | 'net', value: (row: Kind) => number): FigureColumn<Kind> => ({
    id,
    name: t(`columns.${id}`),
    value,
    cell: (row) => <Amount value={value(row)} unit={unitOf[row.currency]} />,
  })
  const columns: FigureColumn<Kind>[] = [
    { id: 'kind', name: t('columns.kind'), value: ({ kind }) => kindName(kind) },
    { id: 'currency', name: t('columns.currency'), value: ({ currency }) => t(`options.currency.${currency}`) },
    amount('in', (row) => row.in),
    amount('out', (row) => row.out),
    amount('net', (row) => row.in - row.out),
    {
      id: 'transfers',
      name: t('columns.transfers'),
      value: ({ transfers }) => transfers,
      cell: ({ transfers }) => <Amount value={transfers} unit="number" />,
    },
  ]
  return (
    <SortedTable
      title={t('daily.byKind')}
      computed={t('daily.kindsHow')}
      columns={columns}
      rows={of.kinds}
      rowKey={({ kind, currency }) => `${kind} ${currency}`}
      order={{ by: 'transfers', down: true }}
      empty={t('daily.nothing')}
    />
  )
}
