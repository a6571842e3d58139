// Makes payout batches, and drops those that never left.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/payoutBatches'
import type { ReasonKey } from '@greenroom/contract/reasons'
import { batchDropped, batchMade } from '@greenroom/contract/sentences/payouts'
import type { Approvals } from '../../../access/index.ts'
import { done, notDone, type Outcome, unlessUnchanged } from '../../../kit/batch.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import { type Transaction, violates } from '../../../kit/database.ts'
import { newId } from '../../../kit/random.ts'
import { because, Refusal, refuseBecause } from '../../../kit/refusal.ts'
import type { Seals } from '../../../kit/seal/index.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { openAccount } from '../accounts/sealed.ts'
import { paymentFaults } from '../policies/apply.ts'
import { type Bar, barredPayees, screenPayees } from '../sanctions/screen.ts'
import { itemsInBatches } from './batched.ts'
import * as queries from './queries.ts'
import { accountText, controlOf, whyNot } from './rules.ts'
import type { Payable, PayoutKind, PayoutSource, Routed } from './source.ts'

export const batchKind = 'payoutBatch.approve'

export type Sources = ReadonlyMap<PayoutKind, PayoutSource>
export type MakeServices = { approvals: Approvals; params: Params; seals: Seals; sources: () => Sources }

/** `withdrawal:wd-9`: the key of a line in outcomes, since ids of different sources may coincide. */
const lineId = (source: PayoutKind, id: string) => `${source}:${id}`

/** Refusals of the account that makes the batch, not of the item. */
const refusedMaker: ReadonlySet<ReasonKey> = new Set(['payout.sameAgreed', 'payout.sameApproved'])

type Chosen = { source: PayoutKind; payable: Payable }

/** Payees blocked by the sanctions screening, by id. */
const screened = (tx: Transaction, seals: Seals, now: Date, payables: readonly Payable[]): Promise<Map<string, Bar>> =>
  screenPayees(
    tx,
    now,
    payables.map(({ payee, names = [], account: { owner, sealed } }) => ({
      ...payee,
      names,
      account: sealed === '' ? null : openAccount(seals, owner, sealed),
    })),
  )

/** Decides for each line whether it may be paid, under its source's locks, and by the policies. Sources are locked in name order. */
async function judge(
  { seals, sources }: Pick<MakeServices, 'seals' | 'sources'>,
  tx: Transaction,
  context: Context,
  lines: Parsed<typeof calls.payoutBatchSave>['lines'],
): Promise<{ outcomes: Outcome[]; chosen: Chosen[] }> {
  const outcomes = new Map<string, Outcome>()
  const chosen: Chosen[] = []
  const bySource = [...Map.groupBy(lines, (line) => line.source)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [source, of] of bySource) {
    const ids = [...new Set(of.map(({ id }) => id))]
    const payables = (await sources().get(source)?.payable(tx, context, ids)) ?? new Map<string, never>()
    const payable = [...payables.values()].filter((one): one is Payable => !('refused' in one))
    const bars = await screened(tx, seals, context.now, payable)
    const live = await itemsInBatches(tx, source, ids)
    for (const id of ids) {
      const found = payables.get(id)
      const name = lineId(source, id)
      if (!found) outcomes.set(name, notDone(name, 50001))
      else if (live.has(id)) outcomes.set(name, notDone(name, 20000, because('payout.routed')))
      else if ('refused' in found) {
        const code = refusedMaker.has(found.refused) ? 10026 : 50002
        outcomes.set(name, notDone(name, code, because(found.refused as 'payout.notPassed')))
      } else if (bars.has(found.payee.id))
        outcomes.set(name, notDone(name, 1000002, because(bars.get(found.payee.id)!)))
      else {
        outcomes.set(name, done(name))
        chosen.push({ source, payable: found })
      }
    }
  }
  const faults = await paymentFaults(
    tx,
    seals,
    context.now,
    chosen.map(({ source, payable }) => ({ ...payable, id: lineId(source, payable.id) })),
    [...sources().values()].flatMap(({ paidDirectly }) => paidDirectly ?? []),
  )
  for (const [name, fault] of faults) outcomes.set(name, notDone(name, 1000002, fault))
  return {
    outcomes: [...outcomes.values()],
    chosen: chosen.filter(({ source, payable }) => !faults.has(lineId(source, payable.id))),
  }
}

/** Notifies each source of its lines. */
export async function eachSource<T extends { source: PayoutKind }>(
  sources: Sources,
  lines: readonly T[],
  notify: (source: PayoutSource, of: T[]) => Promise<void>,
): Promise<void> {
  const bySource = [...Map.groupBy(lines, (line) => line.source)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [kind, of] of bySource) await notify(sources.get(kind)!, of)
}

/** Makes a batch of the payable lines, all of one payment method. @throws Refusal 1000002 for mixed methods */
export async function make(
  services: MakeServices,
  context: Context,
  { lines, note = '' }: Parsed<typeof calls.payoutBatchSave>,
): Promise<Answer<typeof calls.payoutBatchSave>> {
  const { approvals, params, sources } = services
  const { now } = context
  const { id: byId, username: by } = staffOf(context)
  let refused: Outcome[] = []
  const made = unlessUnchanged<Answer<typeof calls.payoutBatchSave> | null>(context, null, async (tx) => {
    const { outcomes, chosen } = await judge(services, tx, context, lines)
    if (chosen.length === 0) {
      refused = outcomes
      return undefined
    }
    const [kind, ...others] = new Set(chosen.map(({ payable }) => payable.account.kind))
    if (others.length > 0) throw refuseBecause(1000002, 'lines', 'payout.mixed')
    const payouts = chosen.map(({ source, payable }) => ({ id: newId(now), source, payable }))
    const usdCents = payouts.reduce((sum, { payable }) => sum + payable.usdCents, 0n)
    const control = controlOf(
      payouts.map(({ id, payable }) => ({
        payoutId: id,
        usdCents: payable.usdCents,
        account: accountText(payable.account),
      })),
    )
    const batchId = await queries.addBatch(tx, {
      kind: kind!,
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
    await eachSource(sources(), payouts, (source, of) =>
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
    return { outcomes, ...details, approvalId }
  })
  const answer = await made.catch((error: unknown) => {
    // Another batch took one of them a moment ago.
    if (violates(error, 'payout_live')) throw refuseBecause(20000, 'lines', 'payout.routed')
    throw error
  })
  return answer ?? { outcomes: refused }
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
    await eachSource(sources(), routedOf(rows), (source, of) => source.dropped(tx, context, of))
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
