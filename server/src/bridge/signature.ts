// Verifies the Standard Webhooks signature of requests. The `standardwebhooks` package hashes in JavaScript, taking 120
// ms per full batch and secret before the sender is authenticated; tests sign with it and compare.
import { createHmac } from 'node:crypto'
import { wallNow } from '../kit/clock.ts'
import { same } from '../kit/random.ts'
import type { BridgeClient } from './clients.ts'

const toleranceSeconds = 5 * 60
const maxId = 256

export type SignedHeaders = { id: string; timestamp: string; signatures: string[] }

/** Why a request is not taken as a client's. `code` is for programs: a wrong clock passes by itself, a wrong secret does not. */
export type NotSigned = { code: 'clock' | 'headers' | 'signature'; why: string }

const headersWrong = (why: string): NotSigned => ({ code: 'headers', why })

/** The three headers of a signed request, or why they can't be valid: checked before the body is read. */
export function signedHeaders(headers: Record<string, unknown>): SignedHeaders | NotSigned {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string')
    return headersWrong('webhook-id, webhook-timestamp and webhook-signature are required')
  if (id === '' || id.length > maxId) return headersWrong(`webhook-id has 1 to ${maxId} characters`)
  if (!/^\d{1,12}$/.test(timestamp)) return headersWrong('webhook-timestamp must be in seconds')
  const apart = wallNow().getTime() / 1_000 - Number(timestamp)
  if (Math.abs(apart) > toleranceSeconds)
    return { code: 'clock', why: 'webhook-timestamp is more than 5 minutes away from our clock' }
  const signatures = signature.split(' ').flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []))
  // A client that rotates sends two; more would only cost time.
  if (signatures.length === 0 || signatures.length > 4)
    return headersWrong('webhook-signature has no signature of version v1')
  return { id, timestamp, signatures }
}

/**
 * Signed in place of a body if a request has none: method, path and query as sent, so a signature works for one URL
 * only.
 */
export const signedTarget = (method: string, target: string): Buffer => Buffer.from(`${method} ${target}`)

/** The client whose secret signed `body`, or null. Tries every valid secret of every client. */
export function signerOf(clients: readonly BridgeClient[], headers: SignedHeaders, body: Buffer): BridgeClient | null {
  const now = wallNow()
  for (const client of clients)
    for (const secret of client.secrets) {
      if (secret.expiresAt && secret.expiresAt <= now) continue
      const expected = createHmac('sha256', secret.key)
        .update(`${headers.id}.${headers.timestamp}.`)
        .update(body)
        .digest('base64')
      if (headers.signatures.some((signature) => same(signature, expected))) return client
    }
  return null
}
