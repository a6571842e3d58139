// Decisions about unmatched deposits, when a second member of staff approves them.
import { payerKinds } from '@greenroom/contract/statesAndKinds'
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../../access/index.ts'
import { noParties, partiesOfPayees } from '../../../kit/calls/parties.ts'
import { because } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import type { Watching } from '../chain.watching.ts'
import { lockDeposits } from './deposit.queries.ts'
import { decideFault } from './deposit.rules.ts'
import { match, matchKind, reject, rejectKind } from './deposit.service.ts'

async function stillUnmatched(tx: Transaction, id: string) {
  const [deposit] = await lockDeposits(tx, [id])
  const vanished = deposit?.vanished_at != null
  const fault = decideFault({ state: deposit?.state ?? 'gone', vanished, waiting: false })
  return fault && because(fault)
}

export const depositApprovals = (shared: Pick<Watching, 'payers'>): ApprovalKind[] => [
  defineApproval({
    kind: matchKind,
    menu: 'finance.usdtIn',
    payload: z.object({ id: z.string(), ownerKind: z.enum(payerKinds), ownerId: z.number() }),
    concerns: (_, { payload: { ownerKind, ownerId } }) => partiesOfPayees([`${ownerKind}:${ownerId}`]),
    stillValid: (tx, { payload }) => stillUnmatched(tx, payload.id),
    apply: (tx, context, { payload, maker, reason }) => match(shared, tx, context, { ...payload, by: maker, reason }),
  }),
  defineApproval({
    kind: rejectKind,
    menu: 'finance.usdtIn',
    payload: z.object({ id: z.string() }),
    concerns: noParties,
    stillValid: (tx, { payload }) => stillUnmatched(tx, payload.id),
    apply: (tx, context, { payload, maker, reason }) => reject(tx, context, { ...payload, by: maker, reason }),
  }),
]
