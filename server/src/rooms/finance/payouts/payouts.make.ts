// Makes payout batches, and drops those that never left.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/payoutBatches'
import { batchDropped, batchMade } from '@greenroom/contract/sentences/payouts'
import { payoutAccountKinds } from '@greenroom/contract/statesAndKinds'
import type { Approvals } from '../../../access/index.ts'
import { type Outcome, unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { type Transaction, violates } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import type { AccountKind } from '../accounts/payeeAccounts.rules.ts'
import { barredPayees } from '../sanctions/sanctions.screen.ts'
import { type Chosen, type JudgeServices, judge, lineId, type Sources, toPay } from './payouts.judge.ts'
import * as queries from './payouts.queries.ts'
import { accountText, controlOf, whyNot } from './payouts.rules.ts'
import type { PayoutKind, PayoutSource, Routed } from './payouts.source.ts'

export const batchKind = 'payoutBatch.approve'

export type MakeServices = { approvals: Approvals; params: Params } & JudgeServices

/** Notifies each source of its lines. */
export async function eachSource<T extends { source: PayoutKind }>(
  sources: Sources,
  lines: readonly T[],
  notify: (source: PayoutSource, of: T[]) => Promise<void>,
): Promise<void> {
  const bySource = [...Map.groupBy(lines, (line) => line.source)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [kind, of] of bySource) await notify(sources.get(kind)!, of)
}

/** Chosen lines by their payment method, in the order of the methods: each becomes a batch. */
export const byMethod = (chosen: readonly Chosen[]): [AccountKind, Chosen[]][] => {
  const methods = Map.groupBy(chosen, ({ payable }) => payable.account.kind)
  return payoutAccountKinds.flatMap((kind) => (methods.has(kind) ? [[kind, methods.get(kind)!] as const] : []))
}

export const sumOf = (chosen: readonly Chosen[]): bigint =>
  chosen.reduce((sum, { payable }) => sum + payable.usdCents, 0n)

type Made = Answer<typeof calls.payoutBatchSave>['batches'][number]

/** One batch of lines that have one method, with its request for approval. */
async function makeBatch(
  { approvals, params, sources }: MakeServices,
  tx: Transaction,
  context: Context,
  { kind, chosen, note }: { kind: AccountKind; chosen: readonly Chosen[]; note: string },
): Promise<Made> {
  const { now } = context
  const { id: byId, username: by } = staffOf(context)
  const payouts = chosen.map(({ source, payable }) => ({ id: newId(now), source, payable }))
  const usdCents = sumOf(chosen)
  const control = controlOf(
    payouts.map(({ id, payable }) => ({
      payoutId: id,
      usdCents: payable.usdCents,
      account: accountText(payable.account),
    })),
  )
  const batchId = await queries.addBatch(tx, {
    kind,
    lines: payouts.length,
    usdCents,
    control,
    note,
    by,
    byId,
    at: now,
  })
  await queries.addPayouts(
    tx,
    batchId,
    payouts.map(({ id, source, payable }) => ({
      id,
      source,
      sourceId: payable.id,
      payeeId: payable.payee.id,
      payeeName: payable.payee.name,
      usdCents: payable.usdCents,
      kind: payable.account.kind,
      usdtCents: params.integer('usdt_usd_cents'),
      sealed: payable.account.sealed,
      sealOwner: payable.account.owner,
      lastFour: payable.account.lastFour,
      accountSince: payable.account.since ?? null,
    })),
  )
  await eachSource(sources, payouts, (source, of) =>
    source.routed(
      tx,
      context,
      of.map(({ id, payable }) => ({ id: payable.id, payoutId: id, usdCents: payable.usdCents })),
    ),
  )
  const details = { batchId, lines: payouts.length, usdCents: Number(usdCents) }
  const approvalId = await approvals.ask(tx, context, {
    kind: batchKind,
    subject: String(batchId),
    payload: { batchId },
    before: null,
    after: {
      ...details,
      kind,
      control,
      payouts: payouts.map(({ source, payable }) => ({
        line: lineId(source, payable.id),
        payee: `${payable.payee.name} (${payable.payee.id})`,
        usdCents: Number(payable.usdCents),
        account: `${payable.account.kind} …${payable.account.lastFour}`,
      })),
    },
    reason: note,
    title: batchMade('request', details),
  })
  await queries.setApproval(tx, batchId, approvalId)
  return { ...details, kind, approvalId }
}

/** Makes batches of the payable lines, one for each payment method: all of them, or none. Others are left out, with their reason. */
export async function make(
  services: MakeServices,
  context: Context,
  { lines, note = '' }: Parsed<typeof calls.payoutBatchSave>,
): Promise<Answer<typeof calls.payoutBatchSave>> {
  let refused: Outcome[] = []
  const made = unlessUnchanged<Answer<typeof calls.payoutBatchSave> | null>(context, null, async (tx) => {
    const { outcomes, chosen } = await judge(services, context, toPay(services, tx, context), lines)
    if (chosen.length === 0) {
      refused = outcomes
      return undefined
    }
    const batches: Made[] = []
    for (const [kind, of] of byMethod(chosen))
      batches.push(await makeBatch(services, tx, context, { kind, chosen: of, note }))
    const [{ batchId, approvalId }] = batches as [Made]
    return { outcomes, batches, batchId, approvalId, lines: chosen.length, usdCents: Number(sumOf(chosen)) }
  })
  const answer = await made.catch((error: unknown) => {
    // Another batch took one of them a moment ago.
    if (violates(error, 'payout_live')) throw refuseBecause(20000, 'lines', 'payout.routed')
    throw error
  })
  return answer ?? { outcomes: refused, batches: [] }
}

export const routedOf = (rows: readonly queries.PayoutRow[]): (Routed & { source: PayoutKind })[] =>
  rows.map((row) => ({ id: row.source_id, payoutId: row.id, usdCents: row.usd_cents, source: row.source }))

/** Drops a batch that never left: its lines may be chosen again. @throws Refusal 10032, 50002 */
export const drop = (
  { sources }: MakeServices,
  context: Context,
  { batchId, reason }: Parsed<typeof calls.payoutBatchDrop>,
): Promise<Answer<typeof calls.payoutBatchDrop>> =>
  context.tx(async (tx) => {
    const batch = await queries.lockBatch(tx, batchId)
    if (!batch) throw new Refusal(10032)
    if (whyNot(batch, 'drop')) throw refuseBecause(50002, 'batchId', 'payout.left')
    const rows = await queries.payoutsOf(tx, batchId)
    await queries.setDropped(tx, batchId, reason, staffOf(context).username, context.now)
    await eachSource(sources, routedOf(rows), (source, of) => source.dropped(tx, context, of))
    const details = { batchId, lines: batch.lines, usdCents: Number(batch.usd_cents) }
    await record(tx, context, {
      target: `payout batch ${batchId}`,
      content: batchDropped('done', details),
      before: { ...details, state: batch.state },
      after: { ...details, state: 'dropped' },
      reason,
    })
    return {}
  })

/** Why lines of a batch may no longer leave: the payee was banned, the request refused, or a sanctions list matches. */
export async function refuseBarred(
  sources: Sources,
  tx: Transaction,
  context: Context,
  rows: readonly queries.PayoutRow[],
): Promise<void> {
  const bars = await barredPayees(
    tx,
    rows.map((row) => row.payee_id),
  )
  const listed = rows.find((row) => bars.has(row.payee_id))
  if (listed)
    throw refuseBecause(1000002, 'batchId', 'payout.listed', { payee: `${listed.payee_name} (${listed.payee_id})` })
  await eachSource(sources, routedOf(rows), async (source, of) => {
    const barred = await source.barred(tx, context, of)
    const [first] = of.filter(({ id }) => barred.has(id))
    if (first) {
      const payee = rows.find(({ id }) => id === first.payoutId)!.payee_name
      throw refuseBecause(1000002, 'batchId', 'payout.barred', { payee })
    }
  })
}
