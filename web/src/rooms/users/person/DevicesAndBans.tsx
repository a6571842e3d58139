import type { RecordOf } from '@greenroom/contract/call'
import { banLogList, deviceList } from '@greenroom/contract/users'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { type Ban, BanState, Until } from '../Ban.tsx'
import { DeviceBanned, Newest } from '../device/Device.tsx'

// The user's bans, and how each ended.
const banFilters = filtersOf({ ban: oneOf(['active', 'lifted', 'replaced', 'expired'], { as: 'state' }) })

const banColumns: PanelColumn<Ban>[] = [
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

export function Bans({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={banLogList}
      owner={{ userId }}
      room="users"
      title={t('panels.bans')}
      columns={banColumns}
      filters={banFilters}
      rowKey={(ban) => ban.banId}
      empty={t('empty.bans')}
    />
  )
}

type Device = RecordOf<typeof deviceList>

const deviceColumns: PanelColumn<Device>[] = [
  { id: 'deviceId', cell: (device) => <DeviceLink id={device.deviceId} /> },
  {
    id: 'platform',
    cell: (device) => (device.platform ? <Labelled by={`users:options.platform.${device.platform}`} /> : '–'),
  },
  { id: 'model', cell: (device) => device.model || '–' },
  { id: 'users', cell: (device) => <Amount value={device.users} unit="number" />, align: 'end' },
  { id: 'newest', cell: (device) => <Newest device={device} />, wraps: true },
  { id: 'banned', cell: (device) => <DeviceBanned device={device} /> },
  { id: 'lastSeenAt', cell: (device) => <Time at={device.lastSeenAt} brief /> },
  { id: 'firstSeenAt', cell: (device) => <Time at={device.firstSeenAt} brief /> },
]

function DeviceLink({ id }: { id: string }) {
  const drawer = encodeURIComponent(`users:${id}`)
  return (
    <Link to={`/user/device?device=${encodeURIComponent(id)}&drawer=${drawer}`}>
      <Code>{id}</Code>
    </Link>
  )
}

/** The user's devices, and who shares them. */
export function Devices({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={deviceList}
      owner={{ userId }}
      room="users"
      title={t('panels.devices')}
      columns={deviceColumns}
      rowKey={(device) => device.deviceId}
      empty={t('empty.devices')}
    />
  )
}
