// Units of background work that failed: parked with their reason, so that the others go on, tried again after growing pauses, and shown to
// staff until they succeed. A unit is one statement, message or week; '' is a job as a whole.
import { sql } from 'kysely'
import type { Clock } from '../kit/clock.ts'
import { withoutContacts } from '../kit/contacts.ts'
import type { Database, Reader } from '../kit/database/database.ts'
import { isServersFault } from '../kit/database/unreachable.ts'
import { theLog } from '../kit/telemetry/logger.ts'
import { bisect } from '../kit/work/bisect.ts'
import { oneLine } from '../texts/oneLine.ts'

const firstPauseSeconds = 30
const longestPauseSeconds = 3_600
const longestReason = 500

export type Units = {
  /** Units that are not due yet: a picker leaves them out. */
  parked(): Promise<string[]>
  /**
   * Works on one unit in transactions of its own. A failure parks it; an unreachable database is nobody's fault and is thrown.
   *
   * @returns what the work returns, or undefined if it failed
   */
  attempt<T>(unit: string, work: () => Promise<T>): Promise<T | undefined>
  /** Works on all units at once; if that fails, on halves of them, until the failing one is alone and parked. */
  together<T>(
    units: readonly T[],
    idOf: (unit: T) => string,
    work: (units: readonly T[]) => Promise<void>,
  ): Promise<void>
}

/** The units of a job. @param onError also told of each failure, for the log */
export function unitsOf(
  { database, clock }: { database: Database; clock: Pick<Clock, 'now'> },
  job: string,
  onError: (error: unknown, unit: string) => void = (error, unit) => theLog().crash(error, `job ${job} ${unit}`),
): Units {
  /** Those known to be parked by this process; null until it asked. */
  let known: Set<string> | null = null
  const read = async () => {
    const at = clock.now()
    const { rows } = await sql<{ unit: string; due: boolean }>`
      select unit, next_at <= ${at} as due from kit.parked_work where job = ${job}`.execute(database)
    known = new Set(rows.map(({ unit }) => unit))
    return rows
  }
  const succeed = async (unit: string) => {
    if (known === null) await read()
    if (known?.delete(unit)) await release(database, job, unit)
  }
  const fail = async (unit: string, error: unknown) => {
    await park(database, { job, unit, error, now: clock.now() })
    known?.add(unit)
    onError(error, unit)
  }
  return {
    parked: async () => (await read()).flatMap(({ unit, due }) => (due ? [] : unit)),
    async attempt(unit, work) {
      try {
        const result = await work()
        await succeed(unit)
        return result
      } catch (error) {
        if (isServersFault(error)) throw error
        await fail(unit, error)
        return undefined
      }
    },
    async together(all, idOf, work) {
      const done: string[] = []
      await bisect(all, {
        work: async (some) => {
          await work(some)
          done.push(...some.map(idOf))
          return [...some]
        },
        alone: async (one, error) => {
          await fail(idOf(one), error)
          return one
        },
        isSystemic: isServersFault,
      })
      for (const unit of done) await succeed(unit)
    },
  }
}

const release = (database: Reader, job: string, unit: string) =>
  sql`delete from kit.parked_work where job = ${job} and unit = ${unit}`.execute(database)

/** Each failure doubles the pause. */
async function park(
  database: Reader,
  { job, unit, error, now }: { job: string; unit: string; error: unknown; now: Date },
): Promise<void> {
  const reason = withoutContacts(oneLine(error instanceof Error ? error.message : String(error))).slice(
    0,
    longestReason,
  )
  const pauseOf = sql`make_interval(secs => least(${longestPauseSeconds}::float8, ${firstPauseSeconds}::float8 * 2 ^ least(p.tries, 20)))`
  await sql`
    insert into kit.parked_work as p (job, unit, reason, tries, since, last_at, next_at)
    values (${job}, ${unit}, ${reason}, 1, ${now}, ${now}, ${new Date(now.getTime() + firstPauseSeconds * 1_000)})
    on conflict (job, unit) do update
       set reason = excluded.reason, tries = p.tries + 1, last_at = excluded.last_at,
           next_at = excluded.last_at + ${pauseOf}`.execute(database)
}

export type ParkedWork = {
  job: string
  unit: string
  reason: string
  tries: number
  since: Date
  last_at: Date
  next_at: Date
}

const mostShown = 200

/** Parked units, the longest first, at most 200, and how many there are. */
export async function parkedWork(reader: Reader): Promise<{ work: ParkedWork[]; total: number }> {
  const { rows } = await sql<ParkedWork>`
    select job, unit, reason, tries, since, last_at, next_at from kit.parked_work
     order by since, job, unit limit ${mostShown}`.execute(reader)
  return { work: rows, total: rows.length < mostShown ? rows.length : await parkedCount(reader) }
}

async function parkedCount(reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from kit.parked_work`.execute(reader)
  return rows[0]!.count
}

/** Each unit, and since when it fails. */
export const parkedSince = () => sql<{ at: Date }>`
  select since as at from kit.parked_work`
