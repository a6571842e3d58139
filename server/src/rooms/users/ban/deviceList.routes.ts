import { deviceList, deviceUserList } from '@greenroom/contract/users'
import { type ExportColumn, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { list, people, type ShownDevice } from './deviceList.service.ts'

const columns: ExportColumn<ShownDevice>[] = [
  { heading: 'users:columns.deviceId', value: (device) => device.deviceId },
  { heading: 'users:columns.platform', value: (device) => device.platform },
  { heading: 'users:columns.model', value: (device) => device.model },
  { heading: 'users:columns.users', value: (device) => device.users },
  {
    heading: 'exports:columns.newestAccounts',
    value: (device) => device.newest.map((user) => user.userId).join(', '),
  },
  { heading: 'exports:columns.banned', value: (device) => device.banned },
  {
    heading: 'exports:columns.bannedUntil',
    value: (device) => device.bannedUntil && new Date(device.bannedUntil),
  },
  { heading: 'users:columns.firstSeenAt', value: (device) => new Date(device.firstSeenAt) },
  { heading: 'exports:columns.lastSeen', value: (device) => new Date(device.lastSeenAt) },
]

export const deviceListRoutes: Served[] = [serveList(deviceList, list, columns), serve(deviceUserList, people)]
