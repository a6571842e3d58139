// The cluster: PostgreSQL's data directory, created atomically, with the superuser's password inside.
import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chown, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { keepArchiverQuiet } from './archive.ts'
import type { Binaries } from './binaries.ts'
import { run } from './embedded.run.ts'
import { EmbeddedProblem } from './errors.ts'
import { makeUnfinished, sweepOwned } from './leftovers.ts'

/** `password` is the superuser's. */
export type Cluster = { directory: string; password: string }

/** The bootstrap superuser, used only to create the application's role and to inspect a running server. */
export const superuser = 'postgres'

type Options = {
  home: string
  account: Account | undefined
  binaries: Binaries
  sync: 'durable' | 'fast'
  log: (line: string) => void
}

/** Opens the cluster in a home that the caller has locked; creates it if there is none. */
export async function ensureCluster(options: Options): Promise<Cluster> {
  const directory = join(options.home, 'cluster')
  await sweepOwned(options.home)
  if (!existsSync(directory)) {
    // An upgrade was killed while the two changed names: an empty database in their place would be worse than none.
    const kept = (await readdir(options.home)).find((name) => /^cluster-\d+$/.test(name))
    if (kept !== undefined)
      throw new EmbeddedProblem(
        `An upgrade of the database ended before its last step. Rename ${join(options.home, kept)} to ${directory}, and run ` +
          '"npm run upgrade-database" again.',
      )
    await initialise(directory, options)
  }
  refuseOtherMajor(directory, options.binaries.major)
  keepArchiverQuiet(directory)
  return { directory, password: readPassword(directory) }
}

const secretName = 'greenroom.secret'

/** The application role's password, derived from the superuser's; the reverse is not possible. */
export const rolePasswordOf = (password: string): string =>
  createHmac('sha256', password).update('role greenroom').digest('base64url')

/** The superuser's password. */
export const readPassword = (directory: string): string => readFileSync(join(directory, secretName), 'utf8').trim()

/** Created in a temporary folder and renamed: a cluster under its final name is always complete. */
async function initialise(directory: string, { home, account, binaries, sync, log }: Options): Promise<void> {
  log(`Making the database in ${home}`)
  const unfinished = await makeUnfinished(home)
  const secret = join(unfinished, secretName)
  const made = join(unfinished, 'cluster')
  await writeFile(secret, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  if (account) await Promise.all([unfinished, secret].map((path) => chown(path, account.uid, account.gid)))

  const args = [
    `--pgdata=${made}`,
    `--username=${superuser}`,
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(sync === 'fast' ? ['--no-sync'] : []),
  ]
  // pg_trgm and text search use the locale to recognise letters; in plain C, Chinese characters are none.
  let result = await run(binaries.initdb, [...args, '--locale=C.UTF-8'], account)
  if (result.code !== 0 && /invalid locale/.test(result.output)) {
    await rm(made, { recursive: true, force: true })
    result = await run(binaries.initdb, [...args, '--locale=C'], account)
  }
  if (result.code !== 0) throw new EmbeddedProblem(`Making the database in ${home} failed:\n${result.output}`)

  await rename(secret, join(made, secretName))
  await rename(made, directory)
  await syncDirectory(home)
  await rm(unfinished, { recursive: true, force: true })
}

/** Syncs the folder; otherwise a power cut could revert the rename. Windows has no such call and doesn't need it. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** @throws EmbeddedProblem if another major version created the cluster. */
export function refuseOtherMajor(directory: string, major: string): void {
  const version = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim()
  if (version === major) return
  throw new EmbeddedProblem(
    `The database in ${directory} was created by PostgreSQL ${version}, but version ${major} is installed. ` +
      'Run "npm run upgrade-database" (docs/operating.md, "Another PostgreSQL"), or start the release of Greenroom that created it.',
  )
}
