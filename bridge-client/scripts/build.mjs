// Builds the library to JavaScript with types, for an app without the Greenroom repository. The contract's schemas are
// included, so nothing else of this repository is needed. `node scripts/build.mjs [folder]`, by default dist/.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const out = resolve(process.argv[2] ?? join(here, 'dist'))
const tsc = createRequire(import.meta.url).resolve('typescript/package.json')

rmSync(out, { recursive: true, force: true })
execFileSync(
  process.execPath,
  [join(dirname(tsc), 'bin/tsc'), '-p', join(here, 'tsconfig.build.json'), '--outDir', out],
  {
    stdio: 'inherit',
  },
)

for (const folder of ['bridge-client/src', 'contract/src'])
  for (const name of readdirSync(join(out, folder))) {
    const file = join(out, folder, name)
    const contract = relative(dirname(file), join(out, 'contract/src'))
    const text = readFileSync(file, 'utf8').replace(/@greenroom\/contract\/(bridge\w*\.schema)/g, `${contract}/$1.js`)
    // Types keep the file extensions of their sources.
    writeFileSync(file, name.endsWith('.d.ts') ? text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'") : text)
  }

const own = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const contract = JSON.parse(readFileSync(join(here, '../contract/package.json'), 'utf8'))
const entry = './bridge-client/src/index'
const made = {
  name: own.name,
  version: own.version,
  type: 'module',
  engines: { node: '>=20.19' },
  exports: { '.': { types: `${entry}.d.ts`, default: `${entry}.js` } },
  dependencies: { standardwebhooks: own.dependencies.standardwebhooks, zod: contract.dependencies.zod },
}
writeFileSync(join(out, 'package.json'), `${JSON.stringify(made, null, 2)}\n`)
