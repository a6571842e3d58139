// Payment instructions: created by payouts, taken to the owner's wallet, proved by transaction hashes.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type { usdtOutExport, usdtOutHashes, usdtOutList, usdtOutWithdraw } from '@greenroom/contract/chain'
import {
  hashesEntered,
  instructionEnded,
  instructionsExported,
  instructionsWithdrawn,
} from '@greenroom/contract/sentences/chain'
import { stopped } from '../../../access/index.ts'
import { batch, chosen, done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause, type Why } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { textOf } from '../../../kit/time.ts'
import { recordMany } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { readAddress, readTransaction, shownAddress, shownTransaction } from '../address/chainAddress.codec.ts'
import type { Chain } from '../chain.payer.ts'
import { explorerOf, keyOf } from '../chain.shown.ts'
import type { Watching } from '../chain.watching.ts'
import * as queries from './instruction.queries.ts'
import { exportFault, type Facts, hashFault, withdrawFault } from './instruction.rules.ts'

/** One payment of a payout. `address` is in the chain's usual notation and checked again. */
export type InstructionLine = {
  payoutId: string
  payoutBatch?: number
  payee: { name: string; id: string }
  chain: Chain
  address: string
  usdtMicros: bigint
  /** Since when the payee has had this address; if absent, since the first instruction to it. */
  since?: Date
}

const factsOf = (row: queries.Instruction, now: Date): Facts => ({
  state: row.state,
  batch: row.batch,
  waits: row.not_before > now,
})

/**
 * Creates an instruction for each payout, which must have no other live route. New or changed addresses wait for `waitHours`.
 * Addresses are checked in mixed case or Base58Check.
 *
 * @returns the instructions' ids by payout.
 * @throws Refusal 20000 for an address that is not valid on its chain; a unique violation where a payout has a live instruction.
 */
export async function instruct(
  tx: Transaction,
  now: Date,
  waitHours: number,
  lines: readonly InstructionLine[],
): Promise<Map<string, number>> {
  if (lines.length === 0) return new Map()
  const made = lines.map(({ payoutId, payoutBatch = null, payee, chain, address, usdtMicros, since }) => {
    const read = readAddress(chain, address)
    if (read === null) throw refuseBecause(20000, 'address', 'usdt.badAddress')
    return {
      payoutId,
      payoutBatch,
      payeeName: payee.name,
      payeeId: payee.id,
      chain,
      address: read,
      usdtMicros,
      since: since ?? null,
    }
  })
  await queries.keepPayees(tx, made, now)
  return queries.addInstructions(tx, made, now, waitHours)
}

/** Marks failed instructions of these payouts as paid another way, by two members of staff. */
export async function endInstructionsByHand(
  tx: Transaction,
  context: Context,
  payoutIds: readonly string[],
): Promise<void> {
  const ended = await queries.endByHand(tx, payoutIds)
  await recordMany(
    tx,
    context,
    ended.map((row) => ({
      operation: 'usdt.prove',
      target: `instruction ${row.id}`,
      content: instructionEnded('manual processing successful', {
        payee: row.payee_name,
        usdtMicros: Number(row.usdt_micros),
      }),
      before: { instructionId: row.id, state: 'failure' },
      after: { instructionId: row.id, state: row.state },
    })),
  )
}

/** One page of instructions. */
export async function instructions(params: Params, context: Context, payload: Parsed<typeof usdtOutList>) {
  const mayWrite = levelOn(staffOf(context), 'finance.usdtOut') === 3
  const able = (fault: string | null) => (mayWrite ? keyOf(fault) : 'readOnly')
  return mapPage(await queries.instructionPage(context, payload), (row): RecordOf<typeof usdtOutList> => {
    const facts = factsOf(row, context.now)
    return {
      id: row.id,
      payoutId: row.payout_id,
      payoutBatch: row.payout_batch,
      payee: { name: row.payee_name, id: row.payee_id },
      chain: row.chain,
      address: shownAddress(row.chain, row.address),
      usdtMicros: Number(row.usdt_micros),
      state: row.state as 'signing',
      reason: row.reason,
      waitsUntil: facts.waits && row.state === 'signing' ? row.not_before.toISOString() : null,
      batch: row.batch,
      transaction: row.transaction === null ? '' : shownTransaction(row.chain, row.transaction),
      explorer: row.transaction === null ? '' : explorerOf(params, row.chain, row.transaction),
      createdAt: row.created_at.toISOString(),
      broadcastAt: row.broadcast_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
      can: {
        export: able(exportFault(facts, false)),
        exportAgain: able(exportFault(facts, true)),
        withdraw: able(withdrawFault(facts)),
      },
    }
  })
}

const why = (fault: NonNullable<ReturnType<typeof exportFault>>, row: queries.Instruction, context: Context): Why =>
  fault === 'usdt.newAddress' ? because(fault, { until: textOf(row.not_before, context.timeZone) }) : because(fault)

/**
 * Takes instructions to the wallet: returns the lines to pay, one numbered batch a chain. While payouts are stopped they stay as they are, and are
 * taken afterwards.
 */
export async function exportToWallet(
  { chains: settings, ends }: Pick<Watching, 'chains' | 'ends'>,
  context: Context,
  { ids: sent, again = false }: Parsed<typeof usdtOutExport>,
): Promise<Answer<typeof usdtOutExport>> {
  const ids = chosen(sent, 'ids')
  const batches: Answer<typeof usdtOutExport>['batches'] = []
  const { outcomes } = await batch(context, async (tx) => {
    const stop = await stopped(tx, 'payouts')
    if (stop) return ids.map((id) => notDone(id, 1000002, stop))
    const found = await queries.lockInstructions(tx, ids)
    const open = [...found.values()].filter(({ state }) => state === 'signing')
    const barred = await ends.barred(
      tx,
      context,
      open.map((row) => row.payout_id),
    )
    const outcomes = ids.map((id): Outcome => {
      const row = found.get(id)
      if (!row) return notDone(id, 21001, because('record.none'))
      if (!settings.of(row.chain)) return notDone(id, 20000, because('usdt.unused'))
      const fault = exportFault(factsOf(row, context.now), again)
      if (fault) return notDone(id, 20000, why(fault, row, context))
      return barred.has(row.payout_id) ? notDone(id, 1000002, because('usdt.barred')) : done(id)
    })
    const rows = outcomes.filter(({ ok }) => ok).map(({ id }) => found.get(Number(id))!)
    for (const group of Map.groupBy(rows, (row) => (again ? row.batch : row.chain)).values()) {
      const { chain } = group[0]!
      const by = staffOf(context).username
      const number = again ? group[0]!.batch! : await queries.takeBatch(tx, chain, group, by, context.now)
      batches.push({
        batch: number,
        chain,
        usdtMicros: sumOf(group).usdtMicros,
        lines: group.map((row) => ({
          id: row.id,
          chain,
          contract: shownAddress(chain, settings.of(chain)!.contract),
          address: shownAddress(chain, row.address),
          usdtMicros: Number(row.usdt_micros),
        })),
      })
    }
    if (again) await queries.countAgain(tx, [...new Set(rows.map((row) => row.batch!))])
    await logEach(tx, context, rows, instructionsExported(sumOf(rows), again), { taken: true, again })
    return outcomes
  })
  return { outcomes, batches }
}

const sumOf = (rows: readonly queries.Instruction[]) => ({
  count: rows.length,
  usdtMicros: Number(rows.reduce((sum, row) => sum + row.usdt_micros, 0n)),
})

const logEach = (
  tx: Transaction,
  context: Context,
  rows: readonly queries.Instruction[],
  content: ReturnType<typeof instructionsExported>,
  after: object,
  reason?: string,
) =>
  recordMany(
    tx,
    context,
    rows.map((row) => ({
      target: `instruction ${row.id}`,
      content,
      before: { instructionId: row.id, state: row.state, batch: row.batch, transaction: row.transaction },
      after: { instructionId: row.id, ...after },
      reason,
    })),
  )

/** Records the transactions that pay instructions; the watcher proves them. */
export function enterHashes(
  context: Context,
  { lines }: Parsed<typeof usdtOutHashes>,
): Promise<Answer<typeof usdtOutHashes>> {
  const byId = new Map(lines.map((line) => [line.id, line.transaction]))
  const ids = chosen([...byId.keys()], 'lines')
  return batch(context, async (tx) => {
    const found = await queries.lockInstructions(tx, ids)
    const read: { id: number; transaction: string; isRepeated: boolean }[] = []
    const outcomes = ids.map((id): Outcome => {
      const row = found.get(id)
      if (!row) return notDone(id, 21001, because('record.none'))
      const transaction = readTransaction(byId.get(id)!)
      if (transaction === null) return notDone(id, 20000, because('usdt.badHash'))
      // Repeating it changes nothing.
      const isRepeated = row.transaction === transaction && row.state !== 'signing'
      const fault = isRepeated ? null : hashFault({ ...factsOf(row, context.now), reason: row.reason })
      if (fault) return notDone(id, 20000, because(fault))
      read.push({ id, transaction, isRepeated })
      return done(id)
    })
    await queries.setHashes(
      tx,
      read.filter(({ isRepeated }) => !isRepeated),
      context.now,
    )
    for (const { id, transaction } of read)
      await logEach(tx, context, [found.get(id)!], hashesEntered(1), { state: 'broadcast', transaction })
    return outcomes
  })
}

/** Withdraws instructions that never left, which ends their payouts' route. */
export function withdraw(
  { ends }: Pick<Watching, 'ends'>,
  context: Context,
  { ids: sent, reason }: Parsed<typeof usdtOutWithdraw>,
): Promise<Answer<typeof usdtOutWithdraw>> {
  const ids = chosen(sent, 'ids')
  return batch(context, async (tx) => {
    const found = await queries.lockInstructions(tx, ids)
    const outcomes = ids.map((id): Outcome => {
      const row = found.get(id)
      if (!row) return notDone(id, 21001, because('record.none'))
      const fault = withdrawFault(factsOf(row, context.now))
      return fault ? notDone(id, 20000, because(fault)) : done(id)
    })
    const rows = outcomes.filter(({ ok }) => ok).map(({ id }) => found.get(Number(id))!)
    await queries.endFailed(
      tx,
      rows.map(({ id }) => id),
      'usdt.withdrawn',
      context.now,
    )
    await ends.failed(
      tx,
      context,
      rows.map((row) => ({ payoutId: row.payout_id, reason })),
    )
    await logEach(tx, context, rows, instructionsWithdrawn(sumOf(rows)), { state: 'failure' }, reason)
    return outcomes
  })
}
