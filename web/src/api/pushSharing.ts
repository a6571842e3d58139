// One connection per browser: the tab that holds the lock has it and forwards events to the others. When it closes, the next tab
// continues from the last id.
import { newId } from '@greenroom/contract/operationId'
import type { PushTopic } from '@greenroom/contract/push'
import { type Connection, openConnection, type PushEvent } from './pushConnection.ts'

export type Wire = Connection

/** Messages between tabs. */
type TabMessage =
  | { kind: 'topics'; tab: string; topics: readonly PushTopic[] }
  /** Sent by the tab that has just taken over the connection. */
  | { kind: 'leader' }
  | { kind: 'event'; to?: string; event: PushEvent; id: string }

const name = 'greenroom:push'
/** Time-out for crashed tabs; browsers wake hidden ones once a minute. */
const repeatMs = 50_000
const expiryMs = 150_000

/** Web Locks exist in secure contexts only, so not on plain http from another machine. */
export const canShare = (): boolean => 'locks' in navigator && typeof BroadcastChannel === 'function'

/** Holds the connection, or receives from the tab that does. */
export function openShared(onEvent: (event: PushEvent) => void): Wire {
  const tab = newId()
  const channel = new BroadcastChannel(name)
  const topicsByTab = new Map<string, { topics: readonly PushTopic[]; at: number }>()
  /** Topics whose first `reset` was forwarded: a tab that joins gets its own. */
  let started = new Set<PushTopic>()
  let own: readonly PushTopic[] = []
  let lastId = ''
  /** Undefined until the connection has opened or failed for the first time. */
  let up: boolean | undefined
  let connection: Connection | undefined
  let releaseLock = () => {}
  const leave = new AbortController()

  const post = (message: TabMessage) => channel.postMessage(message)
  const postTopics = () => post({ kind: 'topics', tab, topics: own })

  function neededTopics(): PushTopic[] {
    const now = performance.now()
    for (const [other, { at }] of topicsByTab) if (now - at > expiryMs) topicsByTab.delete(other)
    return [...new Set([...own, ...[...topicsByTab.values()].flatMap(({ topics }) => topics)])].toSorted()
  }

  function lead(): Promise<void> {
    connection = openConnection((event, id) => {
      const isNews = event.what !== 'connection' || event.up !== up
      lastId = id
      if (event.what === 'connection') up = event.up
      if (event.what === 'reset') started.add(event.topic)
      if (event.what === 'forbidden') started.delete(event.topic)
      if (!isNews) return
      onEvent(event)
      post({ kind: 'event', event: event, id })
    }, lastId)
    // Existing listeners have received everything so far, so their topics continue without a `reset`.
    started = new Set(lastId === '' ? [] : own)
    connection.subscribe(neededTopics())
    post({ kind: 'leader' })
    return new Promise((resolve) => {
      releaseLock = resolve
    })
  }

  function onTopics(from: string, topics: readonly PushTopic[]): void {
    const before = topicsByTab.get(from)?.topics ?? []
    if (topics.length === 0) topicsByTab.delete(from)
    else topicsByTab.set(from, { topics, at: performance.now() })
    if (!connection) return
    const joined = topics.filter((topic) => !before.includes(topic) && started.has(topic))
    connection.subscribe(neededTopics())
    if (before.length === 0 && topics.length > 0 && up !== undefined)
      post({ kind: 'event', to: from, event: { what: 'connection', up }, id: lastId })
    for (const topic of joined) post({ kind: 'event', to: from, event: { what: 'reset', topic }, id: lastId })
  }

  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.kind === 'topics') onTopics(message.tab, message.topics)
    else if (message.kind === 'leader') postTopics()
    else if (!connection && (message.to === undefined || message.to === tab)) {
      lastId = message.id
      onEvent(message.event)
    }
  }
  const timer = setInterval(() => {
    if (connection) connection.subscribe(neededTopics())
    else postTopics()
  }, repeatMs)
  const postLeave = () => post({ kind: 'topics', tab, topics: [] })
  window.addEventListener('pagehide', postLeave)
  navigator.locks.request(name, { signal: leave.signal }, lead).catch(() => {
    // Cancelled before this tab got the lock.
  })

  return {
    subscribe(topics) {
      own = topics
      if (connection) connection.subscribe(neededTopics())
      else postTopics()
    },
    close() {
      window.removeEventListener('pagehide', postLeave)
      clearInterval(timer)
      leave.abort()
      postLeave()
      connection?.close()
      releaseLock()
      channel.close()
    },
  }
}
