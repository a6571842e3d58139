// Short periodic work, run by whichever process gets the lock.

import { sql } from 'kysely'
import { wallNow } from '../kit/clock.ts'
import { type Database, writesSoFar } from '../kit/database/database.ts'
import { semaphore } from '../kit/work/semaphore.ts'

/** False once the process stops: work that has parts begins no further one. */
export type IsRunning = () => boolean

/**
 * Does the parts of a round's work, at most `most`, so that its lock is not held for long; the next round continues.
 *
 * @param part does one; true if there may be more.
 */
export async function inParts(isRunning: IsRunning, most: number, part: () => Promise<boolean>): Promise<void> {
  for (let done = 0; done < most && isRunning() && (await part()); done++);
}

/** The pauses between a round's turns, in milliseconds. */
export type Pace = {
  milliseconds: number
  /** For work on what is written: the pause while nobody is seen to write. */
  idleMilliseconds?: number
  /** For work that also falls due without a write: when, on the platform's clock; null if nothing waits. Asked when such a pause begins. */
  nextDue?: () => Promise<Date | null>
}

/** Of work that waits for nothing but writes. The pause ends by itself all the same: what functions of others write is noticed late. */
export const untilWritten = { idleMilliseconds: 30_000 }

export type Rounds = {
  add(name: string, pace: Pace, work: (isRunning: IsRunning) => Promise<void>): void
  /** Ends all rounds and waits for running ones. */
  stop(): Promise<void>
}

/**
 * Maximum concurrent rounds in this process. Each holds a connection for its lock and needs others for its work: with
 * as many rounds as pool connections, all rounds and requests would deadlock.
 */
const atOnce = 6

/**
 * A round holds its lock in a transaction that does nothing else, so the lock ends with the connection and works behind
 * a pooler. The transaction has no id and no snapshot, so it doesn't hold back vacuum.
 */
export function openRounds(
  database: Database,
  onError: (error: unknown, name: string) => void,
  now: () => Date = wallNow,
): Rounds {
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  const inTurn = semaphore(atOnce)
  let stopped = false

  const isRunning = () => !stopped

  const once = async (name: string, work: (isRunning: IsRunning) => Promise<void>) => {
    if (stopped) return
    await database.transaction().execute(async (tx) => {
      // Its transaction is idle while the round works: a server's limit on that would end the lock, and the work would go on without it.
      const lock = await sql<{ taken: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`round ${name}`}, 0)) as taken,
               set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
      if (lock.rows[0]?.taken) await work(isRunning)
    })
  }

  const begin = (name: string, pace: Pace, work: (isRunning: IsRunning) => Promise<void>) => {
    const writes = writesSoFar(database)
    const turn = inTurn(() => once(name, work))
      .catch((error: unknown) => {
        if (!stopped) onError(error, name)
      })
      .finally(() => {
        running.delete(turn)
        const idleUntil = performance.now() + (pace.idleMilliseconds ?? 0)
        const isIdle = () => writesSoFar(database) === writes && performance.now() < idleUntil
        let due: Date | null | undefined = pace.nextDue ? undefined : null
        const look = async () => {
          if (isIdle() && due === undefined) due = await pace.nextDue?.().catch(() => now())
          if (isIdle() && !(due && due <= now())) pause()
          else if (!stopped) begin(name, pace, work)
        }
        const pause = () => {
          if (!stopped) timers.set(name, setTimeout(() => void look(), pace.milliseconds).unref())
        }
        pause()
      })
    running.add(turn)
  }

  return {
    add: begin,
    async stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.allSettled(running)
    },
  }
}
