// The answer below `/cms` while the server starts or stops: HTTP 503 with the envelope as its body.
import type { Envelope } from '@greenroom/contract/call'
import type { FastifyReply } from 'fastify'

/** Answers 503: a proxy tries another server, a browser asks again. */
export function unavailable(reply: FastifyReply, why: 'starting' | 'draining'): FastifyReply {
  const body: Envelope<never> = { code: 500, errorCode: 10001, errorMsg: `server busy (${why})` }
  return reply.code(503).header('cache-control', 'no-store').header('retry-after', '2').send(body)
}
