// Payouts that are ready and in no batch: selected lines of one method become a batch.
import type { Answer } from '@greenroom/contract/call'
import { payableList, payoutBatchSave } from '@greenroom/contract/payoutBatches'
import { batchMade } from '@greenroom/contract/sentences/payouts'
import { payoutAccountKinds, payoutSources } from '@greenroom/contract/words'
import { IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { defineAction } from '../../../action/action.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useCompleteList } from '../../../list/useCompleteList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { PayoutTabs } from './PayoutTabs.tsx'
import { Kind, type Payable, payableId, Source } from './parts.tsx'

const filters = filtersOf({ payee: text(), method: oneOf(payoutAccountKinds), source: oneOf(payoutSources) })

const columns: Column<Payable>[] = [
  { id: 'payee', cell: (row) => <bdi>{row.payeeName || row.payeeId}</bdi>, pinned: true, width: 240 },
  { id: 'amount', cell: (row) => <Amount value={row.usdCents} unit="usd" />, align: 'end', width: 130 },
  { id: 'source', cell: (row) => <Source of={row.source} />, width: 160 },
  { id: 'method', cell: (row) => <Kind of={row.kind} />, width: 150 },
  { id: 'lastFour', cell: (row) => <bdi dir="ltr">…{row.lastFour}</bdi>, width: 110 },
  { id: 'since', cell: (row) => <Time at={row.since} />, width: 165 },
  { id: 'payeeId', cell: (row) => <bdi>{row.payeeId}</bdi>, width: 150, hidden: true },
]

const make = defineAction<Payable, undefined, string>({
  id: 'finance.payout.make',
  icon: IconStack2,
  confirm: true,
  may: () => true,
  run: (_ids, _input, rows) => call(payoutBatchSave, { lines: rows.map(({ source, id }) => ({ source, id })) }),
  message: (_rows, _input, form, { batchId = 0, lines = 0, usdCents = 0 }: Answer<typeof payoutBatchSave>) =>
    batchMade(form, { batchId, lines, usdCents }),
})

const has = (row: Payable, part: string) =>
  `${row.payeeName} ${row.payeeId} ${row.id}`.toLowerCase().includes(part.trim().toLowerCase())

export function Ready() {
  const query = useQuery({
    queryKey: ['finance.payout', 'payables'],
    queryFn: ({ signal }) => call(payableList, {}, { signal }),
  })
  const list = useCompleteList({
    call: payableList,
    query,
    filters,
    rows: ({ payables }, { payee, method, source }) =>
      payables.filter(
        (row) =>
          (payee === undefined || has(row, payee)) &&
          (method === undefined || row.kind === method) &&
          (source === undefined || row.source === source),
      ),
    rowId: payableId,
    name: (row) => row.payeeName || row.payeeId,
  })
  const actions = list.writable ? [make] : [{ ...make, may: () => 'readOnly' }]
  return (
    <ListPage list={list} summary={<PayoutTabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} />
    </ListPage>
  )
}
