// One process a directory. The lock is the operating system's own on a file, held through SQLite because Node has no
// flock: the system takes it back the moment its holder dies, however it dies, so no stale lock is ever left to judge.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DirectoryInUse } from './errors.ts'

export type DirectoryLock = { release(): void }

/** Takes the directory for this process, or throws `DirectoryInUse`. */
export function lockDirectory(directory: string): DirectoryLock {
  const holderFile = join(directory, 'owner.pid')
  const file = new DatabaseSync(join(directory, 'owner.lock'), { timeout: 0 })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (isLocked(error)) throw new DirectoryInUse(directory, readPid(holderFile))
    throw error
  }
  writeFileSync(holderFile, `${process.pid}\n`)
  return { release: () => file.close() }
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
