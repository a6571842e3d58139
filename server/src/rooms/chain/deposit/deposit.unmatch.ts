// A deposit that staff matched to a wrong payer: taken back by two members of staff, it is unmatched again, for the right payer.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { usdtInUnmatch } from '@greenroom/contract/chain'
import { depositUnmatched } from '@greenroom/contract/sentences/chain'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, defineApproval } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { partiesOfPayees } from '../../../kit/calls/parties.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { post } from '../../../ledger/index.ts'
import { record } from '../../../log/index.ts'
import type { Watching } from '../chain.watching.ts'
import { takenBackItem } from './deposit.ledger.ts'
import * as queries from './deposit.queries.ts'
import { ownerOf, unmatchFault } from './deposit.rules.ts'
import { unmatchKind, waitingDeposits } from './deposit.service.ts'
import { finalOf, heldOf } from './deposit.settle.ts'

type Payers = Pick<Watching, 'payers'>

const faultOf = (deposit: queries.Deposit, waiting: boolean) =>
  unmatchFault({
    state: deposit.state,
    vanished: deposit.vanished_at !== null,
    missing: deposit.missing_since !== null,
    waiting,
  })

const undoOf = ({ payers }: Payers, deposit: queries.Deposit) =>
  payers.find(({ kind }) => kind === deposit.owner_kind)?.undo

/** Requests that a match is undone. @throws Refusal 60001 once the payer has fewer tokens than it credited */
export function askUnmatch(
  { approvals, payers }: Payers & { approvals: Approvals },
  context: Context,
  { id, reason }: Parsed<typeof usdtInUnmatch>,
): Promise<Answer<typeof usdtInUnmatch>> {
  return context.tx(async (tx) => {
    const [deposit] = await queries.lockDeposits(tx, [id])
    if (!deposit) throw refuseBecause(21001, 'id', 'record.none')
    const waiting = (await waitingDeposits(approvals, context.database, context.now)).has(id)
    const undo = undoOf({ payers }, deposit)
    const fault = faultOf(deposit, waiting)
    if (fault !== null || !undo) throw refuseBecause(20000, 'id', fault ?? 'usdt.notMatched')
    if (!(await undo.isUnspent(tx, finalOf(deposit)))) throw refuseBecause(60001, 'id', 'usdt.spent')
    const usdtMicros = Number(deposit.usdt_micros)
    const owner = ownerOf(deposit) ?? ''
    const approvalId = await approvals.ask(tx, context, {
      kind: unmatchKind,
      subject: id,
      payload: { id },
      before: { state: deposit.state, usdtMicros, owner },
      after: { state: 'unmatched' },
      reason,
      title: depositUnmatched('request', { usdtMicros, owner }),
    })
    await queries.setApproval(tx, id, approvalId)
    return { approvalId }
  })
}

/** Reverses the credit and holds the amount in suspense again, in the transaction of the approval. @throws Refusal 60001 */
async function unmatch(
  shared: Payers,
  tx: Transaction,
  context: Context,
  { id, by, reason }: { id: string; by: string; reason: string },
): Promise<void> {
  const [deposit] = await queries.lockDeposits(tx, [id])
  if (!deposit) throw refuseBecause(21001, 'id', 'record.none')
  const undo = undoOf(shared, deposit)
  if (!undo) throw refuseBecause(20000, 'id', 'usdt.notMatched')
  await undo.reverse(tx, { now: context.now, by, reason }, finalOf(deposit))
  await queries.takeBack(tx, { id, reason: 'usdt.wrongPayer', by, why: reason, at: context.now })
  const [again] = await queries.lockDeposits(tx, [id])
  await post(tx, by, context.now, [takenBackItem(heldOf(again!), context.now)])
  const owner = ownerOf(deposit) ?? ''
  await record(tx, context, {
    operation: unmatchKind,
    target: `deposit ${id}`,
    content: depositUnmatched('done', { usdtMicros: Number(deposit.usdt_micros), owner }),
    before: { depositId: id, state: 'matched', owner, transferId: deposit.transfer_id },
    after: { depositId: id, state: 'unmatched' },
    reason,
  })
}

export const unmatchApproval = (shared: Payers): ApprovalKind =>
  defineApproval({
    kind: unmatchKind,
    menu: 'finance.usdtIn',
    payload: z.object({ id: z.string() }),
    async concerns(tx, { payload: { id } }) {
      const [deposit] = await queries.lockDeposits(tx, [id])
      return partiesOfPayees(deposit ? [`${deposit.owner_kind}:${deposit.owner_id}`] : [])
    },
    stillValid: async (tx, { payload: { id } }) => {
      const [deposit] = await queries.lockDeposits(tx, [id])
      const fault = deposit ? faultOf(deposit, false) : 'usdt.notMatched'
      return fault && because(fault)
    },
    apply: (tx, context, { payload: { id }, maker, reason }) => unmatch(shared, tx, context, { id, by: maker, reason }),
  })
