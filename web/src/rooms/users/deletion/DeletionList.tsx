// /user/deletions: who is to be deleted and what that waits for, and how long each kind of data is kept.
import { deletionList } from '@greenroom/contract/privacy'
import { deletionStates, deletionWaits } from '@greenroom/contract/statesAndKinds'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, idText, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { AskedBy, DeletionState, Waits } from './DeletionState.tsx'
import { type Deletion, deletionActions } from './deletionActions.ts'
import { KeptData } from './KeptData.tsx'

const filters = filtersOf({
  userId: idText(),
  deletionState: oneOf(deletionStates, { as: 'state' }),
  deletionWait: oneOf(deletionWaits, { as: 'wait' }),
  deletionBy: oneOf(['user', 'staff'], { as: 'by' }),
  askedAt: dateRange(),
})

const columns: Column<Deletion>[] = [
  { id: 'user', cell: (one) => <PersonLink person={one} />, links: true, pinned: true, width: 230 },
  { id: 'deletionState', cell: (one) => <DeletionState state={one.state} />, width: 120 },
  { id: 'waits', cell: (one) => <Waits of={one.waits} />, width: 250 },
  { id: 'dueAt', cell: (one) => <Time at={one.dueAt} />, sort: 'dueAt', width: 165 },
  { id: 'askedBy', cell: (one) => <AskedBy of={one} />, width: 150 },
  { id: 'askedAt', cell: (one) => <Time at={one.askedAt} />, sort: 'askedAt', width: 165 },
  { id: 'reason', cell: (one) => <span title={one.reason}>{one.reason || '–'}</span>, width: 220 },
  { id: 'erasedAt', cell: (one) => <Time at={one.erasedAt} />, spare: true, width: 165 },
  { id: 'cancelledBy', cell: (one) => one.cancelledBy || '–', spare: true, width: 150 },
]

export default function DeletionList() {
  const list = useList({ call: deletionList, filters, rowId: (one) => one.deletionId, sort: '-askedAt' })
  return (
    <>
      <ListPage list={list}>
        <ListFilters />
        <ListTable columns={columns} actions={deletionActions} />
      </ListPage>
      <KeptData />
    </>
  )
}
