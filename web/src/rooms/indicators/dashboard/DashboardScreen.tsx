// A dashboard: filters, tiles with comparisons, notes, charts. Its content is declared in the contract.

import { type Dashboard, type DashboardKey, dashboards } from '@greenroom/contract/dashboards'
import { dimensionsOf } from '@greenroom/contract/figureDimensions'
import { indicatorFigures } from '@greenroom/contract/indicators'
import { ActionIcon } from '@mantine/core'
import { IconListDetails, IconListTree } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrawer } from '../../../actions/useDrawer.ts'
import { call } from '../../../api/call.ts'
import { Figure } from '../../../charts/Figure.tsx'
import { loadLibrary } from '../../../charts/library.ts'
import type { Caption } from '../../../charts/picture.ts'
import { whenIdleAfter } from '../../../charts/whenSeen.ts'
import { isBehind } from '../../../format/behind.ts'
import { loadTexts } from '../../../i18n/index.ts'
import { type Filters, filterPayload, filtersOf, readFilters } from '../../../list/filters.ts'
import { useCompleteList } from '../../../list/useCompleteList.ts'
import { FiguresPage, FullWidth } from '../../../page/FiguresPage.tsx'
import { useSession } from '../../../session/session.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { PinButton } from '../board/PinButton.tsx'
import { commonFilters, compareFilter, KindContext, sexFilter } from '../figureFilters.ts'
import { Notes } from '../notes/ChartNotes.tsx'
import { noteCommand } from '../notes/useMarks.ts'
import { useCaption } from '../useCaption.ts'
import { AsOf } from './AsOf.tsx'
import { useDefinition } from './Defined.tsx'
import type { Figures } from './dashboardPlots.ts'
import { Tiles } from './FigureTiles.tsx'
import { OnPaper, Spans } from './Spans.tsx'
import { useDashboardPlot } from './useDashboardPlot.ts'

// Loaded with the screen, beside its figures instead of after them.
void loadTexts(['charts'])
void loadLibrary()

const ofBoth = filtersOf({ ...commonFilters, ...sexFilter, ...compareFilter })
const ofOneSex = filtersOf({ ...commonFilters, ...compareFilter })

const drawers = {
  by: loadable(() => import('../by/By.tsx')),
  people: loadable(() => import('./figureDrawers.tsx'), 'People'),
  records: loadable(() => import('./Records.tsx')),
  counts: loadable(() => import('./figureDrawers.tsx'), 'Counts'),
  why: loadable(() => import('./figureDrawers.tsx'), 'Why'),
  pin: loadable(() => import('../board/Pin.tsx')),
  note: loadable(() => import('../notes/AddNote.tsx')),
}

/** The screen of one dashboard. */
export function dashboardOf(kind: DashboardKey) {
  return function Dashboard() {
    return <DashboardScreen kind={kind} />
  }
}

function DashboardScreen({ kind }: { kind: DashboardKey }) {
  return (
    <KindContext value={kind}>
      <Screen kind={kind} />
    </KindContext>
  )
}

function Screen({ kind }: { kind: DashboardKey }) {
  const dashboard: Dashboard = dashboards[kind]
  const filters: Filters = dashboard.sex ? ofOneSex : ofBoth
  const { list, data } = useDashboard(kind, filters)
  const caption = useCaption(kind, list.values, data)
  const charts = useChartsInView(dashboard.charts, data !== undefined)
  return (
    <FiguresPage
      list={list}
      summary={
        <>
          <Spans />
          {data && <AsOf asOf={data.asOf} running={data.running} zones={data.zones} />}
        </>
      }
      commands={[noteCommand]}
      drawers={drawers}
    >
      {data && (
        <>
          <FullWidth>
            <OnPaper lines={caption.lines} />
            <Tiles dashboard={dashboard} of={data} />
            <Notes kind={kind} notes={data.notes} />
          </FullWidth>
          {charts.map((chart) => (
            <ChartOf key={chart.key} chart={chart} of={data} caption={caption} />
          ))}
        </>
      )}
    </FiguresPage>
  )
}

/** As many as a common window shows. */
const inView = 4

/** The first charts, and all of them when the browser is idle: those in the window are not kept waiting. */
function useChartsInView<T>(charts: readonly T[], isReady: boolean): readonly T[] {
  const [all, setAll] = useState(false)
  useEffect(() => (isReady ? whenIdleAfter(loadLibrary(), () => setAll(true)) : undefined), [isReady])
  return all ? charts : charts.slice(0, inView)
}

function useDashboard(kind: DashboardKey, filters: Filters) {
  const [address] = useAddress()
  const { clockOffset } = useSession()
  const payload = { kind, ...filterPayload(filters, readFilters(filters, address)) }
  const query = useQuery({
    queryKey: ['indicators', 'figures', payload],
    queryFn: ({ signal }) => call(indicatorFigures, payload, { signal }) as Promise<Figures>,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    // While figures are behind, they are polled.
    refetchInterval: ({ state }) =>
      state.data && isBehind(state.data.asOf, Date.now() + clockOffset) ? 10_000 : false,
  })
  const list = useCompleteList({
    // One call for all dashboards: the list's menu is this one's.
    call: { ...indicatorFigures, menu: dashboards[kind].menu } as never,
    query,
    filters,
    rows: (): object[] => [],
    rowId: () => 0,
    name: () => '',
  })
  return { list, data: query.data }
}

function ChartOf({ chart, of, caption }: { chart: Dashboard['charts'][number]; of: Figures; caption: Caption }) {
  const { t } = useTranslation('indicators')
  const plot = useDashboardPlot(of, chart)
  const definitionOf = useDefinition()
  const title = t(`charts.${chart.key as 'float'}`)
  return (
    <Figure
      title={title}
      computed={chart.figures.flatMap((figure) => definitionOf(figure, { named: true })).join('\n')}
      plot={plot}
      empty={t('state.nothing')}
      caption={caption}
      more={
        <>
          <ByButton chart={chart} name={title} />
          <CountsButton of={chart.key} name={title} />
          <PinButton as="chart" of={chart.key} name={title} />
        </>
      }
      brief
    />
  )
}

/** Splits the chart's first figure that has parts; the others are offered beside it. */
function ByButton({ chart, name }: { chart: Dashboard['charts'][number]; name: string }) {
  const { t } = useTranslation('indicators')
  const drawer = useDrawer()
  const figure = chart.figures.find((each) => dimensionsOf(each).length > 0)
  if (!figure) return null
  const label = t('by.title', { figure: name })
  return (
    <ActionIcon size={28} aria-label={label} title={label} onClick={() => drawer.open('by', figure)}>
      <IconListTree size={16} aria-hidden />
    </ActionIcon>
  )
}

function CountsButton({ of, name }: { of: string; name: string }) {
  const { t } = useTranslation('indicators')
  const drawer = useDrawer()
  const label = t('counts.open', { title: name })
  return (
    <ActionIcon size={28} aria-label={label} title={label} onClick={() => drawer.open('counts', of)}>
      <IconListDetails size={16} aria-hidden />
    </ActionIcon>
  )
}
