// /sociatyManage/list: every guild, newest registration first; review, bans and dissolution.

import { guildList } from '@greenroom/contract/guilds'
import { guildStates, settlementMethods } from '@greenroom/contract/statesAndKinds'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, idText, numberRange, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { GuildLink } from '../../../ui/values/GuildLink.tsx'
import { Masked } from '../../../ui/values/Masked.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import { type Guild, GuildState } from './GuildState.tsx'
import { decisions } from './guildActions.ts'
import { changesOfStaff } from './guildChanges.ts'

const filters = filtersOf({
  q: text({ most: 2_000 }),
  guildState: { ...oneOf(guildStates), payload: (_name: string, state: string) => ({ state }) },
  method: oneOf(settlementMethods),
  parentId: idText(),
  members: numberRange(),
  registeredAt: dateRange(),
})

const columns: Column<Guild>[] = [
  { id: 'guild', cell: (guild) => <GuildLink guild={guild} />, pinned: true, width: 220 },
  { id: 'guildId', cell: (guild) => String(guild.guildId), sort: 'guildId', align: 'end', width: 100 },
  { id: 'guildState', cell: (guild) => <GuildState state={guild.state} />, width: 120 },
  { id: 'leader', cell: (guild) => <PersonChip person={guild.leader} />, width: 220 },
  { id: 'leaderName', cell: (guild) => <bdi>{guild.leaderName}</bdi>, width: 140 },
  { id: 'phone', cell: (guild) => <Masked field={guild.phone} />, width: 150 },
  { id: 'leaderEmail', cell: (guild) => <Masked field={guild.leaderEmail} />, width: 180, hidden: true },
  {
    id: 'members',
    cell: (guild) => <Amount value={guild.members} unit="number" />,
    sort: 'members',
    align: 'end',
    width: 100,
  },
  { id: 'subAgencies', cell: (guild) => <Amount value={guild.subAgencies} unit="number" />, align: 'end', width: 120 },
  { id: 'parent', cell: (guild) => (guild.parent ? <GuildLink guild={guild.parent} /> : '–'), links: true, width: 160 },
  { id: 'method', cell: (guild) => <Labelled by={`guilds:options.method.${guild.method}`} />, width: 160 },
  { id: 'registeredAt', cell: (guild) => <Time at={guild.registeredAt} />, sort: 'registeredAt', width: 165 },
  { id: 'approvedAt', cell: (guild) => <Time at={guild.approvedAt} />, width: 165, hidden: true },
  { id: 'dissolvesAt', cell: (guild) => <Time at={guild.dissolvesAt} brief />, width: 150, hidden: true },
  { id: 'endedAt', cell: (guild) => <Time at={guild.endedAt} />, width: 165, hidden: true },
  {
    id: 'stateReason',
    cell: (guild) => <span title={guild.stateReason}>{guild.stateReason || '–'}</span>,
    width: 240,
  },
  { id: 'inviter', cell: (guild) => guild.inviter ?? '–', width: 130, hidden: true },
]

const actions = [...decisions<Guild>(), ...changesOfStaff]

export default function GuildList() {
  const list = useList({
    call: guildList,
    filters,
    rowId: (guild) => guild.guildId,
    sort: '-registeredAt',
    name: (guild) => guild.name,
  })
  return (
    <ListPage list={list}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} />
    </ListPage>
  )
}
