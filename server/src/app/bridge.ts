// Puts the bridge on the wire: its handlers come from the rooms, and what the app reads comes from their doors.
import type { FastifyInstance } from 'fastify'
import { type Bridge, openBridge, type State, serveBridge } from '../bridge/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Database } from '../kit/database.ts'
import type { Params } from '../params/index.ts'
import { eventHandlers } from './events.ts'

/** Opens the bridge and serves `/app/v1`. */
export async function wireBridge(
  app: FastifyInstance,
  options: {
    database: Database
    clock: Clock
    params: Params
    pollMilliseconds: number
    onCrash: (error: unknown, where: string) => void
  },
): Promise<Bridge> {
  const { database, clock, params, pollMilliseconds, onCrash } = options
  const state: State = {}
  const bridge = await openBridge({
    database,
    clock,
    handlers: eventHandlers({ params }),
    pollMilliseconds,
    onError: onCrash,
  })
  await serveBridge(app, { clients: bridge.clients, ingest: bridge.ingest, state, onError: onCrash })
  return bridge
}
