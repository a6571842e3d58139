// The usual mix of an evening, as the app would send it: users come and go, rooms send heartbeats, gifts and calls cost
// tokens.
import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import { newId } from '../../server/src/kit/random.ts'

export type Line = { id: string; type: EventType; at: string; data: unknown }

export const lineOf = <T extends EventType>(type: T, data: EventData<T>): Line => {
  const at = new Date()
  return { id: newId(at), type, at: at.toISOString(), data }
}

/** Every second user is a woman, with an even id. With a stride, users who don't act lie between those who do. */
const idOf = (first: number, index: number, stride: number) => first + 2 * stride * (index >> 1) + (index & 1)

/** Users from `first` on, registered, with enough tokens for a long run. */
export function arrivals(first: number, count: number, stride = 1): Line[] {
  return Array.from({ length: count }, (_, index) => idOf(first, index, stride)).flatMap((userId) => [
    lineOf('user.registered', {
      userId,
      nickname: `User ${userId}`,
      sex: userId % 2 === 0 ? 'woman' : 'man',
      country: 'BR',
      language: 'en',
      platform: 'android',
      deviceId: `d-${userId}`,
      ip: '203.0.113.7',
    }),
    ...(userId % 2 === 0
      ? []
      : [
          lineOf('recharge.created', {
            orderId: `o-${userId}`,
            userId,
            product: 'tokens',
            tokens: 5_000_000,
            promoTokens: 10_000,
            usdCents: 5_000_000,
            gateway: 'bench',
          }),
          lineOf('recharge.paid', { orderId: `o-${userId}`, gatewayReference: `g-${userId}`, feeUsdCents: 0 }),
        ]),
  ])
}

type Call = { callId: string; minute: number }

/** Uniform draws in [0, 1), repeatable by seed (mulberry32); a linear congruential generator draws the same few users again and again. */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Makes batches for one lane of users, so that related events stay in order. */
export function evening(first: number, count: number, stride = 1): (size: number) => Line[] {
  const run = `${first}-${Date.now().toString(36)}`
  const random = randomFrom(first)
  const pick = (below: number) => Math.floor(random() * below)
  const man = () => idOf(first, 1 + 2 * pick(count >> 1), stride)
  const woman = () => idOf(first, 2 * pick(count >> 1), stride)
  const rooms: string[] = []
  const calls: Call[] = []
  let made = 0

  const one = (): Line[] => {
    const chance = pick(1_000)
    const room = rooms[pick(rooms.length)]
    if (room === undefined || (chance < 3 && rooms.length < 400)) {
      const liveId = `l-${run}-${made++}`
      rooms.push(liveId)
      return [lineOf('live.started', { liveId, userId: woman(), title: 'Songs', rate: made % 2 === 0 ? 60 : 0 })]
    }
    if (chance < 5) return [lineOf('live.ended', { liveId: rooms.shift()!, reason: 'anchor' })]
    if (chance < 180) return [lineOf('live.heartbeat', { liveId: room, viewers: pick(200) })]
    if (chance < 280)
      return [lineOf('live.viewed', { viewId: `v-${run}-${made++}`, liveId: room, userId: man(), seconds: pick(600) })]
    if (chance < 320)
      return [lineOf('live.snapshot', { liveId: room, url: 'https://cdn.example.com/s.jpg', score: 0.1 })]
    if (chance < 370) return [lineOf('live.minute', { liveId: room, userId: man(), minute: 1 + (made++ % 1_440) })]
    if (chance < 430) return [lineOf('user.online', { userId: man(), platform: 'android', deviceId: `d-${man()}` })]
    if (chance < 480) return [lineOf('user.offline', { userId: man(), seconds: pick(3_600) })]
    if (chance < 510) return [lineOf('user.updated', { userId: woman(), level: pick(100), fans: pick(1_000) })]
    if (chance < 720)
      return [
        lineOf('gift.sent', {
          giftId: 1 + pick(20),
          senderId: man(),
          receiverId: woman(),
          count: 1,
          tokens: 10 + pick(90),
          liveId: room,
        }),
      ]
    if (chance < 820) return [lineOf('text.charged', { senderId: man(), receiverId: woman(), tokens: 5 })]
    if (chance < 850)
      return [
        lineOf('media.submitted', {
          itemId: `m-${run}-${made++}`,
          userId: woman(),
          kind: 'photo',
          url: 'https://cdn.example.com/p.jpg',
          score: 0.2,
        }),
      ]
    if (chance < 890) {
      const matchId = `x-${run}-${made++}`
      return [
        lineOf('match.requested', { matchId, userId: man() }),
        lineOf('match.ended', { matchId, outcome: 'timeout', waitedSeconds: 9 }),
      ]
    }
    if (chance < 910 || calls.length === 0) {
      const callId = `c-${run}-${made++}`
      calls.push({ callId, minute: 1 })
      return [
        lineOf('call.requested', { callId, callerId: man(), calleeId: woman(), kind: 'video', unitPrice: 20 }),
        lineOf('call.answered', { callId }),
      ]
    }
    if (chance < 975) {
      const call = calls[pick(calls.length)]!
      return [lineOf('call.minute', { callId: call.callId, minute: ++call.minute })]
    }
    const { callId, minute } = calls.shift()!
    return [lineOf('call.ended', { callId, reason: 'caller', seconds: minute * 60 - 5, minutes: minute })]
  }

  return (size) => {
    const lines: Line[] = []
    while (lines.length < size) lines.push(...one())
    return lines
  }
}
