// Ends broadcasts of banned users in the chunk that reports them.
import type { Chunk } from '../../../bridge/index.ts'
import { saveSessions } from '../events/broadcasts.queries.ts'
import { forbidden, type Session } from '../events/broadcasts.rules.ts'
import { addToBroadcasters } from '../people/liveCounting.queries.ts'
import { changesOf } from '../people/liveCounting.rules.ts'
import { openForbids } from './forbidden.queries.ts'
import { inForce } from './forbidden.rules.ts'

/**
 * Ends broadcasts begun in this chunk whose broadcaster is banned, and repeats the command to the app. Their rows of sums are written
 * already, so a concurrent ban either waits for this chunk or is visible here.
 */
export async function endForbidden(chunk: Chunk, started: readonly Session[]): Promise<void> {
  if (started.length === 0) return
  const { tx, now } = chunk
  const open = await openForbids(tx, [...new Set(started.map((session) => session.user_id!))])
  const bans = new Map(open.filter((one) => inForce(one, now)).map((one) => [one.user_id, one]))
  const stopped = started
    .filter((session) => bans.has(session.user_id!))
    .map((before) => ({ before, after: forbidden(before, now) }))
  if (stopped.length === 0) return
  await saveSessions(
    tx,
    now,
    stopped.map(({ after }) => after),
  )
  await addToBroadcasters(tx, changesOf(stopped))
  for (const { before, after } of stopped) {
    if (before.ended_at !== null) continue
    const { until, reason } = bans.get(after.user_id!)!
    const userId = Number(after.user_id)
    const subject = `user:${userId}`
    chunk.send({ type: 'live.stopped', subject, data: { liveId: after.id, userId, reason } })
    chunk.send({
      type: 'live.forbidden',
      subject,
      data: { userId, until: until?.toISOString() ?? null, reason },
    })
  }
}
