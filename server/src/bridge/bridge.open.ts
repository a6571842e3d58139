// Opens the incoming side of the bridge: clients, counters, and the ingest with the rooms' handlers.
import type { Round } from '../jobs/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Database } from '../kit/database/database.ts'
import type { Seals } from '../kit/encryption/index.ts'
import type { AnyHandler } from './bridge.handler.ts'
import { ensureEventMonths, sweepBridge } from './bridge.keep.ts'
import type { Clients } from './clients.ts'
import { type Ingest, openIngest } from './ingest.ts'
import { registryOf } from './registry.ts'
import { openTraffic, type Traffic } from './traffic.ts'

export type Bridge = {
  clients: Clients
  ingest: Ingest
  traffic: Traffic
  /** Writes the counters; call once no more requests arrive. */
  close(): Promise<void>
}

/** @throws if two handlers claim the same event type. */
export async function openBridge(options: {
  database: Database
  clock: Clock
  seals: Seals
  clients: Clients
  handlers: readonly AnyHandler[]
  pollMilliseconds: number
  /** Makes room for events as old as a history has them. */
  ensureHistory?: () => Promise<void>
  isUnconfirmed?: () => boolean
  onError: (error: unknown, where: string) => void
}): Promise<Bridge> {
  const { database, clock, seals, clients, onError } = options
  const registry = registryOf(options.handlers)
  const traffic = openTraffic(database, options.pollMilliseconds, (error) => onError(error, 'bridge traffic'))
  await ensureEventMonths(database, clock.now())
  return {
    clients,
    traffic,
    ingest: openIngest({
      database,
      clock,
      seals,
      registry,
      traffic,
      onError,
      ...(options.isUnconfirmed && { isUnconfirmed: options.isUnconfirmed }),
      ensureHistory: options.ensureHistory ?? (() => Promise.resolve()),
    }),
    close: () => traffic.close(),
  }
}

/** The bridge's background work. */
export const bridgeRounds = ({ database, clock }: { database: Database; clock: Clock }): Round[] => [
  { name: 'bridge-months', milliseconds: 5 * 60_000, run: () => ensureEventMonths(database, clock.now()) },
  { name: 'bridge-sweep', milliseconds: 60_000, run: () => sweepBridge(database, clock.now()) },
]
