// A restore that was broken off must not be taken for an empty installation.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedProblem } from './errors.ts'

/** The file that lies in a data directory while it is restored into. */
export const unfinishedRestore = (dataDir: string): string => join(dataDir, 'restore.unfinished')

/** @throws EmbeddedProblem when a restore into this directory did not end. */
export function refuseUnfinished(dataDir: string): void {
  if (!existsSync(unfinishedRestore(dataDir))) return
  throw new EmbeddedProblem(
    `A restore into ${dataDir} did not end. If none is running, delete that folder and restore again.`,
  )
}
