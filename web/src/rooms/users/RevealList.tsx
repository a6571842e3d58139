// /user/contact: who revealed whose phone number or e-mail address, and why.
import type { RecordOf } from '@greenroom/contract/call'
import { userRevealList } from '@greenroom/contract/users'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { dateRange, filtersOf, idText, text } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'

type Reveal = RecordOf<typeof userRevealList>

const filters = filtersOf({ userId: idText(), username: text(), at: dateRange() })

const columns: Column<Reveal>[] = [
  { id: 'at', cell: (one) => <Time at={one.at} />, pinned: true, sort: 'at', width: 175 },
  { id: 'by', cell: (one) => one.by, width: 150 },
  { id: 'user', cell: (one) => <PersonLink person={one} />, links: true, width: 240 },
  { id: 'ofGuild', cell: (one) => <bdi title={one.guild?.name}>{one.guild?.name ?? '–'}</bdi>, width: 160 },
  { id: 'field', cell: (one) => <Labelled by={`users:options.field.${one.field}`} />, width: 130 },
  { id: 'reason', cell: (one) => <span title={one.reason}>{one.reason}</span>, width: 240 },
]

export default function RevealList() {
  const list = useList({ call: userRevealList, filters, rowId: (one) => one.revealId })
  return (
    <ListPage list={list}>
      <ListFilters />
      <ListTable columns={columns} />
    </ListPage>
  )
}
