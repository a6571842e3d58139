import type { RecordOf } from '@greenroom/contract/call'
import { userLiveList } from '@greenroom/contract/live'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { duration } from '../../../format/time.ts'
import { dateRange, filtersOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'

type Broadcast = RecordOf<typeof userLiveList>

const filters = filtersOf({ startedAt: dateRange() })

/** Its duration; empty while it runs, or if its start was never reported. */
function lasted({ startedAt, endedAt }: Broadcast) {
  if (startedAt === null || endedAt === null) return '–'
  return <bdi dir="ltr">{duration((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000)}</bdi>
}

const columns: PanelColumn<Broadcast>[] = [
  { id: 'startedAt', cell: (one) => <Time at={one.startedAt} /> },
  { id: 'endedAt', cell: (one) => <Time at={one.endedAt} /> },
  { id: 'seconds', cell: lasted, align: 'end' },
  { id: 'title', cell: (one) => <bdi title={one.title}>{one.title || '–'}</bdi> },
  { id: 'rate', cell: (one) => <Tokens amount={one.rate} />, align: 'end' },
  { id: 'peakViewers', cell: (one) => <Amount value={one.peakViewers} unit="number" />, align: 'end' },
  { id: 'views', cell: (one) => <Amount value={one.views} unit="number" />, align: 'end' },
  { id: 'giftTokens', cell: (one) => <Tokens amount={one.giftTokens} />, align: 'end' },
  { id: 'minuteTokens', cell: (one) => <Tokens amount={one.minuteTokens} />, align: 'end' },
  { id: 'bonus', cell: (one) => <Amount value={one.bonus} unit="bonus" />, align: 'end' },
  { id: 'endedWhy', cell: (one) => one.endReason || '–' },
]

export default function Broadcasts({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userLiveList}
      owner={{ userId }}
      room="users"
      title={t('panels.broadcasts')}
      columns={columns}
      filters={filters}
      rowKey={(one) => one.liveId}
      empty={t('empty.broadcasts')}
    />
  )
}
