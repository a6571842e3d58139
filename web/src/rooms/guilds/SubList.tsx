// /GuildManagement/LevelTwoGuild: sub-agencies, each with its own rate.

import { guildSubList } from '@greenroom/contract/guilds'
import { guildStates } from '@greenroom/contract/statesAndKinds'
import { addCommand } from '../../actions/usualActions.ts'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { dateRange, filtersOf, numberRange, oneOf, text } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { GuildLink } from '../../ui/values/GuildLink.tsx'
import { PersonChip } from '../../ui/values/UserChip.tsx'
import { type Guild, GuildState, Rate } from './guild/GuildState.tsx'
import { changesOfStaff } from './guild/guildChanges.ts'

const filters = filtersOf({
  q: text(),
  guildState: { ...oneOf(guildStates), payload: (_name: string, state: string) => ({ state }) },
  members: numberRange(),
  registeredAt: dateRange(),
})

const columns: Column<Guild>[] = [
  { id: 'guild', cell: (guild) => <GuildLink guild={guild} />, pinned: true, width: 200 },
  { id: 'guildId', cell: (guild) => String(guild.guildId), sort: 'guildId', align: 'end', width: 100 },
  { id: 'guildState', cell: (guild) => <GuildState state={guild.state} />, width: 120 },
  { id: 'rate', cell: (guild) => <Rate bp={guild.agreedRateBp} />, width: 150 },
  {
    id: 'members',
    cell: (guild) => <Amount value={guild.members} unit="number" />,
    sort: 'members',
    align: 'end',
    width: 100,
  },
  { id: 'leader', cell: (guild) => <PersonChip person={guild.leader} />, width: 220 },
  { id: 'parent', cell: (guild) => <bdi>{guild.parent?.name}</bdi>, width: 180 },
  { id: 'method', cell: (guild) => <Labelled by={`guilds:options.method.${guild.method}`} />, width: 160 },
  { id: 'registeredAt', cell: (guild) => <Time at={guild.registeredAt} />, sort: 'registeredAt', width: 165 },
  { id: 'approvedAt', cell: (guild) => <Time at={guild.approvedAt} />, width: 165, hidden: true },
]

const commands = [addCommand('guilds.sub')]
const drawers = { add: loadable(() => import('./RegisterSub.tsx')) }

export default function SubList() {
  const list = useList({
    call: guildSubList,
    filters,
    rowId: (guild) => guild.guildId,
    sort: '-registeredAt',
    name: (guild) => guild.name,
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={changesOfStaff} />
    </ListPage>
  )
}
