// One answer that goes on: server-sent events to one browser, of one or several topics.
import type { ServerResponse } from 'node:http'
import type { PushTopic } from '@greenroom/contract/push'
import type { Staff } from '../kit/context.ts'
import type { Hub } from './hub.ts'

export type Stream = {
  sessionId: string
  /** Lets go of topics that she may no longer see; a stream with none left ends. */
  keep(may: (topic: PushTopic) => boolean): void
  heartbeat(): void
  /** Ends it: for good with a reason, else the browser comes back. */
  end(why?: 'session'): void
}

/** What one reader may be behind before she is dropped: she comes back and reads anew. */
const patienceBytes = 512 * 1024

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // A proxy that waits for the end would wait for ever.
  'x-accel-buffering': 'no',
  // Its connection goes with it: a server that closes doesn't wait for it to be idle.
  connection: 'close',
}

/** The ids of a stream's topics as one: `monitor:<run>.<number>`, commas between. */
export const idsIn = (text: string): Map<string, string> =>
  new Map(
    text.split(',').flatMap((part): [string, string][] => {
      const at = part.indexOf(':')
      return at > 0 ? [[part.slice(0, at), part.slice(at + 1)]] : []
    }),
  )

const idOf = (ids: ReadonlyMap<string, string>) => [...ids].map(([topic, id]) => `${topic}:${id}`).join(',')

/** Begins the answer and tells what the topics tell. `ended` is called once, however it ends. */
export function openStream(options: {
  raw: ServerResponse
  staff: Staff
  hubs: ReadonlyMap<PushTopic, Hub>
  /** Asked for, but not hers: told so at once. */
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
    // One that has not taken what was written earlier; a single large piece of news is no fault of hers.
    if (raw.writableLength > patienceBytes) raw.destroy()
    else raw.write(text)
  }
  const tell = (event: string, data: string) => {
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
        tell('forbidden', JSON.stringify({ topic }))
      }
      if (leave.size === 0) stream.end()
    },
    heartbeat: () => write(':\n\n'),
    end(why) {
      if (why) tell('end', JSON.stringify({ why }))
      stop()
      raw.end()
    },
  }

  raw.on('close', stop)
  raw.on('error', stop)
  raw.writeHead(200, headers)
  // Something arrives at once, so that what stands between lets it through.
  write(':\n\n')
  for (const topic of forbidden) tell('forbidden', JSON.stringify({ topic }))
  for (const [topic, hub] of hubs) {
    const listener = (id: string, news: string | null) => {
      ids.set(topic, id)
      if (news === null) tell('reset', JSON.stringify({ topic }))
      else tell('news', `{"topic":${JSON.stringify(topic)},"news":${news}}`)
    }
    leave.set(topic, hub.listen(listener, lastIds.get(topic)))
  }
  return stream
}
