// The build of an earlier release, made once from the repository's history into `.cache/releases/`: its files as they were, with the packages
// of this tree if they are of the same versions, and installed otherwise.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isOlder, release } from '../src/migrations/release.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

type Lock = { packages: Record<string, { version?: string; dev?: boolean; optional?: boolean; link?: boolean }> }
const lockIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock

/** What its server needs is there in the same versions; whatever else is there does not matter. */
function hasPackagesOf(build: string): boolean {
  const here = lockIn(root).packages
  return Object.entries(lockIn(build).packages).every(
    ([path, wanted]) =>
      !path.startsWith('node_modules/') ||
      wanted.dev ||
      wanted.optional ||
      wanted.link ||
      here[path]?.version === wanted.version,
  )
}

const workspaces = ['contract', 'server', 'bridge-client', 'simulator', 'web', 'e2e', 'bench']

function linkPackages(build: string): void {
  const modules = join(build, 'node_modules')
  mkdirSync(join(modules, '@greenroom'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@greenroom') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of workspaces) symlinkSync(join(build, name), join(modules, '@greenroom', name))
}

/** The version of the newest release before this one. */
export function previousRelease(): string {
  const versions = readdirSync(new URL('releases/', import.meta.url)).flatMap(
    (name) => /^(.+)\.commit$/.exec(name)?.[1] ?? [],
  )
  return versions.filter((one) => isOlder(one, release)).reduce((one, other) => (isOlder(one, other) ? other : one))
}

const commitOf = (version: string): string =>
  readFileSync(new URL(`releases/${version}.commit`, import.meta.url), 'utf8').trim()

/**
 * The folder of a release's build.
 *
 * @throws if the history lacks its commit, which `server/test/releases/<version>.commit` names
 */
export function buildOf(version: string, commit: string = commitOf(version)): string {
  const build = join(root, '.cache', 'releases', `${version}-${commit.slice(0, 12)}`)
  if (existsSync(build)) return build
  const git = (args: string[], index?: string) =>
    execFileSync('git', args, {
      cwd: root,
      stdio: 'pipe',
      env: { ...process.env, ...(index && { GIT_INDEX_FILE: index }) },
    })
  try {
    git(['cat-file', '-e', `${commit}^{commit}`])
  } catch {
    throw new Error(
      `The commit ${commit} of Greenroom ${version} is not in this repository's history, so its build can't be tried beside this one: ` +
        'fetch the whole history (git fetch --unshallow).',
    )
  }
  // Under a passing name, so that a killed run leaves no half of it.
  const draft = `${build}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  const index = join(draft, '.index')
  git(['read-tree', commit], index)
  git(['checkout-index', '--all', `--prefix=${draft}/`], index)
  rmSync(index)
  if (hasPackagesOf(draft)) renameSync(draft, build)
  else {
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: draft,
      stdio: 'pipe',
    })
    renameSync(draft, build)
    return build
  }
  linkPackages(build)
  return build
}
