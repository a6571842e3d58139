// Server push for listeners in this tab.
import type { PushNews, PushTopic } from '@greenroom/contract/push'
import { openConnection, type PushEvent } from './pushConnection.ts'
import { canShare, openShared, type Wire } from './pushSharing.ts'

export type PushListener<T extends PushTopic> = {
  news(news: PushNews[T]): void
  /** Reload the data; changes follow. Sent first, and after every gap. */
  reset(): void
  /** Whether the connection is open; sent when that changes. */
  connection(up: boolean): void
  /** The topic's menu was revoked. */
  forbidden(): void
}

type Listening = { topic: PushTopic; listener: PushListener<PushTopic> }

const listening = new Set<Listening>()
let wire: Wire | undefined
let isUp = false

const subscribedTopics = (): PushTopic[] => [...new Set([...listening].map(({ topic }) => topic))].toSorted()

function onEvent(event: PushEvent): void {
  if (event.what === 'connection') isUp = event.up
  for (const { topic, listener } of listening) {
    if (event.what === 'connection') listener.connection(event.up)
    else if (event.topic !== topic) continue
    else if (event.what === 'news') listener.news(event.news)
    else if (event.what === 'reset') listener.reset()
    else listener.forbidden()
  }
}

/**
 * Listens to a topic. The connection is opened with the browser's first listener and closed with its last.
 *
 * @returns a function that unsubscribes.
 */
export function listen<T extends PushTopic>(topic: T, listener: PushListener<T>): () => void {
  const entry: Listening = { topic, listener: listener as PushListener<PushTopic> }
  const known = [...listening].some((other) => other.topic === topic)
  listening.add(entry)
  wire ??= canShare() ? openShared(onEvent) : openConnection(onEvent)
  wire.subscribe(subscribedTopics())
  // The topic is already active: a new listener gets its reset now.
  if (known && isUp) {
    listener.connection(true)
    listener.reset()
  }
  return () => {
    listening.delete(entry)
    if (listening.size > 0) return wire?.subscribe(subscribedTopics())
    wire?.close()
    wire = undefined
    isUp = false
  }
}
