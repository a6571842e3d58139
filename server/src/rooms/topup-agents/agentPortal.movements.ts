// Movements of an agent's stock, from the ledger.
import type { agentMovementList } from '@greenroom/contract/agentPortal'
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { Context } from '../../kit/calls/context.ts'
import { mapPage } from '../../kit/database/paging.ts'
import { spanOf } from '../../kit/time.ts'
import { entryPage } from '../../ledger/index.ts'

const kinds = {
  purchase: 'agent.purchase',
  purchaseReversed: 'agent.purchase.reverse',
  sale: 'agent.sale',
  saleBack: 'agent.sale.back',
  buyBack: 'agent.buyBack',
  writeOff: 'agent.writeOff',
} as const satisfies Record<Movement['kind'], string>
const movementOf = new Map<string, Movement['kind']>(
  Object.entries(kinds).map(([movement, kind]) => [kind, movement as Movement['kind']]),
)

type Movement = RecordOf<typeof agentMovementList>

/** One page, newest first. */
export async function movements(context: Context, payload: Parsed<typeof agentMovementList>) {
  const agentId = context.scope.kind === 'agent' ? context.scope.agentId : 0
  const { movementKind: kind, startTimeStr, endTimeStr, export: _, async: __, ...request } = payload
  const span = spanOf({ startTimeStr, endTimeStr }, context.timeZone)
  const where = { owner: `agent:${agentId}`, purpose: 'stock', span, ...(kind && { kind: kinds[kind] }) }
  const page = await entryPage(context, where, request, { kind, startTimeStr, endTimeStr, agentId })
  return mapPage(
    page,
    (entry): Movement => ({
      id: entry.transfer_id,
      kind: movementOf.get(entry.kind)!,
      tokens: Number(entry.amount),
      stockAfter: Number(entry.posted_after ?? 0n),
      reference: entry.reference,
      at: entry.occurred_at.toISOString(),
    }),
  )
}
