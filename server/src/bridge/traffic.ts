// Traffic counters: summed in memory by minute, client and type, and written once a second, outside the events' own
// transactions. Keeps a sample of rejected lines for the screen.
import { sql } from 'kysely'
import { wallNow } from '../kit/clock.ts'
import type { Database } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'

export type Counted = {
  clientId: number
  /** A type of the contract, or `unknown`. */
  type: string
  status: 'accepted' | 'duplicate' | 'rejected' | 'failed'
  /** Arrival minus event time, milliseconds of business time. */
  lagMs: number
  /** Duration of its transaction. */
  tookMs: number
}
export type Rejected = { clientId: number; type: string; code: number; why: string; line: string }

export type Traffic = {
  /** @param now business time of the arrival. */
  count(now: Date, counted: Counted): void
  reject(now: Date, rejected: Rejected): void
  /** Writes the counters since the last write. */
  flush(): Promise<void>
  /** Writes the remaining counters. */
  close(): Promise<void>
}

const lineLength = 2_000
/** Samples per kind, and in total, per minute and process: a flood is visible without filling the disk. */
const rejectedOfAKind = 50
const rejectedOfAll = 500
/** Samples kept in memory while the database is unavailable. */
const samplesWaiting = 5_000
const minute = 60_000

type Sum = Record<Counted['status'], number> & {
  lagMs: number
  worstLagMs: number
  tookMs: number
  firstAt: Date | null
}
type Row = Rejected & { id: string; at: Date }

/** Opens this process's counters; written every `flushMilliseconds`. */
export function openTraffic(database: Database, flushMilliseconds: number, onError: (error: unknown) => void): Traffic {
  const process = newId(wallNow())
  let sums = new Map<string, Sum>()
  let rejections: Row[] = []
  let samples = new Map<string, number>()
  let sampledMinute = 0

  const count: Traffic['count'] = (now, { clientId, type, status, lagMs, tookMs }) => {
    const key = `${Math.floor(now.getTime() / minute)} ${clientId} ${type}`
    let sum = sums.get(key)
    if (!sum) {
      sum = { accepted: 0, duplicate: 0, rejected: 0, failed: 0, lagMs: 0, worstLagMs: 0, tookMs: 0, firstAt: null }
      sums.set(key, sum)
    }
    sum[status]++
    if (status !== 'accepted') return
    sum.firstAt ??= now
    const lag = Math.max(0, Math.round(lagMs))
    sum.lagMs += lag
    sum.worstLagMs = Math.max(sum.worstLagMs, lag)
    sum.tookMs += Math.round(tookMs)
  }

  const reject: Traffic['reject'] = (now, rejected) => {
    const wallMinute = Math.floor(wallNow().getTime() / minute)
    if (wallMinute !== sampledMinute) {
      sampledMinute = wallMinute
      samples = new Map()
    }
    const kind = `${rejected.clientId} ${rejected.type} ${rejected.code}`
    const ofKind = samples.get(kind) ?? 0
    const ofAll = samples.get('') ?? 0
    if (ofKind >= rejectedOfAKind || ofAll >= rejectedOfAll) return
    samples.set(kind, ofKind + 1).set('', ofAll + 1)
    rejections.push({ ...rejected, id: newId(now), at: now })
  }

  /** Counters stay in memory while the database is unavailable; later counts are added to them. */
  const writeCounts = async () => {
    const counted = sums
    if (counted.size === 0) return
    sums = new Map()
    await writeSums(database, process, counted).catch((error: unknown) => {
      sums = added(counted, sums)
      throw error
    })
  }
  /** Samples wait too; the oldest are kept, up to a limit. */
  const writeSamples = async () => {
    const rows = rejections
    if (rows.length === 0) return
    rejections = []
    await writeRejections(database, rows).catch((error: unknown) => {
      rejections = [...rows, ...rejections].slice(0, samplesWaiting)
      throw error
    })
  }
  let writing: Promise<void> = Promise.resolve()
  const flush = () => {
    writing = writing.then(async () => {
      for (const write of [writeCounts, writeSamples]) await write().catch(onError)
    })
    return writing
  }
  const timer = setInterval(() => void flush(), flushMilliseconds)
  timer.unref()
  return {
    count,
    reject,
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Both together. */
function added(first: ReadonlyMap<string, Sum>, second: ReadonlyMap<string, Sum>): Map<string, Sum> {
  const all = new Map(first)
  for (const [key, more] of second) {
    const sum = all.get(key)
    all.set(
      key,
      sum === undefined
        ? more
        : {
            accepted: sum.accepted + more.accepted,
            duplicate: sum.duplicate + more.duplicate,
            rejected: sum.rejected + more.rejected,
            failed: sum.failed + more.failed,
            lagMs: sum.lagMs + more.lagMs,
            worstLagMs: Math.max(sum.worstLagMs, more.worstLagMs),
            tookMs: sum.tookMs + more.tookMs,
            firstAt: sum.firstAt ?? more.firstAt,
          },
    )
  }
  return all
}

async function writeSums(database: Database, process: string, sums: ReadonlyMap<string, Sum>): Promise<void> {
  const rows = [...sums].map(([key, sum]) => {
    const [at, clientId, type] = key.split(' ')
    return { at: new Date(Number(at) * minute), clientId: Number(clientId), type, ...sum }
  })
  await sql`
    insert into bridge.traffic as t
      (minute, client_id, type, accepted, duplicate, rejected, failed, lag_ms, worst_lag_ms, took_ms, first_at, process)
    select c.*, ${process}::uuid
      from unnest(${rows.map((r) => r.at)}::timestamptz[], ${rows.map((r) => r.clientId)}::int[],
                  ${rows.map((r) => r.type)}::text[], ${rows.map((r) => r.accepted)}::int[],
                  ${rows.map((r) => r.duplicate)}::int[], ${rows.map((r) => r.rejected)}::int[],
                  ${rows.map((r) => r.failed)}::int[], ${rows.map((r) => r.lagMs)}::bigint[], ${rows.map((r) => r.worstLagMs)}::bigint[],
                  ${rows.map((r) => r.tookMs)}::bigint[], ${rows.map((r) => r.firstAt)}::timestamptz[]) as c
    on conflict (minute, client_id, type, process) do update
      set accepted = t.accepted + excluded.accepted, duplicate = t.duplicate + excluded.duplicate,
          rejected = t.rejected + excluded.rejected, failed = t.failed + excluded.failed, lag_ms = t.lag_ms + excluded.lag_ms,
          worst_lag_ms = greatest(t.worst_lag_ms, excluded.worst_lag_ms),
          took_ms = t.took_ms + excluded.took_ms, first_at = least(t.first_at, excluded.first_at)`.execute(database)
}

/** PostgreSQL stores neither NUL nor the half character that a cut may leave. */
const keepable = (text: string, length: number) => text.slice(0, length).replaceAll('\0', '').toWellFormed()

async function writeRejections(database: Database, rows: readonly Row[]): Promise<void> {
  await sql`
    insert into bridge.rejection (id, client_id, type, code, why, line, at)
    select * from unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.clientId)}::int[],
                         ${rows.map((r) => keepable(r.type, 60))}::text[], ${rows.map((r) => r.code)}::int[],
                         ${rows.map((r) => keepable(r.why, 500))}::text[],
                         ${rows.map((r) => keepable(r.line, lineLength))}::text[],
                         ${rows.map((r) => r.at)}::timestamptz[])`.execute(database)
}
