import type { Parsed, RecordOf } from '@greenroom/contract/call'
import { banLogList } from '@greenroom/contract/users'
import type { Context } from '../../../kit/calls/context.ts'
import { type ExportColumn, moment, type Served, serveList } from '../../../kit/calls/serve.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { banCanOf, inForce, type Viewer } from '../users.rules.ts'
import { viewerOf } from '../users.viewer.ts'
import { type BanRow, banPage } from './banLog.queries.ts'

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

const columns: ExportColumn<Shown>[] = [
  { heading: 'exports:columns.bannedAt', value: (ban) => moment(ban.at) },
  { heading: 'users:columns.userId', value: (ban) => ban.userId },
  { heading: 'exports:columns.nickname', value: (ban) => ban.nickname },
  { heading: 'users:columns.deviceId', value: (ban) => ban.deviceId },
  {
    heading: 'exports:columns.kind',
    value: (ban, { language }) => optionText('users:options.kind', ban.kind, language),
  },
  { heading: 'users:columns.reason', value: (ban) => ban.reason },
  { heading: 'users:columns.until', value: (ban) => moment(ban.until) },
  { heading: 'users:columns.by', value: (ban) => ban.by },
  {
    heading: 'users:columns.state',
    value: (ban, { language }) => optionText('users:options.ban', ban.state, language),
  },
  { heading: 'users:columns.endedAt', value: (ban) => moment(ban.endedAt) },
  { heading: 'users:columns.endedBy', value: (ban) => ban.endedBy },
  { heading: 'users:columns.endedWhy', value: (ban) => ban.endReason },
]

export const banLogRoutes: Served[] = [serveList(banLogList, list, columns)]
