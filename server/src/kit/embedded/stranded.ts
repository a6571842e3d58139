// Rescues the cluster of a data directory that was moved below a folder that PostgreSQL's account cannot enter.
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { run } from './embedded.run.ts'
import { makeUnfinished } from './leftovers.ts'
import { lockDirectory } from './lock.ts'
import { findRunning, stopPostmaster } from './postmaster.ts'

/** Moves a cluster from a home that its account cannot reach into one that it can. Both homes are locked. */
export async function moveCluster(
  from: string,
  home: string,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<void> {
  const lock = await lockDirectory(from)
  try {
    log(`Moving the database from ${from}, which PostgreSQL's account cannot reach, to ${home}`)
    const directory = join(from, 'cluster')
    const orphan = findRunning(directory)
    if (orphan) await stopPostmaster({ home: from, directory, binaries }, orphan)
    await move(directory, home)
  } finally {
    lock.release()
  }
}

async function move(cluster: string, home: string): Promise<void> {
  const target = join(home, 'cluster')
  try {
    await rename(cluster, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const unfinished = await makeUnfinished(home)
    const copied = await run('cp', ['-a', cluster, join(unfinished, 'cluster')], undefined)
    if (copied.code !== 0) throw new Error(copied.output)
    await rename(join(unfinished, 'cluster'), target)
    await rm(cluster, { recursive: true })
  }
}
