// Which functions with SQL the server's tests did not run.
import { mkdirSync, rmSync } from 'node:fs'
import { findNode } from './node.mjs'
import { at } from './paths.mjs'
import { runKept } from './run.mjs'

/** An empty folder in which the tests of one run write what ran, and the environment that asks them to. */
export function newRanFolder() {
  const folder = at('.cache', 'test', `ran-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return { folder, env: { RAN_FOLDER: folder } }
}

/** `{ functions, places, lines }`: how many there are below these paths, and a line for each that did not run. Removes the folder. */
export async function unrunPlaces(folder, below = []) {
  const { code, output } = await runKept(findNode(), [at('server', 'scripts', 'unrun-places.ts'), folder, ...below])
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0) throw new Error(output)
  return JSON.parse(output)
}
