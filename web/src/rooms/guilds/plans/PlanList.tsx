// /sociatyManage/commissionPlan: every version of the commission plan, and which one is in force.
import { planList } from '@greenroom/contract/guildMoney'
import { planKinds } from '@greenroom/contract/words'
import { addCommand } from '../../../action/usual.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { planActions } from './actions.ts'
import { isFirstPlan, Levels, type Plan, PlanStatus, Salary, StartWeek } from './parts.tsx'

const filters = filtersOf({
  planName: text({ as: 'q' }),
  planKind: oneOf(planKinds, { as: 'kind' }),
  planState: oneOf(['draft', 'published', 'withdrawn'] as const, { as: 'state' }),
})

const columns: Column<Plan>[] = [
  { id: 'planName', cell: (plan) => plan.name, pinned: true, width: 200 },
  { id: 'planStatus', cell: (plan) => <PlanStatus plan={plan} />, width: 150 },
  { id: 'startWeek', cell: (plan) => <StartWeek plan={plan} />, width: 120 },
  { id: 'planKind', cell: (plan) => <Labelled by={`guilds:options.planKind.${plan.kind}`} />, width: 110 },
  { id: 'levels', cell: (plan) => <Levels of={plan.levels} />, width: 300 },
  { id: 'salarySteps', cell: (plan) => <Salary of={plan.salary} />, width: 200 },
  { id: 'publishedBy', cell: (plan) => plan.publishedBy || '–', width: 130 },
  { id: 'publishedAt', cell: (plan) => (isFirstPlan(plan) ? '–' : <Time at={plan.publishedAt} />), width: 165 },
  { id: 'planNote', cell: (plan) => <span title={plan.note}>{plan.note || '–'}</span>, width: 240 },
]

const PlanForm = loadable(() => import('./PlanForm.tsx'))
const commands = [addCommand('guilds.plan')]
const drawers = {
  add: PlanForm,
  edit: PlanForm,
  copy: loadable(() => import('./CopyPlan.tsx')),
  preview: loadable(() => import('./PreviewPlan.tsx')),
}

export default function PlanList() {
  const list = useList({ call: planList, filters, name: (plan) => plan.name })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={planActions} rowDrawer="edit" />
    </ListPage>
  )
}
