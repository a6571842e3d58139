// Hiding, showing, pinning and taking down, alike for posts, comments and topics.
import type { AnyCall } from '@greenroom/contract/call'
import type { Become } from '@greenroom/contract/sentences/community'
import { IconEye, IconEyeOff, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react'
import { type Action, type ActionMessage, type Availability, defineAction } from '../../actions/action.ts'
import { type Reason, reasonForm } from '../../actions/reasonForms.ts'
import { call } from '../../api/call.ts'

type Can = { can: Readonly<Partial<Record<'hide' | 'show' | 'pin' | 'unpin' | 'remove', Availability>>> }
type MessageOf<Row> = (become: Become) => ActionMessage<Row, unknown>

const become = (to: AnyCall, state: 'shown' | 'hidden' | 'removed') => ({
  form: reasonForm,
  batch: { call: to, payload: ({ reason }: Reason) => ({ state, reason }) },
})

/** Hides rows and shows them again, for a reason. */
export const visibilityActions = <Row extends Can>(
  thing: string,
  to: AnyCall,
  messageOf: MessageOf<Row>,
): [Action<Row, Reason, string>, Action<Row, Reason, string>] => [
  defineAction<Row, Reason, string>({
    ...become(to, 'hidden'),
    id: `${thing}.hide`,
    icon: IconEyeOff,
    key: 'hide',
    may: ({ can }) => can.hide ?? 'other',
    message: messageOf('hidden'),
  }),
  defineAction<Row, Reason, string>({
    ...become(to, 'shown'),
    id: `${thing}.show`,
    icon: IconEye,
    key: 'lift',
    may: ({ can }) => can.show ?? 'other',
    message: messageOf('shown'),
  }),
]

/** Takes rows down permanently. */
export const takeDownAction = <Row extends Can>(thing: string, to: AnyCall, messageOf: MessageOf<Row>) =>
  defineAction<Row, Reason, string>({
    ...become(to, 'removed'),
    id: `${thing}.remove`,
    icon: IconTrash,
    danger: true,
    may: ({ can }) => can.remove ?? 'other',
    message: messageOf('removed'),
  })

/** Pins rows and unpins them; each undoes the other. */
export const pinActions = <Row extends Can>(thing: string, to: AnyCall, messageOf: MessageOf<Row>) => {
  const turn = (pinned: boolean) => ({
    batch: { call: to, payload: () => ({ pinned }) },
    undo: (ids: string[]) => call(to, { ids, pinned: !pinned }),
    message: messageOf(pinned ? 'pinned' : 'unpinned'),
  })
  return [
    defineAction<Row, undefined, string>({
      ...turn(true),
      id: `${thing}.pin`,
      icon: IconPin,
      may: ({ can }) => can.pin ?? 'other',
    }),
    defineAction<Row, undefined, string>({
      ...turn(false),
      id: `${thing}.unpin`,
      icon: IconPinnedOff,
      may: ({ can }) => can.unpin ?? 'other',
    }),
  ] as const
}
