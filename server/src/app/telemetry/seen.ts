// What the page about health shows of this process, without a meter.
import type { Config } from '../../config.ts'
import { connectionsOf, type Database } from '../../kit/database/database.ts'
import type { Replica } from '../../kit/standby/replica.ts'
import type { Seen } from '../../rooms/system/index.ts'
import type { Health } from '../health.ts'
import type { GaugeSources } from './gauges.ts'
import { lastSample } from './sample.ts'

export const seenBy = ({
  database,
  health,
  disk,
  backup,
  replica,
  standbys,
}: {
  database: Database
  health: Pick<Health, 'look'> & Pick<Health, 'clockOffsetMs'>
  disk: GaugeSources['disk']
  backup: GaugeSources['backup']
  replica: Pick<Replica, 'state'> | undefined
  standbys: Config['DATABASE_STANDBYS']
}): Seen => ({
  async process() {
    const [{ ready, reasons = [] }, room, archive] = await Promise.all([
      health.look(),
      disk(),
      backup?.().catch(() => null) ?? null,
    ])
    return {
      ready,
      reasons,
      clockOffsetMs: health.clockOffsetMs(),
      connections: connectionsOf(database),
      memoryBytes: process.memoryUsage.rss(),
      disk: room && { freeBytes: room.free, usedBytes: room.used },
      unsent: archive?.unsent ?? 0,
      standbys,
      replica: replica?.state() ?? null,
    }
  },
  last: lastSample,
})
