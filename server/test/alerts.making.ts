// What states of alerts are made with: scrapes of two servers, with a state, with other figures, or while something happens.
import { sql } from 'kysely'
import { vi } from 'vitest'
import { type GaugeSources, openGauges } from '../src/app/telemetry/gauges.ts'
import { takeSample } from '../src/app/telemetry/index.ts'
import { json } from '../src/kit/database/database.ts'
import { prometheusName } from '../src/kit/telemetry/metrics.ts'
import type { BridgeConnection } from './bridge.ts'
import type { Client, TestProduct } from './product.ts'
import type { Scrape, Series } from './promql.ts'

/** The moment of evaluation, in seconds. */
export const now = 100_000
export const minute = 60
export const wall = (agoSeconds: number) => new Date(Date.now() - agoSeconds * 1_000)

/** What a file of tests of telemetry has. */
export type Watched = {
  product: TestProduct
  admin: Client
  app: BridgeConnection
  scrape: () => Promise<Series[]>
}

/** The same series of two servers. */
export const ofTwo = (series: readonly Series[], second: readonly Series[] = series): Series[] =>
  [series, second].flatMap((all, at) =>
    all.map((one) => ({ ...one, labels: { ...one.labels, instance: `server-${at}` } })),
  )

export type Making = ReturnType<typeof making>

/** How each state is made, by the alert's name; the scrapes that its rule is asked with. */
export type States = Record<string, () => Promise<Scrape[]>>

export function making(watched: () => Watched) {
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

  return { watched, database, run, asOwner, fresh, after, withFigures, during, gauges, often, withoutPeople }
}
