// Where the database files are stored: in the data directory, or elsewhere if PostgreSQL's account cannot reach it.
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, accountFor } from './account.ts'
import { canReach } from './embedded.run.ts'
import { EmbeddedProblem } from './errors.ts'

/** For root only: databases that PostgreSQL's account cannot reach in place. */
export const reachableRoot = '/var/lib/greenroom'

export type Place = {
  /** Holds the cluster, its log and the lock. */
  home: string
  /** The account PostgreSQL runs as, if not our own. */
  account: Account | undefined
  /** A cluster that its account can no longer reach, because the data directory was moved. */
  unreachable: string | undefined
}

/**
 * Chooses home and account: first the home noted in the data directory, so that a moved one finds its database; then
 * the data directory itself; then, for root, a new folder, which is noted.
 */
export async function choosePlace(dataDir: string): Promise<Place> {
  mkdirSync(dataDir, { recursive: true })
  const inside = join(realpathSync(dataDir), 'postgres')
  const noted = readNote(dataDir)
  const account = accountFor([noted, inside].map(clusterOf).find(existing))
  const reached = noted ?? (canReach(realpathSync(dataDir), account) ? inside : writeNote(dataDir))
  await mkdir(reached, { recursive: true })
  // The account needs to traverse to its own cluster, but not to read anything else in the home.
  await chmod(reached, account ? 0o711 : 0o700)
  const isStranded = reached !== inside && !existing(clusterOf(reached)) && existing(clusterOf(inside))
  return { home: reached, account, unreachable: isStranded ? inside : undefined }
}

/** The actual or future path of a data directory's cluster; creates nothing. */
export const knownHome = (dataDir: string): string =>
  readNote(dataDir) ?? join(existsSync(dataDir) ? realpathSync(dataDir) : dataDir, 'postgres')

const clusterOf = (home: string | undefined) => (home === undefined ? undefined : join(home, 'cluster'))
const existing = (path: string | undefined) => path !== undefined && existsSync(path)
const noteOf = (dataDir: string) => join(dataDir, 'postgres.location')

function readNote(dataDir: string): string | undefined {
  const note = noteOf(dataDir)
  if (!existsSync(note)) return undefined
  const home = readFileSync(note, 'utf8').trim()
  // The home is created before its note, so a missing home was lost: don't replace it with an empty database.
  if (!existsSync(home)) {
    throw new EmbeddedProblem(
      `${note} says that the database is in ${home}, but there is none. ` +
        'Put it back there, or delete that file to start with an empty database.',
    )
  }
  return home
}

/** Notes a new home; of two concurrent starts, the first note wins for both. */
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
