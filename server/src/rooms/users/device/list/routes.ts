import { deviceList, deviceUserList } from '@greenroom/contract/users'
import { type ExportColumn, type Served, serve, serveList } from '../../../../kit/serve.ts'
import { list, people, type ShownDevice } from './service.ts'

const columns: ExportColumn<ShownDevice>[] = [
  { names: { en: 'Device', cn: '设备号' }, value: (device) => device.deviceId },
  { names: { en: 'Platform', cn: '平台' }, value: (device) => device.platform },
  { names: { en: 'Model', cn: '型号' }, value: (device) => device.model },
  { names: { en: 'Accounts', cn: '账号数' }, value: (device) => device.users },
  {
    names: { en: 'Newest accounts', cn: '最近账号' },
    value: (device) => device.newest.map((user) => user.userId).join(', '),
  },
  { names: { en: 'Banned', cn: '已封禁' }, value: (device) => device.banned },
  {
    names: { en: 'Banned until', cn: '封禁至' },
    value: (device) => device.bannedUntil && new Date(device.bannedUntil),
  },
  { names: { en: 'First seen', cn: '首次出现' }, value: (device) => new Date(device.firstSeenAt) },
  { names: { en: 'Last seen', cn: '最后出现' }, value: (device) => new Date(device.lastSeenAt) },
]

export const deviceListRoutes: Served[] = [serveList(deviceList, list, columns), serve(deviceUserList, people)]
