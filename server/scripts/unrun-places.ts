// Prints which functions of files with SQL, and which statements, a run of the tests did not run: see scripts/lib/coverage.mjs.
import { known } from '../test/ran/known.ts'
import { unrunPlaces } from '../test/ran/recorder.ts'

const [folder = '', ...below] = process.argv.slice(2)
const isAsked = (file: string) => below.length === 0 || below.some((path) => `server/src/${file}`.startsWith(path))
const { functions, places, unrun } = unrunPlaces(folder)
const lines = unrun
  .filter(({ file, name }) => isAsked(file) && !(`${file} ${name}` in known))
  .map(({ file, line, name, isFunction }) => `server/src/${file}:${line} ${name}${isFunction ? '()' : ''}`)
process.stdout.write(JSON.stringify({ functions, places, lines }))
