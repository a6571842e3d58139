// Executes an order: posts each line, and records the payments with their proof.

import { guildsPaid } from '@greenroom/contract/sentences/guildMoney'
import type { Context } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { post } from '../../../ledger/index.ts'
import { recordMany } from '../../../log/index.ts'
import { dollars, tell } from '../../../notify/index.ts'
import { endByHand } from '../../finance/index.ts'
import type { Line } from './guildPay.lines.ts'
import { insertPayments, type Order, payKinds, setApplied } from './guildPay.orders.ts'
import { derivePaid, type PayWeek } from './guildPay.weeks.ts'
import { centsOf, payAvailable, payHeld } from './guildPayouts.ledger.ts'
import { setPaid } from './guildRequest.queries.ts'

const itemOf = (order: Order, line: Line, at: Date) => {
  const { guildId, usdCents, request, week } = line
  const cause = { id: derivedId(at, order.id, line.id), guildId, usdCents, at }
  return request
    ? payHeld({ ...cause, reference: `guild request ${request.id}` }, request.holdId, null)
    : payAvailable({ ...cause, reference: `settlement ${week!.id}` })
}

/** `usdtCents`: the value of 1 USDT, as the log keeps it for lines paid in USDT. */
type Applying = { lines: readonly Line[]; weeks: readonly PayWeek[]; usdtCents: number; reason: string }

/**
 * Pays these lines for the order's maker, and updates the weeks of their guilds from the ledger.
 *
 * @returns the ids of lines that the ledger refused, because another transaction took the money first.
 */
export async function applyOrder(
  tx: Transaction,
  context: Context,
  order: Order,
  { lines, weeks, usdtCents, reason }: Applying,
): Promise<Set<number>> {
  const at = context.now
  const items = lines.map((line) => itemOf(order, line, at))
  const outcomes = await post(tx, order.by, at, items)
  const paid = lines.filter((_, index) => outcomes[index]?.status === 'accepted')
  const refused = new Set(lines.filter((line) => !paid.includes(line)).map(({ id }) => id))
  if (paid.length === 0) return refused
  const posted = new Map(
    outcomes.flatMap((outcome) =>
      outcome.status === 'accepted'
        ? outcome.after.map(({ account, posted: micros }) => [Number(account.owner.slice(6)), centsOf(micros)] as const)
        : [],
    ),
  )
  const total = paid.reduce((sum, { usdCents }) => sum + usdCents, 0n)
  await setApplied(tx, order.id, at, total)
  await insertPayments(
    tx,
    order,
    paid.map((line) => ({
      guildId: line.guildId,
      settlementId: line.week?.id ?? null,
      requestId: line.request?.id ?? null,
      accountId: line.account.id,
      usdCents: line.usdCents,
      transferId: derivedId(at, order.id, line.id),
    })),
    at,
  )
  const requests = paid.flatMap(({ request }) => request?.id ?? [])
  if (requests.length > 0) await setPaid(tx, requests)
  await derivePaid(tx, weeks, posted, at)
  await endByHand(
    tx,
    context,
    order.pays === 'request' ? 'guild.request' : 'guild.week',
    paid.map(({ id }) => String(id)),
  )
  await tell(
    tx,
    at,
    paid.map(({ id, guildId, usdCents }) => ({
      moment: 'payoutPaid',
      about: `${order.id} ${id}`,
      to: { guildId },
      params: { usd: dollars(usdCents), reference: order.reference },
    })),
  )
  await recordMany(
    tx,
    context,
    paid.map((line) => {
      const details = { guildId: line.guildId, usdCents: line.usdCents, orderId: order.id }
      return {
        operation: payKinds[order.pays],
        target: line.request ? `guild request ${line.id}` : `settlement ${line.id}`,
        content: guildsPaid('done', [
          { guild: line.guildName, usdCents: line.usdCents, ...(line.week && { week: line.week.week }) },
        ]),
        before: { ...details, state: line.request?.state ?? 'approved', paidCents: line.week?.paidCents ?? null },
        after: {
          ...details,
          state: line.request ? 'paid out' : 'approved',
          accountId: line.account.id,
          reference: order.reference,
          proofFileId: order.proofFileId,
          paidBy: order.by,
          ...(line.account.kind.startsWith('usdt') && { usdtCents }),
        },
        reason,
      }
    }),
  )
  return refused
}
