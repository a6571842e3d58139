// The live app's back end, played by a test: sends events through the bridge, serves pictures, and receives commands.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CommandType } from '@greenroom/contract/bridgeCommands.schema'
import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import { newId } from '../../server/src/kit/random.ts'
import { signedWith } from '../../server/test/bridge.ts'
import { aClient } from './bridgeClient.ts'
import { unique } from './people.ts'
import { png } from './picture.ts'
import type { Server } from './server.ts'

export type AppEvent = { [K in EventType]: { type: K; data: EventData<K>; at?: Date } }[EventType]
export type ReceivedCommand = { type: CommandType; data: Record<string, unknown> }

export type App = {
  /** Sends events that must all be accepted. */
  send(...events: AppEvent[]): Promise<void>
  /** URL of one of its pictures: a grey square. */
  picture(grey: number): string
  /** Received commands, oldest first, each once. */
  received: ReceivedCommand[]
  stop(): Promise<void>
}

/** Connects an app to a server started with `BRIDGE_ALLOW_PRIVATE=on`. */
export async function connectApp(server: Server): Promise<App> {
  const received: ReceivedCommand[] = []
  // Commands arrive at least once; like a real app, it handles each once.
  const known = new Set<unknown>()
  const http = createServer((request, response) => {
    if (request.method === 'GET') {
      const grey = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 128)
      response.setHeader('content-type', 'image/png').end(png(320, grey))
      return
    }
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const id = request.headers['webhook-id']
      if (!known.has(id)) received.push(JSON.parse(body) as ReceivedCommand)
      known.add(id)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const own = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const secret = await aClient(server, { name: unique('App '), endpoint: `${own}/commands` })
  return {
    received,
    picture: (grey) => `${own}/${grey}.png`,
    async send(...events) {
      const body = events
        .map(({ type, data, at = new Date() }) => JSON.stringify({ id: newId(at), type, at: at.toISOString(), data }))
        .join('\n')
      const response = await fetch(`${server.url}/app/v1/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson', ...signedWith(secret, body) },
        body,
      })
      const answer = await response.text()
      if (response.status !== 200 || answer.includes('"rejected"')) throw new Error(`not accepted: ${answer}`)
    },
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}
