// /data/retention: who was active exactly n days after the day of their cohort.
import type { Answer } from '@greenroom/contract/call'
import { cohortGroups, returnDays } from '@greenroom/contract/dashboards'
import { indicatorCohorts } from '@greenroom/contract/indicators'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Figure } from '../../../charts/Figure.tsx'
import type { HeatPlot, LinePlot } from '../../../charts/plot.ts'
import { loadTexts } from '../../../i18n/index.ts'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { FiguresPage, WholeWidth } from '../../../screen/figures/FiguresPage.tsx'
import { useFigures } from '../../../screen/figures/useFigures.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { AsOf } from '../dashboard/AsOf.tsx'
import { noteCommand } from '../notes/command.ts'
import { Notes } from '../notes/Notes.tsx'
import { commonFilters, KindContext, sexFilter } from '../options.ts'
import { formatOf } from '../units.ts'
import { averageOf } from './average.ts'

void loadTexts(['charts'])

type Cohort = Answer<typeof indicatorCohorts>['cohorts'][number]

const filters = filtersOf({ group: oneOf(cohortGroups), ...commonFilters, ...sexFilter })
const drawers = { note: loadable(() => import('../notes/AddNote.tsx')) }

export default function Retention() {
  return (
    <KindContext value="retention">
      <Screen />
    </KindContext>
  )
}

function Screen() {
  const { list, data } = useFigures(indicatorCohorts, filters)
  return (
    <FiguresPage
      list={list}
      summary={data && <AsOf asOf={data.asOf} running={false} zones={data.zones} />}
      commands={[noteCommand]}
      drawers={drawers}
    >
      {data && (
        <>
          <WholeWidth>
            <Notes kind="retention" notes={data.notes} />
            <Heat cohorts={data.cohorts} />
          </WholeWidth>
          <WholeWidth>
            <Sizes cohorts={data.cohorts} />
          </WholeWidth>
        </>
      )}
    </FiguresPage>
  )
}

function Heat({ cohorts }: { cohorts: readonly Cohort[] }) {
  const { t, i18n } = useTranslation('indicators')
  const plot = useMemo((): HeatPlot => {
    const newest = cohorts.toReversed()
    return {
      kind: 'heat',
      across: { name: t('retention.after'), labels: returnDays.map((n) => `D${n}`) },
      down: {
        name: t('retention.day'),
        labels: [t('retention.average'), ...newest.map(({ day, size }) => `${day} · ${size}`)],
      },
      values: [
        returnDays.map((n) => averageOf(cohorts, `d${n}`)),
        ...newest.map((cohort) =>
          returnDays.map((n) => {
            const back = cohort[`d${n}`]
            return back === null || cohort.size === 0 ? null : back / cohort.size
          }),
        ),
      ],
      name: t('retention.share'),
      format: formatOf('share', i18n.language),
      unknown: true,
    }
  }, [cohorts, t, i18n.language])
  return (
    <Figure title={t('retention.title')} computed={t('retention.how')} plot={plot} empty={t('state.nothing')} tall />
  )
}

function Sizes({ cohorts }: { cohorts: readonly Cohort[] }) {
  const { t, i18n } = useTranslation('indicators')
  const plot = useMemo(
    (): LinePlot => ({
      kind: 'lines',
      axis: { name: t('retention.day'), labels: cohorts.map(({ day }) => day) },
      lines: [
        {
          name: t('retention.size'),
          as: 'bar',
          values: cohorts.map(({ size }) => size),
          format: formatOf('count', i18n.language),
        },
      ],
    }),
    [cohorts, t, i18n.language],
  )
  return (
    <Figure title={t('retention.sizes')} computed={t('retention.sizesHow')} plot={plot} empty={t('state.nothing')} />
  )
}
