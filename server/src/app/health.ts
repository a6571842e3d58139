// Whether this server should be sent work, and why not: what `/readyz` says.
import { sql } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import type { Pulse } from '../kit/database/pulse.ts'
import type { Lack, Space } from '../kit/database/space.ts'
import type { StandbyWatch } from '../kit/standby/synchronous.ts'
import type { Logger } from '../kit/telemetry/logger.ts'
import { migrations } from '../migrations/index.ts'

/** `schema`: the database lacks migrations of this release. `standby`: nobody is there for whom commits wait. */
export type NotReady = 'starting' | 'draining' | 'database' | 'disk' | 'clock' | 'schema' | 'standby'

export type Readiness = {
  ready: boolean
  reasons?: NotReady[]
  database?: 'unreachable'
  diskFull?: Lack[]
  /** This machine's clock minus the database's. */
  clockOffsetMs?: number
  /** The first migration that is missing. */
  schema?: string
}

/** What commits wait for; see `kit/standby/synchronous.ts`. */
type Standby = Pick<StandbyWatch, 'lack'>

export type Health = {
  /** Set once it listens. */
  ready: boolean
  /** It is about to end: a proxy should send its work elsewhere, what still comes is answered. */
  leaving: boolean
  /** It ends: nothing new is answered. */
  draining: boolean
  /** Whether calls are answered. */
  serves(): boolean
  look(): Promise<Readiness>
  clockOffsetMs(): number | null
  /** Reads which migrations the database has. */
  lookAtSchema(): Promise<void>
  close(): void
}

/** From here on it is logged, and events of the app may be refused for their time. */
export const clockWarnMs = 2_000
/** From here on times that people read are wrong: the server is not ready. */
const clockWrongMs = 30_000
const schemaEveryMs = 30_000
const clockSaidEveryMs = 10 * 60_000

export function openHealth(options: {
  database: Database
  pulse: Pulse
  space: Pick<Space, 'lacking'>
  logger: Pick<Logger, 'write'>
  /** Only where a synchronous standby is required. */
  standby?: Standby | undefined
  /** How often the clock is looked at. */
  clockEveryMs?: number
}): Health {
  const { database, pulse, space, logger, clockEveryMs = 5_000 } = options
  let missing: string | undefined
  let saidAt = Number.NEGATIVE_INFINITY

  const lookAtSchema = async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database)
    const has = new Set(rows.map(({ name }) => name))
    const now = Object.keys(migrations).find((name) => !has.has(name))
    if (now !== undefined && missing === undefined)
      logger.write('error', `The database lacks migration ${now} of this release: it was replaced by an older one.`)
    missing = now
  }

  const lookAtClock = () => {
    const offset = pulse.clockOffsetMs() ?? 0
    if (Math.abs(offset) <= clockWarnMs) return
    if (performance.now() - saidAt < clockSaidEveryMs) return
    saidAt = performance.now()
    logger.write(
      'warn',
      `This server's clock is ${(Math.abs(offset) / 1_000).toFixed(1)} s ${offset > 0 ? 'ahead of' : 'behind'} the database's.`,
      { clock_offset_ms: offset },
    )
  }

  const timers = [
    setInterval(() => void lookAtSchema().catch(() => {}), schemaEveryMs).unref(),
    setInterval(lookAtClock, clockEveryMs).unref(),
  ]

  const health: Health = {
    ready: false,
    leaving: false,
    draining: false,
    serves: () => health.ready && !health.draining,
    clockOffsetMs: () => pulse.clockOffsetMs(),
    lookAtSchema,
    async look() {
      const lacking = await space.lacking()
      const isAway = health.serves() && !(await pulse.ask())
      const offset = pulse.clockOffsetMs() ?? 0
      const isWrong = Math.abs(offset) > clockWrongMs
      const reasons: NotReady[] = [
        ...(health.leaving || health.draining ? (['draining'] as const) : []),
        ...(health.ready || health.draining ? [] : (['starting'] as const)),
        ...(isAway ? (['database'] as const) : []),
        ...(lacking.length > 0 ? (['disk'] as const) : []),
        ...(isWrong ? (['clock'] as const) : []),
        ...(missing === undefined ? [] : (['schema'] as const)),
        // Without any name nobody waits: an alarm, but no reason to send the work elsewhere.
        ...(options.standby?.lack() === 'standby' ? (['standby'] as const) : []),
      ]
      return {
        ready: reasons.length === 0,
        ...(reasons.length > 0 && { reasons }),
        ...(isAway && { database: 'unreachable' as const }),
        ...(lacking.length > 0 && { diskFull: lacking }),
        ...(isWrong && { clockOffsetMs: offset }),
        ...(missing !== undefined && { schema: missing }),
      }
    },
    close() {
      for (const timer of timers) clearInterval(timer)
    },
  }
  return health
}
