// A dashboard: filters, tiles with what they are compared with, notes, charts. What it shows is declared in the contract.
import { type Dashboard, type DashboardKey, dashboards } from '@greenroom/contract/dashboards'
import { indicatorFigures } from '@greenroom/contract/indicators'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Figure } from '../../../charts/Figure.tsx'
import { loadTexts } from '../../../i18n/index.ts'
import { type Filters, filterPayload, filtersOf, readFilters } from '../../../list/filters.ts'
import { useAddress } from '../../../list/useAddress.ts'
import { useWholeList } from '../../../list/useWholeList.ts'
import { FiguresPage, WholeWidth } from '../../../screen/figures/FiguresPage.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { noteCommand } from '../notes/command.ts'
import { Notes } from '../notes/Notes.tsx'
import { commonFilters, compareFilter, KindContext, sexFilter } from '../options.ts'
import { AsOf } from './AsOf.tsx'
import { dashboardPlot, type Figures } from './plots.ts'
import { Tiles } from './Tiles.tsx'

// They come with the screen and not after its figures.
void loadTexts(['charts'])

const ofBoth = filtersOf({ ...commonFilters, ...sexFilter, ...compareFilter })
const ofOneSex = filtersOf({ ...commonFilters, ...compareFilter })

const drawers = {
  people: loadable(() => import('./People.tsx')),
  why: loadable(() => import('./Why.tsx')),
  note: loadable(() => import('../notes/AddNote.tsx')),
}

export function DashboardScreen({ kind }: { kind: DashboardKey }) {
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
  return (
    <FiguresPage
      list={list}
      summary={data && <AsOf asOf={data.asOf} running={data.running} zones={data.zones} />}
      commands={[noteCommand]}
      drawers={drawers}
    >
      {data && (
        <>
          <WholeWidth>
            <Tiles dashboard={dashboard} of={data} />
            <Notes kind={kind} notes={data.notes} />
          </WholeWidth>
          {dashboard.charts.map((chart) => (
            <ChartOf key={chart.key} chart={chart} of={data} />
          ))}
        </>
      )}
    </FiguresPage>
  )
}

function useDashboard(kind: DashboardKey, filters: Filters) {
  const [address] = useAddress()
  const payload = { kind, ...filterPayload(filters, readFilters(filters, address)) }
  const query = useQuery({
    queryKey: ['indicators', 'figures', payload],
    queryFn: ({ signal }) => call(indicatorFigures, payload as never, { signal }) as Promise<Figures>,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const list = useWholeList({
    call: { ...indicatorFigures, menu: dashboards[kind].menu } as never,
    query,
    filters,
    rows: (): object[] => [],
    rowId: () => 0,
    name: () => '',
  })
  return { list, data: query.data }
}

function ChartOf({ chart, of }: { chart: Dashboard['charts'][number]; of: Figures }) {
  const { t, i18n } = useTranslation('indicators')
  const { language } = i18n
  const plot = useMemo(
    () =>
      dashboardPlot(of, chart, {
        language,
        day: t('axis.day'),
        step: t('axis.step'),
        total: t('axis.total'),
        nameOf: (figure) => t(`figures.${figure}`),
        beforeOf: (figure) => t('before', { figure }),
        marks: of.notes.map((note) => ({ from: note.fromDay, to: note.toDay, label: note.text })),
      }),
    [of, chart, language, t],
  )
  return (
    <Figure
      title={t(`charts.${chart.key as 'float'}`)}
      computed={chart.figures.map((figure) => `${t(`figures.${figure}`)}: ${t(`how.${figure}`)}`).join('. ')}
      plot={plot}
      empty={t('state.nothing')}
      brief
    />
  )
}
