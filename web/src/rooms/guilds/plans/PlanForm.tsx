import { planInfo, planSave, planUpdate } from '@greenroom/contract/guildMoney'
import {
  planSave as saveSchema,
  planSave as schema,
  planUpdate as updateSchema,
} from '@greenroom/contract/guildMoney.schema'
import { planChanged } from '@greenroom/contract/sentences/guildMoney'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { recordForm } from '../../../actions/form/recordForm.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { call } from '../../../api/call.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { nextMonday } from '../weeks.ts'
import { PlanFields } from './PlanFields.tsx'
import type { Plan } from './PlanView.tsx'
import { type PlanValues, payloadOf, valuesOf } from './planInput.ts'

// Creates a draft as a copy of another plan.
export function CopyPlan({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('guilds')
  const list = useCurrentList()
  const title = t('actions.plan.copy')
  const refused = refusalOf('guilds', list.writable || 'readOnly')
  return (
    <RecordDrawer<Plan>
      rowId={rowId}
      close={close}
      title={title}
      read={async (signal) => (await call(planInfo, { id: Number(rowId) }, { signal })).plan}
    >
      {(plan) => (
        <FormDrawer<PlanValues>
          title={title}
          close={close}
          width="medium"
          draft={`guilds.planCopy:${rowId}`}
          call={planSave}
          schema={schema.payload}
          initial={{ ...valuesOf(plan), startWeek: nextMonday() }}
          payload={payloadOf}
          message={({ name }) => planChanged({ name }, 'added')}
          refused={refused}
        >
          {(form) => <PlanFields form={form} readOnly={refused !== undefined} />}
        </FormDrawer>
      )}
    </RecordDrawer>
  )
}

const first = { from: 0, rate: '' }

/** The form of a draft; a published plan, which never changes, is read-only. */
export const PlanForm = recordForm<Plan, PlanValues>({
  thing: 'guilds.plan',
  read: async (id, options) => (await call(planInfo, { id: Number(id) }, options)).plan,
  toForm: (plan) => ({ id: plan.id, version: plan.version, ...valuesOf(plan) }),
  nameOf: ({ name }) => name,
  update: [planUpdate, updateSchema],
  save: [planSave, saveSchema],
  empty: () => ({
    name: '',
    kind: 'whole',
    startWeek: nextMonday(),
    note: '',
    levels: [first],
    salary: [],
  }),
  width: 'medium',
  payload: payloadOf,
  message: (plan, verb) => planChanged(plan, verb),
  Fields: PlanFields,
})
