// Makes the drafts of a week: once it has ended, Monday 02:00 has come, and the figures hold
// everything of it. Guilds are taken in chunks, each in a transaction of its own, so a killed process leaves complete chunks and the next
// one continues; a guild has at most one settlement a week.
import type { Clock } from '../../../kit/clock.ts'
import { type Database, inTransaction } from '../../../kit/database/database.ts'
import type { Params } from '../../../params/index.ts'
import { moneyReader, timeReader } from '../figures/guildFold.service.ts'
import { computeSums, validDays } from '../weeks/weekSum.compute.ts'
import { confirmBy, draftsFrom } from '../weeks/weeks.times.ts'
import { holdSums } from './settlement.queries.ts'
import * as runs from './settlement.runs.ts'
import { insertSums } from './settlement.write.ts'

/** The readers that fold events into figures (`kit.reader`): drafts wait until all are past the week's end. */
export const figureReaders: readonly string[] = [moneyReader, timeReader]

/** Guilds in a transaction: about a second's work with ten anchors each. */
const atOnce = 500

/** `chunk`: guilds in a transaction, for tests. */
export type Drafting = { database: Database; clock: Clock; params: Params; chunk?: number }

/** Drafts the next chunk of a week. @returns false when nothing is left to do now. */
const draftChunk = ({ database, clock, params, chunk = atOnce }: Drafting, week: string): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const run = await runs.lockRun(tx, week, figureReaders)
    if (!run?.ready) return false
    await holdSums(tx)
    const now = clock.now()
    const ids = await runs.nextGuilds(tx, run, chunk)
    if (ids.length === 0) {
      await runs.finishRun(tx, week, now)
      return false
    }
    const computed = await computeSums(tx, week, ids, validDays(params, now))
    await insertSums(tx, computed, {
      week,
      at: now,
      confirmBy: confirmBy(now, params.integer('guild_confirm_hours')),
      why: 'drafted',
      by: 'system',
    })
    await runs.advanceRun(tx, week, ids.at(-1)!)
    return true
  })

/** Drafts what is due, the oldest week first. @returns true when a week was completed. */
export async function makeDrafts(drafting: Drafting): Promise<boolean> {
  const { database, clock, params } = drafting
  const next = await runs.nextWeek(database, clock.now())
  if (!next || clock.now() < draftsFrom(next.endsAt, params.text('platform_time_zone'))) return false
  await inTransaction(database, (tx) => runs.beginRun(tx, next.week, clock.now()))
  while (await draftChunk(drafting, next.week));
  return (await runs.nextWeek(database, clock.now()))?.week !== next.week
}
