// What can be done to commands on their way to the app.

import { deliveryReplay } from '@greenroom/contract/clients'
import { commandsSentAgain } from '@greenroom/contract/sentences/bridge'
import { IconEye, IconSend } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../../action/action.ts'
import { type Reason, reasonForm } from '../../../../action/forms.ts'
import type { Delivery } from './DeliveryList.tsx'

const show = defineAction<Delivery, undefined, string>({
  id: 'system.bridge.show',
  icon: IconEye,
  may: () => true,
  drawer: 'command',
})

const replay = defineAction<Delivery, Reason, string>({
  id: 'system.bridge.replay',
  icon: IconSend,
  may: (delivery) => delivery.can.replay,
  form: reasonForm,
  batch: batchOf(deliveryReplay, ({ reason }: Reason) => ({ reason })),
  told: (rows) => commandsSentAgain(rows.length),
})

export const deliveryActions = [show, replay]
