// One server-sent event stream to one browser, with one or several topics.
import type { ServerResponse } from 'node:http'
import type { PushTopic } from '@greenroom/contract/push'
import type { Staff } from '../kit/calls/context.ts'
import type { Hub } from './hub.ts'

export type Stream = {
  sessionId: string
  /** Drops topics that the reader may no longer see; a stream with none left ends. */
  keep(may: (topic: PushTopic) => boolean): void
  heartbeat(): void
  /** Ends the stream: permanently if a reason is given, else the browser reconnects. */
  end(why?: 'session'): void
}

/** Maximum backlog of a reader before it is dropped; it reconnects and loads again. */
const patienceBytes = 512 * 1024

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // A buffering proxy would wait forever.
  'x-accel-buffering': 'no',
  // Close the connection too: a server that shuts down doesn't wait for it to become idle.
  connection: 'close',
}

/** The ids of a stream's topics as one: `monitor:<run>.<number>`, separated by commas. */
export const idsIn = (text: string): Map<string, string> =>
  new Map(
    text.split(',').flatMap((part): [string, string][] => {
      const at = part.indexOf(':')
      return at > 0 ? [[part.slice(0, at), part.slice(at + 1)]] : []
    }),
  )

const idOf = (ids: ReadonlyMap<string, string>) => [...ids].map(([topic, id]) => `${topic}:${id}`).join(',')

/** Starts the stream and sends the topics' news. `ended` is called once, however it ends. */
export function openStream(options: {
  raw: ServerResponse
  staff: Staff
  hubs: ReadonlyMap<PushTopic, Hub>
  /** Requested topics that the reader may not see: reported at once. */
  forbidden: readonly PushTopic[]
  lastIds: ReadonlyMap<string, string>
  ended: (stream: Stream) => void
}): Stream {
  const { raw, staff, hubs, forbidden, lastIds, ended } = options
  const ids = new Map<string, string>()
  const leave = new Map<PushTopic, () => void>()
  let over = false

  const write = (text: string) => {
    if (over) return
    // The reader has not consumed earlier data; a single large message is not its fault.
    if (raw.writableLength > patienceBytes) raw.destroy()
    else raw.write(text)
  }
  const writeEvent = (event: string, data: string) => {
    const id = idOf(ids)
    write(`${id && `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`)
  }
  const stop = () => {
    if (over) return
    over = true
    for (const leaving of leave.values()) leaving()
    leave.clear()
    ended(stream)
  }
  const stream: Stream = {
    sessionId: staff.sessionId,
    keep(may) {
      for (const [topic, leaving] of leave) {
        if (may(topic)) continue
        leaving()
        leave.delete(topic)
        ids.delete(topic)
        writeEvent('forbidden', JSON.stringify({ topic }))
      }
      if (leave.size === 0) stream.end()
    },
    heartbeat: () => write(':\n\n'),
    end(why) {
      if (why) writeEvent('end', JSON.stringify({ why }))
      stop()
      raw.end()
    },
  }

  raw.on('close', stop)
  raw.on('error', stop)
  raw.writeHead(200, headers)
  // Send something at once, so that proxies forward the stream.
  write(':\n\n')
  for (const topic of forbidden) writeEvent('forbidden', JSON.stringify({ topic }))
  for (const [topic, hub] of hubs) {
    const listener = (id: string, news: string | null) => {
      ids.set(topic, id)
      if (news === null) writeEvent('reset', JSON.stringify({ topic }))
      else writeEvent('news', `{"topic":${JSON.stringify(topic)},"news":${news}}`)
    }
    leave.set(topic, hub.listen(listener, lastIds.get(topic)))
  }
  return stream
}
