// Channels' results by day, with both counts of installs.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import { channelDayList } from '@greenroom/contract/channels'
import { channelTypes } from '@greenroom/contract/statesAndKinds'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, dateRange, filtersOf, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import classes from '../promotion.module.css'
import { Coefficient, Percent } from '../promotionView.tsx'
import { useNumberOptions, usePromoterOptions } from '../useChoices.ts'
import { Tabs } from './ChannelTabs.tsx'

/** Totals over all matching days. */
function Totals({ answer }: { answer: unknown }) {
  const { t } = useTranslation('promotion')
  const totals = (answer as Partial<Answer<typeof channelDayList>> | undefined)?.totals
  if (!totals) return null
  const of = [
    ['visits', <Amount key="v" value={totals.visits} unit="number" />],
    ['clicks', <Amount key="c" value={totals.clicks} unit="number" />],
    ['installs', <Amount key="i" value={totals.installs} unit="number" />],
    ['counted', <Amount key="n" value={totals.counted} unit="number" />],
    ['registrations', <Amount key="r" value={totals.registrations} unit="number" />],
    ['firstPayers', <Amount key="f" value={totals.firstPayers} unit="number" />],
    ['rechargeCents', <Amount key="m" value={totals.rechargeCents} unit="usd" />],
    ['costCents', <Amount key="k" value={totals.costCents} unit="usd" />],
    ['returned', <Percent key="b" bp={totals.returnBp} />],
  ] as const
  return (
    <dl className={classes['totals']} aria-label={t('totals')}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`columns.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Day = RecordOf<typeof channelDayList>

const filters = filtersOf({
  number: chosenFrom(useNumberOptions('channelDay')),
  promoterId: chosenFrom(usePromoterOptions('channelDay')),
  type: oneOf(channelTypes),
  day: dateRange(),
})

const count = (id: keyof Day, width = 100): Column<Day> => ({
  id,
  cell: (row) => <Amount value={row[id] as number} unit="number" />,
  align: 'end',
  width,
})
const usd = (id: 'rechargeCents' | 'costCents'): Column<Day> => ({
  id,
  cell: (row) => <Amount value={row[id]} unit="usd" />,
  align: 'end',
  width: id === 'costCents' ? 100 : 122,
})

const columns: Column<Day>[] = [
  { id: 'day', cell: (row) => <bdi dir="ltr">{row.day}</bdi>, pinned: true, sort: 'day', width: 105 },
  { id: 'channel', cell: (row) => row.channel?.name ?? <Code>{row.number}</Code>, width: 130 },
  count('visits', 70),
  count('clicks', 68),
  count('installs', 78),
  { id: 'coefficient', cell: (row) => <Coefficient value={row.coefficient} />, align: 'end', width: 100, spare: true },
  count('counted', 85),
  count('registrations', 110),
  count('firstPayers', 101),
  usd('rechargeCents'),
  { id: 'd1', cell: (row) => <Percent bp={row.d1Bp} />, align: 'end', width: 62 },
  usd('costCents'),
  { id: 'returned', cell: (row) => <Percent bp={row.returnBp} />, align: 'end', width: 80 },
  { id: 'number', cell: (row) => <Code>{row.number}</Code>, width: 140, hidden: true },
  { id: 'promoter', cell: (row) => row.promoter?.name ?? '–', width: 150, hidden: true },
  { id: 'model', cell: (row) => row.model ?? '–', width: 90, hidden: true },
]

export function Days() {
  const list = useList({
    call: channelDayList,
    filters,
    sort: '-day',
    name: (row) => `${row.channel?.name ?? row.number} · ${row.day}`,
  })
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
      <ListTable columns={columns} />
    </ListPage>
  )
}
