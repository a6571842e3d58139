// Random interleavings of all acts on money, against a pure model (docs/money.md, The model above the ledger).
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { shrunk, simulate, told } from './run.ts'
import { scenes } from './scenes.ts'

const explored = process.env['EXPLORE_SEED']
/** Few in `npm test`; `npm run explore` draws others, and looks for a shorter run with the same end. */
const seeds = explored === undefined ? [4, 12] : Array.from({ length: 50 }, (_, n) => Number(explored) + n)
const steps = explored === undefined ? 100 : 400

// Connections are cut on purpose, and the server says so.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterAll(() => vi.restoreAllMocks())

// Each has a product, a database and a chain of its own: while one waits for them, the other goes on.
test.concurrent.each(seeds)(
  'money above the ledger, seed %i',
  async (seed) => {
    const run = { seed, steps }
    const result = await simulate(run)
    if (result.found !== null) {
      // Before it is made shorter, which takes long.
      if (explored !== undefined) process.stderr.write(`${told(run, result)}\n`)
      const short = explored === undefined ? { run, result } : await shrunk(run, result, 40)
      throw new Error(told(short.run, short.result))
    }
    happened.push(...result.seen.keys())
  },
  explored === undefined ? 300_000 : 7_200_000,
)

/** A run in which they never happened would prove nothing about them. */
const must = [
  'refund of a paid one',
  'chargeback of a paid one',
  'won',
  'refund alone',
  'refund waits',
  'grant alone',
  'grant pressed again',
  'deduct pressed again',
  'deposit vanished',
  'deposit back',
  'withdrawal repaid a debt',
  'gift refused',
  'late gift',
  'hour moved',
  'pass alone',
  'pass waits',
  'withdrawal paid',
  'withdrawal failed',
  'released',
  'release waits',
  'paid by hand',
  'results refused',
  'recomputed from confirmed',
  'deducted',
  'deduction reversed',
  'purchase alone',
  'purchase waits',
  'purchase reversed',
  'sale',
  'weeks paid by hand',
  'decided by a wrong account',
  'cancelled',
  'benefit granted',
  'no benefit',
  'role changed alone',
  'role refused',
  'role approved',
  'erasing waits',
  'erased',
  'forfeited late',
  'month closed',
  'a later week first',
  'month of a promoter frozen',
  'month of a promoter approved',
  'cut in log.entry',
  'cut in bridge.event',
]
const played = scenes.map(({ name }) => `scene: ${name}`)
const happened: string[] = []
test.runIf(explored === undefined)('everything happened', () => {
  const seen = new Set(happened)
  expect([...played, ...must].filter((what) => !seen.has(what))).toEqual([])
})
