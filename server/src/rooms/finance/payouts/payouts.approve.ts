// The second member of staff's decision about a batch.
import { batchMade } from '@greenroom/contract/sentences/payouts'
import { z } from 'zod'
import { type ApprovalKind, defineApproval, refuseStopped } from '../../../access/index.ts'
import { staffOf } from '../../../kit/calls/context.ts'
import { because, refuseCode } from '../../../kit/calls/refusal.ts'
import { record } from '../../../log/index.ts'
import { partiesOfBatch } from './payouts.concerns.ts'
import { type Instructing, instructBatch } from './payouts.instruct.ts'
import { batchKind, type MakeServices, refuseBarred } from './payouts.make.ts'
import * as queries from './payouts.queries.ts'

/**
 * A batch is approved by anyone of Finance but its maker, also by who approved one of its lines. On a connected chain, approval turns it
 * into instructions.
 */
export const batchApproval = (services: Pick<MakeServices, 'sources'> & Instructing): ApprovalKind =>
  defineApproval({
    kind: batchKind,
    menu: 'finance.payout',
    payload: z.object({ batchId: z.number().int() }),
    concerns: (tx, { payload: { batchId } }) => partiesOfBatch(tx, batchId),
    async stillValid(tx, { payload: { batchId } }) {
      const batch = await queries.batchById(tx, { kind: 'platform' }, batchId)
      return batch?.state === 'waiting' ? null : because('approval.done')
    },
    async apply(tx, context, { payload: { batchId }, reason }) {
      await refuseStopped(tx, 'payouts', 'batchId')
      const batch = await queries.lockBatch(tx, batchId)
      if (batch?.state !== 'waiting') throw refuseCode(50002, 'batchId')
      const { id, username } = staffOf(context)
      const rows = await queries.payoutsOf(tx, batchId)
      await refuseBarred(services.sources, tx, context, rows)
      await queries.setApproved(tx, batchId, username, id, context.now)
      const onChain = await instructBatch(services, tx, context, batch, rows)
      const details = { batchId, lines: batch.lines, usdCents: Number(batch.usd_cents) }
      await record(tx, context, {
        operation: 'payoutBatch.approve',
        target: `payout batch ${batchId}`,
        content: batchMade('done', details),
        before: { ...details, state: 'waiting' },
        after: { ...details, state: onChain ? 'sent' : 'approved', onChain, control: batch.control },
        reason,
      })
    },
  })
