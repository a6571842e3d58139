// The outbox worker of one process: leases lanes, posts their commands, stores the outcomes. Any number of processes
// share the work. Posting happens outside every transaction; outcomes are stored in the transaction that leases new
// lanes.
import { setTimeout as sleep } from 'node:timers/promises'
import { wallNow } from '../../kit/clock.ts'
import { type Database, inTransaction } from '../../kit/database/database.ts'
import { chance, newRequestId } from '../../kit/random.ts'
import type { BridgeClient, Clients } from '../clients.ts'
import { workLane } from './delivery.lane.ts'
import { openPoster, type Poster } from './delivery.post.ts'
import {
  type Ended,
  isAnythingDue,
  type Lane,
  type Leased,
  type LeasedLanes,
  leaseLanes,
  lockLeasing,
  markEnded,
  releaseLanes,
} from './delivery.queries.ts'
import { type RetryTimes, retryTimes } from './delivery.retry.ts'
import { onWake } from './delivery.wake.ts'

export type Outbox = {
  /** Starts delivering. */
  start(): void
  /** Polls at once. */
  wake(): void
  /** Starts nothing more, waits briefly for running posts, aborts the rest, and stores all outcomes. */
  close(): Promise<void>
}

export type OutboxTimes = RetryTimes & {
  /** Polling interval. */
  pollMs: number
  timeoutMs: number
  /** Lease time of a lane; longer than several time-outs, or a slow lane would be leased by another process. */
  leaseMs: number
}

export const outboxTimes: OutboxTimes = { ...retryTimes, pollMs: 250, timeoutMs: 10_000, leaseMs: 60_000 }

/** Per client: concurrent connections and lanes. */
const lanesAtOnce = 32
/** Commands per lane and lease. */
const depth = 50
/** How long a stop waits for running posts. */
const graceMs = 300
/** Delay between two rounds, so that outcomes close together are stored together. */
const roundMs = 5

type Receiver = { poster: Poster; busy: number; private: boolean }

/**
 * Opens the outbox; nothing is delivered before `start`.
 *
 * @param allowPrivate allows private addresses, for any client or for some.
 */
export function openOutbox(options: {
  database: Database
  clients: Clients
  onError: (error: unknown) => void
  allowPrivate: boolean | ((client: BridgeClient) => boolean)
  times?: Partial<OutboxTimes>
}): Outbox {
  const { database, clients, onError, allowPrivate } = options
  const times = { ...outboxTimes, ...options.times }
  const lease = newRequestId()
  const receivers = new Map<number, Receiver>()
  const running = new Set<Promise<void>>()
  let ended: Ended[] = []
  let handed: Lane[] = []
  let timer: NodeJS.Timeout | undefined
  let timerAt = 0
  let round: Promise<void> | undefined
  let again = false
  let started = false
  let stopping = false
  let stopListening = () => {}

  const receiverOf = (client: BridgeClient): Receiver => {
    const allowed = typeof allowPrivate === 'function' ? allowPrivate(client) : allowPrivate
    const open = () => openPoster({ connections: lanesAtOnce, timeoutMs: times.timeoutMs, allowPrivate: allowed })
    let receiver = receivers.get(client.id)
    if (!receiver) {
      receiver = { poster: open(), busy: 0, private: allowed }
      receivers.set(client.id, receiver)
    } else if (receiver.private !== allowed) {
      receiver.poster.close()
      receiver.poster = open()
      receiver.private = allowed
    }
    return receiver
  }

  /** Free lanes of each client that can be delivered to. */
  function freeLanes(): Map<number, number> {
    const free = new Map<number, number>()
    if (stopping) return free
    for (const client of clients.all()) {
      if (client.endpoint === '' || validSecrets(client, wallNow()).length === 0) continue
      const left = lanesAtOnce - receiverOf(client).busy
      if (left > 0) free.set(client.id, left)
    }
    return free
  }

  function deliver(commands: Leased[], until: Date): void {
    const lane: Lane = commands[0]!
    const client = clients.all().find((one) => one.id === lane.client_id)
    // Just deleted or disabled: the lease expires.
    if (!client) return
    const receiver = receiverOf(client)
    receiver.busy++
    const work = workLane(commands, {
      client,
      post: (letter) => receiver.poster.post(client.endpoint, validSecrets(client, letter.at), letter),
      now: wallNow,
      chance,
      times,
      lastBegin: new Date(until.getTime() - 2 * times.timeoutMs),
      stopping: () => stopping,
      ended: (one) => {
        ended.push(one)
        soon(roundMs)
      },
    })
      .catch(onError)
      .finally(() => {
        receiver.busy--
        running.delete(work)
        handed.push({ client_id: lane.client_id, subject: lane.subject, stream: lane.stream })
        soon(roundMs)
      })
    running.add(work)
  }

  /** Stores outcomes and leases due lanes. @returns true if there may be more. */
  async function oneRound(): Promise<boolean> {
    const written = ended
    const lanes = handed
    const free = freeLanes()
    const now = wallNow()
    ended = []
    handed = []
    if (written.length + lanes.length === 0 && (free.size === 0 || !(await isAnythingDue(database, now)))) return false
    const until = new Date(now.getTime() + times.leaseMs)
    let batch: LeasedLanes
    try {
      batch = await inTransaction(database, async (tx) => {
        await lockLeasing(tx)
        await markEnded(tx, lease, now, written)
        await releaseLanes(tx, now, lanes)
        return free.size === 0 ? { leased: [], putOff: 0 } : leaseLanes(tx, { lease, now, until, depth, free })
      })
    } catch (error) {
      ended = [...written, ...ended]
      handed = [...lanes, ...handed]
      throw error
    }
    const byLane = Map.groupBy(batch.leased, (one) => `${one.client_id} ${one.stream} ${one.subject}`)
    for (const commands of byLane.values()) deliver(commands, until)
    return byLane.size + batch.putOff > 0
  }

  function soon(milliseconds: number): void {
    if (!started || stopping) return
    if (round) {
      again = true
      return
    }
    // Keep the earlier wake-up, or a steady stream of them would postpone it forever.
    const at = performance.now() + milliseconds
    if (timer && timerAt <= at) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(turn, milliseconds)
    timer.unref()
  }

  function turn(): void {
    timer = undefined
    again = false
    round = oneRound()
      .then((more) => {
        again ||= more
      })
      .catch((error: unknown) => {
        again = false
        if (!stopping) onError(error)
      })
      .finally(() => {
        round = undefined
        soon(again ? roundMs : times.pollMs)
      })
  }

  return {
    start() {
      if (started || stopping) return
      started = true
      stopListening = onWake(() => soon(0))
      soon(0)
    },
    wake: () => soon(0),
    async close() {
      stopping = true
      stopListening()
      clearTimeout(timer)
      await round
      // Working receivers answer within it; a hanging one is tried again after the next start.
      await Promise.race([Promise.allSettled(running), sleep(graceMs, undefined, { ref: false })])
      for (const { poster } of receivers.values()) poster.close()
      await Promise.allSettled(running)
      if (ended.length > 0) await oneRound().catch(onError)
    },
  }
}

const validSecrets = (client: BridgeClient, now: Date): Buffer[] =>
  client.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now).map(({ key }) => key)
