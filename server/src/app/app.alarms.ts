// Every alarm and how it is found: those that Home counts by their lines, the others here.
import { type AlarmKey, alarmKeys } from '@greenroom/contract/alarms'
import { flowReconcile } from '@greenroom/contract/flow'
import { sql } from 'kysely'
import { type Looking, ownSince, type Todo } from '../access/index.ts'
import { lastBackup, lastRun } from '../backup/index.ts'
import { type Pause, pauseOf } from '../bridge/index.ts'
import type { Config } from '../config.ts'
import { type Jobs, unitsOf, untilWritten } from '../jobs/index.ts'
import { systemContext } from '../kit/calls/context.ts'
import { type Clock, wallNow } from '../kit/clock.ts'
import type { Database, Reader } from '../kit/database/database.ts'
import type { Seals } from '../kit/encryption/index.ts'
import { secondsOf } from '../kit/standby/commits.ts'
import type { Replica } from '../kit/standby/replica.ts'
import { lackOf, standbysOf } from '../kit/standby/synchronous.ts'
import { standbyText } from '../kit/standby/timelineWatch.ts'
import { verifyLog } from '../log/index.ts'
import {
  type AlarmSource,
  type Asked,
  deadSince,
  type FaultKind,
  type FindingKind,
  type Found,
  faultsSince,
  findingOf,
  lookAtAlarms,
  type Notifier,
  noteFinding,
  sweepAlarms,
  sweepFaults,
  sweepMessages,
  sweepMoments,
  sweepNotices,
  tellWaiting,
} from '../notify/index.ts'
import { differingChecks } from '../rooms/flow/index.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** A command that waits longer has met more than a slow answer. */
const pendingMs = 5 * minute
/** The fold of figures rests for up to a minute and a half by itself; what is older is behind. */
const behindMs = 5 * minute
/** A server that has not spoken for so long has stopped. */
const silentMs = 3 * minute
/** One failure may be anything; the third is a fault. */
const failures = 3
export const backupHours = 48

const nothing: Found = { count: 0, since: null, detail: '' }

/** What a failover lost, as an alarm's detail. */
const lostText = (lost: NonNullable<Pause['lost']>) =>
  lost.outcome === 'lost'
    ? `${secondsOf(lost)} s lost: ${lost.transactions} transactions, ${lost.from?.toISOString()} to ${lost.until?.toISOString()}`
    : 'it is not known what the failover lost'

type Rows = ReturnType<Extract<Todo, { rows: unknown }>['rows']>

async function counted(reader: Reader, rows: Rows): Promise<Found> {
  const { rows: found } = await sql<Omit<Found, 'detail'>>`
    select count(*)::int as count, min(r.at) as since from (${rows}) r`.execute(reader)
  return { ...found[0]!, detail: '' }
}

const faulty = (kind: FaultKind) => (reader: Reader, now: Date) =>
  faultsSince(reader, kind, new Date(now.getTime() - silentMs))

const found =
  (kind: FindingKind) =>
  async (reader: Reader): Promise<Found> => {
    const finding = await findingOf(reader, kind)
    return finding ? { count: finding.count, since: finding.since, detail: finding.detail } : nothing
  }

export type AlarmServices = {
  /** Home's lines, of which the alarms are found as they are counted. */
  todos: readonly Todo[]
  clock: Pick<Clock, 'now'>
  timeZone: () => string
  /** When the last backup was taken; null where others take them, or this installation has no people. */
  backup: () => Promise<{ at: Date | null; since: Date } | null>
  /** Whether the database fails over to standbys, and whether commits must wait for one. */
  standbys: () => Config['DATABASE_STANDBYS']
  /** Reconciles; where there is one. */
  replica: Replica | undefined
  /** True while a history is being sent: figures follow it. */
  isFilling: () => Promise<boolean>
}

/** What no line of Home counts. */
const ownSources = ({ clock, backup, isFilling, standbys }: AlarmServices): AlarmSource[] => [
  { key: 'diskLow', find: faulty('disk') },
  { key: 'clockOff', find: faulty('clock') },
  { key: 'walBehind', find: faulty('wal') },
  { key: 'chainBroken', find: found('log') },
  { key: 'reconcileDiffers', find: found('reconcile') },
  {
    key: 'deliveriesOff',
    find: async (reader) => {
      const pause = await pauseOf(reader)
      return pause ? { count: 1, since: pause.since, detail: pause.lost ? lostText(pause.lost) : '' } : nothing
    },
  },
  {
    key: 'standbyMissing',
    find: async (reader) => {
      if (standbys() === 'off') return nothing
      const found = await standbysOf(reader)
      if (standbys() === 'on')
        return found.all === 0 ? { count: 1, since: null, detail: 'no standby is connected' } : nothing
      const lack = lackOf(found)
      return lack === null ? nothing : { count: 1, since: null, detail: standbyText(lack) }
    },
  },
  {
    // Of a lane only the first is tried: it says how long it has been.
    key: 'commandsPending',
    find: (reader, now) =>
      counted(
        reader,
        sql`
          select d.first_at as at from bridge.delivery d join bridge.client c on c.id = d.client_id
           where d.state = 'waiting' and d.first_at < ${new Date(now.getTime() - pendingMs)} and c.enabled
             and not exists (select from bridge.pause)`,
      ),
  },
  {
    // The line of Home shows each failure at once.
    key: 'parkedWork',
    find: async (reader) => {
      const { rows } = await sql<Found>`
        select count(*)::int as count, min(since) as since,
               coalesce((select string_agg(job || ': ' || reason, '; ') from (
                 select job, reason from kit.parked_work where tries >= ${failures} order by since, job, unit limit 3) p), '') as detail
          from kit.parked_work where tries >= ${failures}`.execute(reader)
      return rows[0]!
    },
  },
  {
    key: 'figuresBehind',
    find: async (reader) => {
      if (await isFilling()) return nothing
      const { rows } = await sql<{ at: Date }>`select at from indicators.folded`.execute(reader)
      const at = rows[0]?.at
      return at && clock.now().getTime() - at.getTime() > behindMs ? { count: 1, since: null, detail: '' } : nothing
    },
  },
  {
    key: 'backupOld',
    find: async (reader, now) => {
      const known = await backup()
      if (known === null) return nothing
      const from = known.at ?? known.since
      if (now.getTime() - from.getTime() <= backupHours * hour) return nothing
      return { count: 1, since: null, detail: (await lastRun(reader, 'backup'))?.failure ?? '' }
    },
  },
  {
    key: 'restoreFailed',
    find: async (reader) => {
      const trial = await lastRun(reader, 'restore')
      return trial && trial.failure !== '' ? { count: 1, since: trial.ended_at, detail: trial.failure } : nothing
    },
  },
  { key: 'deadMessages', find: (reader) => counted(reader, deadSince()) },
]

/** One source for each alarm that is declared. */
export function alarmSources(services: AlarmServices): AlarmSource[] {
  const own = new Map(ownSources(services).map((source) => [source.key, source]))
  // Alarms look at their rows as they are, no matter who looks.
  const looking = (now: Date) => ({ now, timeZone: services.timeZone() }) as Looking
  const lines = new Map(services.todos.filter(({ alarm }) => alarm).map((line) => [line.key as AlarmKey, line]))
  return alarmKeys.map((key) => {
    const source = own.get(key)
    if (source) return source
    const line = lines.get(key)
    if (!line) throw new Error(`alarm ${key} is found nowhere`)
    return {
      key,
      find: async (reader) => {
        const at = looking(services.clock.now())
        if ('rows' in line) return counted(reader, line.rows(at))
        const { count, oldest } = await line.waiting(reader, at)
        return { count, since: oldest, detail: '' }
      },
    }
  })
}

/** A look at where backups are may ask another machine. */
const backupsEveryMs = 10 * minute

/**
 * When the last backup was taken, as of some minutes ago. Null where PostgreSQL is run by others, and for what was never set up as an
 * installation of its own: a simulated one needs none.
 */
export function backupKnown(config: Config, database: Database): AlarmServices['backup'] {
  let known: Awaited<ReturnType<AlarmServices['backup']>> = null
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    const since = config.DATABASE_URL === undefined ? await ownSince(database) : null
    if (since === null) return null
    return { at: (await lastBackup(config)).at, since }
  }
  return async () => {
    if (performance.now() - lookedAt >= backupsEveryMs) {
      known = await look()
      lookedAt = performance.now()
    }
    return known
  }
}

/** Verifies the whole operation log, and keeps what was found. */
export async function checkLog({ database, seals }: { database: Database; seals: Seals }): Promise<void> {
  const { ok, broken, unproved } = await verifyLog(database, seals)
  const detail = broken ? `block ${broken.number}: ${broken.why}` : unproved ? `no seal since key ${unproved.key}` : ''
  await noteFinding(database, { kind: 'log', count: ok ? 0 : 1, detail }, wallNow())
}

/** Reconciles everything with everything, and keeps how much differs. */
export async function checkReconciliation(at: {
  database: Database
  replica?: Replica | undefined
  clock: Pick<Clock, 'now'>
  timeZone: string
}): Promise<void> {
  const read = (database: Database) => differingChecks(systemContext(flowReconcile, { ...at, database }))
  const count = await (at.replica ? at.replica.read(read) : read(at.database))
  await noteFinding(at.database, { kind: 'reconcile', count, detail: '' }, wallNow())
}

const day = 24 * hour
const alarmsKeptDays = 90
const lettersKeptDays = 30
const noticesKeptDays = 90

/** The rounds of alarms: one process looks, every 15 seconds; the long checks run by themselves. */
export function defineAlarms(
  jobs: Pick<Jobs, 'define'>,
  services: AlarmServices & {
    database: Database
    seals: Seals
    notifier: Notifier
    asked: Asked
    onError: (error: unknown, where: string) => void
  },
): void {
  const { database, seals, notifier, clock, onError } = services
  const sources = alarmSources(services)
  jobs.define('alarms', { kind: 'every', milliseconds: 15 * second }, async () => {
    await lookAtAlarms({ database, notifier, sources }, (error, key) => onError(error, `alarm ${key}`))
  })
  const units = unitsOf(services, 'moments', (error, unit) => onError(error, `moment ${unit}`))
  jobs.define('moments', { kind: 'every', milliseconds: second, ...untilWritten }, async () => {
    await tellWaiting({ database, notifier, units, asked: services.asked })
  })
  jobs.define('check-log', { kind: 'cron', cron: '41 4 * * *', limitSeconds: 4 * 3_600 }, () =>
    checkLog({ database, seals }),
  )
  jobs.define('check-reconciliation', { kind: 'cron', cron: '23 * * * *', limitSeconds: 3_600 }, async () => {
    if (!(await services.isFilling()))
      await checkReconciliation({ database, replica: services.replica, clock, timeZone: services.timeZone() })
  })
  jobs.define('sweep-alarms', { kind: 'cron', cron: '7 3 * * *', limitSeconds: 3_600 }, async () => {
    const now = wallNow().getTime()
    await sweepAlarms(database, new Date(now - alarmsKeptDays * day))
    await sweepFaults(database, new Date(now - day))
    await sweepMessages(database, new Date(now - lettersKeptDays * day))
    await sweepMoments(database, new Date(now - noticesKeptDays * day))
    await sweepNotices(database, new Date(now - noticesKeptDays * day))
  })
}
