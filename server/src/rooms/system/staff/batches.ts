// Batch actions on accounts: one transaction per call, one outcome per account.
import type { Parsed } from '@greenroom/contract/call'
import { accountsChanged, accountsLost } from '@greenroom/contract/sentences/staff'
import type * as systemStaff from '@greenroom/contract/systemStaff'
import { batch, chosen, done, notDone } from '../../../kit/batch.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import type { Transaction } from '../../../kit/database.ts'
import { because, refuseBecause } from '../../../kit/refusal.ts'
import { recordMany } from '../../../log/index.ts'
import * as queries from './queries.ts'
import { planBatch, reasons, status } from './rules.ts'
import { judge, lookOf, snapshot, viewerOf } from './service.ts'

/** The log entry of one account. */
const contents = {
  enable: (names: readonly string[]) => accountsChanged(names, 'enabled'),
  disable: (names: readonly string[]) => accountsChanged(names, 'disabled'),
  delete: (names: readonly string[]) => accountsChanged(names, 'deleted'),
  endSessions: (names: readonly string[]) => accountsLost(names, 'sessions'),
}

/** Runs `work` on the permitted accounts of a batch, and refuses the others with a reason. */
async function each(
  context: Context,
  verb: keyof typeof contents,
  requested: number[],
  reason: string | undefined,
  work: (tx: Transaction, rows: queries.StaffRow[]) => Promise<(row: queries.StaffRow) => object | null>,
) {
  const ids = chosen(requested, 'ids')
  return batch(context, async (tx) => {
    const rows = new Map((await queries.lockStaff(tx, lookOf(context), ids)).map((row) => [row.id, row]))
    const accountOf = await judge(tx, context, [...rows.values()])
    const accounts = new Map([...rows].map(([id, row]) => [id, accountOf(row)]))
    const administrators = await queries.activeAdministrators(tx)
    const plan = planBatch(verb, ids, accounts, viewerOf(context), administrators)
    const changing = [...rows.values()].filter((row) => plan.get(row.id) === null)
    if (changing.length > 0) {
      const afterOf = await work(tx, changing)
      await recordMany(
        tx,
        context,
        changing.map((row) => ({
          target: `staff ${row.id}`,
          content: contents[verb]([row.username]),
          before: snapshot(row),
          after: afterOf(row),
          reason,
        })),
      )
    }
    return ids.map((id) => {
      const why = plan.get(id)
      if (why === null || why === undefined) return done(id)
      return why === 'unknown' ? notDone(id, 10032) : notDone(id, reasons[why].code, because(reasons[why].reason))
    })
  })
}

const idsOf = (rows: readonly queries.StaffRow[]) => rows.map((row) => row.id)

/** Enabling also lifts a freeze; disabling ends all sessions at once. @throws Refusal 11004 disabling without a reason */
export const setStatus = (context: Context, payload: Parsed<typeof systemStaff.staffStatus>) => {
  const enabling = payload.status === status.normal
  const { reason } = payload
  if (!enabling && !reason) throw refuseBecause(11004, 'reason', 'staff.disableReason')
  return each(context, enabling ? 'enable' : 'disable', payload.ids, reason, async (tx, rows) => {
    await queries.updateStaff(tx, idsOf(rows), { status: payload.status })
    if (enabling)
      await queries.unfreeze(
        tx,
        rows.map((row) => row.username),
      )
    else await queries.endSessions(tx, idsOf(rows), null)
    return (row) => ({ ...snapshot(row), status: payload.status, version: row.version + 1 })
  })
}

/** Ends the accounts' sessions, except the caller's current one. */
export const endSessions = (context: Context, payload: Parsed<typeof systemStaff.staffSessionsEnd>) =>
  each(context, 'endSessions', payload.ids, payload.reason, async (tx, rows) => {
    const ended = await queries.endSessions(tx, idsOf(rows), staffOf(context).sessionId)
    return (row) => ({ ...snapshot(row), sessionsEnded: ended.get(row.id) ?? 0 })
  })

/** Deletes accounts: the row stays for the log; the name becomes free and all sessions end. */
export const remove = (context: Context, payload: Parsed<typeof systemStaff.staffDelete>) =>
  each(context, 'delete', payload.ids, payload.reason, async (tx, rows) => {
    await queries.endSessions(tx, idsOf(rows), null)
    await queries.deleteStaff(tx, idsOf(rows), context.now)
    return () => null
  })
