// The form of a draft; a published plan, which never changes, is read-only.
import { planInfo, planSave, planUpdate } from '@greenroom/contract/guildMoney'
import { planSave as saveSchema, planUpdate as updateSchema } from '@greenroom/contract/guildMoney.schema'
import { planChanged } from '@greenroom/contract/sentences/guildMoney'
import { recordForm } from '../../../action/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import { nextMonday } from '../weeks.ts'
import { PlanFields } from './PlanFields.tsx'
import type { Plan } from './parts.tsx'
import { type PlanValues, payloadOf, valuesOf } from './planForm.ts'

const first = { from: 0, rate: '' }

export default recordForm<Plan, PlanValues>({
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
