// Composes the product: opens what the rooms share, hands it to them, and puts their calls on the wire.
import type { FastifyInstance } from 'fastify'
import { accessRoutes, authenticate, smsProvider } from '../access/index.ts'
import type { Config } from '../config.ts'
import { type Clock, platformClock } from '../kit/clock.ts'
import { type Database, openDatabase } from '../kit/database.ts'
import { openParams, type Params } from '../params/index.ts'
import { systemRoutes } from '../rooms/system/index.ts'
import { serveAll } from './dispatch.ts'
import { type Health, httpServer } from './http.ts'

export type Product = {
  app: FastifyInstance
  database: Database
  clock: Clock
  params: Params
  health: Health
  /** Finishes what runs, then closes everything that was opened. */
  close(): Promise<void>
}

const pollMilliseconds = 1_000
const poolSize = 20

/**
 * Builds the product on a migrated database; it listens nowhere yet.
 *
 * @throws when a declared call has no handler, or the database cannot be reached.
 */
export async function buildProduct(config: Config, databaseUrl: string): Promise<Product> {
  const onCrash = (error: unknown, requestId: string) => {
    if (config.LOG_LEVEL !== 'silent') console.error(`[${requestId}]`, error)
  }
  const database = openDatabase(databaseUrl, { max: poolSize, onError: (error) => onCrash(error, 'pool') })
  const health: Health = { ready: false, draining: false }
  const [clock, params, app] = await Promise.all([
    platformClock(database),
    openParams(database, pollMilliseconds),
    httpServer({ trustProxy: config.TRUST_PROXY, logLevel: config.LOG_LEVEL, health, onCrash }),
  ])
  serveAll(
    app,
    [
      ...accessRoutes({ params, config, sms: smsProvider(config) }),
      ...systemRoutes({ params, fileUrl: `${config.PUBLIC_URL ?? ''}/files/` }),
    ],
    {
      database,
      clock,
      timeZone: () => params.text('platform_time_zone'),
      authenticate: (token) => authenticate(database, token),
      exporter: { run: async () => ({}) },
      onCrash,
    },
  )
  await app.ready()
  return {
    app,
    database,
    clock,
    params,
    health,
    close: async () => {
      health.draining = true
      await app.close()
      params.close()
      await database.destroy()
    },
  }
}
