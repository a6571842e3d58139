// Batch actions on accounts: one transaction per call, one outcome per account.
import type { Parsed } from '@greenroom/contract/call'
import { accountsChanged, accountsLost } from '@greenroom/contract/sentences/staff'
import type * as systemStaff from '@greenroom/contract/systemStaff'
import { type Approvals, dropLinks } from '../../../access/index.ts'
import { batch, chosen, done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { recordMany } from '../../../log/index.ts'
import { judge, lookOf, snapshot, viewerOf } from './staff.account.ts'
import * as queries from './staff.queries.ts'
import { askEnable } from './staff.requests.ts'
import { type Account, planBatch, reasons, status } from './staff.rules.ts'

/** The log entry of one account. */
const contents = {
  enable: (names: readonly string[]) => accountsChanged(names, 'enabled'),
  disable: (names: readonly string[]) => accountsChanged(names, 'disabled'),
  delete: (names: readonly string[]) => accountsChanged(names, 'deleted'),
  endSessions: (names: readonly string[]) => accountsLost(names, 'sessions'),
}

/** For accounts whose change waits for a second member of staff. */
type Waiting = {
  is(account: Account): boolean
  ask(tx: Transaction, row: queries.StaffRow): Promise<void>
}
const never: Waiting = { is: () => false, ask: async () => {} }

/** Asks for one account; what is asked already is refused. */
async function askFor(tx: Transaction, waiting: Waiting, row: queries.StaffRow): Promise<Outcome> {
  try {
    await waiting.ask(tx, row)
    return done(row.id)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return notDone(row.id, error.code, error.detail?.[0])
  }
}

/** Runs `work` on the permitted accounts of a batch, and refuses the others with a reason. */
async function each(
  context: Context,
  verb: keyof typeof contents,
  requested: number[],
  reason: string | undefined,
  work: (tx: Transaction, rows: queries.StaffRow[]) => Promise<(row: queries.StaffRow) => object | null>,
  waiting: Waiting = never,
) {
  const ids = chosen(requested, 'ids')
  return batch(context, async (tx) => {
    const rows = new Map((await queries.lockStaff(tx, lookOf(context), ids)).map((row) => [row.id, row]))
    const accountOf = await judge(tx, staffOf(context).roleIds, [...rows.values()])
    const accounts = new Map([...rows].map(([id, row]) => [id, accountOf(row)]))
    const administrators = await queries.activeAdministrators(tx)
    const plan = planBatch(verb, ids, accounts, viewerOf(context), administrators)
    const able = [...rows.values()].filter((row) => plan.get(row.id) === null)
    const changing = able.filter((row) => !waiting.is(accounts.get(row.id)!))
    const asked = new Map<number, Outcome>()
    for (const row of able.filter((one) => !changing.includes(one))) asked.set(row.id, await askFor(tx, waiting, row))
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
      if (why === null || why === undefined) return asked.get(id) ?? done(id)
      return why === 'unknown' ? notDone(id, 10032) : notDone(id, reasons[why].code, because(reasons[why].reason))
    })
  })
}

const idsOf = (rows: readonly queries.StaffRow[]) => rows.map((row) => row.id)

/**
 * Enabling also lifts a freeze; with a right that counts it waits for a second member of staff. Disabling ends all sessions at once.
 *
 * @throws Refusal 11004 disabling without a reason
 */
export async function setStatus(
  approvals: Approvals,
  context: Context,
  payload: Parsed<typeof systemStaff.staffStatus>,
) {
  const { reason } = payload
  if (payload.status === status.normal) {
    const waiting: { userId: number; approvalId: string }[] = []
    const result = await each(context, 'enable', payload.ids, reason, enableAll, {
      is: (account) => account.counts,
      ask: async (tx, row) => {
        const { approvalId } = await askEnable(tx, approvals, context, row, reason ?? '')
        if (approvalId !== undefined) waiting.push({ userId: row.id, approvalId })
      },
    })
    return waiting.length > 0 ? { ...result, waiting } : result
  }
  if (!reason) throw refuseBecause(11004, 'reason', 'staff.disableReason')
  return each(context, 'disable', payload.ids, reason, async (tx, rows) => {
    await queries.updateStaff(tx, idsOf(rows), { status: status.disabled })
    await dropLinks(tx, idsOf(rows))
    await queries.endSessions(tx, idsOf(rows), null)
    return (row) => ({ ...snapshot(row), status: status.disabled, version: row.version + 1 })
  })
}

async function enableAll(tx: Transaction, rows: queries.StaffRow[]) {
  await queries.updateStaff(tx, idsOf(rows), { status: status.normal })
  await queries.unfreeze(
    tx,
    rows.map((row) => row.username),
  )
  return (row: queries.StaffRow) => ({ ...snapshot(row), status: status.normal, version: row.version + 1 })
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
