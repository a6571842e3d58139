// Ships archived WAL and new files to the backup storage while the server runs.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { openStorage } from '../files/index.ts'
import { knownHome } from '../kit/embedded/place.ts'
import { copyFiles } from './backup.files.ts'
import { BackupProblem } from './problem.ts'
import { notedTarget, openTarget } from './target.ts'
import { shipLog } from './wal.ts'

const everyMs = 10_000

/** A storage that does not answer must not keep a server from stopping. */
const lastMs = 20_000

export type Shipper = {
  /** Sends no more after the current turn. */
  close(): Promise<void>
  /**
   * Sends what PostgreSQL archived when it stopped, so that a stop leaves nothing behind. Call it after that, and after `close`.
   *
   * @throws what it could not be sent for
   */
  last(): Promise<void>
}

/**
 * Ships WAL and files every few seconds once there is a backup.
 *
 * @param onTurn told after each turn: why nothing could be sent, or null
 */
export function openShipper(config: Config, onTurn: (error: unknown) => void): Shipper {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => shipRest(config)).then(() => onTurn(null), onTurn)
  }, everyMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
    last: async () => {
      await Promise.race([
        shipRest(config),
        sleep(lastMs, undefined, { ref: false }).then(() => {
          throw new BackupProblem(`the backups took nothing for ${lastMs / 1_000} s`)
        }),
      ])
    },
  }
}

/** Sends what is archived, with new files, to where the backups are; nothing before the first backup. */
export async function shipRest(config: Config): Promise<void> {
  const where = notedTarget(config.DATA_DIR)
  if (where === undefined) return
  const backup = await openTarget(config, where)
  const sent = await shipLog(knownHome(config.DATA_DIR), backup)
  if (sent > 0 && config.S3_BUCKET === undefined) await copyFiles(await openStorage(config), backup)
}
