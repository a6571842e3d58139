// Collects events and sends them in batches, one at a time, to keep their order.
import { BridgeError } from './errors.ts'
import { type Answer, type Event, type EventLine, lineOf } from './events.ts'
import type { OnRetry } from './transport.ts'

export type QueueOptions = {
  /** Sends when this many are queued: 500. */
  maxEvents?: number
  /** Sends queued events after this long, in milliseconds: 200. */
  maxWaitMs?: number
  /** Capacity; when full, `push` and `ask` wait for room: 10,000. */
  capacity?: number
  /** Called with the answer to every event, in order. */
  onAnswer?: (answer: Answer, event: EventLine) => void
  /**
   * Called each time that a batch was not taken and is kept: an outage, a wrong clock or secret, a proxy. Log it: until it passes, nothing later
   * is sent.
   */
  onWait?: OnRetry
  /** Called when a whole batch was refused for what it is (400, 413); its events are dropped. */
  onError?: (error: unknown, events: readonly EventLine[]) => void
}

export type Queue = {
  /** Resolves when the event is queued. Await it: that is the back-pressure. */
  push(event: Event): Promise<void>
  /** Resolves with the answer to this event. */
  ask(event: Event): Promise<Answer>
  /** Number of queued events, including those being sent. */
  readonly size: number
  /** Sends everything queued now; resolves when all of it is answered. */
  flush(): Promise<void>
  /** Accepts nothing more, sends what is queued, and ends. */
  close(): Promise<void>
}

type Waiting = { line: EventLine; resolve?: (answer: Answer) => void; reject?: (error: unknown) => void }

/** @param sendLines sends lines and returns their answers, in order; waits out outages. */
export function openQueue(
  sendLines: (lines: readonly EventLine[]) => Promise<Answer[]>,
  { maxEvents = 500, maxWaitMs = 200, capacity = 10_000, onAnswer, onError }: QueueOptions,
): Queue {
  const waiting: Waiting[] = []
  const wantRoom: (() => void)[] = []
  let underWay: Waiting[] = []
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  const size = () => waiting.length + underWay.length

  function wake(now: boolean): void {
    if (running) return
    if (now) {
      clearTimeout(timer)
      timer = undefined
      running = drain().finally(() => {
        running = null
        if (waiting.length > 0) wake(waiting.length >= maxEvents)
      })
    } else timer ??= setTimeout(() => wake(true), maxWaitMs)
  }

  /** Sends at least one batch, and continues while a full one is queued. */
  async function drain(): Promise<void> {
    do {
      underWay = waiting.splice(0, maxEvents)
      const lines = underWay.map(({ line }) => line)
      try {
        const answers = await sendLines(lines)
        answers.forEach((answer, place) => {
          underWay[place]?.resolve?.(answer)
          onAnswer?.(answer, lines[place]!)
        })
      } catch (error) {
        for (const { reject } of underWay) reject?.(error)
        onError?.(error, lines)
      }
      underWay = []
      for (let room = capacity - size(); room > 0 && wantRoom.length > 0; room--) wantRoom.shift()!()
    } while (waiting.length >= maxEvents || (closed && waiting.length > 0))
  }

  async function place(entry: Waiting): Promise<void> {
    while (size() >= capacity && !closed) await new Promise<void>((resolve) => wantRoom.push(resolve))
    if (closed) throw new BridgeError(null, 'the queue is closed')
    waiting.push(entry)
    wake(waiting.length >= maxEvents)
  }

  const flush = async () => {
    while (size() > 0) {
      wake(true)
      await running
    }
  }
  return {
    push: (event) => place({ line: lineOf(event) }),
    ask: (event) => new Promise((resolve, reject) => place({ line: lineOf(event), resolve, reject }).catch(reject)),
    get size() {
      return size()
    },
    flush,
    async close() {
      closed = true
      for (const resume of wantRoom.splice(0)) resume()
      await flush()
      clearTimeout(timer)
    },
  }
}
