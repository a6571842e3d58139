// Charts of retention, made from its answer.
import type { Answer } from '@greenroom/contract/call'
import { returnDays } from '@greenroom/contract/dashboards'
import type { indicatorCohorts } from '@greenroom/contract/indicators'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { notesOn, type Plot } from '../../../charts/plot.ts'
import { formatOf } from '../figureFormats.ts'
import { useMarks } from '../notes/useMarks.ts'

// Retention over several cohorts: parts and sizes are added, never averaged. Pure.
type Cohort = { size: number } & Record<'d1' | 'd3' | 'd7' | 'd15' | 'd30', number | null>

/** So many of so many. */
export type Counted = { back: number; of: number }

/** The cohorts whose n-th day is over, as one; null if there is none. */
export function sumsOf(cohorts: readonly Cohort[], of: keyof Omit<Cohort, 'size'>): Counted | null {
  const known = cohorts.filter((cohort) => cohort[of] !== null)
  const size = known.reduce((sum, cohort) => sum + cohort.size, 0)
  return size === 0 ? null : { back: known.reduce((sum, cohort) => sum + cohort[of]!, 0), of: size }
}

/** Over all cohorts whose n-th day is over; null if there is none. */
function averageOf(cohorts: readonly Cohort[], of: keyof Omit<Cohort, 'size'>): number | null {
  const sums = sumsOf(cohorts, of)
  return sums && sums.back / sums.of
}

export type RetentionAnswer = Answer<typeof indicatorCohorts>

/**
 * `cohorts`: each cohort's share that was active exactly n days later, newest first, below the average of all. `sizes`: each cohort's size.
 */
export function useCohortPlot(answer: RetentionAnswer, of: 'cohorts' | 'sizes'): Plot {
  const { t, i18n } = useTranslation('indicators')
  const { language } = i18n
  const { cohorts } = answer
  const marks = useMarks(answer)
  return useMemo((): Plot => {
    if (of === 'sizes')
      return {
        kind: 'lines',
        axis: { name: t('retention.day'), labels: cohorts.map(({ day }) => day) },
        lines: [
          {
            name: t('retention.size'),
            as: 'bar',
            values: cohorts.map(({ size }) => size),
            format: formatOf('count', language),
          },
        ],
        marks,
      }
    const newest = cohorts.toReversed()
    return {
      kind: 'heat',
      across: { name: t('retention.after'), labels: returnDays.map((n) => `D${n}`) },
      down: {
        name: t('retention.day'),
        labels: [t('retention.average'), ...newest.map(({ day, size }) => `${day} · ${size}`)],
        notes: [undefined, ...newest.map(({ day }) => notesOn(day, marks))],
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
      format: formatOf('share', language),
      unknown: true,
    }
  }, [cohorts, marks, of, t, language])
}
