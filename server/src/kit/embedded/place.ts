// Where the database's files live: in the data directory, or elsewhere when PostgreSQL's account cannot get there.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { chmod, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { EmbeddedProblem } from './errors.ts'
import { canReach } from './run.ts'

/** For root only: what PostgreSQL's account needs and cannot reach where it is. */
export const reachableRoot = '/var/lib/greenroom'

export type Place = {
  /** Holds the cluster, its log and the lock. */
  home: string
  /** Notes in the data directory where the cluster lies, once it exists. */
  remember(): Promise<void>
}

/**
 * Chooses the home. A note in the data directory wins, so that a data directory that was moved finds its database;
 * then the data directory itself; then, for root, a folder named after the data directory's path.
 */
export async function choosePlace(dataDir: string, account: Account | undefined): Promise<Place> {
  await mkdir(dataDir, { recursive: true })
  const inside = join(realpathSync(dataDir), 'postgres')
  const note = join(dataDir, 'postgres.location')
  const noted = readNote(note)
  if (noted !== undefined && !existsSync(join(noted, 'cluster'))) {
    throw new EmbeddedProblem(
      `${note} says that the database lies in ${noted}, but there is none. ` +
        'Put it back there, or delete that file to start with an empty database.',
    )
  }
  const home = noted ?? (canReach(realpathSync(dataDir), account) ? inside : outside(inside))
  await mkdir(home, { recursive: true })
  // The account passes through to the cluster, which is its own; nothing in the home itself is for others to read.
  await chmod(home, account ? 0o711 : 0o700)
  const remember = async () => {
    if (home !== inside && noted === undefined) await writeFile(note, `${home}\n`)
  }
  return { home, remember }
}

function readNote(note: string): string | undefined {
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined
}

function outside(inside: string): string {
  return join(reachableRoot, createHash('sha256').update(inside).digest('hex').slice(0, 16))
}
