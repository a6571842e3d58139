// /live/users: broadcasters with their figures.

import type { RecordOf } from '@greenroom/contract/call'
import { liveUserList } from '@greenroom/contract/live'
import { nameOf } from '@greenroom/contract/sentences/words'
import { IconListDetails } from '@tabler/icons-react'
import { defineAction } from '../../actions/action.ts'
import { Amount } from '../../format/Amount.tsx'
import { Country } from '../../format/Country.tsx'
import { useCountryOptions } from '../../format/country.ts'
import { Time } from '../../format/Time.tsx'
import { duration } from '../../format/time.ts'
import type { Column } from '../../list/columns.ts'
import { chosenFrom, dateRange, filtersOf, flag, idText, text } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { Tokens } from '../../ui/Tokens.tsx'
import { PersonChip } from '../../ui/values/UserChip.tsx'
import { Live, UserState } from './BroadcasterState.tsx'
import { Forbidden } from './forbidden/ForbidState.tsx'
import { allow, forbid } from './forbidden/forbidActions.ts'

type Row = RecordOf<typeof liveUserList>

const filters = filtersOf({
  userId: idText(),
  nickname: text({ most: 60 }),
  country: chosenFrom(useCountryOptions),
  live: flag(),
  forbidden: flag(),
  lastStartedAt: dateRange(),
})

const columns: Column<Row>[] = [
  {
    id: 'broadcaster',
    cell: ({ user }) => <PersonChip person={user} />,
    pinned: true,
    width: 230,
  },
  { id: 'live', cell: (row) => <Live on={row.liveId !== null} />, width: 100 },
  {
    id: 'forbidden',
    cell: (row) => <Forbidden forbidden={row.forbidden} until={row.forbiddenUntil} />,
    width: 240,
    least: 232,
  },
  { id: 'userState', cell: (row) => <UserState state={row.state} />, width: 120, least: 110 },
  { id: 'country', cell: (row) => <Country code={row.country} />, width: 110, spare: true },
  { id: 'lastStartedAt', cell: (row) => <Time at={row.lastStartedAt} />, sort: 'lastStartedAt', width: 165 },
  {
    id: 'sessions',
    cell: (row) => <Amount value={row.sessions} unit="number" />,
    align: 'end',
    sort: 'sessions',
    width: 110,
    spare: true,
  },
  {
    id: 'liveTime',
    cell: (row) => <bdi dir="ltr">{duration(row.seconds)}</bdi>,
    align: 'end',
    sort: 'seconds',
    width: 110,
    spare: true,
  },
  {
    id: 'peakViewers',
    cell: (row) => <Amount value={row.peakViewers} unit="number" />,
    align: 'end',
    width: 110,
    spare: true,
  },
  {
    id: 'tokens',
    cell: (row) => <Tokens amount={row.giftTokens + row.minuteTokens} />,
    align: 'end',
    sort: 'tokens',
    width: 96,
  },
  { id: 'bonus', cell: (row) => <Amount value={row.bonus} unit="bonus" />, align: 'end', width: 90 },
  { id: 'warningCount', cell: (row) => <Amount value={row.warnings} unit="number" />, align: 'end', width: 80 },
  { id: 'forbidCount', cell: (row) => <Amount value={row.forbids} unit="number" />, align: 'end', width: 80 },
  { id: 'giftTokens', cell: (row) => <Tokens amount={row.giftTokens} />, align: 'end', width: 120, hidden: true },
  { id: 'minuteTokens', cell: (row) => <Tokens amount={row.minuteTokens} />, align: 'end', width: 130, hidden: true },
]

const show = defineAction<Row>({
  id: 'live.person.show',
  icon: IconListDetails,
  may: () => true,
  drawer: 'broadcaster',
})
const actions = [show, forbid<Row>(), allow<Row>()]
const drawers = { broadcaster: loadable(() => import('./Broadcaster.tsx')) }

export default function BroadcasterList() {
  const list = useList({
    call: liveUserList,
    filters,
    rowId: (row) => row.user.userId,
    sort: '-lastStartedAt',
    name: (row) => nameOf({ id: row.user.userId, nickname: row.user.nickname }),
  })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="broadcaster" />
    </ListPage>
  )
}
