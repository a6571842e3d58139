// Sends the world's events to Greenroom, and feeds the answers back.
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Client, EventLine } from '@greenroom/bridge-client'
import type { Happening } from './world/sim.ts'
import type { World } from './world/world.ts'

export type Figures = {
  events: number
  /** Refused events by type and code. */
  rejected: Record<string, number>
}

export type Feed = {
  figures: Figures
  /**
   * Sends the history until this time as fast as it is accepted, several batches at once; resolves when users and money of all of it are
   * answered.
   *
   * @param onProgress called with the time up to which everything is answered, in milliseconds.
   */
  history(until: number, ahead: number, onProgress: (at: number) => void): Promise<void>
  /** Resolves when the whole history that was sent is answered. */
  drain(): Promise<void>
  /** Queues events that have just happened. */
  live(happened: readonly Happening[]): Promise<void>
  /** Events without an answer yet. */
  readonly waiting: number
  flush(): Promise<void>
  close(): Promise<void>
}

const batchSize = 2_000

/**
 * Users and money form one stream: everything else refers to users, and if answers overtook each other, old balances would arrive last.
 * Events that these depend on are included.
 */
const ofMoney = new Set([
  'user.registered',
  'install.attributed',
  'live.started',
  'live.minute',
  'gift.sent',
  'text.charged',
  'withdrawal.requested',
])
const laneOf = (type: string): 'money' | 'rest' =>
  ofMoney.has(type) || /^(call|recharge)\./.test(type) ? 'money' : 'rest'

export function openFeed(
  client: Client,
  world: World,
  signal: AbortSignal,
  received: (happened: Happening, answer: Answer) => void,
): Feed {
  const figures: Figures = { events: 0, rejected: {} }
  const take = (happened: Happening, answer: Answer) => {
    figures.events++
    if (answer.status === 'rejected') {
      const what = `${happened.event.type} ${answer.errorCode ?? ''}`
      figures.rejected[what] = (figures.rejected[what] ?? 0) + 1
    }
    world.answered(happened, answer)
    received(happened, answer)
  }

  const send = async (batch: readonly Happening[]) => {
    if (batch.length === 0) return
    const lines = batch.map(({ event }) => event as EventLine)
    const answers = await client.sendLines(lines, { retry: { attempts: Number.POSITIVE_INFINITY } })
    answers.forEach((answer, place) => take(batch[place]!, answer))
  }

  const unanswered = new Map<string, Happening>()
  const queue = client.queue({
    maxWaitMs: 150,
    onAnswer: (answer, { id }) => {
      const answered = unanswered.get(id)
      unanswered.delete(id)
      if (answered) take(answered, answer)
    },
    onError: (error, lines) => {
      for (const { id } of lines) unanswered.delete(id)
      console.error(error instanceof Error ? error.message : error)
    },
  })

  const running = new Set<Promise<void>>()
  const open: number[] = []
  let moved = Promise.resolve()
  /** On shutdown, events in flight still arrive, if Greenroom is reachable. */
  const ended = aborted(signal).then(() => pause(2_500))
  const orAborted = async (work: Promise<unknown>): Promise<void> => {
    await Promise.race([work, ended])
  }

  return {
    figures,
    get waiting() {
      return unanswered.size
    },
    flush: () => queue.flush(),
    close: () => queue.close(),
    async live(happened) {
      for (const one of happened) {
        unanswered.set(one.event.id, one)
        await queue.push(one.event)
      }
    },
    async history(until, ahead, onProgress) {
      while (world.now < until && !signal.aborted) {
        const from = world.now
        const batch = Map.groupBy(world.advance(until, batchSize), ({ event }) => laneOf(event.type))
        open.push(from)
        // What a batch refers to is in batches that were answered before.
        moved = moved.then(() => send(batch.get('money') ?? []))
        const task = moved
          .then(() => send(batch.get('rest') ?? []))
          .then(() => {
            running.delete(task)
            open.splice(open.indexOf(from), 1)
            onProgress(open.length > 0 ? Math.min(...open) : world.now)
          })
        running.add(task)
        if (running.size >= ahead) await Promise.race(running)
      }
      await orAborted(moved)
    },
    drain: () => orAborted(Promise.all(running)),
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
