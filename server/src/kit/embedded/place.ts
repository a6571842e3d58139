// Where the database's files live: in the data directory, or elsewhere when PostgreSQL's account cannot get there.
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, accountFor } from './account.ts'
import { EmbeddedProblem } from './errors.ts'
import { canReach } from './run.ts'

/** For root only: holds what PostgreSQL's account cannot reach where it is. */
export const reachableRoot = '/var/lib/greenroom'

export type Place = {
  /** Holds the cluster, its log and the lock. */
  home: string
  /** Whom PostgreSQL runs as, if not as ourselves. */
  account: Account | undefined
  /** Where a cluster lies that its account can no longer reach, because the data directory was moved. */
  unreachable: string | undefined
}

/**
 * Chooses the home and the account. A note in the data directory wins, so that a data directory that is moved finds
 * its database; then the data directory itself; then, for root, a new folder that the note names from then on.
 */
export async function choosePlace(dataDir: string): Promise<Place> {
  mkdirSync(dataDir, { recursive: true })
  const inside = join(realpathSync(dataDir), 'postgres')
  const noted = readNote(dataDir)
  const account = accountFor([noted, inside].map(clusterOf).find(existing))
  const reached = noted ?? (canReach(realpathSync(dataDir), account) ? inside : writeNote(dataDir))
  await mkdir(reached, { recursive: true })
  // The account passes through to the cluster, which is its own; nothing in the home itself is for others to read.
  await chmod(reached, account ? 0o711 : 0o700)
  const isStranded = reached !== inside && !existing(clusterOf(reached)) && existing(clusterOf(inside))
  return { home: reached, account, unreachable: isStranded ? inside : undefined }
}

/** Where the cluster of a data directory lies, or would lie; makes nothing. */
export const knownHome = (dataDir: string): string =>
  readNote(dataDir) ?? join(existsSync(dataDir) ? realpathSync(dataDir) : dataDir, 'postgres')

const clusterOf = (home: string | undefined) => (home === undefined ? undefined : join(home, 'cluster'))
const existing = (path: string | undefined) => path !== undefined && existsSync(path)
const noteOf = (dataDir: string) => join(dataDir, 'postgres.location')

function readNote(dataDir: string): string | undefined {
  const note = noteOf(dataDir)
  if (!existsSync(note)) return undefined
  const home = readFileSync(note, 'utf8').trim()
  // The home is made before its note, so one that is missing was lost: an empty database must not take its place.
  if (!existsSync(home)) {
    throw new EmbeddedProblem(
      `${note} says that the database lies in ${home}, but there is none. ` +
        'Put it back there, or delete that file to start with an empty database.',
    )
  }
  return home
}

/** Notes a new home; of two starts at the same moment the first to note decides for both. */
function writeNote(dataDir: string): string {
  const home = join(reachableRoot, `database-${randomBytes(8).toString('hex')}`)
  mkdirSync(home, { recursive: true })
  const draft = `${noteOf(dataDir)}.${process.pid}`
  writeFileSync(draft, `${home}\n`)
  try {
    linkSync(draft, noteOf(dataDir))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    rmSync(home, { recursive: true })
  } finally {
    rmSync(draft)
  }
  return readFileSync(noteOf(dataDir), 'utf8').trim()
}
