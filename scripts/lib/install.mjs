// Installs the packages if they don't match the lock file.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { at } from './paths.mjs'
import { giveUp, print, seconds } from './print.mjs'
import { runKept } from './run.mjs'

const stamp = at('node_modules', '.cache', 'greenroom-lock')

/** Makes sure that exactly the packages of the lock file are installed. */
export async function ensureInstalled() {
  const lock = readFileSync(at('package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(lock).digest('hex')
  if (stampedHash() === hash) return
  const wanted = JSON.parse(lock)
  if (!satisfies(wanted)) await install(wanted)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

/** npm writes its own list last, so an interrupted installation has none. */
const installedList = at('node_modules', '.package-lock.json')

function stampedHash() {
  return existsSync(stamp) && existsSync(installedList) ? readFileSync(stamp, 'utf8') : undefined
}

/** Whether a manual installation matches the lock file; packages for other systems may be absent. */
function satisfies(lock) {
  if (!existsSync(installedList)) return false
  const installed = JSON.parse(readFileSync(installedList, 'utf8')).packages
  return Object.entries(lock.packages)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, wanted]) => {
      const there = installed[path]
      return there ? there.version === wanted.version : wanted.optional === true || wanted.peer === true
    })
}

/**
 * Not `npm ci`, which removes everything first although usually one package changed. The versions are checked here
 * instead.
 */
async function install(lock) {
  const started = Date.now()
  print('Installing packages: once, and again whenever package-lock.json changes …')
  // Clear the mark first: an interrupted installation then counts as none.
  rmSync(installedList, { force: true })
  const flags = ['--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await runKept(...npm(['install', ...flags]))
  if (code !== 0) {
    giveUp(`${output}\nInstalling packages failed; see npm's output above. Fix the cause and run the command again.`)
  }
  if (!satisfies(lock)) {
    giveUp('package-lock.json does not match the package.json files: run npm install and commit it.')
  }
  print(`Packages installed in ${seconds(Date.now() - started)}.`)
}

/** The npm that called us, run by its own Node and not by the one in node_modules, which npm is about to replace. */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  if (script && node && /npm-cli\.c?js$/.test(script)) return [node, [script, ...args]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args]
}
