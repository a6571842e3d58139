// Start settings: flags, or the environment (where secrets belong).
import { parseArgs } from 'node:util'
import { type Size, sizes } from './world/sizes.ts'

export type Settings = {
  /** Greenroom's address; of several, one that answers. */
  urls: string[]
  secret: string
  size: Size
  seed: number
  /** The state file's folder. */
  dataDir: string
  /** Port of pictures and commands; 0 keeps the previous one. */
  port: number
  /** Simulated seconds per second once the history is sent. */
  speed: number
  /** Batches of the history in flight at once. */
  ahead: number
  /** The history was sent before: without a state file, the world starts with all its users. */
  filled: boolean
  /** Ends with its parent, detected by standard input. */
  child: boolean
  /** Compares wallets with Greenroom's after this many seconds of live operation; then exits. */
  check: number | null
  /** Number of wallets to compare. */
  sample: number
}

export const usage = `node simulator/src/main.ts --url http://127.0.0.1:8080 [--size village|town|city] [--seed 1]
  [--data ./data/simulator] [--port 0] [--speed 1] [--ahead 3] [--filled] [--check <seconds> [--sample 1000]]
Set GREENROOM_SECRET to the client's secret.`

/** @throws Error with a line that says what is wrong. */
export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string', default: env['GREENROOM_URL'] ?? 'http://127.0.0.1:8080' },
      size: { type: 'string', default: 'village' },
      seed: { type: 'string', default: '1' },
      data: { type: 'string', default: './data/simulator' },
      port: { type: 'string', default: '0' },
      speed: { type: 'string', default: '1' },
      ahead: { type: 'string', default: '3' },
      filled: { type: 'boolean', default: false },
      child: { type: 'boolean', default: false },
      check: { type: 'string' },
      sample: { type: 'string', default: '1000' },
    },
  })
  const secret = env['GREENROOM_SECRET'] ?? ''
  if (secret === '') throw new Error('GREENROOM_SECRET is not set')
  if (!sizes.includes(values.size as Size)) throw new Error(`--size must be one of ${sizes.join(', ')}`)
  const number = (name: 'seed' | 'port' | 'speed' | 'ahead' | 'sample' | 'check', least: number) => {
    const value = Number(values[name])
    if (!Number.isFinite(value) || value < least) throw new Error(`--${name} must be a number of at least ${least}`)
    return value
  }
  return {
    urls: values.url.split(',').map((url) => url.replace(/\/+$/, '')),
    secret,
    size: values.size as Size,
    seed: number('seed', 0),
    dataDir: values.data,
    port: number('port', 0),
    speed: number('speed', 0.01),
    ahead: number('ahead', 1),
    filled: values.filled,
    child: values.child,
    check: values.check === undefined ? null : number('check', 0),
    sample: number('sample', 1),
  }
}
