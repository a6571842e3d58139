// Differences of confirmed statements, newest first; they stay open until someone closes them.

import { differencesClosed, differencesMatched } from '@greenroom/contract/sentences/statements'
import { differenceClose, differenceList, differenceMatch } from '@greenroom/contract/statements'
import { differenceKinds, differenceStates, differenceStatuses } from '@greenroom/contract/statesAndKinds'
import { IconArrowBackUp, IconCheck, IconLink } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, flag, idText, oneOf, refText, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { type Difference, DifferenceState, DifferenceStatus, Minor } from './StatementState.tsx'
import { Tabs } from './StatementTabs.tsx'

const filters = filtersOf({
  differenceState: oneOf(differenceStates, { as: 'state' }),
  differenceStatus: oneOf(differenceStatuses, { as: 'status' }),
  differenceKind: oneOf(differenceKinds, { as: 'kind' }),
  due: flag(),
  statementId: idText(),
  gateway: text({ most: 40 }),
  reference: text({ most: 100 }),
  orderId: refText(),
})

const columns: Column<Difference>[] = [
  { id: 'differenceId', cell: (row) => String(row.id), pinned: true, width: 80 },
  { id: 'differenceStatus', cell: (row) => <DifferenceStatus status={row.status} />, width: 120 },
  { id: 'differenceState', cell: (row) => <DifferenceState state={row.state} />, width: 140 },
  {
    id: 'differenceKind',
    cell: (row) => <Labelled by={`finance:options.differenceKind.${row.kind}`} />,
    width: 130,
    hidden: true,
  },
  { id: 'reference', cell: (row) => (row.reference ? <Code>{row.reference}</Code> : '–'), width: 200 },
  { id: 'order', cell: (row) => row.orderId ?? row.suggestedId ?? '–', width: 190 },
  { id: 'ours', cell: (row) => <Minor value={row.oursMinor} currency={row.currency} />, align: 'end', width: 110 },
  { id: 'theirs', cell: (row) => <Minor value={row.theirsMinor} currency={row.currency} />, align: 'end', width: 110 },
  { id: 'gateway', cell: (row) => row.gateway, width: 110 },
  { id: 'statementId', cell: (row) => String(row.statementId), width: 100 },
  { id: 'lineAt', cell: (row) => <Time at={row.at} />, width: 165 },
  { id: 'closedBy', cell: (row) => row.closedBy || '–', width: 120 },
  { id: 'reason', cell: (row) => <span title={row.reason}>{row.reason || '–'}</span>, width: 220 },
]

const idsOf = (rows: readonly Difference[]) => rows.map(({ id }) => id)

const match = defineAction<Difference, Reason>({
  id: 'finance.difference.match',
  icon: IconLink,
  confirm: true,
  may: (row) => (row.can.match === true && row.suggestedId === null ? 'noSuggestion' : row.can.match),
  form: reasonForm,
  batch: batchOf(differenceMatch, ({ reason }: Reason) => ({ reason })),
  message: (rows, _, form) =>
    differencesMatched(
      form,
      idsOf(rows),
      rows.flatMap(({ suggestedId }) => suggestedId ?? []),
    ),
})
const close = defineAction<Difference, Reason>({
  id: 'finance.difference.close',
  icon: IconCheck,
  danger: true,
  may: (row) => row.can.close,
  form: reasonForm,
  batch: batchOf(differenceClose, ({ reason }: Reason) => ({ close: true, reason })),
  message: (rows) => differencesClosed(idsOf(rows), true),
})
const reopen = defineAction<Difference, Reason>({
  id: 'finance.difference.reopen',
  icon: IconArrowBackUp,
  confirm: true,
  may: (row) => row.can.reopen,
  form: reasonForm,
  batch: batchOf(differenceClose, ({ reason }: Reason) => ({ close: false, reason })),
  message: (rows) => differencesClosed(idsOf(rows), false),
})

const actions = [match, close, reopen]
const drawers = { difference: loadable(() => import('./DifferenceDrawer.tsx')) }

export default function DifferenceList() {
  const list = useList({ call: differenceList, filters, sort: '-id', name: (row) => String(row.id) })
  return (
    <ListPage list={list} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="difference" />
    </ListPage>
  )
}
