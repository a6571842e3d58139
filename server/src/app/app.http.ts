// The HTTP server: encodings, limits, health, and errors before a handler is reached.
import formbody from '@fastify/formbody'
import { basePath } from '@greenroom/contract/call'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { bridgePath, problem } from '../bridge/index.ts'
import type { TrustedProxies } from '../kit/calls/proxies.ts'
import { refuseBecause } from '../kit/calls/refusal.ts'
import { unavailable } from '../kit/calls/unavailable.ts'
import { newRequestId } from '../kit/random.ts'
import { requestIdOf } from '../kit/telemetry/current.ts'
import type { Level, Logger } from '../kit/telemetry/logger.ts'
import { isMeasured, record } from '../kit/telemetry/meter.ts'
import { type Dispatch, refusalOf } from './dispatch.ts'
import type { Health } from './health.ts'
import { readMultipart } from './upload.ts'

/** Larger bodies are refused (413); uploads, events and calls that say so (`most`) have their own limits. */
const bodyBytes = 256 * 1024

/** How long a request may take to arrive; answers may take longer. */
export const arrival = { headersMs: 10_000, requestMs: 30_000, checkMs: 5_000 }

const open = new WeakMap<object, number>()

/** Requests that are being answered; counted only while somebody measures. */
export const openRequests = (app: FastifyInstance): number => open.get(app.server) ?? 0

function countOpen({ server }: FastifyInstance, reply: FastifyReply): void {
  open.set(server, (open.get(server) ?? 0) + 1)
  reply.raw.once('close', () => open.set(server, (open.get(server) ?? 1) - 1))
}

/** What the HTTP server itself has to say, in the process's log. */
function heardBy(logger: Logger, onCrash: Dispatch['onCrash']): FastifyBaseLogger {
  const as = (level: Level) => (what: unknown, message?: string) => {
    const { err } = (what ?? {}) as { err?: unknown }
    if (err instanceof Error && level === 'error') onCrash(err, 'http')
    else logger.write(level, message ?? (typeof what === 'string' ? what : 'http'))
  }
  const heard = {
    level: 'debug',
    fatal: as('error'),
    error: as('error'),
    warn: as('warn'),
    info: as('debug'),
    debug: () => {},
    trace: () => {},
    silent: () => {},
    child: () => heard,
  }
  return heard as unknown as FastifyBaseLogger
}

/**
 * Creates the server without its routes. `health.ready` opens the calls.
 *
 * @param options.times how long requests may take to arrive; tests shorten it.
 */
export async function httpServer(options: {
  trustProxy: TrustedProxies
  logger: Logger
  health: Health
  onCrash: Dispatch['onCrash']
  times?: typeof arrival
}): Promise<FastifyInstance> {
  const { trustProxy: proxies, times = arrival } = options
  const app = Fastify({
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']) ?? newRequestId(),
    bodyLimit: bodyBytes,
    requestTimeout: times.requestMs,
    http: { headersTimeout: times.headersMs, connectionsCheckingInterval: times.checkMs },
    loggerInstance: heardBy(options.logger, options.onCrash),
    logController: new LogController({ disableRequestLogging: true }),
    // Requests need no logger of their own; creating one costs 2% of a list.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: 'idle',
    // The hook below answers in the form of each interface.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
  })
  // Plain text is not an accepted encoding, but Fastify parses it by default.
  app.removeContentTypeParser('text/plain')
  await app.register(formbody)
  await readMultipart(app)

  app.get('/healthz', async () => ({ ok: true }))
  // A server without room still serves what only reads, and one without its database says so: `serves` tells a page whether its calls are answered.
  app.get<{ Querystring: { serves?: string } }>('/readyz', async ({ query }, reply) => {
    const state = query.serves === undefined ? await options.health.look() : { ready: options.health.serves() }
    return reply.code(state.ready ? 200 : 503).send(state)
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.raw.setHeader('x-request-id', request.id)
    if (isMeasured()) countOpen(app, reply)
    const { health } = options
    // Anyone who keeps this connection would send the next request to a server that is about to end.
    if (health.leaving || health.draining) reply.raw.setHeader('connection', 'close')
    if (health.serves() || /^\/(healthz|readyz)(\?|$)/.test(request.url)) return
    const why = health.draining ? 'draining' : 'starting'
    if (request.url.startsWith(`${bridgePath}/`)) return problem(reply, 503, why, why)
    if (request.url.startsWith(`${basePath}/`)) return unavailable(reply, why)
    return reply.code(503).header('retry-after', '2').send({ error: why })
  })

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url
    // Calls say more of themselves (`dispatch.ts`).
    if (!isMeasured() || route === undefined || route.startsWith(`${basePath}/`)) return
    record('http.server.request.duration', reply.elapsedTime / 1_000, {
      'http.route': route,
      'http.request.method': request.method,
      'http.response.status_code': reply.statusCode,
    })
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
