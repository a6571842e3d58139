// `GET /cms/push`: who may listen to which topics, and for how long.
import { basePath } from '@greenroom/contract/call'
import { type PushTopic, pushPath, pushTopics } from '@greenroom/contract/push'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isOutside, levelOn, type Staff } from '../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../kit/calls/refusal.ts'
import { unavailable } from '../kit/calls/unavailable.ts'
import { type HubTimes, openHub } from './hub.ts'
import type { Topic } from './push.topic.ts'
import { idsIn, openStream, type Stream } from './stream.ts'

export type PushTimes = HubTimes & {
  /** Keep-alive interval, so that both ends notice a dead connection. */
  heartbeatMs: number
  /** How often sessions and rights are checked again. */
  checkMs: number
}

export const pushTimes: PushTimes = { pollMs: 1_000, lingerMs: 10_000, heartbeatMs: 12_000, checkMs: 3_000 }

export type Push = {
  /** Number of connected browsers. */
  streams(): number
  /** Ends every stream; browsers reconnect to another process, or to this one after its restart. */
  close(): void
}

/** Streams per session: a browser needs one, or without Web Locks one per tab. */
const streamsOfSession = 40

const isTopic = (name: string): name is PushTopic => Object.hasOwn(pushTopics, name)
/** Topics are for platform staff only: guild and agent accounts get nothing, whatever menus their roles have. */
const may = (staff: Staff) => (topic: PushTopic) => !isOutside(staff) && levelOn(staff, pushTopics[topic].menu) > 0

/** @throws Refusal 10009 if a topic is unknown, or none is requested. */
function topicsOf(request: FastifyRequest): PushTopic[] {
  const { topic } = request.query as { topic?: string | string[] }
  const names = [topic ?? ''].flat().flatMap((text) => text.split(','))
  const known = [...new Set(names)].filter(isTopic)
  if (known.length === 0 || !names.every(isTopic)) throw refuseBecause(10009, 'topic', 'record.none')
  return known
}

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/**
 * Serves the stream of these topics (docs/architecture.md, "Push to the browser"). Nothing is polled without listeners.
 *
 * @throws if a declared topic is missing. Refusals are those of a call: 10007 without a session, 10026 without the menu
 * of any requested topic, 10009, 10008.
 */
export function servePush(
  app: FastifyInstance,
  options: {
    topics: readonly Topic[]
    authenticate: (token: string) => Promise<Staff | null>
    /** The current state of these sessions; ended ones are left out. */
    staffOfSessions: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Staff>>
    onError: (error: unknown) => void
    times?: Partial<PushTimes>
  },
): Push {
  const times = { ...pushTimes, ...options.times }
  const hubs = new Map(options.topics.map((topic) => [topic.name, openHub(topic, times, options.onError)]))
  for (const name of Object.keys(pushTopics)) if (!hubs.has(name as PushTopic)) throw new Error(`no topic ${name}`)
  const streams = new Set<Stream>()
  let timers: NodeJS.Timeout[] = []
  let closed = false
  let checking = false

  async function check(): Promise<void> {
    if (checking) return
    checking = true
    try {
      const staffOf = await options.staffOfSessions([...new Set([...streams].map(({ sessionId }) => sessionId))])
      for (const stream of streams) {
        const staff = staffOf.get(stream.sessionId)
        if (staff) stream.keep(may(staff))
        else stream.end('session')
      }
    } catch (error) {
      // If the check fails, it is retried; the news comes from the same database.
      if (!closed) options.onError(error)
    } finally {
      checking = false
    }
  }

  /** The timers run only while streams are open. */
  function added(stream: Stream): void {
    streams.add(stream)
    if (timers.length > 0) return
    const every = (milliseconds: number, run: () => void) => setInterval(run, milliseconds).unref()
    timers = [
      every(times.heartbeatMs, () => streams.forEach((one) => one.heartbeat())),
      every(times.checkMs, () => void check()),
    ]
  }

  function removed(stream: Stream): void {
    streams.delete(stream)
    if (streams.size > 0) return
    for (const timer of timers) clearInterval(timer)
    timers = []
  }

  app.get(`${basePath}${pushPath}`, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const token = headerOf(request, 'token')
    const staff = token === '' ? null : await options.authenticate(token)
    // A client that left in the meantime closed before any listener was attached.
    if (reply.raw.destroyed) return reply.hijack()
    if (!staff) throw new Refusal(10007)
    const topics = topicsOf(request)
    if (isOutside(staff)) throw refuseBecause(10026, 'account', 'account.kind')
    const allowed = topics.filter(may(staff))
    if (allowed.length === 0)
      throw refuseBecause(10026, 'menu', 'menu.missing', { menus: topics.map((topic) => pushTopics[topic].menu) })
    if ([...streams].filter(({ sessionId }) => sessionId === staff.sessionId).length >= streamsOfSession)
      throw new Refusal(10008)
    if (closed) return unavailable(reply, 'draining')
    reply.hijack()
    const stream = openStream({
      raw: reply.raw,
      staff,
      hubs: new Map(allowed.map((topic) => [topic, hubs.get(topic)!])),
      forbidden: topics.filter((topic) => !allowed.includes(topic)),
      lastIds: idsIn(headerOf(request, 'last-event-id')),
      ended: removed,
    })
    added(stream)
    return reply
  })

  return {
    streams: () => streams.size,
    close() {
      closed = true
      for (const hub of hubs.values()) hub.close()
      for (const stream of streams) stream.end()
      for (const timer of timers) clearInterval(timer)
    },
  }
}
