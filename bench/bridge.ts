// The bridge under load: signed batches of the usual mix, as fast as they are answered or at a steady rate, together
// with latency-sensitive single gifts, and staff decisions whose commands the app waits for. With `--reviewers`, staff
// also work a queue of `--backlog` photos at human speed. `node bench/bridge.ts [--seconds=20] [--lanes=4]
// [--batch=500] [--rate=0] [--users=20000] [--decisions=0] [--reviewers=0] [--backlog=100000]` (rate: events per
// second, 0: unlimited; decisions: per second). `--settled` begins when everything is folded and includes folding what it sends;
// `--servers=2` takes the events with so many processes on one database, each lane's by one of them; `--statements=40` prints where
// PostgreSQL's time goes, on a server with `pg_stat_statements` (DATABASE_URL).
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { EventAnswer } from '@greenroom/contract/bridge.schema'
import { sql } from 'kysely'
import { openDatabase } from '../server/src/kit/database/database.ts'
import { signedWith } from '../server/test/bridge.ts'
import { makeClient } from './lib/client.ts'
import { decideFor, decisions, openReceiver } from './lib/decisions.ts'
import { keep, median, spread } from './lib/figures.ts'
import { watchFiguresAge } from './lib/figures-age.ts'
import { fillActive } from './lib/fill-active.ts'
import { fillLedger } from './lib/fill-ledger.ts'
import { fillUsers } from './lib/fill-users.ts'
import { openFoldSwitch } from './lib/fold-switch.ts'
import { logIn } from './lib/list.ts'
import { arrivals, evening, type Line, lineOf } from './lib/mix.ts'
import { dataDir, openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'
import { postgresMilliseconds, usedBy } from './lib/processor.ts'
import { fillBacklog, review } from './lib/reviewers.ts'
import { foldMilliseconds, openSettling } from './lib/settled.ts'
import { forgetStatements, slowestStatements } from './lib/slowest.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    lanes: { type: 'string', default: '4' },
    batch: { type: 'string', default: '500' },
    rate: { type: 'string', default: '0' },
    users: { type: 'string', default: '20000' },
    decisions: { type: 'string', default: '0' },
    reviewers: { type: 'string', default: '0' },
    backlog: { type: 'string', default: '100000' },
    profile: { type: 'boolean', default: false },
    /** Measures what the figures' fold costs, so many times: see `foldByTurns`. */
    fold: { type: 'string', default: '0' },
    /** So many users are active today beside those who act, and lie between them in all tables. */
    active: { type: 'string', default: '0' },
    servers: { type: 'string', default: '1' },
    /** So many of the users act; all without it. */
    acting: { type: 'string', default: '0' },
    /** So many other people, with wallets, days and a ledger. */
    people: { type: 'string', default: '0' },
    /** Processor time includes folding all that was sent into balances, sums and figures. */
    settled: { type: 'boolean', default: false },
    /** Prints so many statements by their total time, where the server has `pg_stat_statements`. */
    statements: { type: 'string', default: '0' },
    /** The first user's id. If they exist, the users of an earlier run are used again; with `--seconds=0` a run only makes them. */
    first: { type: 'string', default: '0' },
  },
})
const [reviewers, backlog] = [Number(values.reviewers), Number(values.backlog)]
const [seconds, lanes, batch, rate, users, perSecond] = [
  values.seconds,
  values.lanes,
  values.batch,
  values.rate,
  values.users,
  values.decisions,
].map(Number) as [number, number, number, number, number, number]

/** Counts of line outcomes. */
const tally = new Map<string, number>()

const place = await openDatabaseForBench()
const people = Number(values.people)
if (people > 0) {
  await fillUsers(place.url, people)
  await fillLedger(place.url, { users: people, entries: 2.4 * people })
}
// As many as are active today, between those who act.
const stride = Math.max(1, Math.floor(Number(values.active) / users))
const receiver = await openReceiver()
const { secret, postmaster } = await openApp(perSecond > 0 || reviewers > 0 ? receiver.url : '')
const start = () =>
  startProduct(
    place.url,
    `${dataDir}/product`,
    values.profile ? ['--cpu-prof', '--cpu-prof-dir=/tmp/bridge-prof'] : [],
    { SIMULATE: 'off', BRIDGE_ALLOW_PRIVATE: 'on' },
  )
const server = await start()
const servers = [server]
while (servers.length < Number(values.servers)) servers.push(await start())
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
try {
  // Users of this run only, unless told otherwise: an aborted run left calls and rooms.
  const first = Number(values.first) || 1_000_000 + (Math.floor(Date.now() / 1_000) % 10_000_000) * 100
  // Users with even ids are women, in every lane.
  const perLane = 2 * Math.floor(users / lanes / 2)
  // Separate users for staff: banned ones can neither give nor call.
  const firstDecided = first + lanes * perLane * stride
  const started = performance.now()
  const wereThere = await isThere(first)
  if (perSecond > 0)
    collect(await send(arrivals(firstDecided, Math.ceil((perSecond * seconds) / decisions.length) + 2)))
  if (!wereThere)
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        const people = arrivals(first + lane * perLane * stride, perLane, stride)
        for (let from = 0; from < people.length; from += 2_000) collect(await send(people.slice(from, from + 2_000)))
      }),
    )
  console.log(
    `${users} people registered, half with a recharge, in ${((performance.now() - started) / 1_000).toFixed(1)} s`,
  )

  if (reviewers > 0) await fillBacklog(place.url, backlog)
  if (stride > 1 && !wereThere) await fillActive(place.url, first, lanes * perLane * stride)

  await load(first, perLane, Math.min(5, seconds))
  tally.clear()
  if (seconds === 0) console.log('only made')
  else if (Number(values.fold) > 0) await foldByTurns(Number(values.fold), first, perLane)
  else await measure(first, perLane, firstDecided)
  console.log('answers:', Object.fromEntries([...tally].toSorted(([, a], [, b]) => b - a)))
} finally {
  agent.destroy()
  receiver.close()
  await Promise.all(servers.map((one) => one.stop()))
  await place.close()
}

async function measure(first: number, perLane: number, firstDecided: number): Promise<void> {
  const settle = values.settled ? await openSettling(place.url) : undefined
  await settle?.wait()
  const most = Number(values.statements)
  if (most > 0) await forgetStatements(place.url)
  const staff = perSecond > 0 ? { url: server.url, token: await logIn(server.url), receiver } : undefined
  const before = { ...processor(), at: performance.now() }
  const deciding = staff && decideFor(staff, { perSecond, seconds, people: firstDecided })
  const reviewing =
    reviewers > 0 && review({ url: server.url, databaseUrl: place.url, receiver }, { count: reviewers, seconds })
  const watch = watchFiguresAge(place.url)
  const { batches, singles, sent } = await load(first, perLane, seconds)
  const ages = await watch.stop()
  const took = (performance.now() - before.at) / 1_000
  await settle?.wait()
  const after = processor()
  await settle?.close()
  if (most > 0) console.table(await slowestStatements(place.url, most, sent))
  const node = ((after.node - before.node) / sent) * 1_000
  const postgres = ((after.postgres - before.postgres) / sent) * 1_000
  keep('event, Node', node)
  keep('event, PostgreSQL', postgres)
  console.table({
    [`batches of ${batch}, ${lanes} at once`]: { 'events/s': Math.round(sent / took), ...spread(batches) },
    'single gifts beside them': { 'events/s': Math.round(singles.length / took), ...spread(singles) },
  })
  console.log(
    `processor time an event: Node ${node.toFixed(0)} µs, PostgreSQL ${postgres.toFixed(0)} µs; ` +
      `5,000 a second need ${(((node + postgres) * 5_000) / 1e6).toFixed(2)} cores`,
  )
  if (ages.length > 0)
    console.log(`figures behind: median ${Math.round(median(ages))} s, at most ${Math.round(Math.max(...ages))} s`)
  if (reviewing) {
    const { claims, decisions: decided, arrivals: there, twice, refused } = await reviewing
    console.table({
      'a claim of 12': { calls: claims.length, ...spread(claims) },
      'a decision': { calls: decided.length, ...spread(decided) },
      'from decision to delivered command': { calls: there.length, ...spread(there.flatMap((at) => at ?? [])) },
    })
    const lost = there.filter((at) => at === undefined).length
    console.log(
      `${reviewers} reviewers, ${backlog} waiting; given twice: ${twice}; refused: ${refused}; never there: ${lost}`,
    )
  }
  if (deciding) {
    const decided = await deciding
    const lost = decided.filter(({ arrival }) => arrival === undefined).length
    const of = (name: string) => decided.filter((one) => name === '' || one.name === name)
    console.table(
      Object.fromEntries(
        ['', ...new Set(decided.map(({ name }) => name))].map((name) => [
          name || 'all decisions',
          {
            decided: of(name).length,
            'answer p50': spread(of(name).map(({ answer }) => answer))['p50 ms'],
            ...spread(of(name).flatMap(({ arrival }) => arrival ?? [])),
            'worst ms': Math.round(Math.max(...of(name).map(({ arrival }) => arrival ?? Infinity))),
          },
        ]),
      ),
    )
    console.log(`from the answer until the command was there; never there: ${lost}; received: ${receiver.received()}`)
  }
}

async function load(first: number, perLane: number, forSeconds: number) {
  const end = performance.now() + forSeconds * 1_000
  const batches: number[] = []
  const singles: number[] = []
  let sent = 0
  const acting = Number(values.acting) > 0 ? 2 * Math.floor(Number(values.acting) / lanes / 2) : perLane
  const pause = rate > 0 ? (batch * lanes * 1_000) / rate : 0
  const lane = async (index: number) => {
    const next = evening(first + index * perLane * stride, acting, stride)
    let due = performance.now() + (pause * index) / lanes
    while (performance.now() < end) {
      if (pause > 0) {
        await sleep(due - performance.now())
        due += pause
      }
      const lines = next(batch)
      const started = performance.now()
      collect(await send(lines, servers[index % servers.length]))
      batches.push(performance.now() - started)
      sent += lines.length
    }
  }
  const waiting = async () => {
    while (performance.now() < end) {
      const gift = lineOf('gift.sent', { giftId: 1, senderId: first + 1, receiverId: first, count: 1, tokens: 10 })
      const started = performance.now()
      collect(await send([gift]))
      singles.push(performance.now() - started)
      await sleep(50)
    }
  }
  await Promise.all([waiting(), ...Array.from({ length: lanes }, (_, index) => lane(index))])
  return { batches, singles, sent }
}

/**
 * The same load with the triggers that mark users but not the job (`marks`), and the marked users counted while no events arrive
 * (`counting`), as one round of the job does after a long pause; then without triggers (`off`), and as long a time without events
 * (`resting`), in which the other rounds and the vacuum do what the load has left to them, as they do while the users are counted. The fold
 * costs what `marks` costs more than `off`, and `counting` more than `resting`.
 */
async function foldByTurns(turns: number, first: number, perLane: number): Promise<void> {
  const fold = await openFoldSwitch(place.url)
  const caughtUp = async () => {
    while (!(await fold.isDone())) await sleep(500)
  }
  // Includes processes that have ended: connections come and go.
  const spent = () => ({ node: usedBy(server.pid) ?? 0, postgres: postgresMilliseconds(`${dataDir}/postgres`) })
  const measured = async (name: string, events: number, work: () => Promise<number>) => {
    const before = spent()
    const started = performance.now()
    const sent = await work()
    const milliseconds = performance.now() - started
    const after = spent()
    const of = events || sent
    console.log(name, {
      seconds: Math.round(milliseconds / 1_000),
      'events/s': Math.round((sent * 1_000) / milliseconds),
      'Node µs/event': Math.round(((after.node - before.node) / of) * 1_000),
      'PostgreSQL µs/event': Math.round(((after.postgres - before.postgres) / of) * 1_000),
    })
    return { events: of, milliseconds }
  }
  const loaded = async () => (await load(first, perLane, seconds)).sent
  // Each user already has a day when the first turn is measured, as in the middle of a day.
  await fold.on()
  await loaded()
  await caughtUp()
  for (let turn = 1; turn <= turns; turn++) {
    await fold.onlyMarks()
    const { events } = await measured(`marks ${turn}`, 0, loaded)
    const { milliseconds } = await measured(`counting ${turn}`, events, async () => {
      await fold.count()
      await caughtUp()
      return 0
    })
    await fold.off()
    const { events: without } = await measured(`off ${turn}`, 0, loaded)
    await measured(`resting ${turn}`, without, async () => {
      await sleep(milliseconds)
      return 0
    })
  }
  await fold.close()
}

function sleep(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)))
}

function send(lines: readonly Line[], to = server): Promise<EventAnswer[]> {
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  return new Promise((resolve, reject) => {
    const posted = request(
      `${to.url}/app/v1/events`,
      { agent, method: 'POST', headers: { 'content-type': 'application/x-ndjson', ...signedWith(secret, body) } },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const text = Buffer.concat(parts).toString()
          if (response.statusCode !== 200) reject(new Error(`${response.statusCode} ${text}`))
          else
            resolve(
              text
                .split('\n')
                .filter(Boolean)
                .map((line) => JSON.parse(line) as EventAnswer),
            )
        })
      },
    )
    posted.on('error', reject)
    posted.end(body)
  })
}

async function isThere(userId: number): Promise<boolean> {
  const database = openDatabase(place.url, { max: 1 })
  const { rows } = await sql`select from users.app_user where id = ${userId}`.execute(database)
  await database.destroy()
  return rows.length > 0
}

/** The app, with its command endpoint; '' for none. */
async function openApp(endpoint: string): Promise<{ secret: string; postmaster: number }> {
  const made = await makeClient(place.url, join(dataDir, 'seal.keys'), { name: `bench ${Date.now()}`, endpoint })
  const database = openDatabase(place.url, { max: 1 })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)
  const postmaster = Number(statOf(rows[0]?.pid ?? 0)[1])
  await database.destroy()
  return { secret: made, postmaster }
}

function collect(answers: readonly EventAnswer[]): void {
  for (const { status, errorCode, errorMsg } of answers) {
    const what = status === 'rejected' ? `${errorCode} ${errorMsg}` : status
    tally.set(what, (tally.get(what) ?? 0) + 1)
  }
}

/** Fields of a process from its state on (Linux); none if there is no such process. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  } catch {
    return []
  }
}

/** CPU time of a process, in milliseconds. */
function used(fields: readonly string[]) {
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}

/** CPU time of the servers and of all PostgreSQL processes, with those that have ended: connections and helpers of a query come and go. */
function processor() {
  const ofPostgres = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statOf(Number(pid)))
    .filter((fields) => fields[1] === String(postmaster))
  const ended = (Number(statOf(postmaster)[13] ?? 0) + Number(statOf(postmaster)[14] ?? 0)) * 10
  // This process folds the figures itself when all is to be settled.
  const own = values.settled ? foldMilliseconds() : 0
  return {
    node: servers.reduce((sum, one) => sum + used(statOf(one.pid)), own),
    postgres: ofPostgres.reduce((sum, fields) => sum + used(fields), ended),
  }
}
