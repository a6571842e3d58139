// Results of payouts: a payout ends once, in one transaction with its source's ledger transfers.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/payoutBatches'
import { batchResult } from '@greenroom/contract/sentences/payouts'
import { done, notDone, type Outcome, unlessUnchanged } from '../../../kit/calls/batch.ts'
import { actorOf, type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { isRefused } from '../../../kit/moves.ts'
import { record } from '../../../log/index.ts'
import { microsOf, readResult } from './payouts.files.ts'
import type { Sources } from './payouts.judge.ts'
import { eachSource } from './payouts.make.ts'
import { type PayoutState, payoutMoves } from './payouts.moves.ts'
import * as queries from './payouts.queries.ts'
import { whyNot } from './payouts.rules.ts'
import type { PaidOnChain } from './payouts.source.ts'

type Result = Parsed<typeof calls.payoutBatchResult>['results'][number]

/** `chain`: its proof, and the batch's maker. */
export type Ending = {
  row: queries.PayoutRow
  result: queries.Ended
  chain?: { paid: PaidOnChain; by: { id: number; username: string } }
}

/** Ends these payouts by their results; the rows are locked and open. */
export async function applyResults(
  sources: Sources,
  tx: Transaction,
  context: Context,
  ending: readonly Ending[],
): Promise<void> {
  const by = actorOf(context).username
  await queries.endPayouts(
    tx,
    by,
    context.now,
    ending.map(({ result }) => result),
  )
  const lines = ending.map((one) => ({ source: one.row.source, ...one }))
  await eachSource(
    sources,
    lines.filter(({ result }) => result.state === 'paid'),
    (source, of) =>
      source.paid(
        tx,
        context,
        of.map(({ row, result, chain }) => ({
          id: row.source_id,
          payoutId: row.id,
          usdCents: row.usd_cents,
          onChain: chain?.paid ?? null,
          by: chain?.by ?? staffOf(context),
          reference: result.reference,
          proofFileId: result.proofFileId,
          at: context.now,
        })),
      ),
  )
  await eachSource(
    sources,
    lines.filter(({ result }) => result.state === 'failed'),
    (source, of) =>
      source.failed(
        tx,
        context,
        of.map(({ row, result }) => ({
          id: row.source_id,
          payoutId: row.id,
          usdCents: row.usd_cents,
          reason: result.reason,
        })),
      ),
  )
}

/** Why a result is not accepted; null if it is. */
function faultOf(result: Result, row: queries.PayoutRow | undefined, proofs: ReadonlySet<string>): Outcome | null {
  const { payoutId: id } = result
  if (!row) return notDone(id, 10032)
  const next = payoutMoves[result.outcome][row.state as PayoutState]
  if (isRefused(next)) return notDone(id, next.code, because('payout.ended', { state: row.state }))
  if (result.outcome === 'paid' && result.reference === '') return notDone(id, 1000002, because('payout.noReference'))
  if (result.outcome === 'failed' && result.reason === '') return notDone(id, 11004)
  if (result.proofFileId !== undefined && !proofs.has(result.proofFileId))
    return notDone(id, 1000002, because('payout.noProof'))
  return null
}

/** Enters the results of a sent batch, line by line. @throws Refusal 10032, 50002 */
export async function takeResults(
  sources: Sources,
  context: Context,
  { batchId, results }: Parsed<typeof calls.payoutBatchResult>,
): Promise<Answer<typeof calls.payoutBatchResult>> {
  let refused: Outcome[] = []
  const outcomes = await unlessUnchanged<Outcome[] | null>(context, null, async (tx) => {
    const batch = await queries.lockBatch(tx, batchId)
    if (!batch) throw new Refusal(10032)
    const fault = whyNot(batch, 'result')
    if (fault === 'onChain') throw refuseBecause(50002, 'batchId', 'payout.onChain')
    // A finished batch also answers line by line: a repeated file changes nothing.
    if (batch.state !== 'done' && fault) throw refuseBecause(50002, 'batchId', 'payout.notSent')
    const rows = new Map((await queries.payoutsOf(tx, batchId)).map((row) => [row.id, row]))
    const proofs = await queries.proofsOf(
      tx,
      results.flatMap(({ proofFileId }) => proofFileId ?? []),
    )
    const ending: { row: queries.PayoutRow; result: queries.Ended }[] = []
    const seen = new Set<string>()
    const outcomes = results.map((result): Outcome => {
      const row = rows.get(result.payoutId)
      const fault = faultOf(result, row, proofs)
      if (fault) return fault
      if (seen.has(result.payoutId)) return notDone(result.payoutId, 20000, because('payout.twice'))
      seen.add(result.payoutId)
      const { payoutId, outcome, reference, reason, proofFileId = null } = result
      ending.push({ row: row!, result: { payoutId, state: outcome, reference, reason, proofFileId } })
      return done(result.payoutId)
    })
    if (ending.length === 0) {
      refused = outcomes
      return undefined
    }
    await applyResults(sources, tx, context, ending)
    const paid = ending.filter(({ result }) => result.state === 'paid').length
    await record(tx, context, {
      target: `payout batch ${batchId}`,
      content: batchResult(batchId, paid, ending.length - paid),
      before: { batchId, waiting: ending.map(({ row }) => row.id) },
      after: { batchId, by: staffOf(context).username, results: ending.map(({ result }) => result) },
    })
    return outcomes
  })
  return { outcomes: outcomes ?? refused }
}

/** The amount paid by its file. */
const paidMicros = (row: queries.PayoutRow): bigint =>
  microsOf({ usdCents: row.usd_cents, usdtCents: row.usdt_cents }, row.kind.startsWith('usdt'))

/** Previews a result file, line by line. @throws Refusal 10032; 1000002 if columns are missing */
export async function readResults(
  context: Context,
  { batchId, csv }: Parsed<typeof calls.payoutResultRead>,
): Promise<Answer<typeof calls.payoutResultRead>> {
  const batch = await queries.batchById(context.database, context.scope, batchId)
  if (!batch) throw new Refusal(10032)
  const lines = await readResult(csv)
  if (!lines) throw refuseBecause(1000002, 'csv', 'payout.noColumns')
  const rows = new Map((await queries.payoutsOf(context.database, batchId)).map((row) => [row.id, row]))
  const seen = new Set<string>()
  return {
    results: lines.map((line) => {
      const row = rows.get(line.payoutId)
      const fault = (): string => {
        if (!row) return 'payout.unknown'
        if (seen.has(row.id)) return 'payout.twice'
        seen.add(row.id)
        if (row.state !== 'waiting') return 'payout.ended'
        if (line.outcome === null) return 'payout.noOutcome'
        if (line.micros === 'unreadable') return 'payout.unreadable'
        if (line.micros !== null && line.micros !== paidMicros(row)) return 'payout.otherAmount'
        if (line.outcome === 'paid' && line.reference === '') return 'payout.noReference'
        return line.outcome === 'failed' && line.reason === '' ? 'payout.noReason' : ''
      }
      return {
        line: line.line,
        payoutId: line.payoutId,
        payeeName: row?.payee_name ?? '',
        usdCents: Number(row?.usd_cents ?? 0),
        outcome: line.outcome,
        reference: line.reference,
        reason: line.reason,
        fault: fault(),
      }
    }),
  }
}
