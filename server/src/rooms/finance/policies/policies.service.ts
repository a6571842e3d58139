// Payout policies: each change waits for a second member of staff, and then locks the policy.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/policies'
import { policySettings } from '@greenroom/contract/policies.schema'
import { policyChanged } from '@greenroom/contract/sentences/payouts'
import type { Change } from '@greenroom/contract/sentences/words'
import { policyPayees } from '@greenroom/contract/statesAndKinds'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, defineApproval } from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because, Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { staleWrite } from '../../../kit/calls/stale.ts'
import { violates } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import * as queries from './policies.queries.ts'
import { lockedUntil, type PolicyPayee } from './policies.rules.ts'

const kind = 'policy.change'
type Shown = RecordOf<typeof calls.policyList>
type Services = { approvals: Approvals }

/** One page of policies. */
export async function policies({ approvals }: Services, context: Context, payload: Parsed<typeof calls.policyList>) {
  const [page, waiting] = await Promise.all([
    queries.policyPage(context, payload),
    approvals.waitingOn(context.database, kind, context.now),
  ])
  const mayWrite = levelOn(staffOf(context), 'finance.policy') === 3
  return mapPage(page, (row): Shown => {
    const approvalId = waiting.get(String(row.id)) ?? null
    const locked = row.locked_until !== null && row.locked_until > context.now
    const may = (fits: boolean): true | string => {
      if (!mayWrite) return 'readOnly'
      if (approvalId !== null) return 'waits'
      if (locked) return 'locked'
      return fits ? true : 'already'
    }
    return {
      policyId: row.id,
      name: row.name,
      rule: row.rule as Shown['rule'],
      settings: policySettings.parse(row.settings),
      payees: row.payees as Shown['payees'],
      enabled: row.enabled,
      changedBy: row.changed_by,
      changedAt: row.changed_at.toISOString(),
      lockedUntil: locked ? row.locked_until!.toISOString() : null,
      approvalId,
      version: row.version,
      can: { update: may(true), enable: may(!row.enabled), disable: may(row.enabled) },
    }
  })
}

const viewOf = ({ name, settings, payees, enabled }: queries.Content) => ({ name, settings, payees, enabled })
const contentOf = (row: queries.Row): queries.Content => ({
  name: row.name,
  settings: policySettings.parse(row.settings),
  payees: row.payees as PolicyPayee[],
  enabled: row.enabled,
})

const nameTaken = (error: unknown): unknown =>
  violates(error, 'payout_policy_name') ? refuseBecause(10027, 'name', 'policy.name') : error

/** The sent payees, in the order of their words. @throws Refusal 10009 for none, and for a share of anything but users' bonus */
function payeesOf({ payees = ['user'], settings }: Pick<Parsed<typeof calls.policySave>, 'payees' | 'settings'>) {
  if (payees.length === 0) throw refuseBecause(10009, 'payees', 'policy.payees')
  if (settings.rule === 'share' && payees.some((payee) => payee !== 'user'))
    throw refuseBecause(10009, 'payees', 'policy.share')
  return policyPayees.filter((payee) => payees.includes(payee))
}

/** Adds a policy, switched off until a second member of staff approves it. @throws Refusal 10009, 10027 */
export function save(
  { approvals }: Services,
  context: Context,
  { name, settings, payees, reason }: Parsed<typeof calls.policySave>,
): Promise<Answer<typeof calls.policySave>> {
  const content = { name, settings, payees: payeesOf({ payees, settings }), enabled: true }
  return context
    .tx(async (tx) => {
      const id = await queries.addPolicy(tx, content, context.now)
      const approvalId = await approvals.ask(tx, context, {
        kind,
        subject: String(id),
        payload: { policyId: id, ...content, how: 'added' },
        before: null,
        after: viewOf(content),
        reason,
        title: policyChanged('request', name, 'added'),
      })
      await queries.setWaiting(tx, id, approvalId)
      return { approvalId }
    })
    .catch((error: unknown) => {
      throw nameTaken(error)
    })
}

async function change(
  { approvals }: Services,
  context: Context,
  { policyId, version, reason }: { policyId: number; version: number; reason: string },
  next: (before: queries.Content) => { content: queries.Content; how: Change },
): Promise<{ approvalId: string }> {
  return context.tx(async (tx) => {
    const row = await queries.lockPolicy(tx, policyId)
    if (!row) throw new Refusal(10032)
    if (row.version !== version) throw staleWrite({ by: row.changed_by, at: row.changed_at, version: row.version })
    if (row.locked_until !== null && row.locked_until > context.now)
      throw refuseBecause(1000002, 'policyId', 'policy.locked', { until: row.locked_until.toISOString() })
    const before = contentOf(row)
    const { content, how } = next(before)
    if (how !== 'edited' && content.enabled === before.enabled) throw refuseBecause(20000, 'enabled', 'policy.already')
    const approvalId = await approvals.ask(tx, context, {
      kind,
      subject: String(policyId),
      payload: { policyId, ...content, how },
      before: viewOf(before),
      after: viewOf(content),
      reason,
      title: policyChanged('request', content.name, how),
    })
    await queries.setWaiting(tx, policyId, approvalId)
    return { approvalId }
  })
}

/** @throws Refusal 10009, 10032, 20000 for a stale version or a pending change, 1000002 while it is locked */
export const update = (services: Services, context: Context, sent: Parsed<typeof calls.policyUpdate>) =>
  change(services, context, sent, ({ enabled }) => ({
    content: { name: sent.name, settings: sent.settings, payees: payeesOf(sent), enabled },
    how: 'edited',
  }))

/** Switches a policy. @throws as `update` */
export const enable = (services: Services, context: Context, sent: Parsed<typeof calls.policyEnable>) =>
  change(services, context, sent, (before) => ({
    content: { ...before, enabled: sent.enabled },
    how: sent.enabled ? 'enabled' : 'disabled',
  }))

/** Once approved, a change is in force and locks the policy for its hours. */
export const policyApproval = (params: Params): ApprovalKind =>
  defineApproval({
    kind,
    menu: 'finance.policy',
    payload: z.object({
      policyId: z.number().int(),
      name: z.string(),
      settings: policySettings,
      payees: z.array(z.enum(policyPayees)),
      enabled: z.boolean(),
      how: z.enum(['added', 'edited', 'enabled', 'disabled']),
    }),
    concerns: noParties,
    stillValid: async (tx, { payload: { policyId } }) =>
      (await queries.lockPolicy(tx, policyId)) ? null : because('approval.gone'),
    async apply(tx, context, { payload: { policyId, how, ...content }, maker, reason }) {
      const row = await queries.lockPolicy(tx, policyId)
      if (!row) throw new Error(`policy ${policyId} disappeared before it was applied`)
      const until = lockedUntil(context.now, params.integer('policy_lock_hours'))
      const set = { by: maker, at: context.now, lockedUntil: until }
      await queries.setContent(tx, policyId, content, set).catch((error: unknown) => {
        throw nameTaken(error)
      })
      await record(tx, context, {
        operation: 'policy.update',
        target: `payout policy ${policyId}`,
        content: policyChanged('done', content.name, how),
        before: how === 'added' ? null : viewOf(contentOf(row)),
        after: { ...viewOf(content), lockedUntil: until.toISOString() },
        reason,
      })
    },
  })
