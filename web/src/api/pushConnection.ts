// The connection to the server: one streamed response, read with fetch so that the token stays in its header, and reopened whenever it
// breaks.
import { basePath } from '@greenroom/contract/call'
import { type PushNews, type PushTopic, pushPath } from '@greenroom/contract/push'
import { announceSessionEnd } from './sessionEnd.ts'
import { readToken } from './token.ts'

// Parses server-sent events from chunks.
type Frame = { event: string; id: string; data: string }

/** A parser that returns the events completed by each chunk; comments are skipped. */
function framesOf(): (piece: string) => Frame[] {
  let rest = ''
  return (piece) => {
    const parts = (rest + piece).split('\n\n')
    rest = parts.pop() ?? ''
    return parts.flatMap((part) => {
      const lines = part.split('\n').filter((line) => line !== '' && !line.startsWith(':'))
      if (lines.length === 0) return []
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
      return [{ event: field('event'), id: field('id'), data: field('data') }]
    })
  }
}

/** An event for a tab, from the server or from the tab with the connection. */
export type PushEvent =
  | { [T in PushTopic]: { what: 'news'; topic: T; news: PushNews[T] } }[PushTopic]
  /** Reload: changes follow from here on. */
  | { what: 'reset'; topic: PushTopic }
  | { what: 'forbidden'; topic: PushTopic }
  /** Whether the connection to the server is open. */
  | { what: 'connection'; up: boolean }

export type Connection = {
  /** Sets the topics; with none, the connection is closed until there are some. */
  subscribe(topics: readonly PushTopic[]): void
  close(): void
}

/** The server writes at least every 12 seconds; a connection silent for more than twice as long is dead. */
const silenceMs = 30_000
const firstWaitMs = 1_000
const longestWaitMs = 30_000

/** Growing delays with jitter, so that a thousand browsers don't reconnect at once. */
export const waitOf = (failures: number, chance: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures, 10)) * (0.5 + chance)

/** The server's answer instead of a stream. */
type Refused = { errorCode?: number }

/**
 * Opens the connection; nothing is requested before `subscribe`.
 *
 * @param onEvents receives events, with the id of the last one included.
 * @param lastId the last id received by the previous holder of the connection.
 */
export function openConnection(onEvents: (event: PushEvent, id: string) => void, lastId = ''): Connection {
  let topics: readonly PushTopic[] = []
  let failures = 0
  let closed = false
  let controller = new AbortController()
  let wake = () => {}

  /** Reads one response to its end. @returns false if retrying is useless. */
  async function readOnce(): Promise<boolean> {
    controller = new AbortController()
    let watchdog: ReturnType<typeof setTimeout> | undefined
    const alive = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => controller.abort(), silenceMs)
    }
    try {
      alive()
      const response = await fetch(`${basePath}${pushPath}?topic=${topics.join(',')}`, {
        headers: { token: readToken() ?? '', ...(lastId && { 'last-event-id': lastId }) },
        cache: 'no-store',
        signal: controller.signal,
      })
      if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
        return isRetryable(response.status === 200 ? ((await response.json()) as Refused) : {})
      const body = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      const read = framesOf()
      for (;;) {
        const { value, done } = (await body?.read()) ?? { value: undefined, done: true }
        if (done || closed) return true
        alive()
        failures = 0
        onEvents({ what: 'connection', up: true }, lastId)
        for (const frame of read(value)) {
          lastId = frame.id || lastId
          if (frame.event === 'end') {
            announceSessionEnd()
            return false
          }
          if (frame.event === 'reset' || frame.event === 'news' || frame.event === 'forbidden')
            onEvents({ what: frame.event, ...(JSON.parse(frame.data) as { topic: PushTopic }) } as PushEvent, lastId)
        }
      }
    } finally {
      clearTimeout(watchdog)
    }
  }

  function isRetryable({ errorCode }: Refused): boolean {
    if (errorCode === 10007) announceSessionEnd()
    if (errorCode === 10026) for (const topic of topics) onEvents({ what: 'forbidden', topic }, lastId)
    return errorCode !== 10007 && errorCode !== 10026
  }

  const paused = (milliseconds: number | undefined) =>
    new Promise<void>((resolve) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function run(): Promise<void> {
    while (!closed) {
      if (topics.length === 0) {
        await paused(undefined)
        continue
      }
      const current = topics
      const again = await readOnce().catch(() => true)
      if (closed) return
      // Aborted on purpose, for other topics: reconnect at once.
      if (topics !== current) continue
      onEvents({ what: 'connection', up: false }, lastId)
      await paused(again ? waitOf(failures++, Math.random()) : undefined)
    }
  }

  const reconnect = () => {
    failures = 0
    wake()
  }
  // An offline browser may not notice for long that its stream is dead.
  const disconnect = () => controller.abort()
  window.addEventListener('online', reconnect)
  window.addEventListener('offline', disconnect)
  void run()

  return {
    subscribe(next) {
      if (next.join() === topics.join()) return
      topics = next
      controller.abort()
      reconnect()
    },
    close() {
      closed = true
      window.removeEventListener('online', reconnect)
      window.removeEventListener('offline', disconnect)
      controller.abort()
      wake()
    },
  }
}
