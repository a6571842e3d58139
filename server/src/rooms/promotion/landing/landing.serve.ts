// Serves published landing pages at `/l/<key>`: no script, no cookie, a sandbox, an origin of its own outside loopback.
import type { LandingStore } from '@greenroom/contract/landingPage'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../../access/index.ts'
import type { Clock } from '../../../kit/clock.ts'
import { type Database, transactionsSoFar } from '../../../kit/database/database.ts'
import { openSnapshot } from '../../../kit/database/tableCopy.ts'
import { sign } from '../../../kit/random.ts'
import { textOf } from '../../../kit/time.ts'
import { forgetVisitors, saltOf } from './landing.counting.ts'
import { openCrowd } from './landing.crowd.ts'
import { bodyOf, type PublishedPage, readPublished } from './landing.published.ts'
import {
  type Arm,
  armOf,
  campaignOf,
  countryOf,
  counts,
  languageOf,
  platformOf,
  storeAddress,
} from './landing.rules.ts'
import { openVisits } from './landing.visits.ts'

export type LandingOptions = {
  database: Database
  clock: Clock
  timeZone: () => string
  /** Base of uploaded files. */
  fileUrl: string
  /** The pages' own origin; without one, they are served only if nobody else can reach the site. */
  origin: string | undefined
  reachable: boolean
  /** Whether a proxy is trusted, including its country header. */
  trusted: boolean
}

export type Landing = {
  /** Reloads published pages now; otherwise within a second. */
  refresh(): Promise<void>
  flush(): Promise<void>
  close(): Promise<void>
}

const pollMilliseconds = 1_000
const flushMilliseconds = 2_000
const stores: readonly string[] = ['apple', 'google', 'other']

const notFound = (reply: FastifyReply) => reply.code(404).send({ error: 'not found' })

/** Whether a trusted proxy passed the request on: only such a one reports a country, not a caller who reached the server directly. */
const isForwarded = (request: FastifyRequest): boolean => request.ip !== request.socket.remoteAddress

/** Registers `/l/…` and begins to count. */
export async function serveLanding(app: FastifyInstance, options: LandingOptions): Promise<Landing> {
  const { database, clock, origin } = options
  // What shares a link fetches its picture by a whole address: that of the pages, if the site's is not set.
  const fileUrl = /^https?:/.test(options.fileUrl) ? options.fileUrl : `${origin ?? ''}${options.fileUrl}`
  const host = origin === undefined ? undefined : new URL(origin).host
  const pictures = { base: fileUrl, origin: /^https?:/.test(fileUrl) ? new URL(fileUrl).origin : '' }
  const visits = openVisits(database)
  const crowd = openCrowd()
  let pages: ReadonlyMap<string, PublishedPage> = new Map()
  const today = () => textOf(clock.now(), options.timeZone()).slice(0, 10)
  let salt = { day: '', key: Buffer.alloc(0) }
  const published = await openSnapshot(
    async () => {
      const day = today()
      if (salt.day !== day) {
        crowd.clear()
        salt = { day, key: Buffer.from(await saltOf(database, day)) }
        await forgetVisitors(database, day)
      }
      pages = await readPublished(database, pages)
    },
    pollMilliseconds,
    () => {
      const transactions = transactionsSoFar(database)
      return transactions === undefined ? undefined : `${today()} ${transactions}`
    },
  )
  const counting = await openSnapshot(() => visits.flush(), flushMilliseconds)

  if (host !== undefined)
    // The pages' origin serves nothing else, and nothing else serves the pages.
    app.addHook('onRequest', async (request, reply) => {
      const isPage = request.url.startsWith('/l/')
      const isOwn = request.host === host
      if (isPage !== isOwn && !(isOwn && request.url.startsWith('/files/'))) return notFound(reply)
    })

  const pageOf = (request: FastifyRequest) =>
    host === undefined && options.reachable ? undefined : pages.get((request.params as { key: string }).key)

  /** The visitor's hash of today; tomorrow it can no longer be linked. */
  const visitorOf = (request: FastifyRequest, page: PublishedPage) =>
    sign(salt.key, `${page.phaseId} ${request.ip} ${request.headers['user-agent'] ?? ''}`).slice(0, 22)

  const see = (request: FastifyRequest, page: PublishedPage, hash: string, arm: Arm, clicked: boolean) => {
    if (!counts(request.method, request.headers)) return
    const network = sign(salt.key, `${page.phaseId} ${networkOf(request.ip)}`).slice(0, 22)
    if (!crowd.admits(network, hash)) return
    visits.see({
      day: salt.day,
      phaseId: page.phaseId,
      hash,
      network,
      arm,
      visited: !clicked,
      clicked,
      country: countryOf(request.headers, options.trusted && isForwarded(request)),
      platform: platformOf(request.headers),
    })
  }

  app.get('/l/:key', (request, reply) => {
    const page = pageOf(request)
    if (!page) return notFound(reply)
    const hash = visitorOf(request, page)
    const arm = armOf(hash, page.shareB)
    see(request, page, hash, arm, false)
    const body = bodyOf(page, arm, languageOf(request.headers), platformOf(request.headers), pictures)
    const encodings = String(request.headers['accept-encoding'] ?? '')
    const encoding = /\bbr\b/.test(encodings) ? 'br' : /\bgzip\b/.test(encodings) ? 'gzip' : undefined
    reply
      .header('content-security-policy', body.policy)
      .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding, accept-language, user-agent')
      .type('text/html; charset=utf-8')
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(encoding === 'br' ? body.brotli : encoding === 'gzip' ? body.gzip : body.plain)
  })

  app.get('/l/:key/:arm/:store', (request, reply) => {
    const page = pageOf(request)
    const { arm, store } = request.params as { arm: string; store: string }
    const content = page && (arm === 'a' || arm === 'b') ? (page.contents[arm] ?? page.contents.a) : undefined
    const link = content && stores.includes(store) ? content.links[store as LandingStore] : undefined
    if (!page || !link) return notFound(reply)
    const hash = visitorOf(request, page)
    // A visitor saw one version: a link of the other was guessed or passed on.
    if (armOf(hash, page.shareB) === arm) see(request, page, hash, arm, true)
    const campaign = campaignOf(page.key, page.phaseId, arm as Arm)
    return reply
      .header('cache-control', 'no-store')
      .redirect(storeAddress(store as LandingStore, link, page.channel, campaign), 302)
  })

  return {
    refresh: published.refresh,
    flush: () => visits.flush(),
    close: async () => {
      published.close()
      counting.close()
      await visits.flush()
    },
  }
}
