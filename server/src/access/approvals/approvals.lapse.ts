// Expires overdue requests: on access, and by a job, so that expiry doesn't depend on someone opening the list.
import { approvalDecide } from '@greenroom/contract/system'
import { type Context, system, systemContext } from '../../kit/calls/context.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database/database.ts'
import { recordMany } from '../../log/index.ts'
import { entryFor, tellEnded } from './approvals.ending.ts'
import * as queries from './approvals.queries.ts'
import { next } from './approvals.rules.ts'

/** An expired request ends at its expiry time, not when the job runs. */
const lapseOf = (row: queries.ApprovalRow): queries.Ending => ({
  id: row.id,
  state: next(row.state, 'lapse'),
  checkerId: null,
  at: row.expires_at,
  reason: '',
})

/** Expires overdue requests and logs them without an actor. */
export async function lapse(tx: Transaction, context: Context, rows: readonly queries.ApprovalRow[]): Promise<void> {
  if (rows.length === 0) return
  await queries.endApprovals(tx, rows.map(lapseOf))
  await tellEnded(
    tx,
    context.now,
    rows.map((row) => ({ row, ending: lapseOf(row), by: '' })),
  )
  await recordMany(
    tx,
    context,
    rows.map((row) => ({ ...entryFor(row, lapseOf(row)), operation: 'approval.lapse', actor: system })),
  )
}

const atOnce = 200

/**
 * Expires every overdue approval by platform time, a few hundred per transaction.
 *
 * @returns how many.
 */
export async function lapseApprovals(database: Database, clock: Clock): Promise<number> {
  for (let total = 0; ; ) {
    const context = systemContext(approvalDecide, { database, clock })
    const lapsed = await context.tx(async (tx) => {
      const rows = await queries.lockExpired(tx, context.now, atOnce)
      await lapse(tx, context, rows)
      return rows.length
    })
    total += lapsed
    if (lapsed < atOnce) return total
  }
}
