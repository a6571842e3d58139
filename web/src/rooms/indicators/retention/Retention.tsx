// /data/retention: the share of a cohort active exactly n days later.
import { cohortGroups } from '@greenroom/contract/dashboards'
import { indicatorCohorts } from '@greenroom/contract/indicators'
import { useTranslation } from 'react-i18next'
import { Figure } from '../../../charts/Figure.tsx'
import { loadLibrary } from '../../../charts/library.ts'
import type { Caption } from '../../../charts/picture.ts'
import { loadTexts } from '../../../i18n/index.ts'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { FiguresPage, FullWidth } from '../../../page/FiguresPage.tsx'
import { useFigures } from '../../../page/useFigures.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { PinButton } from '../board/PinButton.tsx'
import { AsOf } from '../dashboard/AsOf.tsx'
import { OnPaper, Spans } from '../dashboard/Spans.tsx'
import { commonFilters, KindContext, promoterFilter, sexFilter } from '../figureFilters.ts'
import { Notes } from '../notes/ChartNotes.tsx'
import { noteCommand } from '../notes/useMarks.ts'
import { useCaption } from '../useCaption.ts'
import { CohortTable } from './CohortTable.tsx'
import { type RetentionAnswer, useCohortPlot } from './useCohortPlot.ts'

// Loaded with the screen, beside its figures instead of after them.
void loadTexts(['charts'])
void loadLibrary()

const filters = filtersOf({ group: oneOf(cohortGroups), ...commonFilters, ...promoterFilter, ...sexFilter })
const drawers = {
  returned: loadable(() => import('./Returned.tsx')),
  note: loadable(() => import('../notes/AddNote.tsx')),
  pin: loadable(() => import('../board/Pin.tsx')),
}

export default function Retention() {
  return (
    <KindContext value="retention">
      <Screen />
    </KindContext>
  )
}

function Screen() {
  const { list, data } = useFigures(indicatorCohorts, filters)
  const caption = useCaption('retention', list.values, data)
  return (
    <FiguresPage
      list={list}
      summary={
        <>
          <Spans usual="month" />
          {data && <AsOf asOf={data.asOf} running={false} zones={data.zones} />}
        </>
      }
      commands={[noteCommand]}
      drawers={drawers}
    >
      {data && (
        <>
          <OnPaper lines={caption.lines} />
          {data.notes.length > 0 && (
            <FullWidth>
              <Notes kind="retention" notes={data.notes} />
            </FullWidth>
          )}
          <FullWidth>
            <Heat of={data} caption={caption} />
          </FullWidth>
          <FullWidth>
            <Sizes of={data} caption={caption} />
          </FullWidth>
        </>
      )}
    </FiguresPage>
  )
}

function Heat({ of, caption }: { of: RetentionAnswer; caption: Caption }) {
  const { t } = useTranslation('indicators')
  const plot = useCohortPlot(of, 'cohorts')
  return (
    <Figure
      title={t('retention.title')}
      computed={`${t('retention.how')}\n${t('formula', { formula: t('retention.formula') })}`}
      plot={plot}
      table={<CohortTable of={of} />}
      empty={t('state.nothing')}
      caption={caption}
      more={<PinButton as="chart" of="cohorts" name={t('retention.title')} />}
      tall
    />
  )
}

function Sizes({ of, caption }: { of: RetentionAnswer; caption: Caption }) {
  const { t } = useTranslation('indicators')
  const plot = useCohortPlot(of, 'sizes')
  return (
    <Figure
      title={t('retention.sizes')}
      computed={`${t('retention.sizesHow')}\n${t('formula', { formula: t('retention.sizesFormula') })}`}
      plot={plot}
      empty={t('state.nothing')}
      caption={caption}
      more={<PinButton as="chart" of="sizes" name={t('retention.sizes')} />}
    />
  )
}
