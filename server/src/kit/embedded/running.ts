// Finds the embedded database while another process runs it, for commands beside the server.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readPassword, rolePasswordOf, superuser } from './cluster.ts'
import { role, urlOf } from './owner.ts'
import { knownHome } from './place.ts'
import { findRunning } from './postmaster.ts'

const clusterIn = (dataDir: string) => join(knownHome(dataDir), 'cluster')

/** Whether a data directory has a database, running or not. */
export const hasDatabase = (dataDir: string): boolean => existsSync(clusterIn(dataDir))

/** The database files' location, for backups. */
export type Located = {
  /** Holds the cluster, its log and the archive. */
  home: string
  cluster: string
  /** Connects as PostgreSQL's superuser. */
  superuserUrl: string
}

/** The running database of a data directory, or undefined when no PostgreSQL runs on it. */
export function locateRunning(dataDir: string, database: string): Located | undefined {
  const home = knownHome(dataDir)
  const cluster = join(home, 'cluster')
  const postmaster = findRunning(cluster)
  if (!postmaster) return undefined
  return { home, cluster, superuserUrl: urlOf(postmaster, superuser, readPassword(cluster), database) }
}

/** The application role's database URL, or undefined when no PostgreSQL runs on the data directory. */
export function urlOfRunning(dataDir: string, database: string): string | undefined {
  const directory = clusterIn(dataDir)
  const postmaster = findRunning(directory)
  return postmaster && urlOf(postmaster, role, rolePasswordOf(readPassword(directory)), database)
}
