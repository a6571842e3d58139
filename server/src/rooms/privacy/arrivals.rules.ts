// What becomes of an event about somebody who was erased. Facts of money are never refused: they stay under the number, without words. What
// shows or says something about the person is taken without effect, and what would make a new record of them is refused. A registration that is
// later than the erasure begins a new life, from which on everything is as for everybody else.
import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import type { Arrived, Screened } from '../../bridge/index.ts'

/** What belongs to somebody and is named by later events: `live l-7`, `call c-7`, `order o-7`. */
export type Thing = { kind: 'live' | 'call' | 'order'; id: string }

type Rule<T extends EventType> = {
  /** The users that the event names. */
  users?: (data: EventData<T>) => number[]
  /** The thing that it begins: what of the thing arrived before it was of somebody unknown. */
  begins?: (data: EventData<T>) => Thing
  /** The thing that it is about, where it has words and names no user. */
  of?: (data: EventData<T>) => Thing
  /** About somebody who is gone: ignored, refused, or without its words; `numbers`: it has none, and is taken as it is. */
  gone: 'numbers' | ((event: Extract<Arrived, { type: T }>, gone: ReadonlySet<number>) => Screened)
}

const users = ({ userId }: { userId: number }) => [userId]
const pair = ({ senderId, receiverId }: { senderId: number; receiverId: number }) => [senderId, receiverId]
const live = ({ liveId }: { liveId: string }): Thing => ({ kind: 'live', id: liveId })
const call = ({ callId }: { callId: string }): Thing => ({ kind: 'call', id: callId })
const order = ({ orderId }: { orderId: string }): Thing => ({ kind: 'order', id: orderId })
const ignored = (): Screened => ({ ignored: true })
const why = 'the user was erased'
const noReason = <T extends { data: { reason?: string | undefined } }>(event: T): T => ({
  ...event,
  data: { ...event.data, reason: '' },
})

/** Each type of event: a new one does not compile without its rule. */
const rules: { readonly [T in EventType]: Rule<T> } = {
  'user.registered': { users, gone: ignored },
  'user.updated': { users, gone: ignored },
  'user.online': { users, gone: ignored },
  'user.offline': { users, gone: ignored },
  'user.deleted': { users, gone: ignored },
  'user.deletionCancelled': { users, gone: ignored },
  // A device, a channel and a country: no person.
  'install.attributed': { gone: 'numbers' },
  'media.submitted': { users, gone: ignored },
  'certification.submitted': { users, gone: ignored },
  'dynamic.posted': { users, gone: ignored },
  'comment.posted': { users, gone: ignored },
  'greeting.submitted': { users, gone: ignored },
  // What is said of others is still looked into.
  'report.created': {
    users: ({ userId, reporterId }) => [userId, reporterId],
    gone: (event, gone) =>
      gone.has(event.data.userId)
        ? { ignored: true }
        : { event: { ...event, data: { ...event.data, text: '', evidenceUrls: [] } } },
  },
  'appeal.created': { users, gone: ignored },
  'live.started': {
    users,
    begins: live,
    gone: ({ data: { userId, liveId, rate }, ...event }) => ({
      event: { ...event, data: { userId, liveId, rate, title: '' } },
    }),
  },
  'live.heartbeat': { gone: 'numbers' },
  'live.snapshot': {
    of: ({ liveId, callId }) => (callId === undefined ? live({ liveId: liveId ?? '' }) : call({ callId })),
    gone: ignored,
  },
  'live.viewed': { users, gone: 'numbers' },
  'live.minute': { users, gone: 'numbers' },
  'live.ended': { of: live, gone: (event) => ({ event: noReason(event) }) },
  'call.requested': { users: ({ callerId, calleeId }) => [callerId, calleeId], begins: call, gone: 'numbers' },
  'call.answered': { gone: 'numbers' },
  'call.minute': { gone: 'numbers' },
  'call.ended': { of: call, gone: (event) => ({ event: noReason(event) }) },
  'match.requested': { users, gone: 'numbers' },
  'match.ended': { gone: 'numbers' },
  'gift.sent': { users: pair, gone: 'numbers' },
  'text.charged': { users: pair, gone: 'numbers' },
  'recharge.created': { users, begins: order, gone: 'numbers' },
  // The gateway's references are money's and stay.
  'recharge.paid': { gone: 'numbers' },
  'recharge.failed': { of: order, gone: (event) => ({ event: noReason(event) }) },
  'recharge.refunded': { of: order, gone: (event) => ({ event: noReason(event) }) },
  'withdrawal.requested': { users, gone: () => ({ refuse: 21001, why }) },
  'guild.inviteAnswered': { users, gone: 'numbers' },
  'guild.leaveRequested': { users, gone: (event) => ({ event: noReason(event) }) },
  'guild.applied': { users, gone: () => ({ refuse: 30005, why }) },
  'agent.applied': { users, gone: () => ({ refuse: 1000002, why }) },
  'agent.purchaseRequested': { users, gone: () => ({ refuse: 1000002, why }) },
  'message.delivered': { gone: 'numbers' },
  'message.read': { gone: 'numbers' },
}

/** Of any type: the rule of an event takes that event's data. */
const ruleOf = ({ type }: Arrived) => rules[type] as Rule<EventType>

export const usersIn = (event: Arrived): number[] => ruleOf(event).users?.(event.data) ?? []
export const begunBy = (event: Arrived): Thing | undefined => ruleOf(event).begins?.(event.data)
export const thingOf = (event: Arrived): Thing | undefined => ruleOf(event).of?.(event.data)

/** Whether the event begins a new life of somebody who was erased at `erasedAt`. */
export const isReturn = (event: Arrived, erasedAt: Date): boolean =>
  event.type === 'user.registered' && event.at > erasedAt

/** What is handled in place of an event about `gone`, of whom it names some; undefined: the event itself. */
export function screened(event: Arrived, gone: ReadonlySet<number>): Screened | undefined {
  const rule = ruleOf(event)
  return rule.gone === 'numbers' ? undefined : rule.gone(event as never, gone)
}
