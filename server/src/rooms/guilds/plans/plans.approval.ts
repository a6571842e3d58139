// What happens when a second member of staff approves the publishing or the withdrawal of a plan.
import { planPublished } from '@greenroom/contract/sentences/guildMoney'
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because, refuseBecause, type Why } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import * as queries from './plans.queries.ts'
import { factsOf, publishKind, runningWeek, startFaultAt, viewOf, withdrawKind } from './plans.read.ts'
import { whyNot } from './plans.rules.ts'
import { withdrawNow } from './plans.service.ts'

const payload = z.object({ id: z.number().int(), version: z.number().int() })
type PlanVersion = z.infer<typeof payload>

/** Why the plan no longer matches the request. */
async function changedSince(tx: Transaction, { id, version }: PlanVersion): Promise<Why | null> {
  const row = await queries.lockPlan(tx, id)
  if (!row) return because('approval.gone')
  return row.version === version ? null : because('approval.changed', { by: row.updated_by })
}

/** @throws Refusal if the plan may no longer start or be withdrawn; the request then fails. */
async function lockFor(tx: Transaction, { now, timeZone }: Context, verb: 'publish' | 'withdraw', { id }: PlanVersion) {
  const row = await queries.lockPlan(tx, id)
  if (!row) throw new Error(`plan ${id} disappeared before it was applied`)
  const why = whyNot(factsOf(row, false), verb, await runningWeek(tx, now, timeZone))
  if (why) throw refuseBecause(1000002, 'id', why)
  return row
}

/** If its start week begins while it waits, the request fails. */
export const planApprovals: ApprovalKind[] = [
  defineApproval({
    kind: publishKind,
    menu: 'guilds.commissionPlan',
    payload,
    concerns: noParties,
    stillValid: (tx, waiting) => changedSince(tx, waiting.payload),
    async apply(tx, context, { payload: requested, reason, maker }) {
      const row = await lockFor(tx, context, 'publish', requested)
      const before = viewOf(row)
      const fault = await startFaultAt(tx, context.now, context.timeZone, before.startWeek)
      if (fault) throw refuseBecause(1000002, 'startWeek', fault)
      const after = await queries.setState(tx, requested.id, {
        state: 'published',
        published_by: maker,
        published_at: context.now,
      })
      await record(tx, context, {
        operation: 'plan.publish',
        target: `plan ${requested.id}`,
        content: planPublished('done', before),
        before,
        after: viewOf(after),
        reason,
      })
    },
  }),
  defineApproval({
    kind: withdrawKind,
    menu: 'guilds.commissionPlan',
    payload,
    concerns: noParties,
    stillValid: (tx, waiting) => changedSince(tx, waiting.payload),
    async apply(tx, context, { payload: requested, reason }) {
      await withdrawNow(tx, context, await lockFor(tx, context, 'withdraw', requested), reason)
    },
  }),
]
