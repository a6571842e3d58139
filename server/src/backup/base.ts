// Base backup: copies the whole cluster while it runs, between PostgreSQL's pg_backup_start and pg_backup_stop. Files
// may change while they are read; replaying the WAL on restore makes them consistent (PostgreSQL manual, "Low Level
// API").
import { createHash } from 'node:crypto'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Storage } from '../files/index.ts'
import { wallNow } from '../kit/clock.ts'
import { checkFile } from './backup.files.ts'
import { hashed, putPacked, withUnpacked } from './bytes.ts'
import { folderOf, type Manifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { ending, headerOf, membersOf, paddingAfter } from './tar.ts'

/** Folders whose contents belong to the running server or come from the archive; restored empty. */
const emptied = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut =
  /^(postmaster\.(pid|opts)|postgresql\.auto\.conf(\.tmp)?|(backup_label|tablespace_map)(\.old)?|(recovery|standby)\.signal|current_logfiles|pg_internal\.init.*|pgsql_tmp.*)$/
const control = 'global/pg_control'

type Listed = { path: string; kind: 'file' | 'folder' }
type Packed = { path: string; size: number; sha256: string }

const missing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

/** The cluster's files to back up, `pg_control` last. */
export async function listCluster(cluster: string): Promise<Listed[]> {
  const found: Listed[] = []
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(join(cluster, folder), { withFileTypes: true }).catch((error: unknown) => {
      if (missing(error)) return []
      throw error
    })
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (leftOut.test(entry.name) || path === control) continue
      if (entry.isSymbolicLink())
        throw new BackupProblem(`${path} of the cluster is a link; tablespaces are not backed up.`)
      if (entry.isFile()) found.push({ path, kind: 'file' })
      if (!entry.isDirectory()) continue
      found.push({ path, kind: 'folder' })
      if (!emptied.has(path)) await walk(path)
    }
  }
  await walk('')
  return [...found, { path: control, kind: 'file' }]
}

/** Bytes of all files of a cluster that a backup has. */
export async function sizeOfCluster(cluster: string): Promise<number> {
  let sum = 0
  for (const { path, kind } of await listCluster(cluster))
    if (kind === 'file')
      sum += await stat(join(cluster, path)).then(
        ({ size }) => size,
        () => 0,
      )
  return sum
}

const pieceBytes = 2 ** 20

/**
 * A file's bytes up to its size when opened; bytes that PostgreSQL truncates in the meantime become zeros, which the WAL
 * covers.
 */
async function* bytesOf(path: string, size: number): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    for (let at = 0; at < size; ) {
      const piece = Buffer.alloc(Math.min(pieceBytes, size - at))
      const { bytesRead } = await file.read(piece, 0, piece.length, at)
      if (bytesRead === 0) piece.fill(0)
      yield bytesRead === 0 ? piece : piece.subarray(0, bytesRead)
      at += bytesRead === 0 ? piece.length : bytesRead
    }
  } finally {
    await file.close()
  }
}

/** `pg_control` is written in place: read until two reads agree, to avoid a torn one. */
async function steady(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ; ) {
    const now = await readFile(path)
    if (now.equals(before)) return now
    before = now
  }
}

/** The cluster as a tar archive; reports every file with its hash to `onFile`. */
async function* packed(cluster: string, onFile: (file: Packed) => void): AsyncGenerator<Buffer> {
  for (const { path, kind } of await listCluster(cluster)) {
    if (kind === 'folder') {
      yield headerOf({ path, kind, size: 0 })
      continue
    }
    const content = path === control ? await steady(join(cluster, path)) : undefined
    // A missing file was dropped in the meantime, and the WAL says so.
    const size = content?.length ?? (await sizeOf(join(cluster, path)))
    if (size === undefined) continue
    const hash = createHash('sha256')
    yield headerOf({ path, kind, size })
    if (content) {
      hash.update(content)
      yield content
    } else {
      for await (const piece of hashed(bytesOf(join(cluster, path), size), hash)) yield Buffer.from(piece)
    }
    yield paddingAfter(size)
    onFile({ path, size, sha256: hash.digest('hex') })
  }
  yield ending
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (missing(error)) return undefined
    throw error
  }
}

/**
 * Copies the cluster into the backup.
 *
 * @param client a superuser's connection, not used by anything else in the meantime.
 * @returns the manifest without its files, and the last WAL segment that a restore needs
 */
export async function copyCluster(
  client: pg.Client,
  cluster: string,
  backup: Storage,
): Promise<Omit<Manifest, 'installation' | 'files' | 'bucket' | 'lastSegment'> & { lastSegment: string }> {
  const started = wallNow()
  const id = started
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .toLowerCase()
  const key = `${folderOf(id)}/cluster.tzst`
  const files: Packed[] = []
  await client.query("select pg_backup_start('greenroom', true)")
  const stored = await putPacked(
    backup,
    key,
    packed(cluster, (file) => files.push(file)),
  )
  // Waits until the WAL that the copy needs is archived.
  await client.query("set statement_timeout = '10min'")
  const { rows } = await client.query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(true)',
  )
  const { label = '', last = '' } = rows[0] ?? {}
  const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
  if (firstSegment === undefined) throw new BackupProblem(`PostgreSQL's backup label can't be read: ${label}`)
  return {
    format: 1,
    id,
    postgres: (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim(),
    begun: started.toISOString(),
    ended: wallNow().toISOString(),
    firstSegment,
    label,
    packed: { key, ...stored },
    cluster: files,
    lastSegment: last,
  }
}

/** Reads the whole backup. @throws BackupProblem if anything differs from its manifest. */
export async function checkBase(backup: Storage, manifest: Manifest): Promise<void> {
  await unpack(backup, manifest, async (_, bytes) => {
    const hash = createHash('sha256')
    for await (const piece of bytes) hash.update(piece)
    return hash.digest('hex')
  })
  for (const { key } of manifest.files) await checkFile(backup, key)
}

/** Unpacks the cluster into an empty folder. @throws BackupProblem if anything differs from its manifest. */
export const unpackInto = (
  backup: Storage,
  manifest: Manifest,
  folder: string,
  mkdir: (path: string) => Promise<void>,
) =>
  unpack(
    backup,
    manifest,
    async (path, bytes) => {
      const hash = createHash('sha256')
      const file = await open(join(folder, path), 'wx', 0o600)
      try {
        for await (const piece of hashed(bytes, hash)) await file.write(piece)
      } finally {
        await file.close()
      }
      return hash.digest('hex')
    },
    (path) => mkdir(join(folder, path)),
  )

async function unpack(
  backup: Storage,
  manifest: Manifest,
  onFile: (path: string, bytes: AsyncIterable<Buffer>) => Promise<string>,
  onFolder: (path: string) => Promise<void> = async () => {},
): Promise<void> {
  const expected = new Map(manifest.cluster.map(({ path, sha256 }) => [path, sha256]))
  const { sha256 } = await withUnpacked(backup, manifest.packed.key, async (archive) => {
    for await (const { path, kind, bytes } of membersOf(archive)) {
      if (path.startsWith('/') || path.split('/').includes('..'))
        throw new BackupProblem(`not a path of a cluster: ${path}`)
      if (kind === 'folder') await onFolder(path)
      else if ((await onFile(path, bytes)) === expected.get(path)) expected.delete(path)
      else throw new BackupProblem(`${path} in ${manifest.packed.key} does not match its manifest.`)
    }
  })
  const [lost] = expected.keys()
  if (lost !== undefined || sha256 !== manifest.packed.sha256)
    throw new BackupProblem(`${manifest.packed.key} does not match its manifest${lost ? `: ${lost} is missing` : ''}.`)
}
