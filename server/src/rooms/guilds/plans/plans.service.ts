// Commission plans: drafts are written and edited, published by two members of staff, and withdrawn before they start.
import type { Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/guildMoney'
import { planChanged, planPublished, planWithdrawn } from '@greenroom/contract/sentences/guildMoney'
import type { Approvals } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { staleWrite } from '../../../kit/calls/stale.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { record } from '../../../log/index.ts'
import * as queries from './plans.queries.ts'
import {
  factsOf,
  presentPlans,
  publishKind,
  runningWeek,
  startFaultAt,
  viewOf,
  waitingPlans,
  withdrawKind,
} from './plans.read.ts'
import { type Verb, whyNot } from './plans.rules.ts'

export async function list(approvals: Approvals, context: Context, payload: Parsed<typeof calls.planList>) {
  const page = await queries.planPage(context, payload)
  const records = await presentPlans(approvals, context, page.records)
  return { ...mapPage(page, (row) => row), records }
}

/** @throws Refusal 10032 */
export async function info(approvals: Approvals, context: Context, { id }: Parsed<typeof calls.planInfo>) {
  const row = context.scope.kind === 'platform' ? await queries.planById(context.database, id) : undefined
  if (!row) throw refuseBecause(10032, 'id', 'record.none')
  const [plan] = await presentPlans(approvals, context, [row])
  return { plan: plan! }
}

type Sent = Parsed<typeof calls.planSave>

const contentOf = ({ name, kind, levels, salary, startWeek, note }: Sent): queries.Content => ({
  name,
  kind,
  levels: JSON.stringify(levels),
  salary: JSON.stringify(salary),
  start_week: startWeek,
  note: note ?? '',
})

/** @throws Refusal 1000002 where a plan cannot start with this week. */
async function checkStart(tx: Transaction, { now, timeZone }: Context, startWeek: string): Promise<void> {
  const fault = await startFaultAt(tx, now, timeZone, startWeek)
  if (fault) throw refuseBecause(1000002, 'startWeek', fault)
}

export const save = (context: Context, sent: Sent) =>
  context.tx(async (tx) => {
    await checkStart(tx, context, sent.startWeek)
    const row = await queries.insertPlan(tx, contentOf(sent), staffOf(context).username, context.now)
    await record(tx, context, {
      target: `plan ${row.id}`,
      content: planChanged(row, 'added'),
      before: null,
      after: viewOf(row),
    })
    return { id: row.id }
  })

/**
 * The plan, locked, if the verb can be applied to it.
 *
 * @throws Refusal 10032, 20000 for a stale version, 1000002 for a state that forbids it.
 */
async function lockFor(
  approvals: Approvals,
  tx: Transaction,
  context: Context,
  verb: Verb,
  requested: { id: number; version: number; sent?: Record<string, unknown> },
) {
  const row = await queries.lockPlan(tx, requested.id)
  if (!row) throw new Refusal(10032)
  if (row.version !== requested.version)
    throw staleWrite({ by: row.updated_by, at: row.updated_at, version: row.version }, viewOf(row), requested.sent)
  const waits = (await waitingPlans(approvals, tx, context.now)).has(String(row.id))
  const why = whyNot(factsOf(row, waits), verb, await runningWeek(tx, context.now, context.timeZone))
  if (why) throw refuseBecause(1000002, 'id', why)
  return row
}

export const update = (approvals: Approvals, context: Context, sent: Parsed<typeof calls.planUpdate>) =>
  context.tx(async (tx) => {
    const { id, version, ...content } = sent
    const before = await lockFor(approvals, tx, context, 'update', { id, version, sent: content })
    await checkStart(tx, context, sent.startWeek)
    const after = await queries.updatePlan(tx, id, contentOf(sent), staffOf(context).username, context.now)
    await record(tx, context, {
      target: `plan ${id}`,
      content: planChanged(after, 'edited'),
      before: viewOf(before),
      after: viewOf(after),
    })
    return {}
  })

/** Requests a second member of staff's approval; the draft is unchanged until then. */
export const publish = (
  approvals: Approvals,
  context: Context,
  { id, version, reason }: Parsed<typeof calls.planPublish>,
) =>
  context.tx(async (tx) => {
    const row = await lockFor(approvals, tx, context, 'publish', { id, version })
    const view = viewOf(row)
    await checkStart(tx, context, view.startWeek)
    const approvalId = await approvals.ask(tx, context, {
      kind: publishKind,
      subject: String(id),
      payload: { id, version },
      before: null,
      after: view,
      reason,
      title: planPublished('request', view),
    })
    return { approvalId }
  })

/** A draft is withdrawn at once, a published plan once a second member of staff approves. */
export const withdraw = (
  approvals: Approvals,
  context: Context,
  { id, version, reason }: Parsed<typeof calls.planWithdraw>,
) =>
  context.tx(async (tx) => {
    const row = await lockFor(approvals, tx, context, 'withdraw', { id, version })
    if (row.state === 'draft') {
      await withdrawNow(tx, context, row, reason)
      return {}
    }
    const view = viewOf(row)
    const approvalId = await approvals.ask(tx, context, {
      kind: withdrawKind,
      subject: String(id),
      payload: { id, version },
      before: view,
      after: { ...view, state: 'withdrawn' },
      reason,
      title: planWithdrawn('request', view),
    })
    return { approvalId }
  })

/** Withdraws a locked plan. */
export async function withdrawNow(tx: Transaction, context: Context, row: queries.PlanRow, reason: string) {
  const after = await queries.setState(tx, row.id, {
    state: 'withdrawn',
    updated_by: staffOf(context).username,
    updated_at: context.now,
  })
  await record(tx, context, {
    operation: 'plan.withdraw',
    target: `plan ${row.id}`,
    content: planWithdrawn('done', row),
    before: viewOf(row),
    after: viewOf(after),
    reason,
  })
}
