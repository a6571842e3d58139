// Opens the database with what watches it: failovers, standbys, a replica, and whether it answers and may be used (`health.ts`).
import type pg from 'pg'
import { pauseDeliveries } from '../bridge/index.ts'
import type { Config } from '../config.ts'
import { wallNow } from '../kit/clock.ts'
import {
  cutConnections,
  type Database,
  limitStatements,
  openDatabase,
  type PoolOptions,
  setSilent,
  watchWrites,
} from '../kit/database/database.ts'
import { openPulse } from '../kit/database/pulse.ts'
import type { Space } from '../kit/database/space.ts'
import { openCommits } from '../kit/standby/commits.ts'
import { openFailovers } from '../kit/standby/failover.ts'
import { openReplica, type Replica } from '../kit/standby/replica.ts'
import { openStandbyWatch, type StandbyWatch } from '../kit/standby/synchronous.ts'
import { failoverText, openTimelineWatch, standbyText } from '../kit/standby/timelineWatch.ts'
import type { Logger } from '../kit/telemetry/logger.ts'
import { disableCache } from '../ledger/index.ts'
import { type Health, openHealth } from './health.ts'

export type Opened = {
  database: Database
  health: Health
  /** Only where a synchronous standby is required. */
  standby: StandbyWatch | undefined
  replica: Replica | undefined
  close(): Promise<void>
}

const poolSize = 20

/**
 * @param options.watch is told of committed writes to some tables.
 * @param options.onRestored is called when another database answers at the same address.
 * @throws if the database cannot be reached.
 */
export async function openStore(options: {
  config: Config
  url: string
  watch: PoolOptions['watch']
  space: Pick<Space, 'lacking'>
  logger: Pick<Logger, 'write'>
  onRestored: () => Promise<unknown>
  onCrash: (error: unknown, what: string) => void
}): Promise<Opened> {
  const { config, url, watch, space, logger, onRestored, onCrash } = options
  await limitStatements(url)
  const commits = config.DATABASE_STANDBYS === 'off' ? undefined : openCommits(() => wallNow().getTime())
  const failovers =
    commits &&
    openFailovers({
      url,
      commits,
      cutAll: () => cutConnections(database),
      onLoss: (tx, timeline) => pauseDeliveries(tx, wallNow(), { timeline }),
      onJudged: (judged) => logger.write(judged.outcome === 'complete' ? 'warn' : 'error', failoverText(judged)),
    })
  const database = openDatabase(url, {
    max: poolSize,
    ...(watch && { watch }),
    ...(failovers && { commits, admit: (client: pg.ClientBase) => failovers.admit(client) }),
    // A database that shuts down with us ends its idle connections; that is expected.
    onError: (error) => (health.draining ? undefined : onCrash(error.message, 'pool')),
  })
  if (!config.LEDGER_CACHE) disableCache(database)
  const onTimeline = openTimelineWatch({
    failovers,
    onRestored,
    onError: (error) => onCrash(error, 'failover'),
  })
  const pulse = openPulse({
    url,
    now: () => wallNow().getTime(),
    onTimeline,
    onWrites: watchWrites(database),
    onSilent: (isSilent) => {
      setSilent(database, isSilent)
      if (isSilent) onCrash(new Error('the database does not answer: its connections are given up'), 'database')
    },
  })
  const standby =
    config.DATABASE_STANDBYS === 'sync'
      ? openStandbyWatch(database, (lack) => logger.write(lack ? 'error' : 'warn', standbyText(lack)))
      : undefined
  const replica =
    config.DATABASE_REPLICA_URL === undefined
      ? undefined
      : openReplica({
          url: config.DATABASE_REPLICA_URL,
          primary: database,
          onError: (error) => onCrash(error, 'replica'),
        })
  const health = openHealth({ database, pulse, space, logger, standby })
  return {
    database,
    health,
    standby,
    replica,
    close: async () => {
      health.close()
      pulse.close()
      standby?.close()
      await replica?.close()
      await database.destroy()
    },
  }
}
