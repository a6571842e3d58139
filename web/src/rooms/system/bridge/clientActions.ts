// Actions on clients.

import { clientDelete, clientEnable, clientHistoryClose, clientSecretRotate } from '@greenroom/contract/clients'
import { clientChanged, historyClosed, secretRotated } from '@greenroom/contract/sentences/bridge'
import { IconArchive, IconCircleCheck, IconCircleMinus, IconKey, IconRefreshDot, IconTrash } from '@tabler/icons-react'
import { defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { editAction } from '../../../actions/usualActions.ts'
import { call } from '../../../api/call.ts'
import type { Client } from './bridgeClient.ts'

const secrets = defineAction<Client>({ id: 'system.bridge.secrets', icon: IconKey, may: () => true, drawer: 'secrets' })

const rotate = defineAction<Client, { keepHours: number }>({
  id: 'system.bridge.rotate',
  icon: IconRefreshDot,
  single: true,
  may: (client) => client.can.rotate,
  form: () => import('./ClientSecrets.tsx').then(({ rotateForm }) => ({ default: rotateForm })),
  run: ([clientId], { keepHours }) => call(clientSecretRotate, { clientId: clientId ?? 0, keepHours }),
  message: ([client], { keepHours }, form) => secretRotated(form, { name: client?.name ?? '', hours: keepHours }),
})

const turn = (enabled: boolean) =>
  defineAction<Client, Reason>({
    id: enabled ? 'system.bridge.enable' : 'system.bridge.disable',
    icon: enabled ? IconCircleCheck : IconCircleMinus,
    ...(!enabled && { danger: true }),
    single: true,
    may: ({ can }) => (enabled ? can.enable : can.disable),
    form: reasonForm,
    run: ([clientId], { reason }) => call(clientEnable, { clientId: clientId ?? 0, enabled, reason }),
    message: ([client]) => clientChanged(client?.name ?? '', enabled ? 'enabled' : 'disabled'),
  })

const closeHistory = defineAction<Client, Reason>({
  id: 'system.bridge.closeHistory',
  icon: IconArchive,
  danger: true,
  single: true,
  may: ({ can, history }) => (history === null ? 'already' : can.closeHistory),
  form: reasonForm,
  run: ([clientId], { reason }) => call(clientHistoryClose, { clientId: clientId ?? 0, reason }),
  message: ([client]) => historyClosed(client?.name ?? ''),
})

const remove = defineAction<Client, Reason>({
  id: 'system.bridge.delete',
  icon: IconTrash,
  danger: true,
  single: true,
  may: (client) => client.can.delete,
  form: reasonForm,
  run: ([clientId], { reason }) => call(clientDelete, { clientId: clientId ?? 0, reason }),
  message: ([client]) => clientChanged(client?.name ?? '', 'deleted'),
})

export const clientActions = [
  editAction<Client>('system.bridge'),
  secrets,
  rotate,
  turn(true),
  turn(false),
  closeHistory,
  remove,
]
