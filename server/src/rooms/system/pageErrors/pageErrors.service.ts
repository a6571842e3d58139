// Errors that pages of the front end report, and what staff make of them.
import type { Parsed } from '@greenroom/contract/call'
import { pageErrorKnown } from '@greenroom/contract/sentences/bridge'
import type { frontErrorKnow, frontErrorReport } from '@greenroom/contract/systemErrors'
import { countTry } from '../../../access/index.ts'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because } from '../../../kit/calls/refusal.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { recordMany } from '../../../log/index.ts'
import * as queries from './pageErrors.queries.ts'
import { keptDays, keptOf, mostKept, reportsPerMinute, whyNotKnow } from './pageErrors.rules.ts'

const dayMs = 86_400_000

/** Counts an error. Not an operation: nobody decided anything. @throws Refusal 10008 for too many of one network */
export async function reportError(context: Context, reported: Parsed<typeof frontErrorReport>) {
  await countTry(context, 'page error', reportsPerMinute)
  const { now } = context
  await inTransaction(context.database, async (tx) => {
    await queries.countError(tx, keptOf(reported, context.userAgent), now)
    await queries.forgetErrors(tx, { since: new Date(now.getTime() - keptDays * dayMs), most: mostKept })
  })
  return {}
}

/** Marks new errors as known; the others are refused with 20000, unknown ids with 10032. */
export function knowErrors(context: Context, payload: Parsed<typeof frontErrorKnow>) {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, async (tx) => {
    const rows = await queries.lockErrors(tx, ids)
    const open = rows.filter((row) => whyNotKnow(row) === null)
    await queries.setKnown(
      tx,
      open.map(({ id }) => id),
      staffOf(context).username,
    )
    await recordMany(
      tx,
      context,
      open.map(({ id, screen, release, state }) => ({
        target: `page error ${id}`,
        content: pageErrorKnown({ screen, release }),
        before: { id, screen, release, state },
        after: { id, screen, release, state: 'known' },
      })),
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => {
      const row = byId.get(id)
      if (!row) return notDone(id, 10032)
      return whyNotKnow(row) === null ? done(id) : notDone(id, 20000, because('pageError.known'))
    })
  })
}
