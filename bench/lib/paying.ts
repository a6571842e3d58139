// An app whose people register and pay, through the queue of the client library, at a steady pace.
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type Event, newEventId, type Queue } from '../../bridge-client/src/index.ts'

/** A person who registers and pays: three events. */
function payment(userId: number): Event[] {
  const at = new Date()
  const orderId = `order-${userId}`
  const usd = { tokens: 500, promoTokens: 25, usdCents: 499 }
  const person = { nickname: `P${userId}`, sex: 'man', country: 'DE', language: 'en', platform: 'ios' } as const
  return [
    { id: newEventId(at), at, type: 'user.registered', data: { userId, deviceId: `d${userId}`, ...person } },
    {
      id: newEventId(at),
      at,
      type: 'recharge.created',
      data: { orderId, userId, product: 'p', gateway: 'card', ...usd },
    },
    {
      id: newEventId(at),
      at,
      type: 'recharge.paid',
      data: { orderId, gatewayReference: `ch_${userId}`, feeUsdCents: 17 },
    },
  ]
}

export type Paying = {
  queue: Queue
  /** When each event was acknowledged, by its id. */
  acknowledged: Map<string, number>
  /** Those that were not taken. */
  refused: string[]
  /** Sends no more. */
  end: () => void
}

/**
 * Begins to send.
 *
 * @param perSecond payments
 * @param nextUser the id of somebody new
 */
export function openPaying(
  { url, secret }: { url: string; secret: string },
  perSecond: number,
  nextUser: () => number,
): Paying {
  const acknowledged = new Map<string, number>()
  const refused: string[] = []
  const client = createClient({ url, secret, retry: { firstWaitMs: 50, longestWaitMs: 200 }, timeoutMs: 20_000 })
  const refuse = (what: string) => {
    console.log(what)
    refused.push(what)
  }
  const queue = client.queue({
    maxEvents: 60,
    maxWaitMs: 10,
    onAnswer: ({ id, status, errorCode }) => {
      if (status === 'accepted' || status === 'duplicate') acknowledged.set(id, performance.now())
      else refuse(`${id} ${status} ${errorCode}`)
    },
    onError: (error) => refuse(`refused ${String(error)}`),
  })
  let isSending = true
  const send = async () => {
    while (isSending) {
      for (const event of payment(nextUser())) await queue.push(event)
      await sleep(1_000 / perSecond)
    }
  }
  void send()
  return { queue, acknowledged, refused, end: () => (isSending = false) }
}
