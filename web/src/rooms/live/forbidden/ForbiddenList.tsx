// /live/forbidden: every broadcast ban, newest first; banning and lifting.

import { liveForbiddenList } from '@greenroom/contract/live'
import { nameOf } from '@greenroom/contract/sentences/words'
import { forbidHours, forbidStates } from '@greenroom/contract/statesAndKinds'
import { IconListDetails, IconListNumbers } from '@tabler/icons-react'
import { defineAction, defineCommand } from '../../../actions/action.ts'
import { wallReason } from '../../../format/codeNames.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, idText, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import { type Forbid, ForbidState, Length, Until } from './ForbidState.tsx'
import { allow, forbid } from './forbidActions.ts'

const filters = filtersOf({
  userId: idText(),
  forbidState: { ...oneOf(forbidStates), payload: (_name: string, state: string) => ({ state }) },
  hours: oneOf(forbidHours.map(String)),
  forbiddenAt: dateRange(),
  by: text(),
})

const columns: Column<Forbid>[] = [
  {
    id: 'broadcaster',
    cell: ({ user }) => <PersonChip person={user} />,
    pinned: true,
    width: 230,
  },
  { id: 'forbidState', cell: (row) => <ForbidState state={row.state} />, width: 110 },
  { id: 'hours', cell: (row) => <Length hours={row.hours} />, width: 110 },
  { id: 'until', cell: (row) => <Until until={row.until} />, width: 140 },
  { id: 'reason', cell: (row) => <span title={wallReason(row.reason)}>{wallReason(row.reason)}</span>, width: 280 },
  { id: 'forbiddenAt', cell: (row) => <Time at={row.at} />, sort: 'at', width: 165 },
  { id: 'by', cell: (row) => row.by, width: 120 },
  { id: 'endedAt', cell: (row) => <Time at={row.endedAt} />, width: 165 },
  { id: 'endedBy', cell: (row) => row.endedBy || '–', width: 120 },
  { id: 'liftedWhy', cell: (row) => <span title={row.endReason}>{row.endReason || '–'}</span>, width: 220 },
  { id: 'liveId', cell: (row) => (row.liveId ? <Code>{row.liveId}</Code> : '–'), width: 200, hidden: true },
]

const show = defineAction<Forbid, undefined, string>({
  id: 'live.person.show',
  icon: IconListDetails,
  may: () => true,
  drawer: 'forbid',
})
const actions = [show, allow<Forbid>(), forbid<Forbid>()]
const commands = [
  defineCommand({ id: 'live.list.forbid', icon: IconListNumbers, writes: true, key: 'add', drawer: 'forbidByList' }),
]
const drawers = {
  forbid: loadable(() => import('./forbidDrawers.tsx'), 'Forbid'),
  forbidByList: loadable(() => import('./forbidDrawers.tsx'), 'ForbidByList'),
}

export default function ForbiddenList() {
  const list = useList({
    call: liveForbiddenList,
    filters,
    rowId: (row) => row.forbidId,
    sort: '-at',
    name: (row) => nameOf({ id: row.user.userId, nickname: row.user.nickname }),
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="forbid" />
    </ListPage>
  )
}
