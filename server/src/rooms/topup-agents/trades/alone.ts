// How much one member of staff may credit and reverse without a second one.
import { needsSecond } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import type { Transaction } from '../../../kit/database.ts'
import type { Params } from '../../../params/index.ts'
import { decidedAlone, holdDecider } from './queries.ts'

const dayMs = 86_400_000

/** Whether so much, with what this member of staff credited alone or reversed in 24 hours, needs no second one. */
export async function mayDecideAlone(
  tx: Transaction,
  context: Context,
  params: Params,
  usdMicros: bigint,
): Promise<boolean> {
  const by = staffOf(context).username
  await holdDecider(tx, by)
  const before = await decidedAlone(tx, by, new Date(context.now.getTime() - dayMs))
  return !needsSecond(usdMicros, before, BigInt(params.integer('agent_purchase_approval_usd')) * 1_000_000n)
}
