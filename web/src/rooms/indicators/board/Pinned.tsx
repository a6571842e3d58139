// One pin: its name, days and filters, and its figure or chart; on the board and on the wall.
import type { FigureKey } from '@greenroom/contract/dashboards'
import { Skeleton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmpty, type Plot } from '../../../charts/plot.ts'
import { explain } from '../../../session/messages.ts'
import { useMenuName } from '../../../ui/useMenuName.ts'
import { Defined, useDefinition } from '../dashboard/Defined.tsx'
import type { Figures } from '../dashboard/dashboardPlots.ts'
import { Total } from '../dashboard/FigureTiles.tsx'
import { useDashboardPlot } from '../dashboard/useDashboardPlot.ts'
import { type RetentionAnswer, useCohortPlot } from '../retention/useCohortPlot.ts'
import { useWords } from '../useWords.ts'
import classes from './board.module.css'
import { chartOf, type Shown } from './pins.ts'
import type { usePins } from './useBoard.ts'

const Chart = lazy(() => import('../../../charts/Chart.tsx'))

type Props = {
  shown: Shown
  read: ReturnType<ReturnType<typeof usePins>>
  /** Without keyboard and pointer interaction. */
  still: boolean
  /** The drag handle and actions. */
  tools?: ReactNode
}

/** The names of pins' figures and charts. */
export function usePinNames(): (shown: Shown) => string {
  const { t } = useTranslation('indicators')
  return ({ kind, as, key }) =>
    kind === 'retention'
      ? t(key === 'sizes' ? 'retention.sizes' : 'retention.title')
      : t(`${as}s.${key}` as 'charts.float')
}

/** A figure of a dashboard that the account may not read. */
export function Hidden() {
  const { t } = useTranslation('indicators')
  return (
    <p className={classes['state']}>
      <IconLock size={16} aria-hidden /> {t('board.hidden')}
    </p>
  )
}

/** What the pin's figures count. */
function useLines(shown: Shown): string[] {
  const { t } = useTranslation('indicators')
  const definitionOf = useDefinition()
  if (shown.kind === 'retention') {
    const [how, formula] =
      shown.key === 'sizes'
        ? [t('retention.sizesHow'), t('retention.sizesFormula')]
        : [t('retention.how'), t('retention.formula')]
    return [how, t('formula', { formula })]
  }
  if (shown.as === 'figure') return definitionOf(shown.key as FigureKey)
  return (chartOf(shown)?.figures ?? []).flatMap((figure) => definitionOf(figure, { named: true }))
}

export function Pinned({ shown, read, still, tools }: Props) {
  const inWords = useWords()
  const name = usePinNames()(shown)
  const dashboard = useMenuName(`indicators.${shown.kind}`)
  const lines = useLines(shown)
  const words = [dashboard, inWords.span(shown), inWords.filters(shown)].filter(Boolean).join(' · ')
  return (
    <>
      <header className={classes['head']}>
        <div>
          <h2>{still ? name : <Defined name={name} lines={lines} />}</h2>
          <p title={words}>{words}</p>
        </div>
        {tools}
      </header>
      <div className={classes['body']}>
        <Body shown={shown} read={read} still={still} name={name} />
      </div>
    </>
  )
}

function Body({ shown, read, still, name }: Omit<Props, 'tools'> & { name: string }) {
  const { figures, cohorts, error } = read
  if (error) return <p className={classes['state']}>{explain(error)?.text}</p>
  if (cohorts) return <Cohorts cohorts={cohorts} of={shown.key} name={name} still={still} />
  if (!figures) return <Skeleton className={classes['waiting']} />
  if (shown.as === 'figure')
    return (
      <div className={classes['figure']}>
        <Total figure={shown.key as FigureKey} of={figures} />
      </div>
    )
  return <DashboardChart shown={shown} of={figures} name={name} still={still} />
}

function DashboardChart({ shown, of, name, still }: { shown: Shown; of: Figures; name: string; still: boolean }) {
  const { t } = useTranslation('indicators')
  const chart = chartOf(shown)
  return chart ? <Drawn chart={chart} of={of} name={name} still={still} /> : <p>{t('state.none')}</p>
}

type Drawable = { chart: NonNullable<ReturnType<typeof chartOf>>; of: Figures; name: string; still: boolean }

function Drawn({ chart, of, name, still }: Drawable) {
  return <Plotted plot={useDashboardPlot(of, chart)} name={name} still={still} />
}

function Cohorts({ cohorts, of, name, still }: { cohorts: RetentionAnswer; of: string; name: string; still: boolean }) {
  const plot = useCohortPlot(cohorts, of === 'sizes' ? 'sizes' : 'cohorts')
  return <Plotted plot={plot} name={name} still={still} />
}

function Plotted({ plot, name, still }: { plot: Plot; name: string; still: boolean }) {
  const { t } = useTranslation('indicators')
  if (isEmpty(plot)) return <p className={classes['state']}>{t('state.nothing')}</p>
  return (
    <Suspense fallback={<Skeleton className={classes['waiting']} />}>
      <Chart plot={plot} title={name} {...(still && { still: true })} />
    </Suspense>
  )
}
