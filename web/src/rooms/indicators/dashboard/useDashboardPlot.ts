import type { Dashboard } from '@greenroom/contract/dashboards'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarks } from '../notes/useMarks.ts'
import { dashboardPlot, type Figures } from './dashboardPlots.ts'

/** A chart of a dashboard in the reader's language. */
export function useDashboardPlot(of: Figures, chart: Dashboard['charts'][number]) {
  const { t, i18n } = useTranslation(['indicators', 'charts'])
  const { language } = i18n
  const marks = useMarks(of)
  return useMemo(
    () =>
      dashboardPlot(of, chart, {
        language,
        day: t('axis.day'),
        soFar: t('charts:soFar'),
        step: t('axis.step'),
        total: t('axis.total'),
        nameOf: (figure) => t(`figures.${figure}`),
        beforeOf: (figure) => t('before', { figure }),
        marks,
      }),
    [of, chart, language, t, marks],
  )
}
