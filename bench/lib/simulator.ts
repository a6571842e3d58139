// The simulated app as a separate process, as one would run it beside a remote server.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

export type Difference = { userId: number; ours: number[]; theirs: number[] }
type Message = Record<string, unknown>

export type Simulator = {
  /** Its last line, and its history's progress. */
  progress(): { last: Message | undefined; filled: Message | undefined }
  /** Ends by itself after comparing wallets with Greenroom; returns the differences. */
  checked: Promise<{ people: number; compared: number; wrong: Difference[] }>
  kill(): void
}

/** Starts it against `url`; it sends its history, runs live for this many seconds, then compares. */
export function runSimulator(options: {
  url: string
  secret: string
  size: string
  folder: string
  port: number
  seconds: number
  speed?: number
}): Simulator {
  const { url, secret, size, folder, port, seconds, speed = 1 } = options
  const flags = { url, size, data: join(folder, 'simulator'), port, check: seconds, sample: 100_000, speed }
  const child = spawn(
    process.execPath,
    ['simulator/src/main.ts', ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])],
    {
      cwd: new URL('../../', import.meta.url),
      env: { ...process.env, GREENROOM_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let last: Message | undefined
  let filled: Message | undefined
  const checked = new Promise<Awaited<Simulator['checked']>>((resolve, reject) => {
    let rest = ''
    child.stdout.on('data', (chunk) => {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        last = JSON.parse(line) as Message
        if (last['filled']) filled = last['filled'] as Message
        if (last['check']) resolve(last['check'] as Awaited<Simulator['checked']>)
      }
    })
    child.once('exit', (code) => reject(new Error(`the simulated app ended with ${code} before it had compared`)))
  })
  checked.catch(() => {})
  return { progress: () => ({ last, filled }), checked, kill: () => child.kill('SIGTERM') }
}
