// Builds the web if its sources changed.
import { existsSync, rmSync } from 'node:fs'
import { fingerprint } from './fingerprint.mjs'
import { findNode } from './node.mjs'
import { at } from './paths.mjs'
import { print, seconds } from './print.mjs'
import { runKept } from './run.mjs'

const stamp = at('.cache', 'web-build.json')
const sources = ['contract/package.json', 'contract/src', 'web', 'tsconfig.base.json', 'package-lock.json']

/** Makes sure that `web/dist` is up to date; returns what went wrong, or nothing. */
export async function ensureBuilt() {
  const { isUnchanged, remember } = fingerprint(
    stamp,
    sources.map((path) => at(path)),
  )
  if (existsSync(at('web', 'dist', 'index.html')) && isUnchanged()) return undefined
  const started = Date.now()
  print('Building the web …')
  // Clear the fingerprint first: an interrupted build is then repeated.
  rmSync(stamp, { force: true })
  const vite = [at('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn']
  const { code, output } = await runKept(findNode(), vite, { cwd: at('web'), env: { NODE_ENV: 'production' } })
  if (code !== 0) return output
  remember()
  print(`Web built in ${seconds(Date.now() - started)}.`)
  return undefined
}
