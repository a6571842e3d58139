// One connection per browser: the tab that holds the lock has it and forwards events to the others. When it closes, the next tab
// continues from the last id.
import type { PushTopic } from '@greenroom/contract/push'
import type { PushEvent } from './event.ts'
import { type Line, openLine } from './line.ts'

export type Wire = Line

/** Messages between tabs. */
type TabMessage =
  | { say: 'want'; tab: string; topics: readonly PushTopic[] }
  /** Sent by the tab that has just taken over the connection. */
  | { say: 'who' }
  | { say: 'event'; to?: string; event: PushEvent; id: string }

const name = 'greenroom:push'
/** Time-out for crashed tabs; browsers wake hidden ones once a minute. */
const sayAgainMs = 50_000
const forgetMs = 150_000

/** Web Locks exist in secure contexts only, so not on plain http from another machine. */
export const canShare = (): boolean => 'locks' in navigator && typeof BroadcastChannel === 'function'

/** Holds the connection, or receives from the tab that does. */
export function openShared(onEvent: (event: PushEvent) => void): Wire {
  const tab = crypto.randomUUID()
  const channel = new BroadcastChannel(name)
  const wants = new Map<string, { topics: readonly PushTopic[]; at: number }>()
  /** Topics whose first `reset` was forwarded: a tab that joins gets its own. */
  let started = new Set<PushTopic>()
  let own: readonly PushTopic[] = []
  let lastId = ''
  /** Undefined until the connection has opened or failed for the first time. */
  let up: boolean | undefined
  let line: Line | undefined
  let giveBack = () => {}
  const leave = new AbortController()

  const say = (message: TabMessage) => channel.postMessage(message)
  const sayWant = () => say({ say: 'want', tab, topics: own })

  function neededTopics(): PushTopic[] {
    const now = performance.now()
    for (const [other, { at }] of wants) if (now - at > forgetMs) wants.delete(other)
    return [...new Set([...own, ...[...wants.values()].flatMap(({ topics }) => topics)])].toSorted()
  }

  function lead(): Promise<void> {
    line = openLine((event, id) => {
      const isNews = event.what !== 'line' || event.up !== up
      lastId = id
      if (event.what === 'line') up = event.up
      if (event.what === 'reset') started.add(event.topic)
      if (event.what === 'forbidden') started.delete(event.topic)
      if (!isNews) return
      onEvent(event)
      say({ say: 'event', event: event, id })
    }, lastId)
    // Existing listeners have received everything so far, so their topics continue without a `reset`.
    started = new Set(lastId === '' ? [] : own)
    line.want(neededTopics())
    say({ say: 'who' })
    return new Promise((resolve) => {
      giveBack = resolve
    })
  }

  function heardWant(from: string, topics: readonly PushTopic[]): void {
    const before = wants.get(from)?.topics ?? []
    if (topics.length === 0) wants.delete(from)
    else wants.set(from, { topics, at: performance.now() })
    if (!line) return
    const joined = topics.filter((topic) => !before.includes(topic) && started.has(topic))
    line.want(neededTopics())
    if (before.length === 0 && topics.length > 0 && up !== undefined)
      say({ say: 'event', to: from, event: { what: 'line', up }, id: lastId })
    for (const topic of joined) say({ say: 'event', to: from, event: { what: 'reset', topic }, id: lastId })
  }

  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.say === 'want') heardWant(message.tab, message.topics)
    else if (message.say === 'who') sayWant()
    else if (!line && (message.to === undefined || message.to === tab)) {
      lastId = message.id
      onEvent(message.event)
    }
  }
  const timer = setInterval(() => {
    if (line) line.want(neededTopics())
    else sayWant()
  }, sayAgainMs)
  const gone = () => say({ say: 'want', tab, topics: [] })
  window.addEventListener('pagehide', gone)
  navigator.locks.request(name, { signal: leave.signal }, lead).catch(() => {
    // Cancelled before this tab got the lock.
  })

  return {
    want(topics) {
      own = topics
      if (line) line.want(neededTopics())
      else sayWant()
    },
    close() {
      window.removeEventListener('pagehide', gone)
      clearInterval(timer)
      leave.abort()
      gone()
      line?.close()
      giveBack()
      channel.close()
    },
  }
}
