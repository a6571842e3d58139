// /user/banLog: every ban, and how it ended.
import { bansLifted } from '@greenroom/contract/sentences/users'
import { nameOf } from '@greenroom/contract/sentences/words'
import { banKinds } from '@greenroom/contract/statesAndKinds'
import { banLogList } from '@greenroom/contract/users'
import { IconLockOpen } from '@tabler/icons-react'
import { defineAction } from '../../actions/action.ts'
import { type Reason, reasonForm } from '../../actions/reasonForms.ts'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { dateRange, filtersOf, idText, oneOf, refText, text } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Code } from '../../ui/Facts.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { type Ban, Banned, BanState, liftBans, Until } from './Ban.tsx'

const filters = filtersOf({
  userId: idText(),
  ban: oneOf(['active', 'lifted', 'replaced', 'expired'], { as: 'state' }),
  kind: oneOf(banKinds),
  at: dateRange(),
  username: text(),
  deviceId: refText(),
})

const columns: Column<Ban>[] = [
  { id: 'user', cell: (ban) => <Banned ban={ban} />, pinned: true, width: 230 },
  { id: 'ban', cell: (ban) => <BanState state={ban.state} />, width: 110 },
  { id: 'kind', cell: (ban) => <Labelled by={`users:options.kind.${ban.kind}`} />, width: 120 },
  { id: 'reason', cell: (ban) => <span title={ban.reason}>{ban.reason}</span>, width: 280 },
  { id: 'at', cell: (ban) => <Time at={ban.at} />, sort: 'at', width: 165 },
  { id: 'until', cell: (ban) => <Until until={ban.until} />, width: 140 },
  { id: 'by', cell: (ban) => ban.by, width: 120 },
  { id: 'endedAt', cell: (ban) => <Time at={ban.endedAt} />, width: 165 },
  { id: 'endedBy', cell: (ban) => ban.endedBy || '–', width: 120 },
  { id: 'endReason', cell: (ban) => <span title={ban.endReason}>{ban.endReason || '–'}</span>, width: 220 },
  {
    id: 'deviceId',
    cell: (ban) => (ban.deviceId === null ? '–' : <Code>{ban.deviceId}</Code>),
    width: 220,
    hidden: true,
  },
]

const unban = defineAction<Ban, Reason, string>({
  id: 'users.banLog.unban',
  icon: IconLockOpen,
  key: 'lift',
  may: (ban) => ban.can.unban,
  form: reasonForm,
  run: (_ids, { reason }, bans) => liftBans(bans, reason),
  message: (bans) =>
    bansLifted({
      people: [...new Map(bans.map((ban) => [ban.userId, ban])).values()].flatMap(({ userId, nickname }) =>
        userId === null ? [] : [{ id: userId, nickname }],
      ),
      devices: [...new Set(bans.flatMap(({ userId, deviceId }) => (userId === null && deviceId ? [deviceId] : [])))],
    }),
})
const actions = [unban]

export default function BanLog() {
  const list = useList({
    call: banLogList,
    filters,
    rowId: (ban) => ban.banId,
    name: (ban) => nameOf({ id: ban.userId ?? ban.deviceId ?? '', nickname: ban.nickname }),
  })
  return (
    <ListPage list={list}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} />
    </ListPage>
  )
}
