// Ships archived WAL and new files to the backup storage while the server runs.
import type { Config } from '../config.ts'
import { openStorage } from '../files/index.ts'
import { knownHome } from '../kit/embedded/place.ts'
import { copyFiles } from './backup.files.ts'
import { notedTarget, openTarget } from './target.ts'
import { shipLog } from './wal.ts'

const everyMs = 10_000

/**
 * Ships WAL and files every few seconds once there is a backup. @returns a function that stops it after the current
 * run.
 *
 * @param onTurn told after each turn: why nothing could be sent, or null
 */
export function openShipper(config: Config, onTurn: (error: unknown) => void): { close(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const turn = async () => {
    const where = notedTarget(config.DATA_DIR)
    if (where === undefined) return
    const backup = await openTarget(config, where)
    const sent = await shipLog(knownHome(config.DATA_DIR), backup)
    if (sent > 0 && config.S3_BUCKET === undefined) await copyFiles(await openStorage(config), backup)
  }
  const timer = setInterval(() => {
    running = running.then(turn).then(() => onTurn(null), onTurn)
  }, everyMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}
