// Registration benefits: requested by one member of staff, approved by another, stopped by either.

import type * as calls from '@greenroom/contract/benefits'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { benefitChanged, benefitsStopped } from '@greenroom/contract/sentences/promotion'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, defineApproval, refuseStopped } from '../../../access/index.ts'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import { type Keyset, mapPage, pageOf } from '../../../kit/database/paging.ts'
import { momentOf } from '../../../kit/time.ts'
import { record, recordMany } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { createdBy, lockRows, type Row } from '../../../records/index.ts'
import * as queries from './benefits.queries.ts'
import { type Benefits, benefitKind } from './benefits.resource.ts'
import { costOf } from './benefits.rules.ts'

export type BenefitServices = { params: Params; approvals: Approvals }

/** Validates the requested benefit. @throws Refusal 10009, 1000002 */
function valuesOf(params: Params, context: Context, sent: Parsed<typeof calls.benefitSave>) {
  const { now, timeZone } = context
  const [from, to] = [momentOf(sent.from, timeZone, 'from'), momentOf(sent.to, timeZone, 'to')]
  if (to <= from) throw refuseBecause(10009, 'to', 'field.range')
  if (to <= now) throw refuseBecause(1000002, 'to', 'benefit.past')
  if (sent.tokens + sent.freeMinutes === 0) throw refuseBecause(10009, 'tokens', 'benefit.nothing')
  const cost = costOf(sent.tokens, sent.freeMinutes, params.integer('free_minute_price'))
  if (cost > sent.budgetTokens) throw refuseBecause(1000002, 'budgetTokens', 'benefit.budget', { cost })
  return {
    name: sent.name,
    sex: sent.sex ?? null,
    countries: [...new Set(sent.countries ?? [])],
    channels: [...new Set(sent.channels ?? [])],
    from_at: from,
    to_at: to,
    tokens: BigInt(sent.tokens),
    free_minutes: sent.freeMinutes,
    cost_tokens: BigInt(cost),
    budget_tokens: BigInt(sent.budgetTokens),
  }
}

/** Requests a benefit. @throws Refusal 10009, 1000002; 10032 for a disabled channel */
export const askBenefit =
  (of: Benefits, { params, approvals }: BenefitServices) =>
  (context: Context, sent: Parsed<typeof calls.benefitSave>): Promise<Answer<typeof calls.benefitSave>> =>
    context.tx(async (tx) => {
      await refuseStopped(tx, 'benefits', 'name')
      const values = valuesOf(params, context, sent)
      const unknown = await queries.unknownNumbers(tx, values.channels)
      if (unknown.length > 0) throw refuseBecause(10032, 'channels', 'benefit.channel', { numbers: unknown })
      const by = staffOf(context).username
      const row = await queries.add(tx, { ...values, ...createdBy(context), updated_by: by, updated_at: context.now })
      const approvalId = await approvals.ask(tx, context, {
        kind: benefitKind,
        subject: String(row.id),
        payload: { benefitId: row.id },
        before: null,
        after: of.view(row),
        reason: sent.reason,
        title: benefitChanged('request', { name: sent.name, ...sizesOf(row) }),
      })
      await queries.setApproval(tx, row.id, approvalId)
      return { id: row.id, approvalId }
    })

const sizesOf = (row: Row<'promotion.benefit'>) => ({
  tokens: Number(row.tokens),
  freeMinutes: row.free_minutes,
  budgetTokens: Number(row.budget_tokens),
})

/** In force from the approval on, or from its start if that is later. */
export const benefitApproval = (): ApprovalKind =>
  defineApproval({
    kind: benefitKind,
    menu: 'promotion.benefit',
    payload: z.object({ benefitId: z.number().int() }),
    concerns: noParties,
    async stillValid(tx, { payload: { benefitId } }) {
      const row = await queries.benefitById(tx, benefitId)
      if (!row) return because('approval.gone')
      return row.state === 'waiting' ? null : because('benefit.stopped')
    },
    async apply(tx, context, { payload: { benefitId }, reason }) {
      await refuseStopped(tx, 'benefits', 'id')
      const row = await queries.benefitById(tx, benefitId)
      if (!row) throw new Error(`benefit ${benefitId} was deleted before the change was applied`)
      if (row.to_at <= context.now) throw refuseBecause(1000002, 'to', 'benefit.past')
      if (!(await queries.approve(tx, benefitId, staffOf(context).username, context.now)))
        throw refuseBecause(20000, 'id', 'benefit.stopped')
      await record(tx, context, {
        operation: benefitKind,
        target: `benefit ${benefitId}`,
        content: benefitChanged('done', { name: row.name, ...sizesOf(row) }),
        before: { state: 'waiting' },
        after: { state: 'approved', benefitId, ...sizesOf(row) },
        reason,
      })
    },
  })

/** Outcomes: 20000 if already stopped, 10032 if unknown. A pending request then fails. */
export const stopBenefits = (of: Benefits) => (context: Context, payload: Parsed<typeof calls.benefitStop>) => {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, async (tx) => {
    const found = await lockRows(tx, of, ids)
    const stoppable = [...found.values()].filter(({ state }) => state !== 'stopped')
    const gone = stoppable.map(({ id }) => id)
    await queries.stop(tx, gone, staffOf(context).username, context.now, payload.reason)
    await recordMany(
      tx,
      context,
      stoppable.map((row) => ({
        target: `benefit ${row.id}`,
        content: benefitsStopped([row]),
        before: { state: row.state, grants: row.grants, usedTokens: Number(row.used_tokens) },
        after: { state: 'stopped', grants: row.grants, usedTokens: Number(row.used_tokens) },
        reason: payload.reason,
      })),
    )
    return ids.map((id) =>
      gone.includes(id)
        ? done(id)
        : found.has(id)
          ? notDone(id, 20000, because('benefit.stopped'))
          : notDone(id, 10032),
    )
  })
}

const keyset: Keyset<queries.GrantRow> = {
  sorts: { at: { column: 'g.id', type: 'bigint', of: (row) => row.id } },
  defaultSort: '-at',
  id: { column: 'g.id', type: 'bigint', of: (row) => row.id },
  defaultSize: 20,
}

/** The recipients of a benefit, newest first. */
export async function grantsOf(context: Context, payload: Parsed<typeof calls.benefitGrantList>) {
  const query = queries.grantsOf(context.database, payload.id, context.scope)
  const page = await pageOf<queries.GrantRow>(context, query, keyset, payload, {
    id: payload.id,
    scope: context.scope,
  })
  return mapPage(page, (row) => ({
    user: { userId: Number(row.user_id), nickname: row.nickname, avatarUrl: row.avatar_url },
    channel: row.channel,
    block: row.block,
    tokens: Number(row.tokens),
    freeMinutes: row.free_minutes,
    at: row.at.toISOString(),
  }))
}
