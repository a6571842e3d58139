// The Node that runs the project: the one among its packages, whatever the machine has.
import { existsSync } from 'node:fs'
import { at } from './paths.mjs'
import { giveUp } from './print.mjs'

/** The path of a Node that runs TypeScript natively. */
export function findNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const bundled = at('node_modules', `node-${system}-${process.arch}`, 'bin', name)
  if (existsSync(bundled)) return bundled
  if (isRecent()) return process.execPath
  return giveUp(
    `There is no packaged Node 24 for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}. ` +
      'Install Node 24 (22.18 at least) and run the command again.',
  )
}

function isRecent() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}
