// `npm test`: runs every check, on a fresh clone as well. To run one part with arguments: npm test -- --only=vitest
// server/src/kit
import { ensureInstalled } from './lib/install.mjs'
import { checks, suites } from './lib/parts.mjs'
import { giveUp, print, seconds } from './lib/print.mjs'

const parts = { ...checks, ...suites }
const { only, more } = readArguments(process.argv.slice(2))
const isChosen = (name) => only.length === 0 || only.includes(name)
const results = []

await ensureInstalled()
// The first suite waits for PostgreSQL a fifth of the time: the checks run in parallel with it, at a lower priority.
const [first, ...others] = Object.keys(suites)
await Promise.all([first, ...Object.keys(checks)].filter(isChosen).map(perform))
for (const name of others.filter(isChosen)) await perform(name)
summarise()

async function perform(name) {
  const isSuite = name in suites
  if (isSuite) print(`\n── ${name} ──`)
  const started = Date.now()
  const { output = '', ...counts } = await parts[name](more)
  const took = Date.now() - started
  if (!isSuite) print(`\n── ${name} ──`)
  if (output.trim()) print(output.trimEnd())
  print(`── ${name}: ${counts.failed === 0 ? 'passed' : 'FAILED'} in ${seconds(took)}`)
  results.push({ name, took, ...counts })
}

function summarise() {
  const row = (cells) =>
    cells.map((cell, index) => (index === 0 ? `${cell}`.padEnd(10) : `${cell}`.padStart(9))).join('')
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const order = Object.keys(parts)
  results.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  print(`\n${row(['part', 'passed', 'failed', 'skipped', 'time'])}`)
  for (const { name, passed, failed, skipped, took } of results)
    print(row([name, passed, failed, skipped, seconds(took)]))
  for (const { name, message } of results.flatMap(({ failures = [] }) => failures)) print(`\n✗ ${name}\n${message}`)
  if (sum('skipped') > 0) print(`\n${sum('skipped')} tests were SKIPPED: see above which.`)
  if (only.length > 0) print(`\nONLY ${only.join(', ')} ran: this says nothing about the rest.`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
  print(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}

function readArguments(args) {
  const prefix = '--only='
  const only = args.filter((arg) => arg.startsWith(prefix)).flatMap((arg) => arg.slice(prefix.length).split(','))
  const more = args.filter((arg) => !arg.startsWith(prefix))
  const unknown = only.filter((name) => !(name in parts))
  if (unknown.length > 0)
    giveUp(`There is no part ${unknown.join(', ')}: the parts are ${Object.keys(parts).join(', ')}.`)
  if (more.length > 0 && only.length !== 1) giveUp(`${more.join(' ')} needs a part: name it with --only=<part>.`)
  return { only, more }
}
