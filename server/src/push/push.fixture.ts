// Reads the stream as a browser does, for tests.
import { basePath } from '@greenroom/contract/call'
import { pushPath } from '@greenroom/contract/push'

export type PushFrame = { event: string; id: string; data: Record<string, unknown> }

export type Reader = {
  status: number
  /** The body if it is not a stream. */
  refused: { code: number; errorCode?: number } | undefined
  /** The next event, or null at the stream's end. */
  next(): Promise<PushFrame | null>
  /** The next event of this kind, skipping others. */
  nextOf(event: string): Promise<PushFrame>
  close(): void
}

function frameOf(frame: string): PushFrame | undefined {
  const lines = frame.split('\n').filter((line) => line !== '' && !line.startsWith(':'))
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
  if (lines.length === 0) return undefined
  return { event: field('event'), id: field('id'), data: JSON.parse(field('data')) as PushFrame['data'] }
}

/** Opens the stream at a server's `url`. */
export async function listenTo(
  url: string,
  token: string | undefined,
  options: { topic?: string; lastId?: string } = {},
): Promise<Reader> {
  const giveUp = new AbortController()
  const response = await fetch(`${url}${basePath}${pushPath}?topic=${options.topic ?? 'monitor'}`, {
    headers: { ...(token && { token }), ...(options.lastId && { 'last-event-id': options.lastId }) },
    signal: giveUp.signal,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const refused = isStream || response.status !== 200 ? undefined : ((await response.json()) as Reader['refused'])
  const body = isStream ? response.body!.pipeThrough(new TextDecoderStream()).getReader() : undefined
  let buffered = ''
  const reader: Reader = {
    status: response.status,
    refused,
    async next() {
      for (;;) {
        const end = buffered.indexOf('\n\n')
        if (end >= 0) {
          const events = frameOf(buffered.slice(0, end))
          buffered = buffered.slice(end + 2)
          if (events) return events
          continue
        }
        const { value, done } = await body!.read().catch(() => ({ value: undefined, done: true }))
        if (done) return null
        buffered += value
      }
    },
    async nextOf(event) {
      for (;;) {
        const frame = await reader.next()
        if (frame === null) throw new Error(`the stream ended before ${event}`)
        if (frame.event === event) return frame
      }
    },
    close: () => giveUp.abort(),
  }
  return reader
}
