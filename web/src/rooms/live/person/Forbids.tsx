// The user's broadcast bans, and how they ended.
import type { RecordOf } from '@greenroom/contract/call'
import { userForbidList } from '@greenroom/contract/live'
import { forbidStates } from '@greenroom/contract/words'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../format/Time.tsx'
import { wallReason } from '../../../format/wallReason.ts'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'

type Forbid = RecordOf<typeof userForbidList>

const filters = filtersOf({ forbid: oneOf(forbidStates, { as: 'state' }) })

const columns: PanelColumn<Forbid>[] = [
  { id: 'at', cell: (one) => <Time at={one.at} /> },
  { id: 'forbid', cell: (one) => <State state={one.state} /> },
  { id: 'hours', cell: (one) => <Labelled by={`users:options.hours.${one.hours}`} /> },
  { id: 'reason', cell: (one) => <bdi>{wallReason(one.reason)}</bdi>, wraps: true },
  { id: 'until', cell: (one) => <Until until={one.until} /> },
  { id: 'by', cell: (one) => one.by },
  { id: 'endedAt', cell: (one) => <Time at={one.endedAt} /> },
  { id: 'endedBy', cell: (one) => one.endedBy || '–' },
  { id: 'endReason', cell: (one) => one.endReason || '–', wraps: true },
]

export default function Forbids({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userForbidList}
      owner={{ userId }}
      room="users"
      title={t('panels.forbids')}
      columns={columns}
      filters={filters}
      rowKey={(one) => one.forbidId}
      empty={t('empty.forbids')}
    />
  )
}

function State({ state }: { state: Forbid['state'] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.forbid[state]}>{label(`users:options.forbid.${state}`)}</StatusBadge>
}

function Until({ until }: { until: string | null }) {
  const { t } = useTranslation('users')
  return until === null ? t('forGood') : <Time at={until} brief />
}
