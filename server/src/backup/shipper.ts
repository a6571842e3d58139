// The server's part in backups: what PostgreSQL archives, and files that come, go to the place of the backups as it runs.
import type { Config } from '../config.ts'
import { openStorage } from '../files/index.ts'
import { knownHome } from '../kit/embedded/place.ts'
import { copyFiles } from './files.ts'
import { notedTarget, openTarget } from './target.ts'
import { shipLog } from './wal.ts'

const everyMs = 10_000

/** Sends log and files every few seconds once there is a backup. @returns what ends it, after the turn that runs. */
export function openShipper(config: Config, onError: (error: unknown) => void): { close(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const turn = async () => {
    const where = notedTarget(config.DATA_DIR)
    if (where === undefined) return
    const backup = await openTarget(config, where)
    const sent = await shipLog(knownHome(config.DATA_DIR), backup)
    if (sent > 0 && config.S3_BUCKET === undefined) await copyFiles(await openStorage(config), backup)
  }
  const timer = setInterval(() => {
    running = running.then(turn).catch(onError)
  }, everyMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}
