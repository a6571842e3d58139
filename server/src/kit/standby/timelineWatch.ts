// What a server does and says when its database's timeline changes under it, or a standby is missing.
import { secondsOf } from './commits.ts'
import type { Failovers, Judged } from './failover.ts'
import type { StandbyLack } from './synchronous.ts'

/** A failover, for the log of the process. */
export function failoverText({ timeline, outcome, transactions, from, until }: Judged): string {
  const head = `The database failed over to timeline ${timeline}: `
  if (outcome === 'complete') return `${head}nothing is lost of what this server had acknowledged.`
  if (outcome === 'unknown')
    return `${head}whether something is lost cannot be told, so deliveries are off. See docs/operating.md, "After a failover".`
  const lost = secondsOf({ from, until })
  return (
    `${head}${transactions} transactions of the last ${lost} s are lost, acknowledged from ${from?.toISOString()} to ${until?.toISOString()}. ` +
    'Deliveries are off: let the app send again what it has sent since a minute before, then switch them on. See docs/operating.md, "After a failover".'
  )
}

const lacks: Record<StandbyLack, string> = {
  names: 'The database acknowledges without a standby now: synchronous_standby_names is empty.',
  commit: 'The database acknowledges before a standby has the change: synchronous_commit is not on.',
  rights: 'Nobody can tell whether a standby has what is acknowledged: the role lost pg_read_all_stats.',
  standby: 'No synchronous standby is connected: nothing can be committed, and the app is asked to wait.',
}

export const standbyText = (lack: StandbyLack | null): string =>
  lack === null ? 'A synchronous standby has what is acknowledged again.' : lacks[lack]

/**
 * Takes each timeline that the pulse reads. Without standbys a new one is a database that was restored under the running server, which is
 * noticed at once rather than at the next start.
 *
 * @param failovers judges it where the database has standbys
 */
export function openTimelineWatch(options: {
  failovers: Failovers | undefined
  onRestored: () => Promise<unknown>
  onError: (error: unknown) => void
}): (timeline: number) => void {
  let known: number | undefined
  return (timeline) => {
    if (options.failovers) return void options.failovers.see(timeline).catch(options.onError)
    const isNew = known !== undefined && known !== timeline
    known = timeline
    if (isNew) void options.onRestored().catch(options.onError)
  }
}
