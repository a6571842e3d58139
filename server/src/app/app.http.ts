// The HTTP server: encodings, limits, health, and errors before a handler is reached.
import formbody from '@fastify/formbody'
import { basePath } from '@greenroom/contract/call'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { bridgePath, problem } from '../bridge/index.ts'
import type { TrustedProxies } from '../kit/calls/proxies.ts'
import { refuseBecause } from '../kit/calls/refusal.ts'
import { unavailable } from '../kit/calls/unavailable.ts'
import type { Space } from '../kit/database/space.ts'
import { newRequestId } from '../kit/random.ts'
import { type Dispatch, refusalOf } from './dispatch.ts'
import { readMultipart } from './upload.ts'

export type Health = { ready: boolean; draining: boolean }

/** Larger bodies are refused (413); uploads, events and calls that say so (`most`) have their own limits. */
const bodyBytes = 256 * 1024

/** How long a request may take to arrive; answers may take longer. */
export const arrival = { headersMs: 10_000, requestMs: 30_000, checkMs: 5_000 }

/**
 * Creates the server without its routes. `health.ready` opens the calls.
 *
 * @param options.times how long requests may take to arrive; tests shorten it.
 */
export async function httpServer(options: {
  trustProxy: TrustedProxies
  logLevel: string
  health: Health
  space: Pick<Space, 'lacking'>
  /** Whether the database answers now. */
  isAnswering: () => Promise<boolean>
  onCrash: Dispatch['onCrash']
  times?: typeof arrival
}): Promise<FastifyInstance> {
  const { trustProxy: proxies, times = arrival } = options
  const app = Fastify({
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    genReqId: newRequestId,
    bodyLimit: bodyBytes,
    requestTimeout: times.requestMs,
    http: { headersTimeout: times.headersMs, connectionsCheckingInterval: times.checkMs },
    logger: options.logLevel === 'silent' ? false : { level: options.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    // Requests need no logger of their own; creating one costs 2% of a list.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
  })
  // Plain text is not an accepted encoding, but Fastify parses it by default.
  app.removeContentTypeParser('text/plain')
  await app.register(formbody)
  await readMultipart(app)

  app.get('/healthz', async () => ({ ok: true }))
  // A server without room still serves what only reads, and one without its database says so: `serves` tells a page whether its calls are answered.
  app.get<{ Querystring: { serves?: string } }>('/readyz', async ({ query }, reply) => {
    const serves = options.health.ready && !options.health.draining
    const lacking = query.serves === undefined ? await options.space.lacking() : []
    const isAway = serves && query.serves === undefined && !(await options.isAnswering())
    const ready = serves && !isAway && lacking.length === 0
    return reply.code(ready ? 200 : 503).send({
      ready,
      ...(isAway && { database: 'unreachable' }),
      ...(lacking.length > 0 && { diskFull: lacking }),
    })
  })

  app.addHook('onRequest', async (request, reply) => {
    if ((options.health.ready && !options.health.draining) || /^\/(healthz|readyz)(\?|$)/.test(request.url)) return
    const why = options.health.draining ? 'draining' : 'starting'
    if (request.url.startsWith(`${bridgePath}/`)) return problem(reply, 503, why)
    if (request.url.startsWith(`${basePath}/`)) return unavailable(reply, why)
    return reply.code(503).header('retry-after', '2').send({ error: why })
  })

  // Errors before a handler: malformed bodies and foreign content types are 10009; too large stays 413.
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status === 413) return reply.code(413).send({ error: 'too large' })
    const refusal = status < 500 ? refuseBecause(10009, 'body', 'body.unreadable', { why: error.message }) : error
    return reply.code(200).send(refusalOf(refusal, request.id, options.onCrash))
  })
  return app
}
