// What the simulator is told when it starts: flags, or the environment (where a secret belongs).
import { parseArgs } from 'node:util'
import { type Size, sizes } from './world/sizes.ts'

export type Settings = {
  /** Where Greenroom is; of several the one that answers. */
  urls: string[]
  secret: string
  size: Size
  seed: number
  /** Where its own file lies. */
  dataDir: string
  /** The port of pictures and commands; 0 keeps the one it had. */
  port: number
  /** How many simulated seconds pass in a second once the history is told. */
  speed: number
  /** How many batches of the history are on their way at once. */
  ahead: number
  /** The history was told before: without its own file, a world wakes up with everybody in it. */
  filled: boolean
  /** Ends with its parent: stands by standard input. */
  child: boolean
  /** Compares wallets with Greenroom's, after so many seconds of life; then ends. */
  check: number | null
  /** How many wallets are compared. */
  sample: number
}

export const usage = `node simulator/src/main.ts --url http://127.0.0.1:8080 [--size village|town|city] [--seed 1]
  [--data ./data/simulator] [--port 0] [--speed 1] [--ahead 3] [--filled] [--check <seconds> [--sample 1000]]
The secret of the client comes in GREENROOM_SECRET.`

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
  if (!sizes.includes(values.size as Size)) throw new Error(`--size is one of ${sizes.join(', ')}`)
  const number = (name: 'seed' | 'port' | 'speed' | 'ahead' | 'sample' | 'check', least: number) => {
    const value = Number(values[name])
    if (!Number.isFinite(value) || value < least) throw new Error(`--${name} is a number from ${least}`)
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
