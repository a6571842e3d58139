// `npm run bench:guard`: in ten minutes, what everything rests on, as ratios that a busy machine changes little: processor time a request
// beside bare Node's in the same run, an event with 1,000,000 people beside one on a fresh database, bytes. Compares them with
// `guard.json` and says what got worse; `--store` stores them instead. The first run fills the two databases, which takes longer.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { figuresFile } from './lib/figures.ts'
import { dataDir } from './lib/place.ts'

const { values } = parseArgs({ options: { store: { type: 'boolean', default: false } } })
const stored = join(import.meta.dirname, 'guard.json')
const folder = mkdtempSync(join(tmpdir(), 'greenroom-guard-'))

/** A ratio that differs by less says nothing. */
const noise = 0.15

type Figures = Record<string, number>

/** Runs a bench, and reads the figures it kept. */
async function figuresOf(bench: string, place: string, args: readonly string[]): Promise<Figures> {
  const file = join(folder, `${bench}-${place}`)
  writeFileSync(file, '')
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, `${bench}.ts`), ...args], {
      env: { ...process.env, BENCH_DATA_DIR: `${dataDir}-${place}`, [figuresFile]: file },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${bench} ended with ${code}`))))
  })
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return Object.fromEntries(
    lines.map((line) => {
      const { name, value } = JSON.parse(line) as { name: string; value: number }
      return [name, value]
    }),
  )
}

const people = 1_000_000
const events = ['--settled', '--users=20000', '--seconds=20', `--first=${2 * people}`]
try {
  const beside = await figuresOf('beside', 'lists', ['--rows=200000', '--seconds=2'])
  const fresh = await figuresOf('bridge', 'fresh', events)
  const full = await figuresOf('bridge', 'million', [...events, `--people=${people}`, '--active=420000'])
  const web = await figuresOf('web', 'fresh', [])
  const event = ({ 'event, Node': node = 0, 'event, PostgreSQL': postgres = 0 }: Figures) => node + postgres
  const { 'bare log, processor': bare = 1, ...ratios } = beside
  const now: Figures = {
    ...ratios,
    'event on a fresh database, in bare requests': event(fresh) / bare,
    'event with 1,000,000 people, × a fresh one': event(full) / event(fresh),
    ...web,
  }
  console.log(
    `an event: ${event(fresh).toFixed(0)} µs on a fresh database, ${event(full).toFixed(0)} with ${people} people; a bare request ${bare.toFixed(0)} µs`,
  )
  if (values.store) writeFileSync(stored, `${JSON.stringify(now, (_, value) => rounded(value), 2)}\n`)
  else compare(existsSync(stored) ? (JSON.parse(readFileSync(stored, 'utf8')) as Figures) : {}, now)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function compare(before: Figures, now: Figures): void {
  const worse = Object.entries(now).filter(
    ([name, value]) => value > (before[name] ?? Number.POSITIVE_INFINITY) * (1 + noise),
  )
  console.table(
    Object.fromEntries(
      Object.entries(now).map(([name, value]) => [
        name,
        { stored: before[name], now: rounded(value), worse: worse.some(([one]) => one === name) ? 'WORSE' : '' },
      ]),
    ),
  )
  console.log(
    worse.length === 0
      ? `Nothing is more than ${100 * noise} % worse than stored.`
      : `${worse.length} of ${Object.keys(now).length} got worse: ${worse.map(([name]) => name).join(', ')}.`,
  )
  if (worse.length > 0) process.exitCode = 1
}

function rounded<T>(value: T): T | number {
  return typeof value === 'number' ? Number(value.toPrecision(3)) : value
}
