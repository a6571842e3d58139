// One process per directory. Uses an operating system file lock, held through SQLite because Node has no flock: the
// system releases it when its holder dies, so there are no stale locks.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DirectoryInUse } from './errors.ts'

export type DirectoryLock = { release(): void }

/** How long a holder may take to stop. */
const patience = 2000

/** Locks the directory for this process. @throws `DirectoryInUse` if its holder stays. */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const holderFile = join(directory, 'owner.pid')
  const deadline = performance.now() + patience
  for (;;) {
    const release = tryLock(join(directory, 'owner.lock'))
    if (release) {
      writeFileSync(holderFile, `${process.pid}\n`)
      return { release }
    }
    if (performance.now() > deadline) throw new DirectoryInUse(directory, readPid(holderFile))
    await sleep(50)
  }
}

function tryLock(path: string): (() => void) | undefined {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return () => file.close()
  } catch (error) {
    file.close()
    if (isLocked(error)) return undefined
    throw error
  }
}

function isLocked(error: unknown): boolean {
  const busy = 5
  return error instanceof Error && 'errcode' in error && error.errcode === busy
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return Number.isInteger(pid) ? pid : undefined
  } catch {
    return undefined
  }
}
