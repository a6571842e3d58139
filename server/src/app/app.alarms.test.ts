// Every alarm of the registry: its state is made, people are told once; it is resolved, and they are told of the end, once.
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { home } from '@greenroom/contract/access'
import { type AlarmKey, alarmKeys, alarms, manualOf } from '@greenroom/contract/alarms'
import { alarmList } from '@greenroom/contract/installation'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aDeposit, anOutflow, aVanishedDeposit, chainSettings } from '../../test/chain.ts'
import { person } from '../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../test/product.ts'
import { applicationRole } from '../../test/server.ts'
import { noteRun } from '../backup/index.ts'
import { openReceiver, type Receiver } from '../bridge/delivery/delivery.receiver.fixture.ts'
import { readConfig } from '../config.ts'
import { type Jobs, openJobs } from '../jobs/index.ts'
import { wallNow } from '../kit/clock.ts'
import { inTransaction } from '../kit/database/database.ts'
import { openSpace } from '../kit/database/space.ts'
import { newId } from '../kit/random.ts'
import { sealLog } from '../log/index.ts'
import { changesOf, endsAfterMs } from '../notify/alarms.rules.ts'
import { type AlarmSource, lookAtAlarms, openMailer, openNotifier, wordsOfAlarm } from '../notify/index.ts'
import {
  type AlarmServices,
  alarmSources,
  backupKnown,
  checkLog,
  checkReconciliation,
  defineAlarms,
} from './app.alarms.ts'
import { homeTodos } from './app.todos.ts'
import { openSelfWatch, type SelfWatch } from './selfWatch.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const mails: { to: string; text: string }[] = []
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, { envelope }, done) {
    let text = ''
    stream.on('data', (part: Buffer) => (text += part.toString('utf8')))
    stream.on('end', () => {
      mails.push({ to: envelope.rcptTo.map(({ address }) => address).join(), text })
      done(null)
    })
  },
})

let product: TestProduct
let admin: Client
let receiver: Receiver
let services: AlarmServices
let sources: AlarmSource[]
let isFilling = false
let standbys: 'off' | 'on' | 'sync' = 'off'
let backupsAway = false
/** Its work is begun by the test that needs it. */
let jobs: Jobs
const failures: string[] = []
let look: () => ReturnType<typeof lookAtAlarms>
let watch: SelfWatch
const own = { apart: 0, free: 0.5 }
let spaceNow = 0
const space = openSpace({ folder: tmpdir(), leastMb: 0, now: () => spaceNow })
const backups = mkdtempSync(join(tmpdir(), 'greenroom-alarm-backups-'))

beforeAll(async () => {
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  receiver = await openReceiver(secret)
  product = await startProduct({
    ...chainSettings,
    PUBLIC_URL: 'http://localhost:1',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String((mailServer.server.address() as AddressInfo).port),
    SMTP_TLS: 'off',
    MAIL_FROM: 'greenroom@example.com',
    ALERT_URL: receiver.url,
    ALERT_SECRET: secret,
  })
  admin = await product.administrator()
  const { database, clock, seals, approvals } = product
  await sql`update access.staff set email = 'admin@example.com' where username = 'admin'`.execute(database)
  await setUpFor(49)
  services = {
    todos: homeTodos({ chains: product.watching.chains, approvals, space }),
    clock,
    timeZone: () => 'UTC',
    backup: () => {
      if (backupsAway) throw new Error('no way to the backups')
      return backupKnown(readConfig({ DATA_DIR: backups }), database)()
    },
    isFilling: async () => isFilling,
    standbys: () => standbys,
    replica: undefined,
  }
  sources = alarmSources(services)
  const notifier = openNotifier({
    seals,
    url: 'http://localhost:1',
    mailer: openMailer(readConfig({ SMTP_HOST: 'x', MAIL_FROM: 'a@example.com' })),
    sms: { notices: false, sends: false },
    webhook: true,
  })
  look = () =>
    lookAtAlarms({ database, notifier, sources }, (error) => {
      throw error
    })
  const onError = (error: unknown, where: string) => void failures.push(`${where}: ${String(error)}`)
  jobs = openJobs({ url: product.databaseUrl, role: applicationRole, database, onError })
  defineAlarms(jobs, { ...services, database, seals, notifier, asked: async () => [], onError })
  watch = openSelfWatch({
    database,
    server: 'one:8080',
    folder: product.dataDir,
    onError: () => {},
    apartMs: () => own.apart,
    free: async () => own.free,
  })
})
afterAll(async () => {
  await jobs.stop(1_000)
  await product.close()
  await receiver.close()
  await new Promise<void>((resolve) => mailServer.close(() => resolve()))
  rmSync(backups, { recursive: true, force: true })
})

/** This installation was set up so many hours ago, and has no backup. */
async function setUpFor(hours: number): Promise<void> {
  await sql`truncate access.setup`.execute(product.owner)
  await run(sql`insert into access.setup (began_at) values (${new Date(wallNow().getTime() - hours * 3_600_000)})`)
}

const run = (statement: ReturnType<typeof sql>) => statement.execute(product.database)

async function aClient(): Promise<number> {
  const { id } = await product.database
    .insertInto('bridge.client')
    .values({
      name: newId(wallNow()).slice(-12),
      endpoint: 'http://127.0.0.1:9',
      created_by: 'x',
      updated_by: 'x',
      created_at: wallNow(),
      updated_at: wallNow(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function aDelivery(state: 'dead' | 'waiting', minutesAgo: number): Promise<void> {
  const id = newId(wallNow())
  const at = new Date(wallNow().getTime() - minutesAgo * 60_000)
  await run(sql`
    insert into bridge.command (id, type, subject, stream, data, at) values (${id}, 'user.banned', 'user:1', 'ban', '{}', ${at})`)
  await run(sql`
    insert into bridge.delivery (client_id, command_id, type, subject, stream, state, next_at, first_at)
    values (${await aClient()}, ${id}, 'user.banned', 'user:1', 'ban', ${state}, ${at}, ${at})`)
}
const noDeliveries = () => run(sql`delete from bridge.delivery`)

const tampered = (name: string) =>
  sql`update log.entry set target = ${name} where id = (select id from log.entry order by id limit 1)`.execute(
    product.owner,
  )
async function withoutTriggers(work: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'log' and c.relname like 'entry%' and c.relkind in ('r', 'p')`.execute(product.database)
  for (const { name } of rows) await sql.raw(`alter table ${name} disable trigger user`).execute(product.owner)
  await work()
  for (const { name } of rows) await sql.raw(`alter table ${name} enable trigger user`).execute(product.owner)
}

/** How each state is made and resolved. */
const states: Record<AlarmKey, { make: () => Promise<unknown>; resolve: () => Promise<unknown> }> = {
  diskFull: {
    make: async () => space.note(Object.assign(new Error('full'), { code: '53100' })),
    resolve: async () => (spaceNow += 61_000),
  },
  diskLow: {
    make: async () => {
      own.free = 0.05
      await watch.look()
    },
    resolve: async () => {
      own.free = 0.5
      await watch.look()
    },
  },
  clockOff: {
    make: async () => {
      own.apart = 2_400
      await watch.look()
    },
    resolve: async () => {
      own.apart = -1_900
      await watch.look()
    },
  },
  walBehind: {
    make: async () => {
      watch.shipped('Error: EACCES')
      await watch.look()
    },
    resolve: async () => {
      watch.shipped(null)
      await watch.look()
    },
  },
  chainBroken: {
    make: async () => {
      await sealLog(product.database, product.seals)
      const first = await product.database
        .selectFrom('log.entry')
        .select('target')
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      wasTarget = first.target
      await withoutTriggers(() => tampered('another'))
      await checkLog(product)
    },
    resolve: async () => {
      await withoutTriggers(() => tampered(wasTarget))
      await checkLog(product)
    },
  },
  reconcileDiffers: {
    make: async () => {
      await run(sql`update users.wallet_sum set tokens = tokens + 5`)
      await checkReconciliation({ ...product, timeZone: 'UTC' })
    },
    resolve: async () => {
      await run(sql`update users.wallet_sum set tokens = tokens - 5`)
      await checkReconciliation({ ...product, timeZone: 'UTC' })
    },
  },
  heldEvents: {
    make: async () =>
      run(sql`
        insert into bridge.held_event (id, client_id, type, happened_at, state, tries, first_failed_at, last_failed_at, reason, sealed)
        values (${newId(wallNow())}, ${await aClient()}, 'x', now(), 'held', 3, now(), now(), 'x', 'a.b')`),
    resolve: () => run(sql`delete from bridge.held_event`),
  },
  deadLetters: { make: () => aDelivery('dead', 5_000), resolve: noDeliveries },
  commandsPending: { make: () => aDelivery('waiting', 6), resolve: noDeliveries },
  deliveriesOff: {
    make: () => run(sql`insert into bridge.pause (since) values (now())`),
    resolve: () => run(sql`delete from bridge.pause`),
  },
  standbyMissing: {
    // The server of tests waits for nobody.
    make: async () => (standbys = 'sync'),
    resolve: async () => (standbys = 'off'),
  },
  parkedWork: {
    make: () =>
      run(sql`insert into kit.parked_work (job, unit, reason, tries, since, last_at, next_at)
              values ('guilds', '7', 'no such row', 3, now(), now(), now())`),
    resolve: () => run(sql`delete from kit.parked_work`),
  },
  figuresBehind: {
    make: () =>
      run(sql`insert into indicators.folded (at, taken_at) values (${before(6)}, ${before(6)})
              on conflict (single) do update set at = excluded.at, taken_at = excluded.taken_at`),
    resolve: () => run(sql`update indicators.folded set at = ${before(4)}`),
  },
  usdtNodes: {
    make: () =>
      run(sql`insert into chain.node (chain, place, state, since, seen_at) values ('trc20', 0, 'away', now(), now())
              on conflict (chain, place) do update set state = 'away'`),
    resolve: () => run(sql`update chain.node set state = 'well'`),
  },
  usdtOutflows: {
    make: () => anOutflow({ product }),
    resolve: () =>
      run(
        sql`update chain.outflow set explained_at = now(), explained_by = 'x', explanation = 'x' where explained_at is null`,
      ),
  },
  usdtVanished: {
    make: () => aVanishedDeposit({ product }),
    resolve: () =>
      run(
        sql`update chain.deposit set explained_at = now(), explained_by = 'x', explanation = 'x' where explained_at is null and vanished_at is not null`,
      ),
  },
  usdtUnmatched: {
    make: () => aDeposit({ product }),
    resolve: () => run(sql`delete from chain.deposit where state = 'unmatched'`),
  },
  backupOld: {
    make: async () => {},
    resolve: () => setUpFor(0),
  },
  restoreFailed: {
    make: () => aTrial('base/1 is damaged'),
    resolve: () => aTrial(''),
  },
  deadMessages: {
    make: () =>
      run(sql`insert into notify.message (id, moment, key, way, receiver, sealed, state, made_at, next_at, ended_at)
              values (${newId(wallNow())}, 'invited', 'dead', 'mail', 'x', 'a.b', 'dead', now(), now(), now())`),
    resolve: () => run(sql`delete from notify.message where key = 'dead'`),
  },
}
const aTrial = (failure: string) =>
  noteRun(product.database, { kind: 'restore', began_at: wallNow(), ended_at: wallNow(), backup: '', failure })
let wasTarget = ''
const before = (minutes: number) => new Date(product.clock.now().getTime() - minutes * 60_000)

/** As if a minute had passed since it was last found. */
const aMinuteOn = () =>
  run(sql`update notify.alarm set last_seen_at = last_seen_at - interval '61 seconds' where ended_at is null`)
const letters = async () => {
  while ((await product.letters.round()) > 0);
  return [mails.splice(0), receiver.received.splice(0)] as const
}
const onHome = async () => (await admin.call(home, {})).todo.filter(({ alarm }) => alarm).map(({ key }) => key)
const standingNow = async () =>
  (await admin.call(alarmList, {})).alarms.filter(({ endedAt }) => endedAt === null).map(({ key }) => key)

// The first: its state is that of a new installation of two days.
const inOrder: AlarmKey[] = ['backupOld', ...alarmKeys.filter((key) => key !== 'backupOld')]

describe.each(inOrder)('%s', (key) => {
  test('its begin is told once, by mail and to the webhook, and it stands on Home and in the list', async () => {
    expect(await standingNow()).toEqual([])
    await states[key].make()
    expect(await look()).toEqual({ began: [key], ended: [] })
    expect(await look()).toEqual({ began: [], ended: [] })
    const [mail, events] = await letters()
    const { name, what } = wordsOfAlarm(key, 'en')
    expect(mail.map(({ to }) => to)).toEqual(['admin@example.com'])
    expect(mail[0]!.text.replaceAll(/=\r\n|\r\n /g, '')).toContain(`Subject: Alarm: ${name}`)
    expect(events).toMatchObject([
      { type: 'alarm.began', data: { alarm: key, severity: alarms[key].severity, name, what, endedAt: null } },
    ])
    expect(events[0]!.data.manual).toBe(`http://localhost:1${manualOf(key)}`)
    // That of a full disk is each server's own (server/test/diskFull.test.ts).
    if (key !== 'diskFull') expect(await onHome()).toContain(key)
    const [shown] = (await admin.call(alarmList, {})).alarms
    expect(shown).toMatchObject({ key, name, what, endedAt: null, href: alarms[key].href })
  })

  test('its end is told once, a minute after it is resolved', async () => {
    await states[key].resolve()
    // What comes and goes within a minute is one alarm.
    expect(await look()).toEqual({ began: [], ended: [] })
    await aMinuteOn()
    expect(await look()).toEqual({ began: [], ended: [key] })
    expect(await look()).toEqual({ began: [], ended: [] })
    const [mail, events] = await letters()
    expect(mail).toHaveLength(1)
    expect(events).toMatchObject([{ type: 'alarm.ended', data: { alarm: key, endedAt: expect.any(String) } }])
    expect(await onHome()).not.toContain(key)
    expect(await standingNow()).toEqual([])
  })
})

test('the server itself is looked at as it is', async () => {
  const real = openSelfWatch({
    database: product.database,
    server: 'real:1',
    folder: join(product.dataDir, 'nowhere'),
    apartMs: () => product.health.clockOffsetMs(),
    onError: () => {},
  })
  await real.look()
  const { rows } = await sql`select kind from notify.fault where server = 'real:1'`.execute(product.database)
  expect(rows).toEqual([])
})

test('a server that has stopped is wrong about nothing', async () => {
  await states.clockOff.make()
  await run(sql`update notify.fault set seen_at = seen_at - interval '4 minutes'`)
  expect(await look()).toEqual({ began: [], ended: [] })
  await states.clockOff.resolve()
})

test('who turned it off, has no address or is no administrator gets no mail', async () => {
  const other = await person(product, { permissions: { 'system.bridge': 3 } })
  await sql`update access.staff set email = 'other@example.com' where id = ${other.staffId}`.execute(product.database)
  await run(sql`insert into notify.preference (staff_id, moment, way, wanted)
                select id, 'alarmWarning', 'mail', false from access.staff where username = 'admin'`)
  await states.parkedWork.make()
  expect(await look()).toEqual({ began: ['parkedWork'], ended: [] })
  const [mail, events] = await letters()
  expect([mail.length, events.length]).toEqual([0, 1])
  await states.parkedWork.resolve()
  await aMinuteOn()
  await look()
  await run(sql`delete from notify.preference`)
  await letters()
})

test('deliveries that are off after a failover say what was lost', async () => {
  await run(sql`
    insert into kit.failover (timeline, noticed_at, outcome, transactions, lost_from, lost_until)
    values (7, now(), 'lost', 12, '2026-01-02T03:04:05.000Z', '2026-01-02T03:04:07.500Z')`)
  await run(sql`insert into bridge.pause (since, timeline) values (now(), 7)`)
  const source = sources.find(({ key }) => key === 'deliveriesOff')!
  expect(await source.find(product.database, wallNow())).toMatchObject({
    detail: '3 s lost: 12 transactions, 2026-01-02T03:04:05.000Z to 2026-01-02T03:04:07.500Z',
  })
  await run(sql`update kit.failover set outcome = 'unknown', lost_from = null, lost_until = null`)
  expect(await source.find(product.database, wallNow())).toMatchObject({ detail: expect.stringMatching(/not known/) })
  await run(sql`delete from bridge.pause`)
  await run(sql`delete from kit.failover`)
})

test('two that look at once begin one alarm', async () => {
  await states.deliveriesOff.make()
  const both = await Promise.allSettled([look(), look()])
  const begun = both.flatMap((one) => (one.status === 'fulfilled' ? one.value.began : []))
  expect(begun).toEqual(['deliveriesOff'])
  await states.deliveriesOff.resolve()
  await aMinuteOn()
  expect(await look()).toMatchObject({ ended: ['deliveriesOff'] })
  const [mail] = await letters()
  expect(mail).toHaveLength(2)
})

test('a look that fails neither begins nor ends anything; what is found again lasts; an unknown one ends', () => {
  const now = new Date(1_000_000)
  const long = new Date(now.getTime() - endsAfterMs)
  const stands = { key: 'diskFull', last_seen_at: long } as const
  const none = { count: 0, since: null, detail: '' }
  const one = { ...none, count: 2 }
  const changes = (found: [AlarmKey, typeof none | null][]) => changesOf([stands], new Map(found), now)
  expect(changes([['diskFull', null]])).toEqual({ begin: [], see: [], end: [] })
  expect(changes([['diskFull', one]])).toEqual({ begin: [], see: [[stands, one]], end: [] })
  expect(changes([['diskFull', none]])).toEqual({ begin: [], see: [], end: [stands] })
  expect(changes([['clockOff', one]])).toEqual({ begin: [['clockOff', one]], see: [], end: [stands] })
  const fresh = { ...stands, last_seen_at: new Date(long.getTime() + 1) }
  expect(changesOf([fresh], new Map([['diskFull', none]]), now).end).toEqual([])
})

test('only who may see the installation sees its alarms', async () => {
  const { client } = await person(product, { permissions: { 'system.bridge': 3 } })
  expect(await client.refused(alarmList, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
})

const runJob = (name: string) => inTransaction(product.database, (tx) => jobs.enqueue(tx, name, {}))
const ended = (name: string) =>
  vi.waitFor(() => expect(jobs.states().find((job) => job.name === name)?.endedAt).not.toBeNull(), { timeout: 15_000 })
const daysAgo = (days: number) => new Date(wallNow().getTime() - days * 24 * 3_600_000)

test('each night what ended long ago is swept; what stands or waits stays, however old', async () => {
  const tables = ['alarm', 'fault', 'message'] as const
  for (const table of tables) await run(sql`delete from ${sql.table(`notify.${table}`)}`)
  await run(sql`
    insert into notify.alarm (key, began_at, last_seen_at, ended_at, count)
    values ('clockOff', ${daysAgo(99)}, ${daysAgo(91)}, ${daysAgo(91)}, 1), ('diskLow', ${daysAgo(99)}, ${daysAgo(89)}, ${daysAgo(89)}, 1),
           ('walBehind', ${daysAgo(99)}, ${wallNow()}, null, 1)`)
  await run(sql`
    insert into notify.fault (server, kind, detail, since, seen_at)
    values ('stopped:1', 'disk', 'x', ${daysAgo(9)}, ${daysAgo(2)}), ('lately:1', 'disk', 'x', ${daysAgo(9)}, ${daysAgo(0.5)})`)
  for (const [key, state, days] of [
    ['sent before', 'sent', 31],
    ['sent since', 'sent', 29],
    ['dead before', 'dead', 31],
    ['withdrawn before', 'withdrawn', 31],
    ['waits', 'waiting', 31],
  ] as const)
    await run(sql`
      insert into notify.message (id, moment, key, way, receiver, sealed, state, made_at, next_at, ended_at)
      values (${newId(wallNow())}, 'invited', ${key}, 'mail', 'x', ${state === 'waiting' || state === 'dead' ? 'a.b' : null}, ${state},
              ${daysAgo(days)}, ${daysAgo(-1)}, ${state === 'waiting' ? null : daysAgo(days)})`)
  const left = async () => {
    const { rows } = await sql<{ what: string }>`
      select 'alarm ' || key as what from notify.alarm union all select 'fault of ' || server from notify.fault
      union all select 'letter ' || key from notify.message order by 1`.execute(product.database)
    return rows.map(({ what }) => what)
  }
  await jobs.openQueues()
  await runJob('sweep-alarms')
  await ended('sweep-alarms')
  expect(await left()).toEqual([
    'alarm diskLow',
    'alarm walBehind',
    'fault of lately:1',
    'letter sent since',
    'letter waits',
  ])
  for (const table of tables) await run(sql`delete from ${sql.table(`notify.${table}`)}`)
})

test('the round tells what the long checks found as jobs, whatever it cannot look at; while a history is sent nothing is reconciled', async () => {
  await states.chainBroken.make()
  await states.reconcileDiffers.make()
  await run(sql`delete from notify.finding`)
  await jobs.openQueues()
  isFilling = true
  await runJob('check-reconciliation')
  await ended('check-reconciliation')
  const findings = async () =>
    (await product.database.selectFrom('notify.finding').select(['kind', 'count']).orderBy('kind').execute()).map(
      ({ kind, count }) => [kind, count > 0],
    )
  expect(await findings()).toEqual([])
  isFilling = false
  await runJob('check-log')
  await runJob('check-reconciliation')
  await vi.waitFor(
    async () =>
      expect(await findings()).toEqual([
        ['log', true],
        ['reconcile', true],
      ]),
    { timeout: 15_000 },
  )
  expect(await standingNow()).toEqual([])
  backupsAway = true
  await jobs.start()
  await vi.waitFor(async () => expect((await standingNow()).toSorted()).toEqual(['chainBroken', 'reconcileDiffers']), {
    timeout: 15_000,
  })
  await states.chainBroken.resolve()
  await states.reconcileDiffers.resolve()
  backupsAway = false
  expect(failures).toEqual(['alarm backupOld: Error: no way to the backups'])
  await jobs.stop(1_000)
  await run(sql`delete from notify.alarm`)
  const [mail] = await letters()
  expect(mail).toHaveLength(2)
})
