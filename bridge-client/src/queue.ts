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
  /**
   * How long what was taken is kept for `resend`, in milliseconds, and how many events at most: 600,000 (ten minutes) and 50,000. 0 keeps
   * nothing.
   */
  keepMs?: number
  keepEvents?: number
  /** Called with the answer to every event, in order; to one that is sent again (`resend`) unless Greenroom has it already. */
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
  /**
   * Sends again, before anything that is queued, what was taken since then, and in the minute before: after a failover of Greenroom's database
   * that lost something (its staff see since when). Ids make it harmless: what Greenroom still has is not taken twice.
   */
  resend(since: Date): Promise<Resent>
  /** Number of queued events, including those being sent. */
  readonly size: number
  /** Sends everything queued now; resolves when all of it is answered. */
  flush(): Promise<void>
  /** Accepts nothing more, sends what is queued, and ends. */
  close(): Promise<void>
}

export type Resent = {
  /** How many were sent again. */
  sent: number
  /** How many of them Greenroom had lost, and has taken now. */
  taken: number
  /** How many it refuses now, as money may have been spent in between; `onAnswer` has them. */
  refused: number
  /** False if the queue did not keep everything since then: send the rest from your own store. */
  complete: boolean
}

/** Clocks differ, and what was answered at that moment was sent before. */
const marginMs = 60_000

type Waiting = {
  line: EventLine
  resolve?: (answer: Answer) => void
  reject?: (error: unknown) => void
  isAgain?: true
}

/** @param sendLines sends lines and returns their answers, in order; waits out outages. */
export function openQueue(
  sendLines: (lines: readonly EventLine[]) => Promise<Answer[]>,
  {
    maxEvents = 500,
    maxWaitMs = 200,
    capacity = 10_000,
    keepMs = 600_000,
    keepEvents = 50_000,
    onAnswer,
    onError,
  }: QueueOptions,
): Queue {
  const kept = keepTaken({ keepMs, keepEvents, now: Date.now })
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
          const { resolve, isAgain } = underWay[place]!
          resolve?.(answer)
          kept.add(answer, lines[place]!)
          if (!(isAgain && answer.status === 'duplicate')) onAnswer?.(answer, lines[place]!)
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
    async resend(since) {
      if (closed) throw new BridgeError(null, 'the queue is closed')
      const { lines, complete } = kept.take(since)
      const later = waiting.splice(0)
      const answered = lines.map(
        (line) =>
          new Promise<Answer>((resolve, reject) => {
            waiting.push({ line, resolve, reject, isAgain: true })
          }),
      )
      for (const one of later) waiting.push(one)
      if (lines.length > 0) wake(true)
      const answers = await Promise.all(answered)
      const of = (status: Answer['status']) => answers.filter((answer) => answer.status === status).length
      return { sent: lines.length, taken: of('accepted'), refused: of('rejected'), complete }
    },
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

/** The last events that were taken, the oldest first. What was refused moved nothing, and the app knows it: it is not kept. */
function keepTaken({ keepMs, keepEvents, now }: { keepMs: number; keepEvents: number; now: () => number }) {
  const taken: { line: EventLine; at: number }[] = []
  const started = now()
  let forgottenAt = keepMs > 0 ? Number.NEGATIVE_INFINITY : started
  return {
    add({ status }: Answer, line: EventLine) {
      if (keepMs <= 0 || (status !== 'accepted' && status !== 'duplicate')) return
      const at = now()
      taken.push({ line, at })
      let old = Math.max(0, taken.length - keepEvents)
      while (old < taken.length && taken[old]!.at < at - keepMs) old++
      // Not one by one: that would move all of them each time.
      if (old < 1_000 && old < taken.length / 2) return
      forgottenAt = taken[old - 1]?.at ?? forgottenAt
      taken.splice(0, old)
    },
    /** What was taken since then and in the minute before: it is kept again once it is answered again. */
    take(since: Date) {
      const from = since.getTime() - marginMs
      const first = taken.findIndex(({ at }) => at >= from)
      return {
        lines: (first < 0 ? [] : taken.splice(first)).map(({ line }) => line),
        complete: forgottenAt < from && started <= since.getTime(),
      }
    },
  }
}
