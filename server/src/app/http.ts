// The HTTP server: encodings, limits, health, and errors that never reach a handler.
import formbody from '@fastify/formbody'
import { limits } from '@greenroom/contract/limits'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { bridgePath, problem } from '../bridge/index.ts'
import { newRequestId } from '../kit/random.ts'
import { Refusal } from '../kit/refusal.ts'
import { type Dispatch, refusalOf } from './dispatch.ts'
import { readMultipart } from './upload.ts'

export type Health = { ready: boolean; draining: boolean }

/** Makes the server without its routes. `health.ready` opens the calls. */
export async function httpServer(options: {
  trustProxy: boolean
  logLevel: string
  health: Health
  onCrash: Dispatch['onCrash']
}): Promise<FastifyInstance> {
  const app = Fastify({
    trustProxy: options.trustProxy,
    genReqId: newRequestId,
    bodyLimit: limits.imageBytes + 64 * 1024,
    logger: options.logLevel === 'silent' ? false : { level: options.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
  })
  // Plain text is no encoding of the wire; Fastify reads it unless told otherwise.
  app.removeContentTypeParser('text/plain')
  await app.register(formbody)
  await readMultipart(app)

  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const ready = options.health.ready && !options.health.draining
    return reply.code(ready ? 200 : 503).send({ ready })
  })

  app.addHook('onRequest', async (request, reply) => {
    if ((options.health.ready && !options.health.draining) || request.url === '/healthz' || request.url === '/readyz')
      return
    if (request.url.startsWith(`${bridgePath}/`))
      return problem(reply, 503, options.health.draining ? 'draining' : 'starting')
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ error: options.health.draining ? 'draining' : 'starting' })
  })

  // What fails before a handler: malformed bodies and foreign content types are 10009; too large stays 413.
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status === 413) return reply.code(413).send({ error: 'too large' })
    const refusal = status < 500 ? new Refusal(10009, [{ field: 'body', message: error.message }]) : error
    return reply.code(200).send(refusalOf(refusal, request.id, options.onCrash))
  })
  return app
}
