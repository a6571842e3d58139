import type { Parsed, RecordOf } from '@greenroom/contract/call'
import { banLogList } from '@greenroom/contract/users'
import type { Context } from '../../../kit/context.ts'
import { mapPage } from '../../../kit/paging.ts'
import { type ExportColumn, moment, type Served, serveList } from '../../../kit/serve.ts'
import { banCanOf, inForce, type Viewer } from '../rules.ts'
import { viewerOf } from '../viewer.ts'
import { type BanRow, banPage } from './queries.ts'

type Shown = RecordOf<typeof banLogList>

/** A ban whose time has passed shows as expired at once; the round that ends it comes within seconds. */
const stateOf = (row: BanRow, now: Date): Shown['state'] =>
  (row.ended as Shown['state'] | null) ?? (inForce(row, now) ? 'active' : 'expired')

const shown = (row: BanRow, viewer: Viewer, now: Date): Shown => ({
  banId: row.id,
  userId: row.user_id === null ? null : Number(row.user_id),
  nickname: row.user?.nickname ?? '',
  avatarUrl: row.user?.avatarUrl ?? '',
  deviceId: row.device_id,
  kind: row.kind as Shown['kind'],
  reason: row.reason,
  until: row.until?.toISOString() ?? null,
  by: row.by,
  at: row.at.toISOString(),
  state: stateOf(row, now),
  endedAt: row.ended_at?.toISOString() ?? (stateOf(row, now) === 'expired' ? (row.until?.toISOString() ?? null) : null),
  endedBy: row.ended_by ?? '',
  endReason: row.end_reason,
  can: banCanOf({ userId: row.user_id, ended: row.ended, until: row.until }, viewer, now),
})

async function list(context: Context, payload: Parsed<typeof banLogList>) {
  const page = await banPage(context, payload)
  const viewer = viewerOf(context)
  return mapPage(page, (row) => shown(row, viewer, context.now))
}

const kinds = {
  id: { en: 'ID', cn: '账号' },
  device: { en: 'Device', cn: '设备' },
  both: { en: 'ID and device', cn: 'ID 和设备' },
}
const states = {
  active: { en: 'In force', cn: '生效中' },
  lifted: { en: 'Lifted', cn: '已解封' },
  replaced: { en: 'Replaced', cn: '已被替换' },
  expired: { en: 'Expired', cn: '已到期' },
}
const columns: ExportColumn<Shown>[] = [
  { names: { en: 'Banned at', cn: '封禁时间' }, value: (ban) => moment(ban.at) },
  { names: { en: 'User', cn: '用户 ID' }, value: (ban) => ban.userId },
  { names: { en: 'Nickname', cn: '昵称' }, value: (ban) => ban.nickname },
  { names: { en: 'Device', cn: '设备号' }, value: (ban) => ban.deviceId },
  { names: { en: 'Kind', cn: '类型' }, value: (ban, { language }) => kinds[ban.kind][language] },
  { names: { en: 'Reason', cn: '原因' }, value: (ban) => ban.reason },
  { names: { en: 'Until', cn: '封禁至' }, value: (ban) => moment(ban.until) },
  { names: { en: 'By', cn: '操作人' }, value: (ban) => ban.by },
  { names: { en: 'Status', cn: '状态' }, value: (ban, { language }) => states[ban.state][language] },
  { names: { en: 'Ended at', cn: '结束时间' }, value: (ban) => moment(ban.endedAt) },
  { names: { en: 'Ended by', cn: '结束人' }, value: (ban) => ban.endedBy },
  { names: { en: 'End reason', cn: '结束原因' }, value: (ban) => ban.endReason },
]

export const banLogRoutes: Served[] = [serveList(banLogList, list, columns)]
