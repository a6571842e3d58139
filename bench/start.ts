// Cold and warm start of `npm start` on a clone: time until /readyz succeeds. The cold start installs the packages and
// builds the web, as on the first day, using npm's own cache if available. Then the idle server's memory. `node
// bench/start.ts [--warm=5]`
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { warm: { type: 'string', default: '5' } } })
const root = new URL('../', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'greenroom-start-'))
const clone = join(folder, 'greenroom')
const port = 20_000 + (process.pid % 10_000)

execFileSync('git', ['clone', '--quiet', root, clone])
try {
  console.log(`cold (install, build, first database): ${await startOnce('SIGTERM')} s`)
  for (let run = 1; run <= Number(values.warm); run++) console.log(`warm ${run}: ${await startOnce('SIGTERM')} s`)
  await startOnce('SIGKILL')
  console.log(`after kill -9: ${await startOnce('SIGTERM', 30)} s`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function startOnce(end: 'SIGTERM' | 'SIGKILL', idleSeconds = 0): Promise<string> {
  const started = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: clone,
    env: { ...environment(), SIMULATE: 'off', PORT: `${port}`, DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  await ready(child)
  const took = ((performance.now() - started) / 1000).toFixed(1)
  if (idleSeconds > 0) {
    await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1000))
    for (const pid of serverPids()) console.log(`idle after ${idleSeconds} s: ${memoryOf(pid)}`)
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  if (end === 'SIGKILL') killServer()
  else child.kill('SIGTERM')
  await ended
  return took
}

/** The environment without variables of an npm that started us: the clone uses its own npm. */
function environment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
}

async function ready(child: ChildProcess): Promise<void> {
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  while (!ended) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (response?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('npm start ended before it was ready')
}

/** The server is the process that listens on the port. */
const serverPids = (): number[] =>
  execFileSync('pgrep', ['-f', join(clone, 'server/src/main.ts')], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)

function killServer(): void {
  for (const pid of serverPids()) process.kill(pid, 'SIGKILL')
}

/** Resident memory, as reported by the kernel. */
function memoryOf(pid: number): string {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return `${Math.round(Number(kilobytes) / 1024)} MiB`
}
