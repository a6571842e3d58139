// Room on disks: a backup or a restore must not take the last of it from the database.
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BackupProblem } from './problem.ts'

/** The folder itself, or the nearest one above that exists. */
async function nearest(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined)
  return found || dirname(folder) === folder ? folder : nearest(dirname(folder))
}

/** Bytes that are free where a folder is, or will be. */
export async function freeAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(await nearest(folder))
  return bavail * bsize
}

export const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000)

/**
 * @param of.left what must remain free
 * @throws BackupProblem without the room
 */
export async function needRoom(of: {
  what: string
  bytes: number
  left: number
  folders: readonly string[]
  advice: string
}): Promise<void> {
  const { what, bytes, left, folders, advice } = of
  for (const folder of new Set(folders)) {
    const free = await freeAt(folder)
    if (free < bytes + left)
      throw new BackupProblem(
        `${what} may take ${megabytes(bytes)} MB, and ${megabytes(free)} MB are free at ${folder}, of which ${megabytes(left)} MB must stay so. ${advice}`,
      )
  }
}
