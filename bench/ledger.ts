// The ledger beside the bare database, which writes the same rows by one function without any rule: gifts one a commit,
// gifts to one hot receiver, gifts in batches. What is posted is what the live room posts, through the same `post`.
// `node bench/ledger.ts [--seconds=10] [--rounds=3] [--users=10000]`
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Database, inTransaction, openDatabase } from '../server/src/kit/database.ts'
import { openEmbedded } from '../server/src/kit/embedded/open.ts'
import { migrate } from '../server/src/kit/migrate.ts'
import { newId } from '../server/src/kit/random.ts'
import { type Item, ofPlatform, paid, post, promo, verifyLedger } from '../server/src/ledger/index.ts'
import { spend } from '../server/src/rooms/live/spending/items.ts'
import { bareGifts, makeBare } from './lib/bare-ledger.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    users: { type: 'string', default: '10000' },
    only: { type: 'string', default: 'single,hot,batch' },
  },
})
const seconds = Number(values.seconds)
const senders = Math.floor(Number(values.users) / 2)
const clients = 8
const batch = 500

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-ledger-'))
chmodSync(folder, 0o755)
const embedded = await openEmbedded({ dataDir: folder, database: 'greenroom', log: () => {} })
const database = openDatabase(embedded.url, { max: clients })

/** Everyone may spend for long; every fifth has promotional tokens to spend first. */
async function fill(): Promise<void> {
  const issue = ofPlatform('issue', 'TOKEN')
  const free = ofPlatform('promo', 'TOKEN')
  for (let from = 1; from <= senders; from += batch)
    await inTransaction(database, (tx) =>
      post(
        tx,
        'bench',
        new Date(),
        Array.from({ length: Math.min(batch, senders - from + 1) }, (_, index): Item => {
          const id = BigInt(from + index)
          const gift = id % 5n === 0n ? 20_000n : 0n
          return {
            id: newId(new Date()),
            kind: 'recharge',
            phase: 'single',
            reference: `order ${id}`,
            occurredAt: new Date(),
            request: { id },
            accounts: [paid(id), promo(id), issue, free],
            decide: () => [
              { account: issue, amount: -100_000_000n },
              { account: paid(id), amount: 100_000_000n, costMicros: 900_000_000_000n },
              ...(gift
                ? [
                    { account: free, amount: -gift },
                    { account: promo(id), amount: gift },
                  ]
                : []),
            ],
          }
        }),
      ),
    )
}

const some = (of: number) => BigInt(1 + Math.floor(Math.random() * of))

function gift(receivers: number): Item {
  const at = new Date()
  const id = newId(at)
  const spending = { from: some(senders), to: BigInt(senders) + some(receivers), tokens: 50n, bonus: 20n }
  return spend({ id, kind: 'gift', reference: `gift ${id}`, at }, spending)
}

/** Transfers a second that `workers` make in transactions of `size`. */
async function posted(on: Database, workers: number, size: number, receivers: number, time = seconds): Promise<number> {
  const until = performance.now() + time * 1_000
  const started = performance.now()
  let made = 0
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < until) {
        const items = Array.from({ length: size }, () => gift(receivers))
        const outcomes = await inTransaction(on, (tx) => post(tx, 'bench', new Date(), items))
        if (outcomes.some((outcome) => outcome.status !== 'accepted')) throw new Error(JSON.stringify(outcomes[0]))
        made += size
      }
    }),
  )
  return (made / (performance.now() - started)) * 1_000
}

const runs: Record<string, number[]> = {}
const note = (name: string, rate: number | null) => {
  if (rate === null) return
  ;(runs[name] ??= []).push(Math.round(rate))
  console.log(`${name}: ${Math.round(rate)}/s (load ${loadavg()[0]!.toFixed(1)})`)
}

try {
  await migrate(embedded.url)
  await fill()
  await makeBare(embedded.url, senders * 2)
  const bare = (receivers: number, usd: boolean) =>
    bareGifts(embedded.url, folder, { clients, seconds, senders, receivers, usd })
  await posted(database, 2, batch, senders, 3)
  await posted(database, clients, 1, senders, 2)
  const only = values.only.split(',')
  for (let round = 0; round < Number(values.rounds); round++) {
    if (only.includes('single')) {
      note('one by one, bare', await bare(senders, true))
      note('one by one, ledger', await posted(database, clients, 1, senders))
      note('one by one, bare, without USD', await bare(senders, false))
    }
    if (only.includes('hot')) {
      note('one hot receiver, bare', await bare(1, true))
      note('one hot receiver, ledger', await posted(database, clients, 1, 1))
    }
    if (only.includes('batch'))
      for (const workers of [1, 2, 4])
        note(`batches of ${batch}, ${workers} at once`, await posted(database, workers, batch, senders))
  }
  const middle = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)]!
  console.table(
    Object.fromEntries(
      Object.entries(runs).map(([name, rates]) => [name, { 'transfers/s': middle(rates), runs: rates.join(', ') }]),
    ),
  )
  const started = performance.now()
  const findings = await verifyLedger(database)
  console.log(`verified in ${Math.round(performance.now() - started)} ms: ${findings.length} findings`)
  if (findings.length > 0) console.table(findings.slice(0, 10))
} finally {
  await database.destroy()
  await embedded.stop()
  rmSync(embedded.location, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}
