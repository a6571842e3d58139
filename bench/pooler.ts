// Two servers behind PgBouncer in transaction mode, as docs/operating.md describes it: people pay, staff decide and the app gets the commands, a
// browser is pushed what is live, exports are written; meanwhile a table gets a column, and the pooler is started anew. Nothing may be refused or
// missing, and ledger and log must verify. One that keeps no prepared statements must be refused at the start, in the manual's sentence.
// `node bench/pooler.ts [--pgbouncer=/usr/sbin/pgbouncer] [--old=PATH of one before 1.21] [--seconds=30] [--rate=40]`
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { exportStatus } from '@greenroom/contract/access'
import { basePath } from '@greenroom/contract/call'
import { pushPath } from '@greenroom/contract/push'
import { userList } from '@greenroom/contract/users'
import { createClient, newEventId } from '../bridge-client/src/index.ts'
import { migrate } from '../server/src/kit/database/migrate.ts'
import { openStandbys } from '../server/test/standby.ts'
import { makeClient } from './lib/client.ts'
import { decideFor, openReceiver } from './lib/decisions.ts'
import { spread } from './lib/figures.ts'
import { logIn } from './lib/list.ts'
import { openPaying } from './lib/paying.ts'
import { openPooler } from './lib/pgbouncer.ts'
import { type Running, startProduct } from './lib/process.ts'

const { values } = parseArgs({
  options: {
    pgbouncer: { type: 'string', default: '/usr/sbin/pgbouncer' },
    old: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    rate: { type: 'string', default: '40' },
  },
})
const [seconds, rate] = [Number(values.seconds), Number(values.rate)]
const decisionsPerSecond = 6

const folder = mkdtempSync(join(tmpdir(), 'greenroom-pooler-bench-'))
const keys = join(folder, 'seal.keys')
const standbys = await openStandbys(1)
const primary = await standbys.primary()
const direct = standbys.urlOf(primary.port)
const servers: Running[] = []
const wrong: string[] = []
const check = (is: boolean, what: string) => {
  console.log(`${is ? 'holds' : 'WRONG'}: ${what}`)
  if (!is) wrong.push(what)
}

/** Whether a start behind it is refused, with the manual's sentence. */
async function isRefused(program: string, prepared: number | undefined): Promise<boolean> {
  const pooler = await openPooler(program, direct, prepared)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/src/main.ts'], {
    cwd: new URL('../', import.meta.url),
    env: {
      ...process.env,
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: direct,
      DATA_DIR: folder,
      SEAL_KEYS: keys,
      PORT: '0',
    },
    encoding: 'utf8',
    timeout: 60_000,
  })
  await pooler.close()
  return status === 1 && /does not keep prepared statements/.test(stdout + stderr)
}

/** The news of what is live, as a browser gets it. */
async function listen(server: Running, token: string) {
  const news: string[] = []
  const aborting = new AbortController()
  const response = await fetch(`${server.url}${basePath}${pushPath}?topic=monitor`, {
    headers: { token },
    signal: aborting.signal,
  })
  const read = async () => {
    for await (const part of response.body!) news.push(Buffer.from(part).toString())
  }
  void read().catch(() => {})
  return { news: () => news.join(''), close: () => aborting.abort() }
}

/** A list as a file, in the background. @returns its number of lines */
async function exported(server: Running, token: string): Promise<number> {
  const ask = async <T>(path: string) => {
    const answer = (await (await fetch(`${server.url}${path}`, { headers: { token } })).json()) as { result?: T }
    if (!answer.result) throw new Error(JSON.stringify(answer))
    return answer.result
  }
  const { exportId } = await ask<{ exportId: string }>(`${basePath}${userList.path}?export=csv&async=true`)
  for (;;) {
    const { state, url } = await ask<{ state: string; url?: string }>(
      `${basePath}${exportStatus.path}?exportId=${exportId}`,
    )
    if (url) return (await (await fetch(server.url + url)).text()).trim().split('\n').length - 1
    if (state === 'failed') return -1
    await sleep(200)
  }
}

let pooler: Awaited<ReturnType<typeof openPooler>> | undefined
const receiver = await openReceiver()
try {
  await migrate(direct)
  check(await isRefused(values.pgbouncer, 0), 'one that keeps no prepared statements is refused at the start')
  if (values.old) check(await isRefused(values.old, undefined), 'one before 1.21 is refused at the start')

  pooler = await openPooler(values.pgbouncer, direct, 200)
  const settings = { DATABASE_DIRECT_URL: direct, SEAL_KEYS: keys, BRIDGE_ALLOW_PRIVATE: 'on', LOG_LEVEL: 'warn' }
  for (const which of ['a', 'b']) servers.push(await startProduct(pooler.url, join(folder, which), [], settings))
  const [one, other] = servers as [Running, Running]
  const token = await logIn(one.url)
  const secret = await makeClient(direct, keys, { name: 'Staff', endpoint: receiver.url })
  const client = createClient({ url: other.url, secret })
  const firstDecided = 1_000_000
  const many = Math.ceil((seconds * decisionsPerSecond) / 3) + 3
  const person = { country: 'DE', language: 'en', platform: 'ios' } as const
  const registered = await client.send(
    Array.from({ length: many }, (_, index) => {
      const [userId, at] = [firstDecided + index, new Date()]
      const sex = index === 0 ? ('woman' as const) : ('man' as const)
      const data = { userId, nickname: `D${index}`, sex, deviceId: `dd${index}`, ...person }
      return { id: newEventId(at), at, type: 'user.registered' as const, data }
    }),
  )
  check(
    registered.every(({ status }) => status === 'accepted'),
    `${many} people are registered`,
  )
  const stream = await listen(one, token)

  let people = 0
  const apps = await Promise.all(
    servers.map(async (server, index) => {
      const own = await makeClient(direct, keys, { name: `App ${index}`, endpoint: '' })
      return openPaying({ url: server.url, secret: own }, rate / 2, () => ++people)
    }),
  )
  const deciding = decideFor(
    { url: other.url, token, receiver },
    { perSecond: decisionsPerSecond, seconds, people: firstDecided + 1 },
  )
  const at = new Date()
  const live = { liveId: 'live-1', userId: firstDecided, title: 'Songs', rate: 0 as const }
  const begun = await client.send([{ id: newEventId(at), at, type: 'live.started', data: live }])
  check(begun[0]?.status === 'accepted', 'a broadcast begins')
  await sleep((seconds * 1_000) / 3)
  // What every statement of the table's rows was prepared with is out of date.
  await primary.ask(
    'alter table users.app_user add column of_bench integer; alter table bridge.event add column of_bench integer',
  )
  await sleep((seconds * 1_000) / 3)
  const before = apps.map(({ acknowledged }) => acknowledged.size)
  const decided = await deciding
  await pooler.restart()
  await sleep(5_000)
  check(
    apps.every(({ acknowledged }, index) => acknowledged.size > before[index]!),
    'events go on after the pooler was started anew',
  )
  for (const { end } of apps) end()
  for (const { queue } of apps) await queue.close()

  const ids = apps.flatMap(({ acknowledged }) => [...acknowledged.keys()])
  const [{ missing }] = (await primary.ask<{ missing: number }>(
    `select count(*)::int as missing from unnest('{${ids.join(',')}}'::uuid[]) x(id) where not exists (select from bridge.event e where e.id = x.id)`,
  )) as [{ missing: number }]
  check(
    apps.every(({ refused }) => refused.length === 0),
    `of ${ids.length} events none is refused`,
  )
  check(missing === 0, 'none that was acknowledged is missing')
  const late = decided.filter(({ arrival }) => arrival === undefined)
  check(late.length === 0, `of ${decided.length} decisions each reached the app as a command`)
  console.table({
    'a decision': spread(decided.map(({ answer }) => answer)),
    'until its command is there': spread(decided.flatMap(({ arrival }) => arrival ?? [])),
  })
  for (let tries = 0; tries < 50 && !stream.news().includes('live-1'); tries++) await sleep(100)
  check(stream.news().includes('live-1'), 'the browser was pushed the broadcast')
  stream.close()
  check((await exported(other, await logIn(other.url))) >= people, 'an export in the background has everybody')
  for (const server of servers.splice(0)) await server.stop()
  for (const command of ['verify-ledger', 'verify-log']) {
    const { status, stdout } = spawnSync(process.execPath, [`server/src/cli/${command}.ts`], {
      cwd: new URL('../', import.meta.url),
      env: { ...process.env, DATABASE_URL: direct, SEAL_KEYS: keys, DATA_DIR: folder },
      encoding: 'utf8',
    })
    check(status === 0, `${command}${status === 0 ? '' : `: ${stdout}`}`)
  }
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  for (const server of servers) await server.stop()
  receiver.close()
  await pooler?.close()
  await standbys.close()
  rmSync(folder, { recursive: true, force: true })
}
