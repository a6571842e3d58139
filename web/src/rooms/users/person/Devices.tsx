// The user's devices, and who shares them.

import type { RecordOf } from '@greenroom/contract/call'
import { deviceList } from '@greenroom/contract/users'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { DeviceBanned, Newest } from '../device/Device.tsx'

type Device = RecordOf<typeof deviceList>

const columns: PanelColumn<Device>[] = [
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

export default function Devices({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={deviceList}
      owner={{ userId }}
      room="users"
      title={t('panels.devices')}
      columns={columns}
      rowKey={(device) => device.deviceId}
      empty={t('empty.devices')}
    />
  )
}
