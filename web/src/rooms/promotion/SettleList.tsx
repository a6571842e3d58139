// /promotion/settle: promoters' settlements by month and price model: freeze, approve (by another account), pay (by Finance).

import {
  promoterSettleApprove,
  promoterSettleFreeze,
  promoterSettleList,
  promoterSettleReopen,
} from '@greenroom/contract/promoterSettle'
import { settlementsChanged } from '@greenroom/contract/sentences/promotion'
import { priceModels, promoterSettleStates } from '@greenroom/contract/statesAndKinds'
import { IconChecks, IconLock, IconLockOpen } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../actions/action.ts'
import { type Reason, reasonForm } from '../../actions/reasonForms.ts'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { chosenFrom, filtersOf, flag, oneOf } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { type Line, LineState, Month } from './SettleState.tsx'

import { usePromoterOptions } from './useChoices.ts'

const filters = filtersOf({
  promoterId: chosenFrom(usePromoterOptions('settle')),
  model: oneOf(priceModels),
  settle: oneOf(promoterSettleStates, { as: 'state' }),
  ended: flag(),
})

const usd = (id: keyof Line, width = 120, more: Partial<Column<Line>> = {}): Column<Line> => ({
  id,
  cell: (row) => <Amount value={row[id] as number} unit="usd" />,
  align: 'end',
  width,
  ...more,
})
const count = (id: keyof Line, width = 100, more: Partial<Column<Line>> = {}): Column<Line> => ({
  id,
  cell: (row) => <Amount value={row[id] as number} unit="number" />,
  align: 'end',
  width,
  ...more,
})

const columns: Column<Line>[] = [
  { id: 'promoter', cell: (row) => row.promoter.name, pinned: true, width: 150 },
  { id: 'month', cell: (row) => <Month of={row.month} />, sort: 'month', width: 85 },
  { id: 'model', cell: (row) => <Labelled by={`promotion:options.model.${row.model}`} />, width: 75 },
  { id: 'state', cell: (row) => <LineState of={row} />, width: 120 },
  count('installs', 80),
  count('counted', 85),
  usd('netCents', 145),
  usd('ownCents', 105),
  usd('payableCents', 110),
  count('registrations', 105, { spare: true }),
  usd('correctionCents', 130, { spare: true }),
  usd('carriedInCents', 130, { spare: true }),
  { id: 'frozenBy', cell: (row) => row.frozenBy || '–', width: 120, spare: true },
  { id: 'approvedBy', cell: (row) => row.approvedBy || '–', width: 120, spare: true },
  { id: 'paidAt', cell: (row) => <Time at={row.paidAt} brief />, width: 140, spare: true },
]

const named = ({ promoter, model, month }: Line) => ({ promoter: promoter.name, model, month })

const actions = [
  defineAction<Line>({
    id: 'promotion.settle.freeze',
    icon: IconLock,
    confirm: true,
    may: (row) => row.can.freeze,
    batch: batchOf(promoterSettleFreeze, () => ({})),
    message: (rows, _input, form) => settlementsChanged('frozen', rows.map(named), form),
  }),
  defineAction<Line>({
    id: 'promotion.settle.approve',
    icon: IconChecks,
    confirm: true,
    may: (row) => row.can.approve,
    batch: batchOf(promoterSettleApprove, () => ({})),
    message: (rows, _input, form) => settlementsChanged('approved', rows.map(named), form),
  }),
  defineAction<Line, Reason>({
    id: 'promotion.settle.reopen',
    icon: IconLockOpen,
    may: (row) => row.can.reopen,
    form: reasonForm,
    batch: batchOf(promoterSettleReopen, ({ reason }: Reason) => ({ reason })),
    message: (rows, _input, form) => settlementsChanged('reopened', rows.map(named), form),
  }),
]

const drawers = { show: loadable(() => import('./SettleDrawer.tsx')) }

export default function SettleList() {
  const list = useList({
    call: promoterSettleList,
    filters,
    sort: '-month',
    name: (row) => `${row.promoter.name} · ${row.model} ${row.month}`,
  })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="show" />
    </ListPage>
  )
}
