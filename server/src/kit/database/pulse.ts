// Whether the database answers, asked once a second on a connection of its own, and how far its clock is from this machine's. A host that has
// gone silent closes nothing: without this, every call would wait for minutes.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { cut, HostedClient } from '../standby/hostedClient.ts'
import { hostsOf, timelineIn } from '../standby/hosts.ts'
import type { WritesSeen } from './database.ts'

export type PulseTimes = {
  /** Pause between two questions. */
  everyMs: number
  /** An answer that takes longer counts as none. */
  answerMs: number
  /** The same for a new connection, tried after an answer was missing. */
  againMs: number
}

export const pulseTimes: PulseTimes = { everyMs: 1_000, answerMs: 2_000, againMs: 1_200 }

export type Pulse = {
  /** Asks now, or shares the question that is under way: whether it answers in time. */
  ask(): Promise<boolean>
  /** This machine's clock minus the database's, in milliseconds, as of the last exact answer; null before the first. */
  clockOffsetMs(): number | null
  close(): void
}

const asked = `
  select clock_timestamp() as at, case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as segment,
         pg_current_snapshot()::text as snapshot,
         (select pg_stat_get_db_tuples_inserted(oid) + pg_stat_get_db_tuples_updated(oid) + pg_stat_get_db_tuples_deleted(oid)
            from pg_database where datname = current_database())::text as rows`

/** Of several hosts, another may have been promoted while the old primary still answers. */
const lookEveryMs = 10_000

type Outcome = 'answered' | 'refused' | 'late'

/** What arrived while this process was too busy to read it is read first. */
const readFirstMs = 50
/** An answer that took longer says too little about clocks. */
const exactWithinMs = 500

/**
 * Opens the pulse.
 *
 * @param onTimeline told the database's timeline with each answer
 * @param onWrites told with each answer what it shows of writes; undefined when an answer is missing
 * @param onSilent told `true` when neither the open connection nor a new one is answered, `false` when one is or the database refuses
 * @param now milliseconds of this machine's clock
 */
export function openPulse({
  url,
  onSilent,
  onTimeline = () => {},
  onWrites = () => {},
  now,
  times = pulseTimes,
}: {
  url: string
  onSilent: (silent: boolean) => void
  onTimeline?: (timeline: number) => void
  onWrites?: (seen: WritesSeen | undefined) => void
  now: () => number
  times?: PulseTimes
}): Pulse {
  let client: pg.Client | undefined
  let offset: number | null = null
  let lateInARow = 0
  let silent = false
  let asking: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const drop = (which: pg.Client) => {
    if (client === which) client = undefined
    cut(which)
  }

  const open = (): pg.Client => {
    const made = new HostedClient({ connectionString: url, application_name: 'greenroom pulse' })
    made.on('error', () => drop(made))
    return made
  }

  const question = async (made: pg.Client) => {
    if (made !== client) {
      await made.connect()
      client = made
    }
    const sentAt = now()
    const { rows } = await made.query<{ at: Date; segment: string | null } & WritesSeen>(asked)
    const tookMs = now() - sentAt
    const { at, segment, ...seen } = rows[0]!
    if (tookMs >= 0 && tookMs <= exactWithinMs) offset = Math.round(sentAt + tookMs / 2 - at.getTime())
    if (segment === null) throw new Error('the database can only be read: it is a standby')
    onTimeline(timelineIn(segment))
    onWrites(seen)
  }

  const once = async (withinMs: number): Promise<Outcome> => {
    const made = client ?? open()
    const decided = new AbortController()
    const late = sleep(withinMs, undefined, { signal: decided.signal })
      .then(() => sleep(readFirstMs, undefined, { signal: decided.signal }))
      .then(
        (): Outcome => 'late',
        (): Outcome => 'late',
      )
    const outcome = await Promise.race([
      question(made).then(
        (): Outcome => 'answered',
        (): Outcome => 'refused',
      ),
      late,
    ])
    decided.abort()
    if (outcome !== 'answered') {
      drop(made)
      onWrites(undefined)
    }
    return outcome
  }

  const setSilent = (is: boolean) => {
    if (is === silent) return
    silent = is
    onSilent(is)
  }

  const whole = async (): Promise<boolean> => {
    const wasOpen = client !== undefined
    let outcome = await once(lateInARow > 0 ? times.againMs : times.answerMs)
    // A connection that ended since says nothing about the database.
    if (outcome === 'refused' && wasOpen && !closed) outcome = await once(times.answerMs)
    if (closed) return false
    lateInARow = outcome === 'late' ? lateInARow + 1 : 0
    setSilent(lateInARow >= 2)
    return outcome === 'answered'
  }

  const ask = () => {
    asking ??= whole().finally(() => (asking = undefined))
    return asking
  }

  const turn = () => {
    void ask().then(() => {
      if (!closed) timer = setTimeout(turn, lateInARow > 0 ? 0 : times.everyMs).unref()
    })
  }
  turn()
  const hosts = hostsOf(url)
  const looking = hosts && setInterval(() => void hosts.look().catch(() => {}), lookEveryMs).unref()

  return {
    ask: () => (closed ? Promise.resolve(false) : ask()),
    clockOffsetMs: () => offset,
    close() {
      closed = true
      clearTimeout(timer)
      clearInterval(looking)
      if (client) void client.end().catch(() => {})
    },
  }
}
