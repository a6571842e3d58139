// The bridge's routes: `/app/v1`, with real HTTP statuses and RFC 9457 problem bodies (docs/integrating.md).

import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDiskFull } from '../kit/database/space.ts'
import { isServersFault } from '../kit/database/unreachable.ts'
import { traceOf, within } from '../kit/telemetry/current.ts'
import { count } from '../kit/telemetry/meter.ts'
import { spanned } from '../kit/telemetry/tracer.ts'
import type { BridgeClient, Clients } from './clients.ts'
import { BatchRefused, batchBytes, type Ingest } from './ingest.ts'
import { type NotSigned, signedHeaders, signedTarget, signerOf } from './signature.ts'

export const bridgePath = '/app/v1'
const ndjson = 'application/x-ndjson'

/** State that the app may read: returned as JSON, or null for an unknown id. */
export type State = { path: string; read: (id: string) => Promise<unknown> }[]

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed by a known client',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  500: 'Failed',
  503: 'Not available',
}

/** Codes of problems that a program may act on. */
type ProblemCode = NotSigned['code'] | 'database' | 'disk' | 'stopped' | 'busy' | 'standby' | 'starting' | 'draining'

/** An RFC 9457 body; `code` is for programs. */
export function problem(reply: FastifyReply, status: number, detail: string, code?: ProblemCode): FastifyReply {
  if (status === 503) void reply.header('retry-after', '2')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(String)
    .send(JSON.stringify({ type: 'about:blank', title: titles[status] ?? 'Failed', status, detail, code }))
}

/** A stopped client asks again until staff resume it: 503, never a final answer. */
const stoppedText = (why: string) => `staff stopped this client, send it again later: ${why}`

const isRefused = (found: object): found is NotSigned => 'why' in found

function notSigned(reply: FastifyReply, { why, code }: NotSigned): FastifyReply {
  count('greenroom.bridge.signature.failures', { reason: code })
  return problem(reply, 401, why, code)
}

async function signer(clients: Clients, request: FastifyRequest, body: Buffer): Promise<BridgeClient | NotSigned> {
  const headers = signedHeaders(request.headers)
  if (isRefused(headers)) return headers
  const known = signerOf(clients.all(), headers, body)
  if (known) return known
  // Another process may just have created the client or its secret.
  await clients.lookAgain()
  return (
    signerOf(clients.all(), headers, body) ?? {
      code: 'signature',
      why: 'the signature matches no secret of a client',
    }
  )
}

/** Registers the routes for events and state. `onError` receives unexpected errors. */
export async function serveBridge(
  app: FastifyInstance,
  options: {
    clients: Clients
    ingest: Ingest
    state: State
    onError: (error: unknown, requestId: string) => void
  },
): Promise<void> {
  const { clients, ingest, state, onError } = options
  await app.register(
    async (bridge) => {
      bridge.removeAllContentTypeParsers()
      bridge.addContentTypeParser(
        ndjson,
        { parseAs: 'buffer', bodyLimit: batchBytes },
        async (_: unknown, body: Buffer) => body,
      )

      bridge.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
        if (error instanceof BatchRefused) return problem(reply, error.status, error.message, error.code)
        const status = error.statusCode ?? 500
        if (status === 413) return problem(reply, 413, 'a batch has at most 8 MiB')
        if (status === 415) return problem(reply, 415, `the content type must be ${ndjson}`)
        if (status < 500) return problem(reply, status, error.message)
        onError(error, request.id)
        if (isDiskFull(error)) return problem(reply, 503, `the server's disk is full (${request.id})`, 'disk')
        if (isServersFault(error))
          return problem(reply, 503, `the database can't be reached (${request.id})`, 'database')
        return problem(reply, 500, `server busy (${request.id})`)
      })

      // Refuse obviously invalid requests before reading the body.
      bridge.addHook('onRequest', async (request, reply) => {
        const headers = signedHeaders(request.headers)
        if (isRefused(headers)) return notSigned(reply, headers)
        return undefined
      })

      bridge.post('/events', async (request, reply) => {
        const coding = request.headers['content-encoding']
        if (!Buffer.isBuffer(request.body) || (coding !== undefined && coding !== 'identity'))
          return problem(reply, 415, `events must be sent as ${ndjson}, not compressed`)
        const client = await signer(clients, request, request.body)
        if (isRefused(client)) return notSigned(reply, client)
        if (client.stopped !== null) return problem(reply, 503, stoppedText(client.stopped), 'stopped')
        const { body } = request
        const trace = traceOf(request.headers['traceparent'])
        const about = { requestId: request.id, call: 'events', caller: {}, ...(trace && { trace }) }
        const answer = await within(about, () =>
          spanned(
            'POST /app/v1/events',
            { client: client.name },
            () =>
              ingest.take({
                client,
                webhookId: String(request.headers['webhook-id']),
                body,
                diamonds: request.headers['greenroom-unit'] === 'diamonds',
              }),
            { kind: 'server' },
          ),
        )
        return reply.header('cache-control', 'no-store').type(ndjson).send(answer)
      })

      // All other paths are screens, so unknown ones must be refused here.
      bridge.all('/*', (_request, reply) => problem(reply, 404, 'no such address'))

      for (const { path, read } of state) {
        bridge.get(`/state/${path}`, async (request, reply) => {
          const client = await signer(clients, request, signedTarget('GET', request.raw.url ?? ''))
          if (isRefused(client)) return notSigned(reply, client)
          if (client.stopped !== null) return problem(reply, 503, stoppedText(client.stopped), 'stopped')
          const found = await read((request.params as { id?: string }).id ?? '')
          if (found === null) return problem(reply, 404, 'unknown id')
          const body = JSON.stringify(found)
          const tag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
          void reply.header('etag', tag).header('cache-control', 'private, no-cache')
          if (matches(request.headers['if-none-match'], tag)) return reply.code(304).send()
          return reply.type('application/json; charset=utf-8').send(body)
        })
      }
    },
    { prefix: bridgePath },
  )
}

/** A proxy may have weakened the ETag. */
const matches = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag || one.trim() === '*')
