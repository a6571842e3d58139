// Incomplete folders of killed starts, named `unfinished-<pid>-…`.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './process.ts'

/** Creates a folder that gets its final name by a rename once it is complete. */
export const makeUnfinished = (directory: string) => mkdtemp(join(directory, `unfinished-${process.pid}-`))

/** Removes every incomplete folder: for a directory that only the caller may use. */
export const sweepOwned = (directory: string) => sweep(directory, () => true)

/** Removes incomplete folders of dead processes: for a directory that others may be using. */
export const sweepShared = (directory: string) => sweep(directory, (maker) => !isAlive(maker))

async function sweep(directory: string, isLeft: (maker: number) => boolean): Promise<void> {
  for (const name of await readdir(directory)) {
    const maker = /^unfinished-(\d+)-/.exec(name)?.[1]
    if (maker === undefined || !isLeft(Number(maker))) continue
    // A child that outlived its parent may still be writing there briefly.
    await rm(join(directory, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
