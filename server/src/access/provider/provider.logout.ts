// Back-channel log-out: the provider tells that somebody's session there is over, and the sessions that it opened here end.
import { providerLogin } from '@greenroom/contract/provider'
import { loggedOutByProvider } from '@greenroom/contract/sentences/provider'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { type Context, system, systemContext } from '../../kit/calls/context.ts'
import { Refusal } from '../../kit/calls/refusal.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import { record } from '../../log/index.ts'
import { countTry } from '../throttle.ts'
import { ProviderProblem, readLogout } from './provider.oidc.ts'
import * as queries from './provider.queries.ts'
import { logoutPath, providerOf } from './provider.settings.ts'

type Services = {
  database: Database
  clock: Clock
  config: Config
  seals: Seals
  onCrash: (error: unknown, requestId: string) => void
}

/** From one network in a minute: each makes the server ask the provider for its keys. */
const perMinute = 300

/** @returns false if the token was told before. @throws ProviderProblem */
async function endSessions(services: Services, context: Context, token: string): Promise<boolean> {
  const provider = await providerOf(services.database, services.config, services.seals)
  if (!provider) return false
  const { jti, subject, sid, expiresAt } = await readLogout(provider, token)
  return context.tx(async (tx) => {
    if (!(await queries.noteLogout(tx, provider.issuer, jti, expiresAt))) return false
    for (const { id, username } of await queries.endLoggedOut(tx, { issuer: provider.issuer, subject, sid }))
      await record(tx, context, {
        operation: 'session.providerEnd',
        target: `staff ${id}`,
        content: loggedOutByProvider({ name: username, provider: provider.name }),
        before: null,
        after: null,
        actor: system,
      })
    return true
  })
}

/** Serves the address that the provider posts `logout_token` to: 200 if it held, 400 if not. */
export function serveProviderLogout(app: FastifyInstance, services: Services): void {
  app.post(logoutPath, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const body = request.body as { logout_token?: unknown } | null | undefined
    const token = body?.logout_token
    const refused = () => reply.code(400).send({ error: 'invalid_request' })
    if (typeof token !== 'string' || token.length > 20_000) return refused()
    const context = { ...systemContext(providerLogin, services), ip: request.ip }
    try {
      await countTry(context, 'provider logout', perMinute)
      return (await endSessions(services, context, token)) ? reply.code(200).send() : refused()
    } catch (error) {
      if (error instanceof Refusal) return reply.code(429).send({ error: 'too many' })
      if (!(error instanceof ProviderProblem)) {
        services.onCrash(error, request.id)
        return reply.code(500).send({ error: 'server_error' })
      }
      return refused()
    }
  })
}
