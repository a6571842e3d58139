// A user deletes their account in the app, or changes their mind. Whichever arrives first, the later word counts.
import { type AnyHandler, type Arrived, type Chunk, defineHandler } from '../../bridge/index.ts'
import { newId } from '../../kit/random.ts'
import type { Params } from '../../params/index.ts'
import { screenArrivals } from './arrivals.ts'
import * as queries from './deletion.queries.ts'
import { dueAfter, stillCounts } from './deletion.rules.ts'

const types = ['user.deleted', 'user.deletionCancelled'] as const
type Word = Arrived<(typeof types)[number]>

/** @returns whether the user is known */
async function takeOne(
  chunk: Chunk,
  event: Word,
  standing: Map<bigint, queries.Standing>,
  days: number,
): Promise<boolean> {
  const { tx, now } = chunk
  const userId = BigInt(event.data.userId)
  const of = standing.get(userId)!
  if (!of.known) return false
  if (event.type === 'user.deletionCancelled') {
    await queries.keepStaying(tx, userId, event.at)
    const { open } = of
    if (open?.state === 'waiting' && open.asked_by === '' && open.asked_at < event.at) {
      await queries.endDeletion(tx, open.id, { by: '', at: now, reason: '' })
      chunk.send(queries.deletionChanged(userId, 'cancelled', null))
      standing.set(userId, { ...of, open: null, stayedAt: event.at })
    } else if (of.stayedAt === null || of.stayedAt < event.at) standing.set(userId, { ...of, stayedAt: event.at })
    return true
  }
  if (of.open || !stillCounts(event.at, of)) return true
  const dueAt = dueAfter(event.at, days)
  const deletion = { id: newId(now), user_id: userId, asked_at: event.at, due_at: dueAt }
  await queries.insertDeletion(tx, deletion)
  chunk.send(queries.deletionChanged(userId, 'waiting', dueAt))
  const [made] = (await queries.standingOf(tx, [userId])).values()
  standing.set(userId, made!)
  return true
}

export const deletionHandler = (params: Params): AnyHandler => ({
  ...defineHandler<(typeof types)[number]>({
    types,
    plan: async (chunk, events: Word[]) => {
      const standing = await queries.standingOf(
        chunk.tx,
        events.map((event) => BigInt(event.data.userId)),
      )
      const days = params.integer('deletion_days')
      const known = new Map<Word, boolean>()
      for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
        known.set(event, await takeOne(chunk, event, standing, days))
      return events.map((event) =>
        known.get(event) ? { items: [], state: undefined } : { refuse: 21001, why: `no user ${event.data.userId}` },
      )
    },
  }),
  screen: screenArrivals,
})
