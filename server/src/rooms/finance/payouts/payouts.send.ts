// Sends a batch as a file.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/payoutBatches'
import { batchSent } from '@greenroom/contract/sentences/payouts'
import { refuseStopped } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import type { AccountKind } from '../accounts/payeeAccounts.rules.ts'
import { type FileLine, type Layout, proveFile, usualLayout, writeFile } from './payouts.files.ts'
import { type MakeServices, refuseBarred } from './payouts.make.ts'
import { layoutOf } from './payouts.mappings.ts'
import { openLines } from './payouts.opened.ts'
import * as queries from './payouts.queries.ts'
import { whyNot } from './payouts.rules.ts'

const mimes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** @throws Refusal 10032 for a layout of another kind */
async function layoutFor(tx: Transaction, mappingId: number | undefined, kind: AccountKind): Promise<Layout> {
  if (mappingId === undefined) return usualLayout(kind)
  const layout = await layoutOf(tx, mappingId, kind)
  if (!layout) throw refuseBecause(10032, 'mappingId', 'payout.mapping')
  return layout
}

/**
 * The file of a batch's open payouts; ended ones are never in a file again.
 *
 * @throws Refusal 10032, 50002; 20000 if it was sent already and no reason is given; 1000002 if a payee is barred, or payouts are stopped
 */
export const send = (
  { seals, sources }: MakeServices,
  context: Context,
  { batchId, format, mappingId, again }: Parsed<typeof calls.payoutBatchSend>,
): Promise<Answer<typeof calls.payoutBatchSend>> =>
  context.tx(async (tx) => {
    await refuseStopped(tx, 'payouts', 'batchId')
    const batch = await queries.lockBatch(tx, batchId)
    if (!batch) throw new Refusal(10032)
    const fault = whyNot(batch, 'send')
    if (fault) throw refuseBecause(50002, 'batchId', fault === 'onChain' ? 'payout.onChain' : 'payout.batchState')
    if (batch.sent_times > 0 && !again) throw refuseBecause(20000, 'again', 'payout.sentBefore')
    const kind = batch.kind as AccountKind
    const rows = await queries.payoutsOf(tx, batchId)
    const open = rows.filter(({ state }) => state === 'waiting')
    await refuseBarred(sources, tx, context, open)
    const opened = openLines(seals, batch, rows)
    const lines = opened
      .filter(({ row }) => row.state === 'waiting')
      .map(
        ({ row, account }): FileLine => ({
          payoutId: row.id,
          batchId,
          payeeName: row.payee_name,
          usdCents: row.usd_cents,
          usdtCents: row.usdt_cents,
          account,
          note: `Greenroom ${batchId}`,
        }),
      )
    const layout = await layoutFor(tx, mappingId, kind)
    const file = await writeFile(format, layout, lines)
    await proveFile(format, layout, lines, file)
    await queries.setSent(tx, batchId, staffOf(context).username, context.now)
    const usdCents = Number(lines.reduce((sum, line) => sum + line.usdCents, 0n))
    const details = { batchId, lines: lines.length, usdCents }
    await record(tx, context, {
      target: `payout batch ${batchId}`,
      content: batchSent(details, format.toUpperCase(), batch.sent_times + 1),
      before: { batchId, state: batch.state, sentTimes: batch.sent_times },
      after: { ...details, state: 'sent', sentTimes: batch.sent_times + 1, format, mappingId: mappingId ?? null },
      reason: again ?? '',
    })
    return {
      fileName: `payout-batch-${batchId}${batch.sent_times > 0 ? `-again-${batch.sent_times + 1}` : ''}.${format}`,
      mime: mimes[format],
      base64: file.toString('base64'),
      lines: lines.length,
      usdCents,
    }
  })
