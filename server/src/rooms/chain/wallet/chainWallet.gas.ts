// Fees of a chain, entered in USD: a cost, paid from the bank. Nothing proves them, so what one member of staff enters has a limit.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type { gasList, gasReverse, gasSave } from '@greenroom/contract/chain'
import { gasEntered, gasReversed } from '@greenroom/contract/sentences/chain'
import { usdtChains } from '@greenroom/contract/statesAndKinds'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, decidesAlone, defineApproval } from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { newId } from '../../../kit/random.ts'
import { type Item, move, ofPlatform, post } from '../../../ledger/index.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import type { Chain } from '../chain.payer.ts'
import * as queries from './chainWallet.queries.ts'

export const gasKind = 'usdt.gas'

type Fees = { chain: Chain; usdCents: number; note: string }

const [cost, bank] = [ofPlatform('feeCost', 'USD'), ofPlatform('cash.bank', 'USD')]

type Booked = Pick<Item, 'kind' | 'id'> & { gasId: string; chain: Chain; usdCents: number; at: Date }

const itemOf = ({ kind, id, gasId, chain, usdCents, at }: Booked): Item => {
  const micros = BigInt(usdCents) * 10_000n
  const legs = kind === 'gas' ? move(cost, bank, micros) : move(bank, cost, micros)
  return {
    id,
    kind,
    phase: 'single',
    reference: `gas ${gasId}`,
    occurredAt: at,
    request: { chain, usdCents },
    accounts: legs.map(({ account }) => account),
    decide: () => legs,
  }
}

/** Books a fee that `by` entered. @returns its id */
async function enter(
  tx: Transaction,
  context: Context,
  { id, by, reason, fees }: { id: string; by: string; reason: string; fees: Fees },
): Promise<void> {
  const { now: at } = context
  const { chain, usdCents, note } = fees
  const transferId = newId(at)
  await post(tx, by, at, [itemOf({ kind: 'gas', id: transferId, gasId: id, chain, usdCents, at })])
  await queries.addGas(tx, {
    id,
    chain,
    usd_cents: BigInt(usdCents),
    note,
    transfer_id: transferId,
    entered_by: by,
    at,
  })
  await record(tx, context, {
    operation: gasKind,
    target: `gas ${id}`,
    content: gasEntered({ chain, usdCents }),
    before: null,
    after: { chain, usdCents, note, transferId },
    reason,
  })
}

/** Enters a fee, or asks for it above the limit. */
export const enterGas =
  ({ params, approvals }: { params: Params; approvals: Approvals }) =>
  (context: Context, fees: Parsed<typeof gasSave>): Promise<Answer<typeof gasSave>> =>
    context.tx(async (tx) => {
      const id = newId(context.now)
      const parts = [{ subject: id, amount: BigInt(fees.usdCents) }]
      if (await decidesAlone(tx, context, params, { kind: 'gasFee', parts })) {
        await enter(tx, context, { id, by: staffOf(context).username, reason: '', fees })
        return { id }
      }
      const approvalId = await approvals.ask(tx, context, {
        kind: gasKind,
        subject: id,
        payload: { id, ...fees },
        before: null,
        after: fees,
        reason: fees.note,
        title: gasEntered(fees, 'request'),
      })
      return { id: null, approvalId }
    })

export const gasApproval: ApprovalKind = defineApproval({
  kind: gasKind,
  menu: 'finance.wallet',
  payload: z.object({ id: z.uuid(), chain: z.enum(usdtChains), usdCents: z.number().int(), note: z.string() }),
  concerns: noParties,
  stillValid: async () => null,
  apply: (tx, context, { payload: { id, ...fees }, maker, reason }) =>
    enter(tx, context, { id, by: maker, reason, fees }),
})

/** Takes back a fee that was entered wrongly: the bank has the money. @throws Refusal 10032, 20000 */
export const reverseGas = (
  context: Context,
  { id, reason }: Parsed<typeof gasReverse>,
): Promise<Answer<typeof gasReverse>> =>
  context.tx(async (tx) => {
    const gas = await queries.lockGas(tx, id)
    if (!gas) throw refuseBecause(10032, 'id', 'record.none')
    if (gas.reversed_at !== null) throw refuseBecause(20000, 'id', 'usdt.gasReversed')
    const { now: at } = context
    const { chain } = gas
    const [by, usdCents, reversalId] = [staffOf(context).username, Number(gas.usd_cents), newId(at)]
    await post(tx, by, at, [itemOf({ kind: 'gas.reverse', id: reversalId, gasId: id, chain, usdCents, at })])
    await queries.setGasReversed(tx, id, { by, at, reason, reversalId })
    await record(tx, context, {
      target: `gas ${id}`,
      content: gasReversed({ chain, usdCents }),
      before: { chain, usdCents, enteredBy: gas.entered_by, transferId: gas.transfer_id },
      after: { chain, usdCents, reversalId },
      reason,
    })
    return {}
  })

export async function gas(context: Context, payload: Parsed<typeof gasList>) {
  const mayWrite = levelOn(staffOf(context), 'finance.wallet') === 3
  return mapPage(
    await queries.gasPage(context, payload),
    (row): RecordOf<typeof gasList> => ({
      id: row.id,
      chain: row.chain,
      usdCents: Number(row.usd_cents),
      note: row.note,
      transferId: row.transfer_id,
      enteredBy: row.entered_by,
      at: row.at.toISOString(),
      reversedBy: row.reversed_by,
      reversedAt: row.reversed_at?.toISOString() ?? null,
      reverseReason: row.reverse_reason,
      can: { reverse: mayWrite ? row.reversed_at === null || 'gasReversed' : 'readOnly' },
    }),
  )
}
