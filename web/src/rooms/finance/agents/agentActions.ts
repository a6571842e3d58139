// Actions on applications and agents.

import {
  agentApprove,
  agentCancel,
  agentFreeze,
  agentList,
  agentReject,
  agentUnfreeze,
} from '@greenroom/contract/agents'
import type { AnyCall, RecordOf } from '@greenroom/contract/call'
import { agentCancelled, agentsDecided } from '@greenroom/contract/sentences/agents'
import { IconAdjustments, IconCheck, IconLockOpen, IconSnowflake, IconTrash, IconX } from '@tabler/icons-react'
import { type Action, batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import type { Ending } from './agentForms.tsx'

export type Agent = RecordOf<typeof agentList>

const named = (rows: readonly Agent[]) => rows.map(({ user }) => ({ id: user.userId, nickname: user.nickname }))

const approve = defineAction<Agent>({
  id: 'finance.agent.approve',
  icon: IconCheck,
  confirm: true,
  may: (row) => row.can.approve,
  batch: batchOf(agentApprove, () => ({})),
  message: (rows) => agentsDecided('approve', named(rows)),
})

type Rest = Pick<Action<Agent>, 'id' | 'icon' | 'danger'>
const reasoned = (verb: 'reject' | 'freeze', to: AnyCall, rest: Rest) =>
  defineAction<Agent, Reason>({
    ...rest,
    may: (row) => row.can[verb],
    form: reasonForm,
    batch: batchOf(to, ({ reason }: Reason) => ({ reason })),
    message: (rows) => agentsDecided(verb, named(rows)),
  })

const unfreeze = defineAction<Agent>({
  id: 'finance.agent.unfreeze',
  icon: IconLockOpen,
  confirm: true,
  may: (row) => row.can.unfreeze,
  batch: batchOf(agentUnfreeze, () => ({})),
  message: (rows) => agentsDecided('unfreeze', named(rows)),
})

const cancel = defineAction<Agent, Ending>({
  id: 'finance.agent.cancel',
  icon: IconTrash,
  danger: true,
  single: true,
  may: (row) => row.can.cancel,
  form: () => import('./agentForms.tsx').then(({ endForm }) => ({ default: endForm })),
  run: ([userId = 0], { stock, reason }) => call(agentCancel, { userId, stock, reason }),
  message: (rows, { stock }, form) => agentCancelled(form, named(rows)[0]!, stock),
})

const limits = defineAction<Agent>({
  id: 'finance.agent.limits',
  icon: IconAdjustments,
  may: (row) => row.can.limits,
  drawer: 'limits',
})

export const agentActions = [
  approve,
  reasoned('reject', agentReject, { id: 'finance.agent.reject', icon: IconX, danger: true }),
  reasoned('freeze', agentFreeze, { id: 'finance.agent.freeze', icon: IconSnowflake, danger: true }),
  unfreeze,
  limits,
  cancel,
]
