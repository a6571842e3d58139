import type { RecordOf } from '@greenroom/contract/call'
import { type deliveryList, deliveryReplay } from '@greenroom/contract/clients'
import { commandsSentAgain } from '@greenroom/contract/sentences/bridge'
import { IconEye, IconSend } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

// Actions on deliveries.
export type Delivery = RecordOf<typeof deliveryList>

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
  message: (rows) => commandsSentAgain(rows.length),
})

export const deliveryActions = [show, replay]

export function DeliveryState({ of }: { of: Delivery }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.delivery[of.state]}>{label(`system:options.state.${of.state}`)}</StatusBadge>
}
