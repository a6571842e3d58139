import { userReportList } from '@greenroom/contract/auditReports'
import { userContentList } from '@greenroom/contract/audits'
import type { RecordOf } from '@greenroom/contract/call'
import { itemKinds } from '@greenroom/contract/statesAndKinds'
import { useTranslation } from 'react-i18next'
import { machineLabel, reportReason } from '../../format/codeNames.ts'
import { Time } from '../../format/Time.tsx'
import { chosenFrom, dateRange, filtersOf, oneOf } from '../../list/filters.ts'
import { Panel, type PanelColumn } from '../../page/Panel.tsx'
import { Labelled, Listed } from '../../ui/Labelled.tsx'
import { useLabels } from '../../ui/labels.ts'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { StatusBadge, Tag } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'
import { Score } from '../../ui/values/Score.tsx'
import { ItemPictures } from './item/ItemPictures.tsx'

type Item = RecordOf<typeof userContentList>

const states = ['not audited', 'passed', 'failed'] as const
const stateKey = (state: string) => `users:options.itemState.${state.replace(' ', '_')}`
function useStateOptions() {
  const { label } = useLabels()
  return states.map((value) => ({ value, label: label(stateKey(value)) }))
}

const contentFilters = filtersOf({
  item: oneOf(itemKinds, { as: 'kind' }),
  itemState: chosenFrom(useStateOptions, { as: 'state' }),
  submittedAt: dateRange(),
})

const contentColumns: PanelColumn<Item>[] = [
  { id: 'submittedAt', cell: (one) => <Time at={one.submittedAt} /> },
  { id: 'item', cell: (one) => <Labelled by={`users:options.item.${one.kind}`} /> },
  { id: 'itemState', cell: (one) => <ContentState state={one.state} /> },
  { id: 'pictures', cell: (one) => <ItemPictures of={one} small /> },
  { id: 'text', cell: (one) => <bdi>{one.text || '–'}</bdi>, wraps: true },
  { id: 'score', cell: (one) => <Score score={one.score} />, align: 'end' },
  { id: 'labels', cell: (one) => <Listed of={one.labels.map(machineLabel)} /> },
  { id: 'refusal', cell: (one) => one.reason || '–', wraps: true },
  { id: 'decidedBy', cell: (one) => one.decidedBy || '–' },
  { id: 'decidedAt', cell: (one) => <Time at={one.decidedAt} /> },
]

function ContentState({ state }: { state: Item['state'] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.item[state]}>{label(stateKey(state))}</StatusBadge>
}

export function Content({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userContentList}
      owner={{ userId }}
      room="users"
      title={t('panels.content')}
      columns={contentColumns}
      filters={contentFilters}
      rowKey={(one) => one.itemId}
      empty={t('empty.content')}
    />
  )
}

type Report = RecordOf<typeof userReportList>

const reportFilters = filtersOf({ reports: oneOf(['against', 'by'], { as: 'direction' }), reportedAt: dateRange() })

const reportColumns: PanelColumn<Report>[] = [
  { id: 'reportedAt', cell: (one) => <Time at={one.reportedAt} /> },
  { id: 'reporter', cell: (one) => <PersonLink person={one.reporter} /> },
  { id: 'reported', cell: (one) => <PersonLink person={one.user} /> },
  { id: 'reason', cell: (one) => reportReason(one.reason) || '–' },
  { id: 'text', cell: (one) => <bdi>{one.text || '–'}</bdi>, wraps: true },
  {
    id: 'evidence',
    cell: (one) => <ItemPictures of={{ kind: 'report', itemId: one.reportId, pictureUrls: one.evidenceUrls }} small />,
  },
  { id: 'reportState', cell: (one) => <State report={one} /> },
  { id: 'action', cell: (one) => one.action || '–' },
  { id: 'decidedBy', cell: (one) => one.decidedBy || '–' },
  { id: 'decidedAt', cell: (one) => <Time at={one.decidedAt} /> },
]

function State({ report }: { report: Report }) {
  const { t } = useTranslation('users')
  return (
    <span>
      <StatusBadge tone={tones.report[report.state]}>{t(`options.report.${report.state}`)}</StatusBadge>{' '}
      {report.isFalse && <Tag tone="neutral">{t('falseReport')}</Tag>}
    </span>
  )
}

export function Reports({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userReportList}
      owner={{ userId }}
      room="users"
      title={t('panels.reports')}
      columns={reportColumns}
      filters={reportFilters}
      rowKey={(one) => one.reportId}
      empty={t('empty.reports')}
    />
  )
}
