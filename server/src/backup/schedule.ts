// Takes backups of the embedded database by itself, and tries to restore them (docs/operating.md, "Backups"). Both are the operator's
// commands, as processes of their own: neither their memory nor their work is the server's.
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { wallNow } from '../kit/clock.ts'
import type { Database } from '../kit/database/database.ts'
import { lastRun, noteRun } from './runs.ts'
import { isBackupDue, isTrialDue } from './schedule.rules.ts'
import { lastBackup } from './take.ts'

export type Schedule = {
  /** Does what is due, and waits for it. */
  turn(): Promise<void>
  /** Ends what runs: a backup without its end is none. */
  close(): Promise<void>
}

const everyMs = 5 * 60_000
/** Unless BACKUP_AT says when. */
const usualTime = '02:30'
/** Those who work and the app come first. */
const lowPriority = 10
const graceMs = 10_000

/** Runs a command of `cli/`. @returns null if it ended well, else what it said last */
export type Command = (name: 'backup' | 'restore-test', args: string[], stop: AbortSignal) => Promise<string | null>

const commandIn =
  (env: Readonly<Record<string, string | undefined>>): Command =>
  async (name, args, stop) => {
    const script = fileURLToPath(new URL(`../cli/${name}.ts`, import.meta.url))
    const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    const { promise: ended, resolve } = Promise.withResolvers<string | null>()
    let said = ''
    child.stderr.on('data', (part: Buffer) => {
      said = `${said}${part.toString('utf8')}`.slice(-2_000)
    })
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) =>
      resolve(code === 0 ? null : said.trim() || `it ended with ${signal ?? `exit code ${code}`}`),
    )
    if (child.pid !== undefined) {
      try {
        setPriority(child.pid, lowPriority)
      } catch {
        // It has ended, or this system has no priorities.
      }
    }
    const onStop = () => {
      child.kill('SIGTERM')
      void sleep(graceMs, undefined, { ref: false }).then(() => child.kill('SIGKILL'))
    }
    if (stop.aborted) onStop()
    else stop.addEventListener('abort', onStop, { once: true })
    return ended.finally(() => stop.removeEventListener('abort', onStop))
  }

/**
 * Looks every five minutes from now on.
 *
 * @param options.env what the commands are started with @param options.isWanted whether this installation needs backups: those of a simulated
 * app don't, unless BACKUP_AT is set @param options.onFailure told why a run failed
 */
export function openSchedule(options: {
  config: Config
  database: Database
  env: Readonly<Record<string, string | undefined>>
  isWanted: () => Promise<boolean>
  onFailure: (error: unknown, what: string) => void
  command?: Command
  now?: () => Date
}): Schedule {
  const { config, database, isWanted, onFailure, now = wallNow } = options
  const command = options.command ?? commandIn(options.env)
  const time = config.BACKUP_AT ?? usualTime
  const stop = new AbortController()
  /** In this process, whether or not it came to a note. */
  let tried: Date | null = null
  let running: Promise<void> = Promise.resolve()

  /** Runs a command, and notes for it what it could not note itself. */
  const run = async (kind: 'backup' | 'restore') => {
    const began = now()
    const said = await command(
      kind === 'backup' ? 'backup' : 'restore-test',
      kind === 'backup' ? [`--keep=${config.BACKUP_KEEP}`] : [],
      stop.signal,
    )
    if (said === null || stop.signal.aborted) return
    onFailure(new Error(said), kind === 'backup' ? 'scheduled backup' : 'trial of a restore')
    const noted = await lastRun(database, kind)
    if (!noted || noted.began_at < began)
      await noteRun(database, { kind, began_at: began, ended_at: now(), backup: '', failure: said })
  }

  const look = async () => {
    if (time === 'off' || (config.BACKUP_AT === undefined && !(await isWanted()))) return
    const at = now()
    const last = (await lastBackup(config)).at
    const before = await lastRun(database, 'backup')
    const latest = tried ?? (before && before.failure !== '' ? before.began_at : null)
    if (isBackupDue({ now: at, time, last, tried: latest })) {
      tried = at
      await run('backup')
    }
    if (stop.signal.aborted) return
    const trial = await lastRun(database, 'restore')
    const newest = (await lastBackup(config)).at
    const known = trial ? { at: trial.began_at, failed: trial.failure !== '' } : null
    if (isTrialDue({ now: now(), days: config.RESTORE_TEST_DAYS, last: newest, trial: known })) await run('restore')
  }
  const turn = () => {
    running = running
      .then(() => (stop.signal.aborted ? undefined : look()))
      .catch((error: unknown) => onFailure(error, 'schedule of backups'))
    return running
  }
  const timer = setInterval(() => void turn(), everyMs)
  timer.unref()
  return {
    turn,
    async close() {
      clearInterval(timer)
      stop.abort()
      await running
    },
  }
}
