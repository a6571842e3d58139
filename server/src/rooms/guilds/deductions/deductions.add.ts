// Adds deductions. The settlement job notices the change and recomputes the week, or corrects it in a later week (docs/guilds.md). Above
// the limit of one member of staff a second one approves.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/guildMoney'
import { deductionAdded, deductionsAsked } from '@greenroom/contract/sentences/guildMoney'
import { deductionKinds } from '@greenroom/contract/statesAndKinds'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, decidesAlone, defineApproval } from '../../../access/index.ts'
import { chosen, done, notDone, type Outcome, unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause, refuseCode, refuseField } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { recordMany } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { runningWeek } from '../plans/plans.read.ts'
import * as queries from './deductions.queries.ts'
import { addFault, type Place, weekFault, weeksAhead } from './deductions.rules.ts'

export type Services = { params: Params; approvals: Approvals }

export const addKind = 'deduction.save'

/** @throws Refusal 1000002 for a week in which nothing can be deducted. */
async function placeOf(tx: Transaction, context: Context, week: string): Promise<Place> {
  const facts = await queries.weekFacts(tx, week)
  const place = { week, ...facts, runningWeek: await runningWeek(tx, context.now, context.timeZone) }
  const fault = weekFault(place)
  if (fault === 'deduction.weekFar') throw refuseBecause(1000002, 'week', fault, { most: weeksAhead })
  if (fault) throw refuseBecause(1000002, 'week', fault)
  return place
}

const shared = z.object({
  of: z.enum(['guild', 'anchor']),
  kind: z.enum(deductionKinds),
  week: z.string(),
  chargebackId: z.string().nullable(),
})
const amountLine = z.object({ id: z.number().int(), usdCents: z.number().int() })
type AmountLine = z.infer<typeof amountLine>
type Shared = z.infer<typeof shared>
type Accepted = queries.Target & { usdCents: number }

/** Locks what these lines concern; an outcome for each, and those that can be deducted. */
async function judge(
  tx: Transaction,
  context: Context,
  lines: readonly AmountLine[],
  { of, week, chargebackId }: Shared,
) {
  const ids = lines.map(({ id }) => id)
  const place = await placeOf(tx, context, week)
  const targets = of === 'guild' ? await queries.guildTargets(tx, ids) : await queries.anchorTargets(tx, ids, week)
  const guildIds = [...new Set([...targets.values()].map(({ guildId }) => guildId))]
  const settled = await queries.lockSettled(tx, guildIds, week)
  const already = chargebackId === null ? new Set<number>() : await queries.lockDeducted(tx, chargebackId)
  const accepted: Accepted[] = []
  const outcomes = lines.map(({ id, usdCents }): Outcome => {
    const target = targets.get(id)
    if (!target) return notDone(id, 290005, because(of === 'guild' ? 'deduction.noGuild' : 'deduction.noAnchor'))
    if (already.has(id)) return notDone(id, 20000, because('deduction.taken'))
    const fault = addFault(target.guildState, place, settled.get(target.guildId))
    if (fault) return notDone(id, 1000002, because(fault))
    accepted.push({ ...target, usdCents })
    return done(id)
  })
  return { outcomes, accepted }
}

type Applied = { by: string; reason: string; shared: Shared }

async function apply(
  tx: Transaction,
  context: Context,
  accepted: readonly Accepted[],
  { by, reason, shared: { kind, week, chargebackId } }: Applied,
): Promise<void> {
  const common = { kind, reason, week, chargebackId, by, at: context.now }
  const added = await queries.addDeductions(
    tx,
    accepted.map(({ guildId, userId, usdCents }) => ({ guildId, userId, usdCents, ...common })),
  )
  await recordMany(
    tx,
    context,
    accepted.map(({ guildId, userId, name, usdCents }, at) => ({
      operation: addKind,
      target: `deduction ${added[at]}`,
      content: deductionAdded({ from: name, usdCents, week }),
      before: null,
      after: { guildId, userId, kind, usdCents, week, state: 'effective', ...(chargebackId && { chargebackId }) },
      reason,
    })),
  )
}

type Added = Answer<typeof calls.deductionSave>

/** One deduction a line, with an outcome each; above the limit all that can be deducted are asked for. */
async function add(
  { params, approvals }: Services,
  context: Context,
  lines: readonly AmountLine[],
  requested: Shared & { reason: string },
): Promise<Added> {
  const { reason, ...of } = requested
  let refused: Outcome[] = []
  const answer = await unlessUnchanged<Added | null>(context, null, async (tx) => {
    const { outcomes, accepted } = await judge(tx, context, lines, of)
    refused = outcomes
    if (accepted.length === 0) return undefined
    const operationId = newId(context.now)
    const parts = accepted.map(({ id, usdCents }) => ({ subject: `${operationId} ${id}`, amount: BigInt(usdCents) }))
    if (await decidesAlone(tx, context, params, { kind: 'guildDeduction', parts })) {
      await apply(tx, context, accepted, { by: staffOf(context).username, reason, shared: of })
      return { outcomes }
    }
    const usdCents = accepted.reduce((sum, one) => sum + one.usdCents, 0)
    const approvalId = await approvals.ask(tx, context, {
      kind: addKind,
      subject: operationId,
      payload: {
        ...of,
        lines: accepted.map(({ id, usdCents: cents }) => ({ id, usdCents: cents })),
        guildIds: [...new Set(accepted.map(({ guildId }) => guildId))],
      },
      before: null,
      after: {
        ...of,
        usdCents,
        deductions: accepted.map(({ guildId, userId, usdCents: cents }) => ({
          guildId,
          userId: userId === null ? null : Number(userId),
          usdCents: cents,
        })),
      },
      reason,
      title: deductionsAsked({ count: accepted.length, usdCents, week: of.week }),
    })
    return { outcomes, approvalId }
  })
  return answer ?? { outcomes: refused }
}

/** What can no longer be deducted is left out; if nothing is left, the request fails. */
export const addApproval: ApprovalKind = defineApproval({
  kind: addKind,
  menu: 'guilds.deductions',
  payload: shared.extend({ lines: z.array(amountLine), guildIds: z.array(z.number().int()) }),
  concerns: (_, { payload: { guildIds } }) => ({ guildIds }),
  stillValid: async () => null,
  async apply(tx, context, { payload: { lines, of: target, kind, week, chargebackId }, maker, reason }) {
    const of = { of: target, kind, week, chargebackId }
    const { outcomes, accepted } = await judge(tx, context, lines, of)
    if (accepted.length > 0) return apply(tx, context, accepted, { by: maker, reason, shared: of })
    const [first] = outcomes
    const code = first?.errorCode ?? 1000002
    throw first?.reason
      ? refuseField(code, 'ids', { message: first.errorMsg ?? '', reason: first.reason })
      : refuseCode(code, 'ids')
  },
})

/** The same deduction for each id. */
export const save =
  (services: Services) =>
  (context: Context, sent: Parsed<typeof calls.deductionSave>): Promise<Added> => {
    const ids = chosen(sent.ids, 'ids')
    const { usdCents, ids: _, ...of } = sent
    return add(
      services,
      context,
      ids.map((id) => ({ id, usdCents })),
      { ...of, chargebackId: null },
    )
  }

/** Deductions from the anchors who earned from a chargeback's tokens, each with its own amount, once. */
export const ofChargeback =
  (services: Services) =>
  async (context: Context, sent: Parsed<typeof calls.deductionChargeback>): Promise<Added> => {
    const { chargebackId, lines, week, reason } = sent
    if (!(await queries.isChargeback(context.database, chargebackId)))
      throw refuseBecause(10032, 'chargebackId', 'record.none')
    const amounts = new Map(lines.map(({ userId, usdCents }) => [userId, usdCents]))
    const each = [...amounts].map(([id, usdCents]) => ({ id, usdCents }))
    return add(services, context, each, { of: 'anchor', kind: 'chargeback', week, reason, chargebackId })
  }
