// Reading from a replica what takes long: exports, dashboards, pages far down a list, the reconciliation. What was committed before the reader
// asked is there: the replica is waited for a moment, and otherwise the primary is read.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'

import { wallNow } from '../clock.ts'
import { type Database, openDatabase, type Reader, setSilent } from '../database/database.ts'
import { isUnreachable } from '../database/unreachable.ts'
import { count } from '../telemetry/meter.ts'

/** `behind`: what was committed is not there in time; `away`: it does not answer, or is no replica. */
export type ReplicaState = 'used' | 'behind' | 'away'

export type Replica = {
  url: string
  /** True once the replica has everything that is committed now; false if that takes longer, or it is away. */
  hasAll(withinMs: number): Promise<boolean>
  /** Runs what only reads: on the replica if it has everything, else on the primary, also after the replica failed in between. */
  read<T>(work: (database: Database) => Promise<T>): Promise<T>
  /** As it was last asked, at most some seconds ago; null before that. */
  state(): { state: ReplicaState; lagSeconds: number | null } | null
  /** Asks now. */
  look(): Promise<void>
  close(): Promise<void>
}

/** What a person waits for at most before the primary is read. */
const personMs = 300
const pollMs = 10
/** An answer that takes longer than this beyond what it waits for is none. */
const answerMs = 500
/** After it failed or was late, the replica is left alone for so long. */
const restMs = 2_000
const lookEveryMs = 10_000

/** What a replica breaks off for its own sake: rows that the primary removed meanwhile, a write, its end. */
export const isReplicasFault = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return isUnreachable(error) || code === '40001' || code === '40P01' || code === '25006'
}

type Position = { is: boolean; replica: boolean; at: Date | null }

async function positionOf(replica: Reader, lsn: string): Promise<Position> {
  const { rows } = await sql<Position>`
    select coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as is, pg_is_in_recovery() as replica,
           pg_last_xact_replay_timestamp() as at`.execute(replica)
  return rows[0]!
}

/** Where the primary's log ends: everything that was committed is before it. */
async function endOf(primary: Reader): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(primary)
  return rows[0]!.lsn
}

/** @param url the replica's; @param onError told once when it goes away, or comes to be something else */
export function openReplica(options: { url: string; primary: Database; onError: (error: unknown) => void }): Replica {
  const { primary } = options
  const database = openDatabase(options.url, { max: 10, onError: () => {} })
  let known: { state: ReplicaState; lagSeconds: number | null } | null = null
  let restsUntil = 0

  const found = (state: ReplicaState, lagSeconds: number | null, error?: unknown) => {
    if (state === 'away' && known?.state !== 'away') options.onError(error)
    if (state !== 'used') restsUntil = performance.now() + restMs
    // What waits on its connections is read from the primary.
    setSilent(database, state === 'away')
    known = { state, lagSeconds }
    return state === 'used'
  }

  async function ask(lsn: string, deadline: number): Promise<boolean> {
    for (;;) {
      const { is, replica, at } = await positionOf(database, lsn)
      if (!replica) throw new Error('the address of DATABASE_REPLICA_URL leads to no replica')
      if (is) return found('used', 0)
      if (performance.now() >= deadline)
        return found('behind', at && Math.max(0, (wallNow().getTime() - at.getTime()) / 1_000))
      await sleep(pollMs)
    }
  }

  async function hasAll(withinMs: number): Promise<boolean> {
    if (performance.now() < restsUntil) return false
    const lsn = await endOf(primary)
    setSilent(database, false)
    const decided = new AbortController()
    const late = sleep(withinMs + answerMs, undefined, { signal: decided.signal }).then(() => {
      throw Object.assign(new Error('the replica does not answer'), { code: 'ETIMEDOUT' })
    })
    try {
      return await Promise.race([ask(lsn, performance.now() + withinMs), late])
    } catch (error) {
      return found('away', null, error)
    } finally {
      late.catch(() => {})
      decided.abort()
    }
  }

  const look = async () => {
    restsUntil = 0
    await hasAll(personMs)
  }
  const timer = setInterval(() => void look().catch(() => {}), lookEveryMs).unref()

  return {
    url: options.url,
    hasAll,
    look,
    state: () => known,
    async read(work) {
      if (!(await hasAll(personMs))) {
        count('greenroom.replica.reads', { outcome: 'primary' })
        return work(primary)
      }
      try {
        const answer = await work(database)
        count('greenroom.replica.reads', { outcome: 'replica' })
        return answer
      } catch (error) {
        if (!isReplicasFault(error)) throw error
        if (isUnreachable(error)) found('away', null, error)
        count('greenroom.replica.reads', { outcome: 'again' })
        return work(primary)
      }
    },
    async close() {
      clearInterval(timer)
      await database.destroy()
    },
  }
}

/** `url`: the primary's. */
export type WholeFrom = { url: string; replica: Replica | undefined }

/** What an export waits for. */
const exportMs = 10_000

/**
 * Runs what reads whole lists by an address of its own: on the replica if it has everything, else on the primary, and there again if the
 * replica breaks off.
 *
 * @param mayAgain false once it was given up by the one who asked
 */
export async function readWhole<T>(
  { replica, url }: WholeFrom,
  work: (url: string) => Promise<T>,
  mayAgain: () => boolean = () => true,
): Promise<T> {
  if (!replica || !(await replica.hasAll(exportMs))) return work(url)
  try {
    return await work(replica.url)
  } catch (error) {
    if (!isReplicasFault(error) || !mayAgain()) throw error
    return work(url)
  }
}
