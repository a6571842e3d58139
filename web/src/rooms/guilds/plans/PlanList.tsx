// /sociatyManage/commissionPlan: every version of the commission plan, and which one is in force.
import { planList, planPublish, planWithdraw } from '@greenroom/contract/guildMoney'
import { planPublished, planWithdrawn } from '@greenroom/contract/sentences/guildMoney'
import { planKinds } from '@greenroom/contract/statesAndKinds'
import { IconArrowBackUp, IconChartBar, IconCopy, IconPencil, IconSend } from '@tabler/icons-react'
import { defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { addCommand } from '../../../actions/usualActions.ts'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { isFirstPlan, Levels, type Plan, PlanStatus, Salary, StartWeek } from './PlanView.tsx'

// Actions on commission plans.
const publish = defineAction<Plan, Reason>({
  id: 'guilds.plan.publish',
  icon: IconSend,
  single: true,
  may: (plan) => plan.can.publish,
  form: reasonForm,
  run: (_ids, { reason }, [plan]) => call(planPublish, { id: plan?.id ?? 0, version: plan?.version ?? 0, reason }),
  message: (rows, _input, form) => planPublished(form, rows[0]!),
})

const withdraw = defineAction<Plan, Reason>({
  id: 'guilds.plan.withdraw',
  icon: IconArrowBackUp,
  danger: true,
  single: true,
  may: (plan) => plan.can.withdraw,
  form: reasonForm,
  run: (_ids, { reason }, [plan]) => call(planWithdraw, { id: plan?.id ?? 0, version: plan?.version ?? 0, reason }),
  message: (rows, _input, form) => planWithdrawn(form, rows[0]!),
})

const copy = defineAction<Plan>({ id: 'guilds.plan.copy', icon: IconCopy, may: () => true, drawer: 'copy' })

const preview = defineAction<Plan>({
  id: 'guilds.plan.preview',
  icon: IconChartBar,
  may: (plan) => plan.can.preview,
  drawer: 'preview',
})

/** Opens for reading, too: the form of a plan that can't be changed says why. */
const open = defineAction<Plan>({
  id: 'guilds.plan.edit',
  icon: IconPencil,
  key: 'edit',
  may: () => true,
  drawer: 'edit',
})

const planActions = [open, preview, copy, publish, withdraw]

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

const PlanForm = loadable(() => import('./PlanForm.tsx'), 'PlanForm')
const commands = [addCommand('guilds.plan')]
const drawers = {
  add: PlanForm,
  edit: PlanForm,
  copy: loadable(() => import('./PlanForm.tsx'), 'CopyPlan'),
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
