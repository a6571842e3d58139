// One process a directory. The lock is the operating system's own on a file, held through SQLite because Node has no
// flock: the system takes it back the moment its holder dies, however it dies, so no stale lock is ever left to judge.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DirectoryInUse } from './errors.ts'

export type DirectoryLock = { release(): void }

/** How long a holder that was just told to stop may take to go. */
const patience = 2000

/** Takes the directory for this process, or throws `DirectoryInUse` when its holder stays. */
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
