import { userReportList } from '@greenroom/contract/auditReports'
import type { RecordOf } from '@greenroom/contract/call'
import { useTranslation } from 'react-i18next'
import { reportReason } from '../../../format/reportReason.ts'
import { Time } from '../../../format/Time.tsx'
import { dateRange, filtersOf, oneOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'
import { ItemPictures } from '../pictures/ItemPictures.tsx'

type Report = RecordOf<typeof userReportList>

const filters = filtersOf({ reports: oneOf(['against', 'by'], { as: 'direction' }), reportedAt: dateRange() })

const columns: PanelColumn<Report>[] = [
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

export default function Reports({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userReportList}
      owner={{ userId }}
      room="users"
      title={t('panels.reports')}
      columns={columns}
      filters={filters}
      rowKey={(one) => one.reportId}
      empty={t('empty.reports')}
    />
  )
}
