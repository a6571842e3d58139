// `npm run explore`: runs the property tests with new seeds and more runs each. A failure prints its seed and path: fix
// the cause and keep the case as an example.
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { suites } from './lib/parts.mjs'
import { at } from './lib/paths.mjs'
import { print } from './lib/print.mjs'

await ensureInstalled()
const seed = process.env.EXPLORE_SEED ?? String(randomInt(1, 2 ** 31))
print(`EXPLORE_SEED=${seed} repeats this run.`)
process.env.EXPLORE_SEED = seed
const workspaces = ['contract', 'server', 'bridge-client', 'simulator', 'web']
const properties = workspaces
  .flatMap((name) => readdirSync(at(name), { recursive: true }).map((file) => join(name, file)))
  .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
  .filter((file) => readFileSync(at(file), 'utf8').includes("from 'fast-check'"))
const chosen = process.argv.slice(2)
const { passed, failed } = await suites.vitest(['--testTimeout=600000', ...(chosen.length > 0 ? chosen : properties)])
print(`\nEXPLORE_SEED=${seed}`)
print(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
