// Payout batches, newest first.
import { payoutBatchDrop, payoutBatchList } from '@greenroom/contract/payoutBatches'
import { batchDropped } from '@greenroom/contract/sentences/payouts'
import { payoutAccountKinds, payoutBatchStates } from '@greenroom/contract/statesAndKinds'
import { IconFileDownload, IconListCheck, IconTrash } from '@tabler/icons-react'
import { defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { PayoutTabs } from './PayoutTabs.tsx'
import { type Batch, BatchState, Kind } from './payoutView.tsx'

const filters = filtersOf({
  batchMadeAt: dateRange(),
  batchState: oneOf(payoutBatchStates, { as: 'state' }),
  method: oneOf(payoutAccountKinds, { as: 'kind' }),
  batchMadeBy: text({ as: 'madeBy', most: 50 }),
})

const columns: Column<Batch>[] = [
  { id: 'batchId', cell: (row) => String(row.batchId), pinned: true, width: 90 },
  { id: 'batchState', cell: (row) => <BatchState of={row} />, width: 190 },
  { id: 'method', cell: (row) => <Kind of={row.kind} />, width: 140 },
  { id: 'lines', cell: (row) => <Amount value={row.lines} unit="number" />, align: 'end', width: 90 },
  { id: 'amount', cell: (row) => <Amount value={row.usdCents} unit="usd" />, align: 'end', width: 130 },
  { id: 'paid', cell: (row) => <Amount value={row.paid} unit="number" />, align: 'end', width: 90 },
  { id: 'failed', cell: (row) => <Amount value={row.failed} unit="number" />, align: 'end', width: 90 },
  { id: 'batchMadeBy', cell: (row) => row.madeBy, width: 130 },
  { id: 'batchMadeAt', cell: (row) => <Time at={row.madeAt} />, sort: 'madeAt', width: 165 },
  { id: 'approvedBy', cell: (row) => row.approvedBy || '–', width: 130 },
  { id: 'sentBy', cell: (row) => row.sentBy || '–', width: 130 },
  { id: 'sentAt', cell: (row) => <Time at={row.sentAt} />, width: 165 },
  { id: 'doneAt', cell: (row) => <Time at={row.doneAt} />, width: 165 },
  { id: 'note', cell: (row) => <span title={row.note}>{row.note || '–'}</span>, width: 200, hidden: true },
]

const send = defineAction<Batch>({
  id: 'finance.payout.send',
  icon: IconFileDownload,
  may: (row) => row.can.send,
  drawer: 'send',
})
const result = defineAction<Batch>({
  id: 'finance.payout.result',
  icon: IconListCheck,
  may: (row) => row.can.result,
  drawer: 'result',
})
const drop = defineAction<Batch, Reason>({
  id: 'finance.payout.drop',
  icon: IconTrash,
  danger: true,
  single: true,
  may: (row) => row.can.drop,
  form: reasonForm,
  run: ([batchId = 0], { reason }) => call(payoutBatchDrop, { batchId, reason }),
  message: ([row], _, form) =>
    batchDropped(form, { batchId: row?.batchId ?? 0, lines: row?.lines ?? 0, usdCents: row?.usdCents ?? 0 }),
})

const drawers = {
  batch: loadable(() => import('./BatchDrawer.tsx')),
  send: loadable(() => import('./SendDrawer.tsx')),
  result: loadable(() => import('./ResultDrawer.tsx')),
}

export function Batches() {
  const list = useList({
    call: payoutBatchList,
    filters,
    sort: '-madeAt',
    rowId: (row) => row.batchId,
    name: (row) => String(row.batchId),
  })
  return (
    <ListPage list={list} drawers={drawers} summary={<PayoutTabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={[send, result, drop]} rowDrawer="batch" />
    </ListPage>
  )
}
