// What an event creates and what it names: while the event that creates something is undecided by a fault of ours, no event that names it
// is refused permanently.
import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import { sql } from 'kysely'
import type { Transaction } from '../kit/database/database.ts'
import type { Event } from './bridge.lines.ts'

/** `user:602`, `order:o-17`. */
export type Subject = string

type Subjects<T extends EventType> = {
  /** What later events can name only because of this one. */
  creates?: (data: EventData<T>) => Subject[]
  /** What decides on a refusal of it; not where it happened. */
  names?: (data: EventData<T>) => Subject[]
}

const user = (id: number): Subject => `user:${id}`
const call = (id: string): Subject => `call:${id}`
const live = (id: string): Subject => `live:${id}`
const order = (id: string): Subject => `order:${id}`
const agent = (id: number): Subject => `agent:${id}`
const membership = ({ guildId, userId }: { guildId: number; userId: number }): Subject => `member:${guildId} ${userId}`

const ofUser = { names: ({ userId }: { userId: number }) => [user(userId)] }
const ofCall = { names: ({ callId }: { callId: string }) => [call(callId)] }
const ofOrder = { names: ({ orderId }: { orderId: string }) => [order(orderId)] }
const ofPair = {
  names: ({ senderId, receiverId }: { senderId: number; receiverId: number }) => [user(senderId), user(receiverId)],
}

/** Types that are never refused, and create nothing that a refusal depends on, are left out. */
const subjects: { [T in EventType]?: Subjects<T> } = {
  'user.registered': { creates: ({ userId }) => [user(userId)] },
  'user.deleted': ofUser,
  'user.deletionCancelled': ofUser,
  'live.started': { ...ofUser, creates: ({ liveId }) => [live(liveId)] },
  'live.viewed': ofUser,
  'live.minute': { names: ({ userId, liveId }) => [user(userId), live(liveId)] },
  'call.requested': {
    names: ({ callerId, calleeId }) => [user(callerId), user(calleeId)],
    creates: ({ callId }) => [call(callId)],
  },
  'call.answered': ofCall,
  'call.minute': ofCall,
  'call.ended': ofCall,
  'match.requested': ofUser,
  'gift.sent': ofPair,
  'text.charged': ofPair,
  'recharge.created': { ...ofUser, creates: ({ orderId }) => [order(orderId)] },
  'recharge.paid': ofOrder,
  'recharge.failed': ofOrder,
  'recharge.refunded': ofOrder,
  'withdrawal.requested': ofUser,
  'guild.inviteAnswered': { ...ofUser, creates: (data) => [membership(data)] },
  'guild.leaveRequested': { names: (data) => [user(data.userId), membership(data)] },
  'guild.applied': ofUser,
  'agent.applied': { ...ofUser, creates: ({ userId }) => [agent(userId)] },
  'agent.purchaseRequested': { names: ({ userId }) => [user(userId), agent(userId)] },
}

const of = ({ type, event }: Pick<Event, 'type' | 'event'>, side: 'creates' | 'names'): Subject[] => {
  const found = subjects[type]?.[side] as ((data: unknown) => Subject[]) | undefined
  return found?.(event.data) ?? []
}
export const createdBy = (event: Pick<Event, 'type' | 'event'>): Subject[] => of(event, 'creates')
export const namedBy = (event: Pick<Event, 'type' | 'event'>): Subject[] => of(event, 'names')

/** Those of `named` that an undecided event creates: one that failed, whether the app sends it again or the server keeps it. */
export async function undecidedOf(tx: Transaction, named: readonly Subject[]): Promise<Set<Subject>> {
  if (named.length === 0) return new Set()
  const { rows } = await sql<{ subject: Subject }>`
    select distinct s.subject
      from bridge.held_event h, unnest(h.creates) as s (subject)
     where h.state in ('failing', 'held') and h.creates && ${named}::text[] and s.subject = any(${named}::text[])`.execute(
    tx,
  )
  return new Set(rows.map(({ subject }) => subject))
}
