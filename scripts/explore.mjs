// `npm run explore`: runs the property tests and the simulation of money with new seeds and more runs each. A failure prints its seed: fix
// the cause and keep the case as an example. `--mutants` looks whether the simulation finds bugs put in by hand.
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { mutants, runMutants } from './lib/mutants.mjs'
import { suites } from './lib/parts.mjs'
import { at } from './lib/paths.mjs'
import { print } from './lib/print.mjs'

await ensureInstalled()
// Bugs put in by hand, which the simulation of money must find.
if (process.argv.includes('--mutants')) process.exit((await runMutants()) === mutants.length ? 0 : 1)
const seed = process.env.EXPLORE_SEED ?? String(randomInt(1, 2 ** 31))
print(`EXPLORE_SEED=${seed} repeats this run.`)
process.env.EXPLORE_SEED = seed
const workspaces = ['contract', 'server', 'bridge-client', 'simulator', 'web']
const properties = workspaces
  .flatMap((name) => readdirSync(at(name), { recursive: true }).map((file) => join(name, file)))
  .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
  .filter((file) => /from 'fast-check'|EXPLORE_SEED/.test(readFileSync(at(file), 'utf8')))
const chosen = process.argv.slice(2)
const { passed, failed } = await suites.vitest(['--testTimeout=600000', ...(chosen.length > 0 ? chosen : properties)])
print(`\nEXPLORE_SEED=${seed}`)
print(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
