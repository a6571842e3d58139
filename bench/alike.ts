// Like with like: what the hash misses and mistakes, what looking at a picture costs, and the search among many. `node bench/alike.ts
// [--part=misses|looking|beside|search] [--pictures=400] [--hashes=1000000] [--searches=2000]`
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import sharp from 'sharp'
import { openDatabase } from '../server/src/kit/database/database.ts'
import { changes, openApp } from '../server/src/rooms/audits/alike/alike.fixture.ts'
import { greyOf } from '../server/src/rooms/audits/alike/look.pixels.ts'
import { nearLeaders } from '../server/src/rooms/audits/alike/look.queries.ts'
import { distance, mirrored, near, pictureHash } from '../server/src/rooms/audits/alike/look.rules.ts'
import { lookAround } from '../server/src/rooms/audits/alike/look.service.ts'
import { openPictureFetcher } from '../server/src/rooms/audits/index.ts'
import { dataDir, openDatabaseForBench } from './lib/place.ts'
import { ownMilliseconds, postgresMilliseconds } from './lib/processor.ts'

const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    pictures: { type: 'string', default: '400' },
    hashes: { type: 'string', default: '1000000' },
    searches: { type: 'string', default: '2000' },
  },
})
const wants = (part: string) => values.part === undefined || values.part === part

if (wants('misses')) await misses(Number(values.pictures))
if (values.part !== 'misses') {
  const place = await openDatabaseForBench()
  const database = openDatabase(place.url, { max: 4 })
  try {
    await forget(database)
    if (wants('looking')) await looking(database)
    if (values.part === 'beside') await beside(database, place.url)
    if (wants('search')) await search(database, Number(values.hashes), Number(values.searches))
    await forget(database)
  } finally {
    await database.destroy()
    await place.close()
  }
}

type Database = ReturnType<typeof openDatabase>

async function misses(count: number): Promise<void> {
  const hashOf = async (bytes: Buffer) => pictureHash((await greyOf(bytes))!)
  const originals: bigint[] = []
  const lines: Record<string, { missed: string; 'distance, middle': number; p95: number }> = {}
  for (const [name, change] of Object.entries(changes)) {
    const off: number[] = []
    for (let seed = 1; seed <= count; seed++) {
      const hash = await hashOf(await change(seed))
      if (hash === null) throw new Error(`${name} ${seed} shows too little`)
      if (name === 'same') originals.push(hash)
      const original = originals[seed - 1]!
      off.push(Math.min(distance(hash, original), distance(mirrored(hash), original)))
    }
    off.sort((one, other) => one - other)
    lines[name] = {
      missed: `${((100 * off.filter((bits) => bits > near).length) / count).toFixed(1)} %`,
      'distance, middle': off[Math.floor(count / 2)]!,
      p95: off[Math.floor(count * 0.95)]!,
    }
  }
  console.table(lines)
  let [mistaken, pairs] = [0, 0]
  for (const [at, one] of originals.entries())
    for (const other of originals.slice(at + 1)) {
      pairs++
      if (Math.min(distance(one, other), distance(mirrored(one), other)) <= near) mistaken++
    }
  console.log(`mistaken for each other: ${mistaken} of ${pairs} pairs of different pictures`)
}

/** A photo as phones take them: 1080 × 1440, with grain, some 400 KB. */
async function photo(seed: number): Promise<Buffer> {
  const drawn = await sharp(await changes['same']!(seed))
    .resize(1_080, 1_440, { fit: 'fill' })
    .raw()
    .toBuffer()
  for (let at = 0; at < drawn.length; at++)
    drawn[at] = Math.max(0, Math.min(255, drawn[at]! + ((at * 2_654_435_761) >>> 27) - 16))
  return sharp(drawn, { raw: { width: 1_080, height: 1_440, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** So many items of the queue `photo`, due in an hour: no other process looks at them. */
async function openItems(database: Database, count: number) {
  const pictures = new Map<string, Buffer>()
  for (let seed = 0; seed < 20; seed++) pictures.set(`p${seed}`, await photo(seed + 1))
  const app = await openApp(pictures)
  const fetcher = openPictureFetcher({ allowPrivate: () => true, timeoutMs: 5_000, mostBytes: 10_000_000 })
  await sql`insert into users.app_user (id, nickname, created_at) values (999999999, 'bench', now()) on conflict do nothing`.execute(
    database,
  )
  await sql`
    with i as (
      insert into audits.item (id, kind, user_id, picture_urls, submitted_at)
      select 'bench-' || n, 'photo', 999999999, array[${app.origin}::text || '/p' || n % 20], now() + interval '1 hour'
        from generate_series(1, ${count}::int) n
      returning id, user_id, kind, submitted_at)
    insert into audits.look (item_id, user_id, kind, submitted_at, due_at)
    select id, user_id, kind, submitted_at, submitted_at from i`.execute(database)
  const clock = { now: () => new Date(Date.now() + 3_700_000) }
  const bytes = [...pictures.values()].reduce((sum, { length }) => sum + length, 0) / pictures.size
  return {
    size: Math.round(bytes / 1_024),
    look: () => lookAround({ database, clock, pictures: fetcher }),
    close: async () => {
      fetcher.close()
      await app.close()
    },
  }
}

/** As fast as the round's steps follow each other. */
async function looking(database: Database): Promise<void> {
  const { look, size, close } = await openItems(database, 1_000)
  await look()
  const [own, postgres, began] = [ownMilliseconds(), postgresMilliseconds(dataDir), performance.now()]
  let seen = 0
  for (let more = await look(); more > 0; more = await look()) seen += more
  const rate = Math.round((seen * 1_000) / (performance.now() - began))
  const each = (ms: number) => `${(ms / seen).toFixed(2)} ms`
  console.log(
    `looking: ${rate} pictures of ${size} KB a second; processor each: Node, with the app, ${each(ownMilliseconds() - own)}, PostgreSQL ${each(postgresMilliseconds(dataDir) - postgres)}`,
  )
  await close()
  await forget(database)
}

/** 50 pictures a second while another process takes 1,000 events a second on the same database. */
async function beside(database: Database, url: string): Promise<void> {
  const seconds = 30
  const { look, close } = await openItems(database, seconds * 50 + 100)
  const bridge = spawn(process.execPath, ['bench/bridge.ts', '--rate=1000', `--seconds=${seconds + 10}`], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(bridge, 'exit')
  await pause(15_000)
  const [own, began] = [ownMilliseconds(), performance.now()]
  let seen = 0
  while (performance.now() - began < seconds * 1_000) {
    seen += await look()
    await pause(Math.max(0, (seen / 50) * 1_000 - (performance.now() - began)))
  }
  const rate = Math.round((seen * 1_000) / (performance.now() - began))
  console.log(
    `beside 1,000 events a second: ${rate} pictures a second, Node ${((ownMilliseconds() - own) / seen).toFixed(2)} ms each`,
  )
  await ended
  await close()
}

/** Half of the looks by themselves, half beside 20,000 pictures that come again and again. */
async function search(database: Database, hashes: number, searches: number): Promise<void> {
  await database.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one)
    await sql`
      with base as (select array_agg(((random() * 4294967295)::bigint << 32) | (random() * 4294967295)::bigint) as hash from generate_series(1, 20000))
      insert into audits.look (item_id, user_id, kind, submitted_at, hashes, key, heap, leads)
      select 'bench-s' || n, 999999999, 'photo', now(), array[k.key], k.key, gen_random_uuid(), true
        from generate_series(1, ${hashes}::int) n cross join base
       cross join lateral (
         select case when n % 2 = 0 then ((random() * 4294967295)::bigint << 32) | (random() * 4294967295)::bigint
                     else hash[1 + n % 20000] # (1::bigint << (random() * 63)::int) # (1::bigint << (random() * 63)::int)
                          # (1::bigint << (random() * 63)::int) # (1::bigint << (random() * 63)::int)
                          # (1::bigint << (random() * 63)::int) # (1::bigint << (random() * 63)::int)
                          # (1::bigint << (random() * 63)::int) # (1::bigint << (random() * 63)::int) end as key) k`.execute(
      one,
    )
    await sql`set session_replication_role = origin`.execute(one)
    await sql`vacuum analyze audits.look`.execute(one)
  })
  const { rows } = await sql<{ key: string }>`
    select key::text from audits.look tablesample bernoulli (1) where key is not null limit ${searches}::int`.execute(
    database,
  )
  const took: number[] = []
  let found = 0
  for (const [at, { key }] of rows.entries()) {
    const hash = BigInt.asIntN(64, BigInt(key) ^ (1n << BigInt(at % 63)) ^ (1n << BigInt((at * 7) % 63)))
    const began = performance.now()
    const leaders = await nearLeaders(
      database,
      [hash, mirrored(hash)].map((one) => ({ at: 0, kind: 'photo', key: one })),
    )
    took.push(performance.now() - began)
    if (leaders.size > 0) found++
  }
  took.sort((one, other) => one - other)
  const ms = (share: number) => took[Math.floor(share * (took.length - 1))]!.toFixed(1)
  console.log(
    `search among ${hashes} hashes, both ways round: middle ${ms(0.5)} ms, p95 ${ms(0.95)} ms, longest ${ms(1)} ms; ${found} of ${took.length} found`,
  )
}

async function forget(database: Database): Promise<void> {
  await sql`delete from audits.look where item_id like 'bench-%'`.execute(database)
  await sql`delete from audits.item where id like 'bench-%'`.execute(database)
}
