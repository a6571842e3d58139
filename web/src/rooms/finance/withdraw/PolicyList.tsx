// /finance/policy: the rules a withdrawal or payout must meet before it passes.
import { policyEnable, policyList } from '@greenroom/contract/policies'
import { policyChanged } from '@greenroom/contract/sentences/payouts'
import { policyPayees, policyRules } from '@greenroom/contract/statesAndKinds'
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { addCommand, editAction } from '../../../actions/usualActions.ts'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, flag, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Payees, type Policy, PolicyState, Rule, Settings } from './policyView.tsx'

const filters = filtersOf({ rule: oneOf(policyRules), payee: oneOf(policyPayees), enabled: flag() })

const columns: Column<Policy>[] = [
  { id: 'policyName', cell: (row) => row.name, pinned: true, width: 220 },
  { id: 'rule', cell: (row) => <Rule of={row.rule} />, width: 150 },
  { id: 'policyPayees', cell: (row) => <Payees of={row.payees} />, width: 200 },
  { id: 'settings', cell: (row) => <Settings of={row.settings} />, width: 380 },
  { id: 'policyState', cell: (row) => <PolicyState of={row} />, width: 220 },
  { id: 'changedBy', cell: (row) => row.changedBy || '–', width: 130 },
  { id: 'changedAt', cell: (row) => <Time at={row.changedAt} />, sort: 'changedAt', width: 165 },
  { id: 'lockedUntil', cell: (row) => <Time at={row.lockedUntil} />, width: 165 },
]

const turn = (id: string, enabled: boolean) =>
  defineAction<Policy, Reason>({
    id,
    icon: enabled ? IconCircleCheck : IconCircleMinus,
    single: true,
    may: (row) => (enabled ? row.can.enable : row.can.disable),
    form: reasonForm,
    run: ([policyId = 0], { reason }, [row]) =>
      call(policyEnable, { policyId, version: row?.version ?? 0, enabled, reason }),
    message: ([row], _, form) => policyChanged(form, row?.name ?? '', enabled ? 'enabled' : 'disabled'),
  })

const PolicyForm = loadable(() => import('./PolicyForm.tsx'))
const commands = [addCommand('finance.policy')]
const drawers = { add: PolicyForm, edit: PolicyForm }
const actions = [
  editAction<Policy>('finance.policy'),
  turn('finance.policy.enable', true),
  turn('finance.policy.disable', false),
]

export default function PolicyList() {
  const list = useList({
    call: policyList,
    filters,
    sort: '-changedAt',
    rowId: (row) => row.policyId,
    name: (row) => row.name,
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="edit" />
    </ListPage>
  )
}
