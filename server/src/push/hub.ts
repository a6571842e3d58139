// One topic's hub in one process: polls once a second for all listeners, and buffers news for those who reconnect.
import { newRequestId } from '../kit/random.ts'
import type { Topic, Watch } from './push.topic.ts'

export type HubTimes = {
  /** Polling interval. */
  pollMs: number
  /** How long polling continues after the last listener left; a listener that returns within this time has missed nothing. */
  lingerMs: number
}

/** Receives news, with the id that covers everything so far; null means `reset`: load again. */
export type Listener = (id: string, news: string | null) => void

export type Hub = {
  /**
   * Subscribes. News since `lastId` is sent at once, or `reset` if that id is unknown.
   *
   * @returns a function that unsubscribes.
   */
  listen(listener: Listener, lastId: string | undefined): () => void
  close(): void
}

/** About a minute, if every poll finds a change. */
const remembered = 60

export function openHub(topic: Topic, times: HubTimes, onError: (error: unknown) => void): Hub {
  const listeners = new Map<Listener, { lastId: string | undefined; joined: boolean }>()
  let watch: Watch | undefined
  /** Identifies this hub's ids: another process, or a later run of this hub, doesn't know them. */
  let run = ''
  let history: { seq: number; news: string }[] = []
  let seq = 0
  let timer: NodeJS.Timeout | undefined
  let looking = false
  let failing = false
  let emptySince: number | undefined
  let closed = false

  const idOf = (at: number) => `${run}.${at}`

  /** News after `lastId`; undefined if the id is not from this hub, or too old. */
  function missedSince(lastId: string | undefined): { seq: number; news: string }[] | undefined {
    const [ofRun, at] = lastId?.split('.') ?? []
    if (ofRun !== run || !/^\d+$/.test(at ?? '')) return undefined
    const after = Number(at)
    const oldest = history[0]?.seq ?? seq + 1
    return after > seq || after < oldest - 1 ? undefined : history.filter((one) => one.seq > after)
  }

  function join(listener: Listener): void {
    const of = listeners.get(listener)
    if (!of || of.joined) return
    of.joined = true
    const missed = missedSince(of.lastId)
    if (missed === undefined) return listener(idOf(seq), null)
    for (const { seq: at, news } of missed) listener(idOf(at), news)
  }

  async function look(): Promise<void> {
    if (watch === undefined) {
      const watching = await topic.begin()
      watch = watching
      run = newRequestId()
      seq = 0
      history = []
    } else {
      const news = await watch.look()
      if (news !== null) {
        seq++
        history = [...history.slice(1 - remembered), { seq, news }]
        for (const [listener, { joined }] of listeners) if (joined) listener(idOf(seq), news)
      }
    }
    for (const listener of listeners.keys()) join(listener)
  }

  async function turn(): Promise<void> {
    if (looking || closed) return
    looking = true
    try {
      await look()
      failing = false
    } catch (error) {
      // Report once; changes are sent when the topic can be read again.
      if (!failing && !closed) onError(error)
      failing = true
    } finally {
      looking = false
    }
    again()
  }

  function again(): void {
    if (closed) return
    const now = performance.now()
    emptySince = listeners.size > 0 ? undefined : (emptySince ?? now)
    if (emptySince !== undefined && now - emptySince >= times.lingerMs) {
      watch = undefined
      history = []
      return
    }
    timer = setTimeout(() => {
      timer = undefined
      void turn()
    }, times.pollMs)
    timer.unref()
  }

  return {
    listen(listener, lastId) {
      listeners.set(listener, { lastId, joined: false })
      emptySince = undefined
      if (watch !== undefined) join(listener)
      else if (!looking && timer === undefined) void turn()
      return () => void listeners.delete(listener)
    },
    close() {
      closed = true
      clearTimeout(timer)
      listeners.clear()
    },
  }
}
