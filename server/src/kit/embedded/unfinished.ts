// An interrupted restore must not be mistaken for an empty installation.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedProblem } from './errors.ts'

/** Marker file in a data directory during a restore. */
export const unfinishedRestore = (dataDir: string): string => join(dataDir, 'restore.unfinished')

/** @throws EmbeddedProblem if a restore into this directory did not finish. */
export function refuseUnfinished(dataDir: string): void {
  if (!existsSync(unfinishedRestore(dataDir))) return
  throw new EmbeddedProblem(
    `A restore into ${dataDir} did not finish. If none is running, delete that folder and restore again.`,
  )
}
