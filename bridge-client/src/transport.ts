// One signed request (Standard Webhooks), retried while that may help.
import { createHmac, randomUUID } from 'node:crypto'
import { BridgeError } from './errors.ts'

export type Retry = {
  /** Maximum tries; `Infinity` continues until `signal` is aborted. */
  attempts: number
  /** The first delay in milliseconds; it doubles up to `longestWaitMs`. */
  firstWaitMs: number
  longestWaitMs: number
}

export const defaultRetry: Retry = { attempts: 8, firstWaitMs: 250, longestWaitMs: 30_000 }

export type Transport = {
  /** Returns any status below 400 (or 304); throws `BridgeError` for the rest, and after the last try. */
  request(call: HttpCall): Promise<Response>
}

export type HttpCall = {
  method: 'GET' | 'POST'
  /** Below the base address, with the query: `/app/v1/events`. */
  path: string
  body?: string
  headers?: Record<string, string>
  retry?: Partial<Retry>
  signal?: AbortSignal
  /** Told of each failed try that is followed by another, and after how long that is. */
  onRetry?: OnRetry
}

export type OnRetry = (error: BridgeError, attempt: number, waitMs: number) => void

/** What the request itself is refused for: sent again, it would be again. */
const ofTheRequest = new Set([400, 405, 411, 413, 414, 415, 422, 431])

/**
 * Everything else may pass. Events come again after any status that is not about the batch: a server with a wrong clock or a secret that it has
 * not read yet answers 401, a proxy in front of a server that is being replaced 403 or 404. What is read as missing may be there later.
 */
const mayHelp = (method: HttpCall['method'], status: number) =>
  status >= 500 ||
  status === 409 ||
  status === 425 ||
  status === 429 ||
  (method === 'POST' && !ofTheRequest.has(status))

export function openTransport(options: {
  url: string
  secret: string
  fetch: typeof fetch
  retry: Retry
  timeoutMs: number
}): Transport {
  const base = options.url.replace(/\/+$/, '')
  const key = keyOf(options.secret)

  async function once(call: HttpCall, id: string): Promise<Response> {
    // Every try gets its own timestamp and signature, since they expire; the id stays, so that it is taken once.
    const at = new Date()
    // Without a body, method and path are signed in its place.
    const signed = call.body ?? `${call.method} ${call.path}`
    const timeout = AbortSignal.timeout(options.timeoutMs)
    return options.fetch(`${base}${call.path}`, {
      method: call.method,
      redirect: 'error',
      headers: {
        ...(call.body !== undefined && { 'content-type': 'application/x-ndjson' }),
        ...call.headers,
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': signatureOf(key, id, at, signed),
      },
      ...(call.body !== undefined && { body: call.body }),
      signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
    })
  }

  return {
    async request(call) {
      const retry = { ...options.retry, ...call.retry }
      const id = `msg_${randomUUID().replaceAll('-', '')}`
      for (let attempt = 1; ; attempt++) {
        let failure: BridgeError
        let retryAfterMs = 0
        try {
          const response = await once(call, id)
          if (response.status < 400) return response
          const { words, code } = await problemOf(response)
          failure = new BridgeError(response.status, words, { code })
          if (!mayHelp(call.method, response.status)) throw failure
          retryAfterMs = retryAfter(response)
        } catch (error) {
          if (error instanceof BridgeError) throw error
          if (call.signal?.aborted) throw call.signal.reason
          failure = new BridgeError(null, `no answer from ${base}: ${wordsOf(error)}`, { cause: error })
        }
        if (attempt >= retry.attempts) throw failure
        const waitMs = Math.max(retryAfterMs, waitAfter(attempt, Math.random(), retry))
        call.onRetry?.(failure, attempt, waitMs)
        await pause(waitMs, call.signal)
      }
    },
  }
}

/** A secret's bytes: base64 after `whsec_`. */
export function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length < 16) throw new Error('not a Greenroom secret: expected whsec_ and base64')
  return key
}

// Signs like `standardwebhooks`, which needs 120 ms for a full batch in JavaScript.
export const signatureOf = (key: Buffer, id: string, at: Date, signed: string): string =>
  `v1,${createHmac('sha256', key)
    .update(`${id}.${Math.floor(at.getTime() / 1_000)}.${signed}`)
    .digest('base64')}`

/** Delay after the `attempt`-th try, in milliseconds; `chance` (0 to 1) adds jitter over the upper half. */
export function waitAfter(
  attempt: number,
  chance: number,
  retry: Pick<Retry, 'firstWaitMs' | 'longestWaitMs'>,
): number {
  const fullWait = Math.min(retry.longestWaitMs, retry.firstWaitMs * 2 ** Math.min(attempt - 1, 30))
  return Math.round(fullWait / 2 + (fullWait / 2) * chance)
}

function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 60) * 1_000 : 0
}

async function problemOf(response: Response): Promise<{ words: string; code: string | null }> {
  const text = await response.text().catch(() => '')
  try {
    const { title, detail, code } = JSON.parse(text) as { title?: string; detail?: string; code?: unknown }
    const words = [title, detail].filter(Boolean).join('. ')
    if (words) return { words, code: typeof code === 'string' ? code : null }
  } catch {
    // No problem body: a proxy answered.
  }
  return { words: text.slice(0, 200) || response.statusText, code: null }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
}

/** @throws the signal's reason, if it is aborted. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, milliseconds)
    const giveUp = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
