// The simulated live app's content, sent through the bridge with the client library: users, items, pictures.
import { createClient, type EventLine } from '@greenroom/bridge-client'
import { serveMedia } from '../../simulator/src/media/server.ts'
import { World } from '../../simulator/src/world/world.ts'
import { aClient } from './bridgeClient.ts'
import { unique } from './people.ts'
import type { Server } from './server.ts'

type Content = 'photo' | 'avatar' | 'cover' | 'library' | 'basic' | 'greeting' | 'official' | 'dynamic'
type SimulatedEvent = EventLine & { type: string; data: Record<string, unknown> }

export type Simulated = {
  /** Sends events that must all be accepted. */
  send(events: readonly EventLine[]): Promise<void>
  /** Submits the first `count` pending items of a kind, with their users. */
  submit(kind: Content, count: number): Promise<SimulatedEvent[]>
  close(): Promise<void>
}

const day = 24 * 60 * 60 * 1_000

/**
 * Avatars are wherever the app keeps them; the page's policy allows those of the simulated app that the server runs.
 */
const withoutFace = (event: SimulatedEvent): SimulatedEvent => ({
  ...event,
  data: { ...event.data, avatarUrl: undefined },
})

const contentOf = ({ type, data }: SimulatedEvent): Content | undefined => {
  if (type === 'media.submitted') return data['kind'] as Content
  if (type === 'greeting.submitted') return 'greeting'
  if (type === 'certification.submitted') return 'official'
  return type === 'dynamic.posted' ? 'dynamic' : undefined
}

/** Opens the app beside a server started with `BRIDGE_ALLOW_PRIVATE=on`. */
export async function openSimulated(server: Server): Promise<Simulated> {
  const secret = await aClient(server, { name: unique('Simulated ') })
  const client = createClient({ url: server.url, secret })
  const media = await serveMedia({
    port: 0,
    stream: null,
    now: Date.now,
    commands: (_request, response) => void response.writeHead(204).end(),
  })
  const start = Date.now() - 20 * day
  const world = new World({
    seed: 11,
    size: 'town',
    start,
    media: `http://127.0.0.1:${media.port}`,
    tag: unique('t'),
  })
  const registered = new Map<number, SimulatedEvent>()
  const waiting: SimulatedEvent[] = []

  /** Continues the history until there is enough of a kind. */
  const make = (kind: Content, count: number) => {
    while (waiting.filter((event) => contentOf(event) === kind).length < count && world.now < Date.now()) {
      for (const happened of world.advance(Date.now(), 2_000)) {
        world.answered(happened, { id: happened.event.id, status: 'accepted' })
        const event = happened.event as unknown as SimulatedEvent
        if (event.type === 'user.registered') registered.set(Number(event.data['userId']), withoutFace(event))
        if (contentOf(event)) waiting.push(event)
      }
    }
  }
  const send = async (events: readonly EventLine[]) => {
    const answers = await client.sendLines(events)
    const refused = answers.find(({ status }) => status === 'rejected')
    if (refused) throw new Error(`not accepted: ${JSON.stringify(refused)}`)
  }
  return {
    send,
    async submit(kind, count) {
      make(kind, count)
      const items = waiting.filter((event) => contentOf(event) === kind).slice(0, count)
      if (items.length < count) throw new Error(`only ${items.length} of ${count} items of ${kind} in 20 days`)
      for (const item of items) waiting.splice(waiting.indexOf(item), 1)
      const people = new Set(items.map(({ data }) => Number(data['userId'])))
      const known = [...people].flatMap((userId) => registered.get(userId) ?? [])
      for (const userId of people) registered.delete(userId)
      await send(known)
      await send(items)
      return items
    },
    close: () => media.close(),
  }
}
