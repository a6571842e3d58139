// The user's bans, and how each ended.
import { banLogList } from '@greenroom/contract/users'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../format/Time.tsx'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { type Ban, BanState, Until } from '../banLog/Ban.tsx'

const filters = filtersOf({ ban: oneOf(['active', 'lifted', 'replaced', 'expired'], { as: 'state' }) })

const columns: PanelColumn<Ban>[] = [
  { id: 'at', cell: (ban) => <Time at={ban.at} /> },
  { id: 'ban', cell: (ban) => <BanState state={ban.state} /> },
  { id: 'kind', cell: (ban) => <Labelled by={`users:options.kind.${ban.kind}`} /> },
  { id: 'reason', cell: (ban) => <bdi>{ban.reason}</bdi>, wraps: true },
  { id: 'until', cell: (ban) => <Until until={ban.until} /> },
  { id: 'by', cell: (ban) => ban.by },
  { id: 'endedAt', cell: (ban) => <Time at={ban.endedAt} /> },
  { id: 'endedBy', cell: (ban) => ban.endedBy || '–' },
  { id: 'endReason', cell: (ban) => ban.endReason || '–', wraps: true },
]

export default function Bans({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={banLogList}
      owner={{ userId }}
      room="users"
      title={t('panels.bans')}
      columns={columns}
      filters={filters}
      rowKey={(ban) => ban.banId}
      empty={t('empty.bans')}
    />
  )
}
