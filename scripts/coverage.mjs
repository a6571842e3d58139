// `npm run coverage`: runs the server's tests and prints the functions with SQL, and the statements, that none of them runs. With paths, the
// tests there and what is there: npm run coverage -- server/src/rooms/flow
import { relative, resolve } from 'node:path'
import { newRanFolder, unrunPlaces } from './lib/coverage.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { suites } from './lib/parts.mjs'
import { root } from './lib/paths.mjs'
import { print } from './lib/print.mjs'

await ensureInstalled()
const chosen = process.argv.slice(2)
const { folder, env } = newRanFolder()
const { failed } = await suites.vitest(['--project', 'server', ...chosen], env)
const paths = chosen.filter((argument) => !argument.startsWith('-')).map((path) => relative(root, resolve(path)))
const { functions, places, lines } = await unrunPlaces(folder, paths)
print(`\n${lines.length} of ${places} places, ${functions} of them functions, were not run:`)
for (const line of lines) print(line)
process.exitCode = failed === 0 && lines.length === 0 ? 0 : 1
