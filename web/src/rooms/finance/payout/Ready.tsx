// What is owed and in no batch: what can be paid now, and why not the rest. Selected lines become a batch for each method.
import type { Answer } from '@greenroom/contract/call'
import { payableList, payoutBatchSave } from '@greenroom/contract/payoutBatches'
import { batchesMade } from '@greenroom/contract/sentences/payouts'
import { payoutAccountKinds, payoutSources } from '@greenroom/contract/statesAndKinds'
import { Alert } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { defineAction } from '../../../actions/action.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, flag, oneOf, text } from '../../../list/filters.ts'
import { useCompleteList } from '../../../list/useCompleteList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { reasonOf } from '../../../session/refusalReasons.ts'
import { PayeeLink } from '../PayeeLink.tsx'
import { PayoutTabs } from './PayoutTabs.tsx'
import { Kind, linesOf, type Payable, partOf, payableId, Source } from './payoutView.tsx'
import { Underway } from './Underway.tsx'

const filters = filtersOf({
  payee: text(),
  payableNow: flag(),
  method: oneOf(payoutAccountKinds),
  source: oneOf(payoutSources),
})

const columns: Column<Payable>[] = [
  { id: 'payee', cell: (row) => <PayeeLink of={row} />, links: true, pinned: true, width: 250 },
  { id: 'payoutPart', cell: (row) => partOf(row) || '–', width: 120 },
  { id: 'payableNow', cell: (row) => <Amount value={row.usdCents} unit="usd" />, align: 'end', width: 130 },
  { id: 'owed', cell: (row) => <Amount value={row.owedCents} unit="usd" />, align: 'end', width: 120 },
  { id: 'whyNotAll', cell: (row) => <WhyNotAll of={row} />, width: 280 },
  { id: 'method', cell: (row) => (row.kind === null ? '–' : <Kind of={row.kind} />), width: 120 },
  { id: 'lastFour', cell: (row) => (row.lastFour ? <bdi dir="ltr">…{row.lastFour}</bdi> : '–'), width: 90 },
  { id: 'source', cell: (row) => <Source of={row.source} />, width: 130 },
  { id: 'since', cell: (row) => <Time at={row.since} />, width: 165 },
]

function WhyNotAll({ of: { why } }: { of: Payable }) {
  const text = why.map(reasonOf).join(' ')
  return <span title={text}>{text || '–'}</span>
}

const make = defineAction<Payable, { note: string }, string>({
  id: 'finance.payout.make',
  icon: IconStack2,
  may: () => true,
  form: () => import('./makeForm.tsx'),
  run: (_ids, { note }, rows) => call(payoutBatchSave, { lines: linesOf(rows), ...(note.trim() && { note }) }),
  message: (_rows, _input, form, { batches }: Answer<typeof payoutBatchSave>) => batchesMade(form, batches),
})

const has = (row: Payable, part: string) =>
  `${row.payeeName} ${row.payeeId} ${row.id}`.toLowerCase().includes(part.trim().toLowerCase())

const isPayable = ({ usdCents }: Payable) => usdCents > 0

export function Ready() {
  const query = useQuery({
    queryKey: ['finance.payout', 'payables'],
    queryFn: ({ signal }) => call(payableList, {}, { signal }),
  })
  const list = useCompleteList({
    call: payableList,
    query,
    filters,
    rows: ({ payables }, { payee, payableNow, method, source }) =>
      payables
        .filter(
          (row) =>
            (payee === undefined || has(row, payee)) &&
            (payableNow === undefined || isPayable(row) === payableNow) &&
            (method === undefined || row.kind === method) &&
            (source === undefined || row.source === source),
        )
        // What can be paid first; within each, the oldest first.
        .toSorted((a, b) => Number(isPayable(b)) - Number(isPayable(a))),
    rowId: payableId,
    name: (row) => `${row.payeeName || row.payeeId}${row.part && ` · ${partOf(row)}`}`,
  })
  const actions = list.writable ? [make] : [{ ...make, may: () => 'readOnly' }]
  const stopped = query.data?.stopped
  return (
    <ListPage
      list={list}
      summary={
        <>
          <PayoutTabs />
          {stopped && (
            <Alert color="red" py={2} px="xs" role="status">
              {reasonOf(stopped)}
            </Alert>
          )}
          <Underway />
        </>
      }
    >
      <ListFilters />
      <ListTable columns={columns} actions={actions} />
    </ListPage>
  )
}
