// /promotion/benefit: benefits for new users, with their periods and remaining budgets.
import { benefitList, benefitStop } from '@greenroom/contract/benefits'
import { benefitsStopped } from '@greenroom/contract/sentences/promotion'
import { benefitStates } from '@greenroom/contract/statesAndKinds'
import { IconPlayerStop } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { addCommand } from '../../../actions/usualActions.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { useNumberOptions } from '../useChoices.ts'
import { type Benefit, BenefitState, Budget, Gives, Whom } from './BenefitState.tsx'

const filters = filtersOf({
  benefitName: text({ as: 'q', most: 60 }),
  benefit: oneOf(benefitStates, { as: 'state' }),
  channel: chosenFrom(useNumberOptions('benefit')),
})

const columns: Column<Benefit>[] = [
  { id: 'name', cell: (row) => row.name, pinned: true, width: 160 },
  { id: 'state', cell: (row) => <BenefitState of={row} />, width: 145 },
  { id: 'gives', cell: (row) => <Gives of={row} />, width: 205 },
  { id: 'whom', cell: (row) => <Whom of={row} />, width: 165 },
  { id: 'grants', cell: (row) => <Amount value={row.grants} unit="number" />, align: 'end', width: 65 },
  { id: 'budget', cell: (row) => <Budget of={row} />, width: 215 },
  { id: 'until', cell: (row) => <Time at={row.to} brief />, width: 130 },
  { id: 'from', cell: (row) => <Time at={row.from} brief />, width: 130, spare: true },
  { id: 'createdBy', cell: (row) => row.createdBy, width: 130, spare: true },
  { id: 'approvedBy', cell: (row) => row.approvedBy || '–', width: 130, spare: true },
  { id: 'createdAt', cell: (row) => <Time at={row.createdAt} />, sort: 'createdAt', width: 165, hidden: true },
]

const actions = [
  defineAction<Benefit, Reason>({
    id: 'promotion.benefit.stop',
    icon: IconPlayerStop,
    danger: true,
    may: (row) => row.can.stop,
    form: reasonForm,
    batch: batchOf(benefitStop, ({ reason }: Reason) => ({ reason })),
    message: (rows, _input, form) => benefitsStopped(rows, form),
  }),
]

const commands = [addCommand('promotion.benefit')]
const drawers = {
  add: loadable(() => import('./AddBenefit.tsx')),
  show: loadable(() => import('./BenefitDrawer.tsx')),
}

export default function BenefitList() {
  const list = useList({ call: benefitList, filters, sort: '-createdAt', name: (row) => row.name })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="show" />
    </ListPage>
  )
}
