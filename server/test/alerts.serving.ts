// States of alerts about servers, their database and machine.
import { userList } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { count, record } from '../src/kit/telemetry/meter.ts'
import { type Making, now, ofTwo, type States } from './alerts.making.ts'
import type { Scrape } from './promql.ts'

export function servingStates(made: Making): States {
  const { watched, database, run, asOwner, fresh, after, withFigures, during, gauges, often, withoutPeople } = made

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

  return {
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
    GreenroomClock: () =>
      gauges({ health: { look: () => watched().product.health.look(), clockOffsetMs: () => -3_000 } }),
    GreenroomSmsFails: () => during(() => count('greenroom.sms.sent', { outcome: 'failed', provider: 'console' })),
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
}
