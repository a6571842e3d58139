// Every family: a top-level guild with its sub-agencies as one unit.
import type { RecordOf } from '@greenroom/contract/call'
import { guildFamilyList } from '@greenroom/contract/guilds'
import { guildStates } from '@greenroom/contract/statesAndKinds'
import { Amount } from '../../../format/Amount.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { GuildLink } from '../../../ui/values/GuildLink.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import { GuildState } from '../guild/GuildState.tsx'

type Family = RecordOf<typeof guildFamilyList>

const filters = filtersOf({
  q: text(),
  guildState: { ...oneOf(guildStates), payload: (_name: string, state: string) => ({ state }) },
})

const columns: Column<Family>[] = [
  { id: 'guild', cell: (family) => <GuildLink guild={family} tab="subAgencies" />, pinned: true, width: 220 },
  { id: 'guildId', cell: (family) => String(family.guildId), sort: 'guildId', align: 'end', width: 100 },
  { id: 'guildState', cell: (family) => <GuildState state={family.state} />, width: 120 },
  { id: 'leader', cell: (family) => <PersonChip person={family.leader} />, width: 220 },
  {
    id: 'subAgencies',
    cell: (family) => <Amount value={family.subAgencies} unit="number" />,
    align: 'end',
    width: 120,
  },
  { id: 'members', cell: (family) => <Amount value={family.members} unit="number" />, align: 'end', width: 100 },
  {
    id: 'pointsThisWeek',
    cell: (family) => <Amount value={family.thisWeek.points} unit="bonus" />,
    align: 'end',
    width: 130,
  },
  {
    id: 'baseThisWeek',
    cell: (family) => <Amount value={family.thisWeek.baseCents} unit="usd" />,
    align: 'end',
    width: 130,
  },
  { id: 'levelThisWeek', cell: (family) => String(family.thisWeek.level), align: 'end', width: 110 },
  {
    id: 'pointsLastWeek',
    cell: (family) => <Amount value={family.lastWeek.points} unit="bonus" />,
    align: 'end',
    width: 130,
  },
  {
    id: 'baseLastWeek',
    cell: (family) => <Amount value={family.lastWeek.baseCents} unit="usd" />,
    align: 'end',
    width: 130,
  },
  { id: 'levelLastWeek', cell: (family) => String(family.lastWeek.level), align: 'end', width: 110 },
  {
    id: 'payableLastWeek',
    cell: ({ lastWeek: { payableCents } }) =>
      payableCents === null ? '–' : <Amount value={payableCents} unit="usd" />,
    align: 'end',
    width: 140,
  },
]

export function FamilyList() {
  const list = useList({
    call: guildFamilyList,
    filters,
    rowId: (family) => family.guildId,
    sort: '-guildId',
    name: (family) => family.name,
  })
  return (
    <ListPage list={list}>
      <ListFilters />
      <ListTable columns={columns} />
    </ListPage>
  )
}
