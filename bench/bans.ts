// A ban of a device with very many users, for example a zeroed device id: how long the decision takes, and how long
// each chunk of its users takes (`followCrowded`). On its own database. `node bench/bans.ts [--users=65600]`
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Call } from '@greenroom/contract/call'
import { deviceBan, deviceUnban } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { banEffects } from '../server/src/app/app.effects.ts'
import { type Context, contextOf } from '../server/src/kit/calls/context.ts'
import { type Clock, wallNow } from '../server/src/kit/clock.ts'
import { openDatabase } from '../server/src/kit/database/database.ts'
import { migrate } from '../server/src/kit/database/migrate.ts'
import { openEmbedded } from '../server/src/kit/embedded/embedded.open.ts'
import { newId } from '../server/src/kit/random.ts'
import { openParams } from '../server/src/params/index.ts'
import { followCrowded } from '../server/src/rooms/users/ban/ban.rounds.ts'
import { banDevices, unbanDevices } from '../server/src/rooms/users/ban/ban.service.ts'

const { values } = parseArgs({ options: { users: { type: 'string', default: '65600' } } })
const users = Number(values.users)
const deviceId = '00000000-0000-0000-0000-000000000000'
const clock: Clock = { now: wallNow, refresh: async () => {}, close: () => {} }

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-bans-'))
chmodSync(folder, 0o755)
const embedded = await openEmbedded({ dataDir: folder, database: 'greenroom', log: () => {} })
const database = openDatabase(embedded.url, { max: 4 })

async function fill(): Promise<void> {
  const at = wallNow()
  await sql`
    insert into users.app_user (id, nickname, channel, created_at)
    select i, 'Someone ' || i, 'c' || i % 50, ${at} from generate_series(1, ${users}) i`.execute(database)
  await sql`insert into users.device (id, first_seen_at, last_seen_at, users) values (${deviceId}, ${at}, ${at}, ${users})`.execute(
    database,
  )
  await sql`
    insert into users.user_device (user_id, device_id, first_seen_at, last_seen_at)
    select i, ${deviceId}, ${at}, ${at} from generate_series(1, ${users}) i`.execute(database)
  await sql`
    insert into bridge.client (name, endpoint, created_by, created_at, updated_by, updated_at)
    values ('app', 'https://app.example.com', '', ${at}, '', ${at})`.execute(database)
  await sql`analyze`.execute(database)
}

const contextFor = (call: Call): Context =>
  contextOf({
    call,
    requestId: newId(wallNow()),
    ip: '',
    userAgent: '',
    language: 'en',
    timeZone: 'UTC',
    database,
    caller: {
      id: 1,
      username: 'bench',
      sessionId: '',
      language: 'en',
      unionId: null,
      agentId: null,
      roleIds: [],
      administrator: true,
      permissions: new Map(),
    },
    clock,
  })

/** Chunks run without a pause, each with its own request id: each lasts until the next begins. */
async function longestPart(since: Date): Promise<number> {
  const { rows } = await sql<{ longest: number }>`
    select coalesce(max(extract(epoch from lasted)) * 1000, 0)::int as longest
      from (select lead(min(at)) over (order by min(at)) - min(at) as lasted
              from log.entry where at >= ${since} and target like 'user %' group by request_id) parts`.execute(database)
  return rows[0]!.longest
}

try {
  await migrate(embedded.url)
  await fill()
  const params = await openParams(database, 60_000)
  const effects = banEffects(params)
  const payload = { ids: [deviceId], hours: 0, reason: 'bench' }
  for (const [name, decide] of [
    ['ban', () => banDevices(effects)(contextFor(deviceBan), payload)],
    ['lift', () => unbanDevices(effects)(contextFor(deviceUnban), payload)],
  ] as const) {
    const started = performance.now()
    await decide()
    const decided = performance.now()
    const since = wallNow()
    while ((await followCrowded(database, clock, effects)) > 0);
    const seconds = (performance.now() - decided) / 1_000
    const { rows } = await sql<{ banned: number }>`
      select count(*)::int as banned from users.app_user where state <> 'normal'`.execute(database)
    console.log(
      `${name}: decided in ${Math.round(decided - started)} ms; ${users} users followed in ${seconds.toFixed(1)} s, the longest part took ${await longestPart(since)} ms; ${rows[0]!.banned} are banned (load ${loadavg()[0]!.toFixed(1)})`,
    )
  }
  params.close()
} finally {
  await database.destroy()
  await embedded.stop()
  rmSync(embedded.location, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}
