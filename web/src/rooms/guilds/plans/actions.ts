// Actions on commission plans.
import { planPublish, planWithdraw } from '@greenroom/contract/guildMoney'
import { planPublished, planWithdrawn } from '@greenroom/contract/sentences/guildMoney'
import { IconArrowBackUp, IconChartBar, IconCopy, IconPencil, IconSend } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { call } from '../../../api/call.ts'
import type { Plan } from './parts.tsx'

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

export const planActions = [open, preview, copy, publish, withdraw]
