// Posts one signed command: outside any transaction, without following redirects, and only to allowed addresses. It
// connects to the very address that was checked, which defeats DNS rebinding.
import { lookup as lookUp } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { record } from '../../kit/telemetry/meter.ts'
import { traceNow } from '../../kit/telemetry/tracer.ts'
import { isPublic } from './delivery.address.ts'

/** The outcome: the receiver's answer, or why there is none. `status` is null without an answer. */
export type Posted = { status: number | null; error: string | null }

export type Letter = { id: string; body: string; at: Date; trace?: string | null }

/** What is posted. */
export type Content = { headers: Readonly<Record<string, string>>; body: string | Buffer }

export type Poster = {
  /** Never throws. Any 2xx counts as delivered. */
  post(endpoint: string, secrets: readonly Buffer[], letter: Letter): Promise<Posted>
  /** The same with what is not a webhook, such as Web Push. */
  send(endpoint: string, content: Content): Promise<Posted>
  /** Aborts running posts, which end as unanswered tries, and starts nothing more. */
  close(): void
}

export const isAccepted = ({ status }: Posted): boolean => status !== null && status >= 200 && status < 300

/** This try's place in the trace that caused the command; without a tracer, that trace itself. */
const traceHeader = ({ trace }: Letter) => {
  const traceparent = traceNow() ?? trace
  return traceparent ? { traceparent } : {}
}

const longestAnswer = 64 * 1_024
const stopped = 'Greenroom stopped before the answer arrived'
const privateAddress = 'the address is not public'

class PrivateAddress extends Error {
  constructor() {
    super(privateAddress)
  }
}

/** Resolves a name and allows only public addresses. Literal addresses are not resolved, so check `isPublic` first. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0)
    const open = found.filter(({ address }) => isPublic(address))
    const [first] = open
    if (!first) return callback(new PrivateAddress(), '', 0)
    if (options.all) return (callback as (error: null, found: typeof open) => void)(null, open)
    return callback(null, first.address, first.family)
  })
}

/** The `webhook-signature` header: one signature per valid secret, given as bytes. */
export const signatureOf = (secrets: readonly Buffer[], { id, at, body }: Letter): string =>
  secrets.map((secret) => new Webhook(secret, { format: 'raw' }).sign(id, at, body)).join(' ')

const webhookHeaders = (secrets: readonly Buffer[], letter: Letter) => ({
  'content-type': 'application/json',
  'webhook-id': letter.id,
  'webhook-timestamp': String(Math.floor(letter.at.getTime() / 1_000)),
  'webhook-signature': signatureOf(secrets, letter),
  ...traceHeader(letter),
})

/**
 * One client's poster, with its own connections, so that a slow client doesn't block others.
 *
 * @param connections maximum number at once.
 */
export function openPoster(options: { connections: number; timeoutMs: number; allowPrivate: boolean }): Poster {
  const { connections, timeoutMs, allowPrivate } = options
  const late = `no answer within ${timeoutMs / 1_000} s`
  const kept = { keepAlive: true, maxSockets: connections, maxFreeSockets: connections, timeout: 60_000 }
  const open = new Set<ReturnType<typeof requestOf>>()
  let closed = false
  const agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) }

  function requestOf(endpoint: string, { headers, body }: Content) {
    const url = new URL(endpoint)
    const secure = url.protocol === 'https:'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // A literal address is connected to without a lookup.
    if (!allowPrivate && isIP(host) !== 0 && !isPublic(host)) throw new PrivateAddress()
    const requested: RequestOptions = {
      method: 'POST',
      agent: secure ? agents['https:'] : agents['http:'],
      headers: { 'user-agent': 'Greenroom', ...headers, 'content-length': Buffer.byteLength(body) },
      ...(!allowPrivate && { lookup: publicLookup }),
    }
    return secure ? httpsRequest(url, requested) : httpRequest(url, requested)
  }

  const once = (endpoint: string, content: Content) =>
    new Promise<Posted & { stale: boolean }>((resolve) => {
      let status: number | null = null
      let made: ReturnType<typeof requestOf>
      try {
        made = requestOf(endpoint, content)
      } catch (error) {
        return resolve({ status, error: wordsOf(error), stale: false })
      }
      open.add(made)
      let timedOut = false
      let stale = false
      const timer = setTimeout(() => {
        timedOut = true
        made.destroy()
      }, timeoutMs)
      const end = (error: string | null) => {
        clearTimeout(timer)
        open.delete(made)
        // Nothing after the status matters.
        resolve(status === null ? { status, error, stale } : { status, error: refusalOf(status), stale: false })
      }
      made.on('response', (answer) => {
        status = answer.statusCode ?? 0
        let length = 0
        answer.on('data', (part: Buffer) => {
          length += part.length
          if (length > longestAnswer) made.destroy()
        })
        answer.on('error', () => {})
        answer.on('close', () => end(null))
      })
      made.on('error', (error) => {
        stale = !closed && made.reusedSocket && (error as { code?: string }).code === 'ECONNRESET'
        end(timedOut ? late : closed ? stopped : wordsOf(error))
      })
      made.on('close', () => end(timedOut ? late : closed ? stopped : 'the connection was closed'))
      made.end(content.body)
    })

  async function send(endpoint: string, content: Content): Promise<Posted> {
    const first = await once(endpoint, content)
    // A kept-alive connection that the receiver closed says nothing about the receiver.
    return first.stale ? once(endpoint, content) : first
  }

  return {
    async post(endpoint, secrets, letter) {
      const started = performance.now()
      const posted = await send(endpoint, { headers: webhookHeaders(secrets, letter), body: letter.body })
      record('http.client.request.duration', (performance.now() - started) / 1_000, {
        'greenroom.peer': 'app',
        ...(!isAccepted(posted) && { 'error.type': posted.status ?? 'none' }),
      })
      return posted
    },
    send,
    close() {
      closed = true
      for (const request of open) request.destroy()
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? `answered ${status}; redirects are not followed` : `answered ${status}`
}

/** If several addresses were tried, each has its own error. */
function wordsOf(error: unknown): string {
  const all = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return [...new Set(all.map((one) => (one instanceof Error ? one.message : String(one))))].join('; ').slice(0, 500)
}
