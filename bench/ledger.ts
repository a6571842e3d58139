// The ledger compared with the bare database, which writes the same rows in one function without any rule: single
// gifts, gifts to one hot receiver, gifts in batches. Posts what the live room posts, through the same `post`.
//
// Single gifts are measured twice: "together", as the bridge handles single-event batches (`kit/work/gather.ts`: waiting
// ones share a commit, each caller is answered after it), and "alone", each in its own transaction. The machine's speed
// varies from minute to minute, so both alternate in short runs, and the result is the median of their ratio within
// each round. `node bench/ledger.ts [--seconds=2] [--rounds=12] [--users=10000] [--only=single,hot,batch] [--lanes=1]`
//
// `--kept` uses the large ledger of BENCH_DATA_DIR instead of an empty one, without the bare database and without verification: does the
// 50,000,000th row cost what the first did? Alternate it with `--only-ledger`, which also leaves out the bare database, on an empty
// ledger.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { inTransaction, openDatabase } from '../server/src/kit/database/database.ts'
import { migrate } from '../server/src/kit/database/migrate.ts'
import { openEmbedded } from '../server/src/kit/embedded/embedded.open.ts'
import { newId } from '../server/src/kit/random.ts'
import { gather } from '../server/src/kit/work/gather.ts'
import { type Item, type Outcome, ofPlatform, paid, post, promo, verifyLedger } from '../server/src/ledger/index.ts'
import { spend } from '../server/src/rooms/live/events/spending.items.ts'
import { bareGifts, makeBare } from './lib/bare-ledger.ts'
import { dataDir } from './lib/place.ts'
import { ownMilliseconds, postgresMilliseconds } from './lib/processor.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '12' },
    users: { type: 'string', default: '10000' },
    only: { type: 'string', default: 'single,hot,batch' },
    lanes: { type: 'string', default: '1' },
    kept: { type: 'boolean', default: false },
    'only-ledger': { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const senders = Math.floor(Number(values.users) / 2)
const clients = 8
const batch = 500

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-ledger-'))
chmodSync(folder, 0o755)
const isAlone = values.kept || values['only-ledger']
const embedded = await openEmbedded({ dataDir: values.kept ? dataDir : folder, database: 'greenroom', log: () => {} })
const database = openDatabase(embedded.url, { max: clients })

/** Everyone can spend for long; every fifth user has promotional tokens to spend first. */
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

/**
 * A gift from and to each user, twice: afterwards all accounts exist and this process has them cached, as in the bare
 * database. (A user's first receipt creates an account, which costs two more statements.)
 */
async function warm(): Promise<void> {
  for (let turn = 0; turn < 2; turn++)
    for (let from = 1; from <= senders; from += batch)
      await postAll(
        Array.from({ length: Math.min(batch, senders - from + 1) }, (_, index) =>
          giftOf(BigInt(from + index), BigInt(senders + from + index)),
        ),
      )
}

const some = (of: number) => BigInt(1 + Math.floor(Math.random() * of))

function giftOf(from: bigint, to: bigint): Item {
  const at = new Date()
  const id = newId(at)
  return spend(
    { id, kind: 'gift', reference: `gift ${id}`, at },
    { from, to, tokens: 50n, bonus: 20n, bonusPerUsd: 100 },
  )
}

const gift = (receivers: number) => giftOf(some(senders), BigInt(senders) + some(receivers))

/** Transfers per second, and of each: CPU time in microseconds, bytes and whole pages written to the log, pages read from outside the cache. */
type Rate = { rate: number; database: number; other: number; log?: number; pages?: number; reads?: number }

async function diskWork(): Promise<{ log: number; pages: number; reads: number }> {
  const { rows } = await sql<{ log: number; pages: number; reads: number }>`
    select wal_bytes::float8 as log, wal_fpi::float8 as pages,
           (select sum(blks_read)::float8 from pg_stat_database) as reads from pg_stat_wal`.execute(database)
  return rows[0]!
}

const accepted = (outcomes: readonly Outcome[]): number => {
  for (const { id, status } of outcomes) if (status !== 'accepted') throw new Error(`${id} was ${status}`)
  return outcomes.length
}

const postAll = (items: Item[]) => inTransaction(database, (tx) => post(tx, 'bench', new Date(), items))

/** Transfers made by `workers`, each repeating `work`, which returns how many it made. */
async function rateOf(workers: number, work: () => Promise<number>, time = seconds): Promise<Rate> {
  const own = ownMilliseconds()
  const postgres = postgresMilliseconds(embedded.location)
  const disk = await diskWork()
  const started = performance.now()
  let made = 0
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < started + time * 1_000) {
        const count = await work()
        made += count
      }
    }),
  )
  const rate = (made / (performance.now() - started)) * 1_000
  const after = await diskWork()
  return {
    rate,
    database: ((postgresMilliseconds(embedded.location) - postgres) / made) * 1_000,
    other: ((ownMilliseconds() - own) / made) * 1_000,
    log: (after.log - disk.log) / made,
    pages: (after.pages - disk.pages) / made,
    reads: (after.reads - disk.reads) / made,
  }
}

/** In transactions of `size`. */
const posted = (workers: number, size: number, receivers: number, time?: number) =>
  rateOf(workers, async () => accepted(await postAll(Array.from({ length: size }, () => gift(receivers)))), time)

/** Single gifts with shared commits; and how many shared one on average. */
async function together(receivers: number, time?: number): Promise<Rate & { size: number }> {
  let commits = 0
  let made = 0
  const one = gather<Item, Outcome>({
    atOnce: Number(values.lanes),
    most: batch,
    sizeOf: () => 1,
    isSystemic: () => true,
    work: (items) => {
      commits++
      made += items.length
      return postAll(items)
    },
  })
  const rate = await rateOf(clients, async () => accepted([await one(gift(receivers))]), time)
  return { ...rate, size: made / commits }
}

const sharedUsd = 'USD as often'
const runs: Record<string, Rate[]> = {}
const note = (name: string, measured: Rate | null) => {
  if (measured === null) return
  ;(runs[name] ??= []).push(measured)
  const { rate, database: inDatabase, other, log = 0, pages = 0, reads = 0 } = measured
  console.log(
    `${name}: ${Math.round(rate)}/s, processor µs each: database ${Math.round(inDatabase)}, client ${Math.round(other)}; log ${Math.round(log)} bytes with ${pages.toFixed(1)} whole pages, ${reads.toFixed(1)} pages read (load ${loadavg()[0]!.toFixed(1)})`,
  )
}

try {
  await migrate(embedded.url)
  await fill()
  await warm()
  if (!isAlone) await makeBare(embedded.url, senders * 2)
  const bare = async (receivers: number, usdIn: number): Promise<Rate | null> => {
    if (isAlone) return null
    const postgres = postgresMilliseconds(embedded.location)
    const made = await bareGifts(embedded.url, folder, { clients, seconds, senders, receivers, usdIn })
    if (made === null) return null
    const perTransfer = (milliseconds: number) => (milliseconds / (made.rate * seconds)) * 1_000
    return {
      rate: made.rate,
      database: perTransfer(postgresMilliseconds(embedded.location) - postgres),
      other: perTransfer(made.processorMilliseconds),
    }
  }
  await posted(2, batch, senders, 3)
  await posted(clients, 1, senders, 2)
  await together(senders, 2)
  const only = values.only.split(',')
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [name, receivers] of [
      ['one by one', senders],
      ['one hot receiver', 1],
    ] as const) {
      if (!only.includes(receivers === 1 ? 'hot' : 'single')) continue
      const shared = await together(receivers)
      note(`${name}, ledger, together`, shared)
      // The same rows: as many in USD as the ledger wrote.
      note(`${name}, bare, ${sharedUsd}`, await bare(receivers, Math.round(shared.size)))
      note(`${name}, ledger, alone`, await posted(clients, 1, receivers))
      note(`${name}, bare, USD of each`, await bare(receivers, 1))
    }
    if (only.includes('batch'))
      for (const workers of [1, 2, 4])
        note(`batches of ${batch}, ${workers} at once`, await posted(workers, batch, senders))
  }
  const middleOf = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)]!
  const middle = (of: number[]) => Math.round(middleOf(of))
  console.table(
    Object.fromEntries(
      Object.entries(runs).map(([name, all]) => [
        name,
        {
          'transfers/s': middle(all.map(({ rate }) => rate)),
          runs: all.map(({ rate }) => Math.round(rate)).join(', '),
          'µs database': middle(all.map((one) => one.database)),
          'µs client': middle(all.map(({ other }) => other)),
        },
      ]),
    ),
  )
  for (const name of ['one by one', 'one hot receiver'])
    for (const [way, usd] of [
      ['together', sharedUsd],
      ['alone', 'USD of each'],
    ]) {
      const bare = runs[`${name}, bare, ${usd}`]
      const ratios = runs[`${name}, ledger, ${way}`]?.flatMap(({ rate }, round) =>
        bare ? rate / bare[round]!.rate : [],
      )
      if (!ratios?.length) continue
      const [low, mid, high] = [Math.min(...ratios), middleOf(ratios), Math.max(...ratios)].map((of) =>
        Math.round(of * 100),
      )
      console.log(`${name}, ${way}: ${mid} % of bare (${low} to ${high} in ${ratios.length} rounds)`)
    }
  if (!values.kept) {
    const started = performance.now()
    const findings = await verifyLedger(database)
    console.log(`verified in ${Math.round(performance.now() - started)} ms: ${findings.length} findings`)
    if (findings.length > 0) console.table(findings.slice(0, 10))
  }
} finally {
  await database.destroy()
  await embedded.stop()
  if (!values.kept) rmSync(embedded.location, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}
