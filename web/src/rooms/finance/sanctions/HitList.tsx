// Payees who may be on a sanctions list, newest first. Nothing is paid to them until two members of staff have cleared the hit.
import { sanctionsHitList } from '@greenroom/contract/sanctions'
import { sanctionsHitStates, sanctionsPayees } from '@greenroom/contract/statesAndKinds'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { PayeeLink } from '../PayeeLink.tsx'
import { HitState } from './HitState.tsx'
import { Tabs } from './SanctionsTabs.tsx'
import { type Hit, hitActions } from './sanctionsActions.ts'

const filters = filtersOf({
  hitState: oneOf(sanctionsHitStates, { as: 'state' }),
  sanctionsPayee: oneOf(sanctionsPayees, { as: 'payee' }),
  foundAt: dateRange(),
  listName: text({ most: 100 }),
})

const columns: Column<Hit>[] = [
  { id: 'payee', cell: (row) => <PayeeLink of={row} />, links: true, pinned: true, width: 230 },
  { id: 'hitState', cell: (row) => <HitState of={row} />, width: 150 },
  { id: 'listedName', cell: (row) => <bdi title={row.listedName}>{row.listedName}</bdi>, width: 190 },
  { id: 'agreement', cell: (row) => <Labelled by={`finance:options.agreement.${row.agreement}`} />, width: 130 },
  { id: 'compared', cell: (row) => <Labelled by={`finance:options.compared.${row.field}`} />, width: 130 },
  { id: 'listName', cell: (row) => <bdi>{row.listName}</bdi>, width: 150, hidden: true },
  { id: 'foundAt', cell: (row) => <Time at={row.foundAt} />, width: 165 },
  { id: 'decidedBy', cell: (row) => row.decidedBy || '–', width: 130, hidden: true },
  { id: 'approvedBy', cell: (row) => row.secondBy || '–', width: 130, hidden: true },
  { id: 'decidedAt', cell: (row) => <Time at={row.decidedAt} />, width: 165, hidden: true },
  { id: 'reason', cell: (row) => <span title={row.reason}>{row.reason || '–'}</span>, width: 200, hidden: true },
  { id: 'reference', cell: (row) => <bdi>{row.reference}</bdi>, width: 150, hidden: true },
  { id: 'program', cell: (row) => <bdi title={row.program}>{row.program || '–'}</bdi>, width: 200, hidden: true },
]

const drawers = { hit: loadable(() => import('./HitDrawer.tsx')) }

export default function HitList() {
  const list = useList({
    call: sanctionsHitList,
    filters,
    name: (row) => row.payeeName || row.payeeId,
  })
  return (
    <ListPage list={list} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={hitActions} rowDrawer="hit" />
    </ListPage>
  )
}
