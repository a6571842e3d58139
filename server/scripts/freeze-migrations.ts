// Writes the hashes of the migrations that a release contains into `server/src/migrations/released.json`: `node
// server/scripts/freeze-migrations.ts`, once at a release. From then on none of them may change; the script refuses to write another hash.
import { writeFileSync } from 'node:fs'
import { migrations } from '../src/migrations/index.ts'
import { release, released } from '../src/migrations/release.ts'

const now = Object.fromEntries(Object.entries(migrations).map(([name, { hash }]) => [name, hash]))
const changed = Object.entries(released).filter(([name, hash]) => now[name] !== hash)
if (changed.length > 0)
  throw new Error(
    `${changed.map(([name]) => name).join(', ')} changed after its release: restore it and write a new one`,
  )
const target = new URL('../src/migrations/released.json', import.meta.url)
writeFileSync(target, `${JSON.stringify(now, null, 2)}\n`)
console.log(`${Object.keys(now).length} migrations are frozen as ${release} has them.`)
