// What channels or promoters cost and brought over the chosen days, the largest loss first.
import type { Answer } from '@greenroom/contract/call'
import { channelResults } from '@greenroom/contract/channels'
import { channelTypes } from '@greenroom/contract/statesAndKinds'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type FigureColumn, SortedTable } from '../../../charts/SortedTable.tsx'
import { Amount } from '../../../format/Amount.tsx'
import { fewCases } from '../../../format/change.ts'
import { integer } from '../../../format/number.ts'
import { loadTexts } from '../../../i18n/index.ts'
import { chosenFrom, dateRange, filtersOf, oneOf } from '../../../list/filters.ts'
import { FiguresPage, FullWidth } from '../../../page/FiguresPage.tsx'
import { useFigures } from '../../../page/useFigures.ts'
import classes from '../promotion.module.css'
import { Percent } from '../promotionView.tsx'
import { usePromoterOptions } from '../useChoices.ts'
import { Tabs } from './ChannelTabs.tsx'

type Given = Answer<typeof channelResults>
/** A channel, a promoter, the others or all: named. */
type Line = Given['totals'] & { key: string; name: string; to?: string; promoter?: string }

void loadTexts(['charts'])

const filters = filtersOf({
  by: oneOf(['channel', 'promoter']),
  promoterId: chosenFrom(usePromoterOptions('channelDay')),
  type: oneOf(channelTypes),
  day: dateRange(),
})

export default function Results() {
  const { t } = useTranslation('promotion')
  const { list, data } = useFigures(channelResults, filters)
  return (
    <FiguresPage
      list={list}
      summary={
        <>
          <Tabs />
          {data && <span>{t('results.days', { from: data.from, to: data.to })}</span>}
        </>
      }
    >
      {data && (
        <FullWidth>
          <Table of={data} isByPromoter={list.values['by' as never] === 'promoter'} />
        </FullWidth>
      )}
    </FiguresPage>
  )
}

function Table({ of, isByPromoter }: { of: Given; isByPromoter: boolean }) {
  const { t } = useTranslation('promotion')
  const days = `day=${of.from}..${of.to}`
  const lines = of.rows.map(({ value, channel, promoter, ...line }): Line => {
    const to = isByPromoter ? `promoterId=${value}` : `number=${encodeURIComponent(value)}`
    const own = isByPromoter ? (promoter?.name ?? t('results.own')) : (channel?.name ?? value)
    return {
      ...line,
      key: value,
      name: own,
      promoter: promoter?.name ?? '–',
      ...((value !== '' || !isByPromoter) && { to: `/promotion/channelDay?${to}&${days}` }),
    }
  })
  const footer: Line[] = [
    ...(of.others ? [{ ...of.others, key: 'others', name: t('results.others', { count: of.others.rows }) }] : []),
    { ...of.totals, key: 'totals', name: t('results.total') },
  ]
  const columns = useColumns(isByPromoter)
  return (
    <SortedTable
      title={isByPromoter ? t('results.promoters') : t('results.channels')}
      computed={t('results.computed')}
      columns={columns}
      rows={lines}
      footer={footer}
      rowKey={(line) => line.key}
      order={{ by: 'margin', down: false }}
      empty={t('results.nothing')}
    />
  )
}

function useColumns(isByPromoter: boolean): FigureColumn<Line>[] {
  const { t, i18n } = useTranslation('promotion')
  const count = (id: 'installs' | 'registrations' | 'payers', name: string): FigureColumn<Line> => ({
    id,
    name,
    value: (line) => line[id],
    cell: (line) => <Amount value={line[id]} unit="number" />,
  })
  /** In the file as dollars. */
  const usd = (id: 'costCents' | 'rechargeCents', name: string): FigureColumn<Line> => ({
    id,
    name,
    value: (line) => line[id] / 100,
    cell: (line) => <Amount value={line[id]} unit="usd" />,
  })
  return [
    {
      id: 'name',
      name: isByPromoter ? t('columns.promoter') : t('columns.channel'),
      value: (line) => line.name,
      cell: ({ name, to }) =>
        to ? (
          <Anchor component={Link} to={to} title={t('results.open', { name })}>
            <bdi>{name}</bdi>
          </Anchor>
        ) : (
          <bdi>{name}</bdi>
        ),
    },
    ...(isByPromoter
      ? []
      : [{ id: 'promoter', name: t('columns.promoter'), value: (line: Line) => line.promoter ?? '' }]),
    usd('costCents', t('columns.costCents')),
    count('installs', t('columns.installs')),
    count('registrations', t('columns.registrations')),
    count('payers', t('results.payers')),
    usd('rechargeCents', t('results.revenue')),
    {
      id: 'margin',
      name: t('results.margin'),
      computed: t('results.marginHow'),
      value: (line) => line.marginCents / 100,
      cell: ({ marginCents }) => (
        <span className={classes['margin']} data-loss={marginCents < 0 || undefined}>
          <Amount value={marginCents} unit="usd" />
        </span>
      ),
    },
    {
      id: 'returned',
      name: t('columns.returned'),
      computed: t('results.returnHow'),
      value: (line) => (line.returnBp === null ? null : line.returnBp / 10_000),
      cell: (line) => <Percent bp={line.returnBp} />,
    },
    {
      id: 'd7',
      name: t('results.d7'),
      computed: t('results.d7How'),
      value: ({ d7 }) => (d7.of === 0 ? null : d7.back / d7.of),
      cell: ({ d7 }) =>
        d7.of === 0 ? (
          '–'
        ) : (
          <span className={classes['share']} data-few={d7.of < fewCases || undefined}>
            <Percent bp={Math.round((d7.back / d7.of) * 10_000)} />
            {' · '}
            <bdi dir="ltr">{`${integer(d7.back, i18n.language)}/${integer(d7.of, i18n.language)}`}</bdi>
          </span>
        ),
    },
  ]
}
