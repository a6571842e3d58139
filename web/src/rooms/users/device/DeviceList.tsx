// /user/device: devices, the users who share them, and bans of devices.
import type { RecordOf } from '@greenroom/contract/call'
import { devicesBanned, devicesUnbanned } from '@greenroom/contract/sentences/users'
import { deviceBan, deviceList, deviceUnban } from '@greenroom/contract/users'
import { IconDeviceMobileOff, IconLockOpen, IconUsers } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, dateRange, filtersOf, flag, idText, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { label } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { useSharedOptions } from '../userOptions.ts'
import { DeviceBanned, Newest } from './Device.tsx'
import type { DeviceBan } from './deviceBanForm.tsx'

type Device = RecordOf<typeof deviceList>

const filters = filtersOf({
  device: text({ as: 'q', most: 64 }),
  userId: idText(),
  usersMin: chosenFrom(useSharedOptions),
  banned: flag(),
  platform: oneOf(['ios', 'android', 'web']),
  lastSeenAt: dateRange(),
})

const columns: Column<Device>[] = [
  { id: 'deviceId', cell: (device) => <Code>{device.deviceId}</Code>, pinned: true, width: 220 },
  {
    id: 'platform',
    cell: (device) => (device.platform ? <Labelled by={`users:options.platform.${device.platform}`} /> : '–'),
    width: 84,
  },
  { id: 'model', cell: (device) => device.model || '–', width: 140 },
  {
    id: 'users',
    cell: (device) => <Amount value={device.users} unit="number" />,
    align: 'end',
    sort: 'users',
    width: 90,
  },
  { id: 'newest', cell: (device) => <Newest device={device} />, width: 340 },
  { id: 'banned', cell: (device) => <DeviceBanned device={device} />, width: 170 },
  { id: 'lastSeenAt', cell: (device) => <Time at={device.lastSeenAt} brief />, sort: 'lastSeenAt', width: 140 },
  { id: 'firstSeenAt', cell: (device) => <Time at={device.firstSeenAt} brief />, width: 140 },
]

const show = defineAction<Device, undefined, string>({
  id: 'users.device.show',
  icon: IconUsers,
  may: () => true,
  drawer: 'users',
})
const ban = defineAction<Device, DeviceBan, string>({
  id: 'users.device.ban',
  icon: IconDeviceMobileOff,
  danger: true,
  key: 'ban',
  may: (device) => device.can.ban,
  form: () => import('./deviceBanForm.tsx'),
  batch: batchOf(deviceBan, ({ hours, reason }: DeviceBan) => ({ hours: Number(hours), reason })),
  undo: (ids) => call(deviceUnban, { ids, reason: label('users:undoReason') }),
  message: (rows, { hours }, form) =>
    devicesBanned(
      form,
      rows.map(({ deviceId }) => deviceId),
      Number(hours),
    ),
})
const unban = defineAction<Device, Reason, string>({
  id: 'users.device.unban',
  icon: IconLockOpen,
  key: 'lift',
  may: (device) => device.can.unban,
  form: reasonForm,
  batch: batchOf(deviceUnban, ({ reason }: Reason) => ({ reason })),
  message: (rows) => devicesUnbanned(rows.map(({ deviceId }) => deviceId)),
})
const actions = [show, ban, unban]
const drawers = { users: loadable(() => import('./DeviceUsers.tsx')) }

export default function DeviceList() {
  const list = useList({ call: deviceList, filters, rowId: (device) => device.deviceId })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="users" />
    </ListPage>
  )
}
