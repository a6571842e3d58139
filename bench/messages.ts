// A system message to very many users beside events and staff decisions: how long it takes, that each user is in exactly one
// command, and how late the decisions' commands are. The load is `bench/bridge.ts`, on the same database. With `--kill`, without
// that load: two servers, of which one is killed at intervals and started again. `node bench/messages.ts
// [--recipients=1000000] [--rate=2000] [--decisions=4] [--seconds=600] [--kill=0]`
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../server/src/kit/database/database.ts'
import { makeClient } from './lib/client.ts'
import { openReceiver } from './lib/decisions.ts'
import { dataDir, openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'

const { values } = parseArgs({
  options: {
    recipients: { type: 'string', default: '1000000' },
    rate: { type: 'string', default: '2000' },
    decisions: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '600' },
    kill: { type: 'string', default: '0' },
  },
})
const recipients = Number(values.recipients)
/** Ids that no other benchmark uses. */
const first = 800_000_000

const place = await openDatabaseForBench()
process.env['DATABASE_URL'] = place.url
const database = openDatabase(place.url, { max: 2 })
try {
  const id = await aMessage()
  if (Number(values.kill) > 0) await underKills(id, Number(values.kill))
  else
    execFileSync(
      process.execPath,
      [
        join(import.meta.dirname, 'bridge.ts'),
        `--rate=${values.rate}`,
        `--decisions=${values.decisions}`,
        `--seconds=${values.seconds}`,
        '--batch=100',
      ],
      { stdio: 'inherit' },
    )
  await report(id, database)
} finally {
  await database.destroy()
  await place.close()
}

/** Users, and a message to all of them that waits for the server. */
async function aMessage(): Promise<number> {
  await sql`set statement_timeout = 0`.execute(database)
  // Clients of earlier runs, whose endpoints are gone, and messages that they left.
  await sql`update bridge.client set enabled = false`.execute(database)
  await sql`
    with ended as (
      update official.message set finished_at = now(), state = 'stopped', size = sent + skipped + failed where finished_at is null
      returning id)
    update bridge.delivery set state = 'superseded'
     where state = 'waiting' and type = 'message.send'`.execute(database)
  await sql`
    insert into users.app_user (id, nickname, language, level, created_at)
    select ${first}::bigint + n, 'Reader ' || n, (array['en', 'pt', 'cn', 'ar'])[1 + n % 4], 999, now()
      from generate_series(1, ${recipients}) n on conflict do nothing`.execute(database)
  const { rows } = await sql<{ id: number }>`
    insert into official.message (name, type, texts, user_type, audience, state, send_at, created_by, created_at, updated_by, updated_at)
    values ('bench', 'text', '{"en": {"title": "Hi", "text": "Hello"}}', 'some', '{"userType": "some", "levelMin": 999}',
            'pending', now(), 'bench', now(), 'bench', now()) returning id`.execute(database)
  return rows[0]!.id
}

/** Two servers until the message has ended; alternately one is killed and started again. */
async function underKills(id: number, seconds: number): Promise<void> {
  /** The users named by each command that the app received; a repeated command has the same id. */
  const received = new Map<string, number[]>()
  const receiver = await openReceiver(({ id: command, type, data }) => {
    if (type === 'message.send' && data['messageId'] === String(id)) received.set(command, data['userIds'] as number[])
  })
  await makeClient(place.url, join(dataDir, 'seal.keys'), { name: `bench ${Date.now()}`, endpoint: receiver.url })
  const start = (name: string) =>
    startProduct(place.url, `${dataDir}/${name}`, [], { SIMULATE: 'off', BRIDGE_ALLOW_PRIVATE: 'on' })
  const servers = await Promise.all([start('a'), start('b')])
  let kills = 0
  const isOver = async () =>
    (await database.selectFrom('official.message').select('finished_at').where('id', '=', id).executeTakeFirstOrThrow())
      .finished_at !== null
  for (let at = performance.now(); !(await isOver()); await wait(500)) {
    if (performance.now() - at < seconds * 1_000) continue
    const which = kills++ % 2
    process.kill(servers[which]!.pid, 'SIGKILL')
    servers[which] = await start(which === 0 ? 'a' : 'b')
    at = performance.now()
  }
  const users = [...received.values()].flat()
  console.log(
    `servers killed: ${kills}; the app received ${received.size} commands naming ${users.length} users, ${new Set(users).size} different`,
  )
  await Promise.all(servers.map((server) => server.stop()))
  receiver.close()
}

function wait(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function report(id: number, reader: Database): Promise<void> {
  const { rows } = await sql<{
    state: string
    size: number
    sent: number
    done: number
    seconds: number | null
    users: number
    named: number
  }>`
    select state, size, sent, sent + skipped + failed as done,
           extract(epoch from coalesce(finished_at, now()) - started_at)::int as seconds, named.*
      from official.message, (
             select count(*)::int as named, count(distinct u.value)::int as users
               from bridge.command c, jsonb_array_elements_text(c.data->'userIds') u(value)
              where c.type = 'message.send' and c.subject = 'message:' || ${id}::text) named
     where id = ${id}`.execute(reader)
  const { state, size, done, seconds, sent, users, named } = rows[0]!
  console.log(
    `message: ${state}; ${done} of ${size} accounted for in ${seconds} s; ` +
      `sent to ${sent}; users in commands: ${users}, named ${named} times`,
  )
}
