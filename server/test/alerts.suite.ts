// Every shipped alert rule fires when its state is there, and not before. The state is made where that is cheap; where it would take hours or another
// machine, what the metric is made of is: a duration that is recorded, a figure of the database. Two servers are scraped, so that a figure of
// the whole installation is one alert.
import { readFileSync } from 'node:fs'
import { userList } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { type GaugeSources, openGauges } from '../src/app/telemetry/gauges.ts'
import { takeSample } from '../src/app/telemetry/index.ts'
import { json } from '../src/kit/database/database.ts'
import { newId } from '../src/kit/random.ts'
import { count, record } from '../src/kit/telemetry/meter.ts'
import { type MetricName, metrics, prometheusName } from '../src/kit/telemetry/metrics.ts'
import { noteFinding } from '../src/notify/index.ts'
import { alertsIn } from './alerts.ts'
import { type BridgeConnection, registered } from './bridge.ts'
import type { Client, TestProduct } from './product.ts'
import { evaluate, type Scrape, type Series } from './promql.ts'

const rules = alertsIn(readFileSync(new URL('../../deploy/monitoring/alerts.yml', import.meta.url), 'utf8'))

/** The moment of evaluation, in seconds. */
const now = 100_000
const minute = 60
const wall = (agoSeconds: number) => new Date(Date.now() - agoSeconds * 1_000)

/** What a file of tests of telemetry has. */
export type Watched = {
  product: TestProduct
  admin: Client
  app: BridgeConnection
  scrape: () => Promise<Series[]>
}

/** The same series of two servers. */
const ofTwo = (series: readonly Series[], second: readonly Series[] = series): Series[] =>
  [series, second].flatMap((all, at) =>
    all.map((one) => ({ ...one, labels: { ...one.labels, instance: `server-${at}` } })),
  )

/** Labels whose alerts are of one server, not of the installation. */
const ofServer = new Set([
  'GreenroomNotReady',
  'GreenroomConnectionsShort',
  'GreenroomEventLoopSlow',
  'GreenroomClock',
  'GreenroomDiskFull',
  'GreenroomNoSynchronousStandby',
  'GreenroomReplicaUnused',
])

export function alertsFire(watched: () => Watched): void {
  let well: Scrape[]
  const database = () => watched().product.database
  const run = (statement: ReturnType<typeof sql>) => statement.execute(database())
  const asOwner = (statement: ReturnType<typeof sql>) => statement.execute(watched().product.owner)

  /** The figures of now, with the platform's clock so much later. */
  const fresh = async (laterSeconds = 0): Promise<Series[]> => {
    await run(sql`update kit.sample set at = at - interval '1 minute'`)
    const { clock } = watched().product
    await takeSample(database(), { now: () => new Date(clock.now().getTime() + laterSeconds * 1_000) })
    return watched().scrape()
  }
  const after = async (state: Promise<unknown>, laterSeconds = 0): Promise<Scrape[]> => {
    await state
    return [{ at: now, series: ofTwo(await fresh(laterSeconds)) }]
  }
  /** With other figures than those that were read. */
  const withFigures = async (figures: object): Promise<Scrape[]> => {
    await fresh()
    await run(sql`update kit.sample set figures = figures || ${json(figures)}`)
    return [{ at: now, series: ofTwo(await watched().scrape()) }]
  }
  /** What happens twice in the last minutes: Prometheus does not see the first of a new series grow. */
  const during = async (work: () => unknown): Promise<Scrape[]> => {
    const scrapes: Scrape[] = []
    for (const ago of [4, 2, 0]) {
      if (ago < 4) await work()
      scrapes.push({ at: now - ago * minute, series: ofTwo(await watched().scrape()) })
    }
    return scrapes
  }
  /** The gauges of a process whose machine is otherwise. */
  const gauges = async (other: Partial<GaugeSources>): Promise<Scrape[]> => {
    const { product } = watched()
    const own = openGauges({
      database: product.database,
      jobs: product.jobs,
      health: product.health,
      requests: () => 0,
      streams: () => 0,
      disk: async () => null,
      backup: null,
      ...other,
    })
    const series: Series[] = []
    await own.show((name, value, attributes = {}) => {
      const labels = Object.entries(attributes).map(([key, of]) => [key.replaceAll('.', '_'), String(of)])
      series.push({ name: prometheusName(name), labels: Object.fromEntries(labels), value })
    })
    own.close()
    return [{ at: now, series: ofTwo(series) }]
  }
  const often = (times: number, one: () => void) => () => Array.from({ length: times }, one)

  async function aCommand(state: 'waiting' | 'dead'): Promise<void> {
    const [id, at] = [newId(wall(400)), wall(400)]
    await run(sql`
      insert into bridge.command (id, type, subject, stream, data, at) values (${id}, 'user.banned', 'user:1', ${state}, '{}', ${at})`)
    await run(sql`
      insert into bridge.delivery (client_id, command_id, type, subject, stream, state, next_at, first_at)
      values (${watched().app.clientId}, ${id}, 'user.banned', 'user:1', ${state}, ${state}, ${wall(-3_600)}, ${at})`)
  }

  /** A table that all people's calls and events need is away: of `work` everything fails. */
  async function withoutPeople(work: () => Promise<unknown>): Promise<void> {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
    await asOwner(sql`alter table users.app_user rename to away`)
    try {
      await work()
    } finally {
      await asOwner(sql`alter table users.away rename to app_user`)
      silent.mockRestore()
    }
  }

  /** Every connection of the pool is in use, and somebody waits for one. */
  async function withoutConnections(work: () => Promise<Scrape[]>): Promise<Scrape[]> {
    const gate = Promise.withResolvers<void>()
    const taken = Array.from({ length: 21 }, () =>
      database()
        .connection()
        .execute(() => gate.promise),
    )
    const scrapes = await work()
    gate.resolve()
    await Promise.all(taken)
    return scrapes
  }

  /** A gift that nobody sent. */
  const refusedGift = () =>
    watched().app.rejected({
      type: 'gift.sent',
      data: { giftId: 1, senderId: 799, receiverId: 798, count: 1, tokens: 1 },
    })
  const finding = (kind: 'log' | 'reconcile', many: number, agoSeconds = 0) =>
    noteFinding(database(), { kind, count: many, detail: '' }, wall(agoSeconds))

  /** How each state is made; the scrapes that a rule is asked with. */
  const states: Record<string, () => Promise<Scrape[]>> = {
    GreenroomDown: async () => [{ at: now, series: [] }],
    GreenroomNotReady: async () => {
      const { health } = watched().product
      await asOwner(sql`update kysely_migration set name = 'away' where name = '0034_seen'`)
      await health.lookAtSchema()
      const scrapes = await after(Promise.resolve())
      await asOwner(sql`update kysely_migration set name = '0034_seen' where name = 'away'`)
      await health.lookAtSchema()
      return scrapes
    },
    GreenroomCallsFail: () => during(() => withoutPeople(() => watched().admin.send(userList, {}))),
    GreenroomCallsSlow: () =>
      during(often(20, () => record('http.server.request.duration', 2, { 'http.route': '/cms/user/list' }))),
    GreenroomStatementsSlow: () =>
      during(often(200, () => record('db.client.operation.duration', 2, { 'db.operation.name': 'select x' }))),
    GreenroomConnectionsShort: () =>
      withoutConnections(async () => [{ at: now, series: ofTwo(await watched().scrape()) }]),
    GreenroomEventLoopSlow: async () => {
      await watched().scrape()
      const until = performance.now() + 300
      while (performance.now() < until);
      // The delay is counted once the loop turns.
      await new Promise((resolve) => setTimeout(resolve, 30))
      return [{ at: now, series: ofTwo(await watched().scrape()) }]
    },
    GreenroomEventsFail: () => during(() => withoutPeople(() => watched().app.send([registered(720, 'man')]))),
    GreenroomEventsHeld: () =>
      after(
        run(sql`
          insert into bridge.held_event (id, client_id, type, happened_at, state, tries, first_failed_at, last_failed_at, reason, sealed)
          values (${newId(wall(0))}, ${watched().app.clientId}, 'user.updated', now(), 'held', 9, now(), now(), 'x', 'x')`),
      ),
    GreenroomEventsRejected: () => during(refusedGift),
    GreenroomEventsStopped: async () => {
      const { app, scrape } = watched()
      const before = ofTwo(await scrape())
      await app.accepted(registered(721, 'man'))
      const arrived = ofTwo(await scrape())
      return [
        { at: now - 34 * minute, series: before },
        ...[31, 4, 0].map((ago) => ({ at: now - ago * minute, series: arrived })),
      ]
    },
    GreenroomEventsLate: () =>
      during(async () => {
        const late = [722, 723].map((userId) => ({ ...registered(userId, 'man'), at: wall(240) }))
        await watched().app.send(late)
      }),
    GreenroomSignatureClock: () => during(() => watched().app.post('', { at: wall(3_600) })),
    GreenroomClock: () =>
      gauges({ health: { look: () => watched().product.health.look(), clockOffsetMs: () => -3_000 } }),
    GreenroomCommandsWait: () => after(aCommand('waiting')),
    GreenroomDeadLetters: () => after(aCommand('dead')),
    GreenroomDeliveriesOff: async () => {
      const scrapes = await after(run(sql`insert into bridge.pause (since) values (${wall(0)})`))
      await run(sql`delete from bridge.pause`)
      return scrapes
    },
    GreenroomJobLate: () =>
      gauges({
        jobs: {
          states: () => [{ name: 'flow', kind: 'every', paceMs: 2_000, endedAt: performance.now() - 700_000 }],
        },
      }),
    GreenroomWorkParked: () =>
      after(
        run(sql`
          insert into kit.parked_work (job, unit, reason, tries, since, last_at, next_at)
          select 'flow', '', 'x', 4, t, t, t from (select ${wall(60)}::timestamptz as t) t`),
      ),
    GreenroomQueueWaits: () => withFigures({ queues: [{ job: 'export', pending: 1, age: 301 }] }),
    GreenroomReaderBehind: () =>
      withFigures({ readers: [{ reader: 'flow', lag: 100_001, place: '1', since: wall(0).toISOString() }] }),
    GreenroomReaderStands: async () => {
      await run(sql`insert into kit.reader (name, boundary) values ('stands', kit.horizon())`)
      // As many transactions as an idle reader lets pass.
      await run(sql`
        do $$ begin
          create temp table passing (n int) on commit drop;
          for n in 1..10001 loop
            begin insert into passing values (n); exception when others then null; end;
          end loop;
        end $$`)
      await expect
        .poll(async () => {
          const series = await fresh()
          return series.find(({ name, labels }) => name === 'greenroom_reader_lag' && labels['reader'] === 'stands')
            ?.value
        })
        .toBeGreaterThan(10_000)
      await run(sql`
        update kit.sample set figures = jsonb_set(figures, '{readers}', (
          select jsonb_agg(r || jsonb_build_object('since', ${wall(180).toISOString()}::text))
            from jsonb_array_elements(figures -> 'readers') r where r ->> 'since' is not null))`)
      return after(Promise.resolve())
    },
    GreenroomDashboardsOld: () =>
      after(
        run(sql`
          insert into indicators.folded (at, taken_at) values (${wall(0)}, ${wall(0)})
          on conflict (single) do update set at = excluded.at`),
        301,
      ),
    GreenroomLedger: () =>
      after(
        run(sql`insert into ledger.finding (rule, subject, detail, found_at) values ('zeroSum', 'x', 'x', ${wall(0)})`),
      ),
    GreenroomReconcile: () => after(finding('reconcile', 1)),
    GreenroomLogBroken: () => after(finding('log', 1)),
    GreenroomCheckOld: () => after(finding('reconcile', 0, 4 * 3_600)),
    GreenroomLogUnsealed: () => after(Promise.resolve(), 301),
    GreenroomChainBehind: () =>
      after(
        run(sql`insert into chain.head (chain, number, hash, at, first) values ('trc20', 1, 'x', ${wall(301)}, 1)`),
      ),
    GreenroomSmsFails: () => during(() => count('greenroom.sms.sent', { outcome: 'failed', provider: 'console' })),
    GreenroomReportsWait: () => withFigures({ audits: [{ kind: 'report', waiting: 1, age: 3_601 }] }),
    GreenroomBackupOld: () => gauges({ backup: async () => ({ at: wall(27 * 3_600), unsent: 0 }) }),
    GreenroomRestoreFails: () =>
      withFigures({ trial: { at: wall(60).toISOString(), failure: 'damaged', proved_at: null } }),
    GreenroomRestoreUntried: () =>
      withFigures({
        trial: { at: wall(60).toISOString(), failure: '', proved_at: wall(16 * 86_400).toISOString() },
      }),
    GreenroomWalUnsent: () => gauges({ backup: async () => ({ at: null, unsent: 11 }) }),
    GreenroomDiskFull: () => gauges({ disk: async () => ({ free: 9, used: 100 }) }),
    GreenroomTransactionIds: () => withFigures({ xid_age: 1_500_000_001 }),
    GreenroomSessionsShort: () =>
      withFigures({
        sessions: [
          { state: 'active', count: 41 },
          { state: 'idle', count: 40 },
        ],
        sessions_max: 100,
      }),
    GreenroomReplicaBehind: () => withFigures({ standbys: [{ standby: 'b', lag: 31 }] }),
    GreenroomNoSynchronousStandby: () =>
      gauges({
        health: { look: async () => ({ ready: false, reasons: ['standby'] }), clockOffsetMs: () => 0 },
      }),
    GreenroomFailoverLost: () => withFigures({ lost: 3 }),
    GreenroomReplicaUnused: () => gauges({ replica: { state: () => ({ state: 'behind', lagSeconds: 40 }) } }),
    GreenroomTwoBuilds: async () => {
      const series = await watched().scrape()
      const older = series.map((one) =>
        one.name === 'greenroom_build' ? { ...one, labels: { ...one.labels, service_version: '0.2.9' } } : one,
      )
      return [{ at: now, series: ofTwo(series, older) }]
    },
    GreenroomFiguresOld: async () => {
      await fresh()
      await run(sql`update kit.sample set at = at - interval '3 minutes'`)
      return [{ at: now, series: ofTwo(await watched().scrape()) }]
    },
  }

  beforeAll(async () => {
    await watched().app.accepted(registered(719, 'man'))
    // The machine that runs the tests may be busy or full.
    const ofMachine = /^(nodejs_eventloop|system_filesystem)/
    well = []
    for (const at of [now - 4 * minute, now])
      well.push({ at, series: ofTwo((await fresh()).filter(({ name }) => !ofMachine.test(name))) })
  })

  test('each has a state in which it fires', () => {
    expect(Object.keys(states).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
  })

  test.each(rules.map(({ alert, expr }): [string, string] => [alert, expr]))('%s', async (alert, expr) => {
    expect(evaluate(expr, well, now)).toEqual([])
    const found = evaluate(expr, await states[alert]!(), now)
    expect(found.length).toBeGreaterThan(0)
    if (!ofServer.has(alert)) expect(found.filter(({ labels }) => labels['instance'] !== undefined)).toEqual([])
  })
}

export function alertsAreDeclared(): void {
  test('each rule names series that are declared, says what it means, and where the manual says what to do', () => {
    const declared = new Map<string, string>()
    for (const name of Object.keys(metrics) as MetricName[])
      for (const suffix of metrics[name].kind === 'histogram' ? ['_bucket', '_count', '_sum'] : [''])
        declared.set(`${prometheusName(name)}${suffix}`, name)
    const manual = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    const headings = [...manual.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    for (const { alert, expr, summary, runbook } of rules) {
      const bare = expr.replaceAll(/\{[^}]*\}|\b(?:by|ignoring) \([^)]*\)/g, '')
      const named = [...bare.matchAll(/\b(?:greenroom|http|db|nodejs|system|process|v8js)_\w+/g)].map(([name]) => name)
      expect([alert, named.length > 0]).toEqual([alert, true])
      expect([alert, named.filter((name) => !declared.has(name))]).toEqual([alert, []])
      const matched = [...expr.matchAll(/(\w+)\s*(?:=~?|!=|!~)\s*"/g)].map(([, label = '']) => label)
      const grouped = [...expr.matchAll(/\b(?:by|ignoring) \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */))
      const known = new Set([
        'le',
        ...named.flatMap((name) =>
          [...metrics[declared.get(name) as MetricName].attributes].map((one) => one.replaceAll('.', '_')),
        ),
      ])
      expect([alert, [...matched, ...grouped].filter((label) => !known.has(label))]).toEqual([alert, []])
      expect([alert, summary.length > 20]).toEqual([alert, true])
      expect([alert, headings.includes(runbook)]).toEqual([alert, true])
    }
  })
}
