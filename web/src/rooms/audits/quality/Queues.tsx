import { auditQueues } from '@greenroom/contract/auditFigures'
import type { Answer } from '@greenroom/contract/call'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Figure } from '../../../charts/Figure.tsx'
import { type FigureColumn, SortedTable } from '../../../charts/SortedTable.tsx'
import { Amount } from '../../../format/Amount.tsx'
import { integer } from '../../../format/number.ts'
import { dateTime, span } from '../../../format/time.ts'
import { useFigures } from '../../../page/useFigures.ts'
import { useSession } from '../../../session/session.ts'
import { QualityPage, qualityFilters } from './QualityPage.tsx'
import { arrivedPlot, backlogPlot, heatPlot } from './qualityPlots.ts'

type Answered = Answer<typeof auditQueues>
type Kind = Answered['kinds'][number]

export function Queues() {
  const { list, data } = useFigures(auditQueues, qualityFilters)
  return <QualityPage list={list}>{data && <Shown of={data} />}</QualityPage>
}

function Shown({ of }: { of: Answered }) {
  const { t, i18n } = useTranslation(['audits', 'charts'])
  const { timeZone, clockOffset } = useSession()
  const { language } = i18n
  const words = useMemo(() => {
    const whenOf = (at: string) => dateTime(at, timeZone).slice(5, 16)
    const number = (value: number) => integer(value, language)
    return {
      whenOf,
      number,
      duration: (seconds: number) => span(seconds, language),
      now: Date.now() + clockOffset,
      soFar: t('charts:soFar'),
      hour: t('quality.hour'),
      queue: t('columns.kind'),
      arrived: t('quality.arrived'),
      decided: t('quality.decided'),
      backlog: t('quality.backlog'),
      p50: t('quality.p50'),
      p95: t('quality.p95'),
      kindOf: (kind: Kind['kind']) => t(`options.kind.${kind}`),
    }
  }, [t, timeZone, clockOffset, language])
  const plots = useMemo(
    () => ({ backlog: backlogPlot(of, words), arrived: arrivedPlot(of, words), heat: heatPlot(of, words) }),
    [of, words],
  )
  const empty = t('quality.nothing')
  return (
    <>
      <Figure
        title={t('quality.backlogAndWaiting')}
        computed={t('quality.how.backlog')}
        plot={plots.backlog}
        empty={empty}
      />
      <Figure
        title={t('quality.arrivedAndDecided')}
        computed={t('quality.how.arrived')}
        plot={plots.arrived}
        empty={empty}
      />
      <Figure
        title={t('quality.byHour')}
        computed={t('quality.how.heat', { zone: timeZone })}
        plot={plots.heat}
        empty={empty}
      />
      <Kinds of={of.kinds} />
    </>
  )
}

function Kinds({ of }: { of: readonly Kind[] }) {
  const { t } = useTranslation('audits')
  const columns: FigureColumn<Kind>[] = [
    { id: 'kind', name: t('columns.kind'), value: ({ kind }) => t(`options.kind.${kind}`) },
    {
      id: 'backlog',
      name: t('quality.backlogNow'),
      value: ({ backlog }) => backlog,
      cell: ({ backlog }) => <Amount value={backlog} unit="number" />,
    },
    {
      id: 'arrived',
      name: t('quality.arrived'),
      value: ({ arrived }) => arrived,
      cell: ({ arrived }) => <Amount value={arrived} unit="number" />,
    },
    {
      id: 'decided',
      name: t('quality.decided'),
      value: ({ decided }) => decided,
      cell: ({ decided }) => <Amount value={decided} unit="number" />,
    },
    {
      id: 'p50',
      name: t('quality.p50'),
      value: ({ waitP50Seconds }) => waitP50Seconds,
      cell: ({ waitP50Seconds }) => <Waited seconds={waitP50Seconds} />,
    },
    {
      id: 'p95',
      name: t('quality.p95'),
      value: ({ waitP95Seconds }) => waitP95Seconds,
      cell: ({ waitP95Seconds }) => <Waited seconds={waitP95Seconds} />,
    },
  ]
  return (
    <SortedTable
      title={t('quality.byQueue')}
      computed={t('quality.how.kinds')}
      columns={columns}
      rows={of}
      rowKey={({ kind }) => kind}
      order={{ by: 'backlog', down: true }}
      empty={t('quality.nothing')}
    />
  )
}

function Waited({ seconds }: { seconds: number | null }) {
  const { i18n } = useTranslation()
  return seconds === null ? '–' : <bdi>{span(seconds, i18n.language)}</bdi>
}
