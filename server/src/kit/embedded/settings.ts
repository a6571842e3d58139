// Server settings, passed on the command line at every start, so that a cluster contains none.
import { totalmem } from 'node:os'

export type Durability = 'durable' | 'fast'

const mebibyte = 2 ** 20

/** An eighth of the machine's memory, within bounds: the hot index pages of the ledger fit into 1 GiB. */
const sharedMebibytes = Math.min(1_024, Math.max(128, Math.floor(totalmem() / mebibyte / 8)))

const common = {
  max_connections: 100,
  shared_buffers: `${sharedMebibytes}MB`,
  effective_cache_size: `${sharedMebibytes * 4}MB`,
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  wal_compression: 'pglz',
  random_page_cost: 1.1,
  jit: 'off',
  huge_pages: 'off',
  // Where finished WAL segments go is a setting of the cluster (`archive.ts`): nowhere before the first backup.
  archive_mode: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  listen_addresses: '127.0.0.1',
  unix_socket_permissions: '0700',
  // Ends a killed server process's queries within seconds, and releases their locks.
  client_connection_check_interval: '2s',
}

/** For tests only: nothing survives a power cut. */
const fast = {
  shared_buffers: '256MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '512MB',
  archive_mode: 'off',
  // Every file of tests opens some dozen connections: deriving the key costs both sides more than the rest of a connection.
  scram_iterations: 1,
  // With hundreds of databases it would run all the time, and change plans in the middle of a test.
  autovacuum_naptime: '1d',
}

/** The settings as arguments of the `postgres` program. */
export function settingArguments(durability: Durability, own: Record<string, string | number>): string[] {
  const all = { ...common, ...(durability === 'fast' ? fast : {}), ...own }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
