// What becomes of an event about somebody who was erased. Facts of money are never refused: they stay under the number, without words. What
// shows or says something about the person is taken without effect, and what would make a new record of them is refused. A registration that is
// later than the erasure begins a new life, from which on everything is as for everybody else.
import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import type { Arrived, Screened } from '../../bridge/index.ts'

const one = ({ userId }: { userId: number }) => [userId]
const pair = ({ senderId, receiverId }: { senderId: number; receiverId: number }) => [senderId, receiverId]

/** The users that an event is about; types that name none are left out. */
const named: { [T in EventType]?: (data: EventData<T>) => number[] } = {
  'user.registered': one,
  'user.updated': one,
  'user.online': one,
  'user.offline': one,
  'user.deleted': one,
  'user.deletionCancelled': one,
  'media.submitted': one,
  'certification.submitted': one,
  'dynamic.posted': one,
  'comment.posted': one,
  'greeting.submitted': one,
  'report.created': ({ userId, reporterId }) => [userId, reporterId],
  'appeal.created': one,
  'live.started': one,
  'live.viewed': one,
  'live.minute': one,
  'call.requested': ({ callerId, calleeId }) => [callerId, calleeId],
  'match.requested': one,
  'gift.sent': pair,
  'text.charged': pair,
  'recharge.created': one,
  'withdrawal.requested': one,
  'guild.inviteAnswered': one,
  'guild.leaveRequested': one,
  'guild.applied': one,
  'agent.applied': one,
  'agent.purchaseRequested': one,
}

export const usersIn = (event: Arrived): number[] =>
  (named[event.type] as ((data: unknown) => number[]) | undefined)?.(event.data) ?? []

const ignored: Screened = { ignored: true }
const why = 'the user was erased'

/** Of each type: nothing, a refusal, or the event without words. A type that is left out is taken as it is: it has numbers and states only. */
const instead: { [T in EventType]?: (event: Extract<Arrived, { type: T }>, gone: ReadonlySet<number>) => Screened } = {
  'user.registered': () => ignored,
  'user.updated': () => ignored,
  'user.online': () => ignored,
  'user.offline': () => ignored,
  'user.deleted': () => ignored,
  'user.deletionCancelled': () => ignored,
  'media.submitted': () => ignored,
  'certification.submitted': () => ignored,
  'dynamic.posted': () => ignored,
  'comment.posted': () => ignored,
  'greeting.submitted': () => ignored,
  'appeal.created': () => ignored,
  // What is said of others is still looked into.
  'report.created': (event, gone) =>
    gone.has(event.data.userId)
      ? ignored
      : { event: { ...event, data: { ...event.data, text: '', evidenceUrls: [] } } },
  'live.started': ({ data: { userId, liveId, rate }, ...event }) => ({
    event: { ...event, data: { userId, liveId, rate, title: '' } },
  }),
  'withdrawal.requested': () => ({ refuse: 21001, why }),
  'guild.leaveRequested': (event) => ({ event: { ...event, data: { ...event.data, reason: '' } } }),
  'guild.applied': () => ({ refuse: 30005, why }),
  'agent.applied': () => ({ refuse: 1000002, why }),
  'agent.purchaseRequested': () => ({ refuse: 1000002, why }),
}

/** Whether the event begins a new life of somebody who was erased at `erasedAt`. */
export const isReturn = (event: Arrived, erasedAt: Date): boolean =>
  event.type === 'user.registered' && event.at > erasedAt

/** What is handled in place of an event about `gone`, of whom it names some; undefined: the event itself. */
export const screened = (event: Arrived, gone: ReadonlySet<number>): Screened | undefined =>
  (instead[event.type] as ((event: Arrived, gone: ReadonlySet<number>) => Screened) | undefined)?.(event, gone)
