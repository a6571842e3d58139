import type { RecordOf } from '@greenroom/contract/call'
import { heldEventDrop, type heldEventList, heldEventReplay } from '@greenroom/contract/clients'
import { heldEventsDropped, heldEventsReplayed } from '@greenroom/contract/sentences/bridge'
import { IconEye, IconRefresh, IconTrash } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

// Actions on events that failed.
export type HeldEvent = RecordOf<typeof heldEventList>

const show = defineAction<HeldEvent, undefined, string>({
  id: 'system.bridge.showEvent',
  icon: IconEye,
  may: () => true,
  drawer: 'event',
})

const replay = defineAction<HeldEvent, Reason, string>({
  id: 'system.bridge.replayEvent',
  icon: IconRefresh,
  may: (event) => event.can.replay,
  form: reasonForm,
  batch: batchOf(heldEventReplay, ({ reason }: Reason) => ({ reason })),
  message: (rows) => heldEventsReplayed(rows.length),
})

const drop = defineAction<HeldEvent, Reason, string>({
  id: 'system.bridge.dropEvent',
  icon: IconTrash,
  danger: true,
  may: (event) => event.can.drop,
  form: reasonForm,
  batch: batchOf(heldEventDrop, ({ reason }: Reason) => ({ reason })),
  message: (rows) => heldEventsDropped(rows.length),
})

export const heldActions = [show, replay, drop]

export function HeldState({ of }: { of: HeldEvent }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.heldEvent[of.state]}>{label(`system:options.state.${of.state}`)}</StatusBadge>
}
