// Batches of a connected chain: an approved one becomes payment instructions, whose proofs become the results of its payouts
// (docs/money.md, Batches).
import { isReason } from '@greenroom/contract/reasons'
import { reasonText } from '@greenroom/contract/reasonTexts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import type { Params } from '../../../params/index.ts'
import { type Chain, type Chains, endInstructionsByHand, type InstructionEnds, instruct } from '../../chain/index.ts'
import { barredPayees } from '../sanctions/sanctions.screen.ts'
import type { Sources } from './payouts.judge.ts'
import { routedOf } from './payouts.make.ts'
import { openLines } from './payouts.opened.ts'
import * as queries from './payouts.queries.ts'
import { applyResults, type Ending } from './payouts.result.ts'
import { usdtOf } from './payouts.rules.ts'
import type { PayoutKind } from './payouts.source.ts'

export type Instructing = { seals: Seals; chains: Chains; params: Params }

const chainOf: Readonly<Record<string, Chain>> = { 'usdt.trc20': 'trc20', 'usdt.erc20': 'erc20' }

/**
 * Creates the instructions of a batch in the transaction of its approval. If its chain is not connected, it leaves as a file, like a
 * bank's.
 *
 * @returns whether it was instructed.
 */
export async function instructBatch(
  { seals, chains, params }: Instructing,
  tx: Transaction,
  context: Context,
  batch: queries.BatchRow,
  rows: readonly queries.PayoutRow[],
): Promise<boolean> {
  const chain = chainOf[batch.kind]
  if (chain === undefined || chains.of(chain) === null) return false
  await instruct(
    tx,
    context.now,
    params.integer('payout_account_wait_hours'),
    openLines(seals, batch, rows).map(({ row, account }) => ({
      payoutId: row.id,
      payoutBatch: batch.id,
      payee: { name: row.payee_name, id: row.payee_id },
      chain,
      address: 'address' in account ? account.address : '',
      usdtMicros: usdtOf(row.usd_cents, row.usdt_cents),
      ...(row.account_since && { since: row.account_since }),
    })),
  )
  await queries.setOnChain(tx, batch.id, staffOf(context).username, context.now)
  return true
}

/** A reason as text, for the app and the payout. */
const wordsOf = (reason: string): string => (isReason(reason) ? reasonText(reason, {}, 'en') : reason)

const ended = { state: 'paid', reference: '', reason: '', proofFileId: null } as const

/** Applies results of instructions to their payouts. */
export const instructionEnds = (sources: Sources): InstructionEnds => ({
  async barred(tx, context, payoutIds) {
    const rows = (await queries.lockPayouts(tx, payoutIds)).filter(({ state }) => state === 'waiting')
    const listed = await barredPayees(
      tx,
      rows.map((row) => row.payee_id),
    )
    const barred = new Set(rows.flatMap((row) => (listed.has(row.payee_id) ? row.id : [])))
    for (const source of [...new Set(rows.map((row) => row.source))].toSorted()) {
      const of = rows.filter((row) => row.source === source)
      const found = await sources.get(source)!.barred(tx, context, routedOf(of))
      for (const row of of) if (found.has(row.source_id)) barred.add(row.id)
    }
    return barred
  },
  async paid(tx, context, proofs) {
    const rows = await queries.lockPayouts(
      tx,
      proofs.map(({ payoutId }) => payoutId),
    )
    const byId = new Map(proofs.map((proof) => [proof.payoutId, proof]))
    const ending = rows.map((row): Ending => {
      const { reference, chain, usdtMicros } = byId.get(row.id)!
      const by = { id: row.made_by_id, username: row.made_by }
      return { row, result: { ...ended, payoutId: row.id, reference }, chain: { paid: { chain, usdtMicros }, by } }
    })
    if (ending.length > 0) await applyResults(sources, tx, context, ending)
  },
  async failed(tx, context, failures) {
    const rows = await queries.lockPayouts(
      tx,
      failures.map(({ payoutId }) => payoutId),
    )
    const byId = new Map(failures.map((failure) => [failure.payoutId, failure]))
    const ending = rows.map((row): Ending => {
      const reason = wordsOf(byId.get(row.id)!.reason)
      return { row, result: { ...ended, payoutId: row.id, state: 'failed', reason } }
    })
    if (ending.length > 0) await applyResults(sources, tx, context, ending)
  },
})

/** Ends failed instructions of an item that was paid by hand. */
export async function endByHand(
  tx: Transaction,
  context: Context,
  source: PayoutKind,
  ids: readonly string[],
): Promise<void> {
  const failed = await queries.failedPayouts(tx, source, ids)
  if (failed.length > 0) await endInstructionsByHand(tx, context, failed)
}
