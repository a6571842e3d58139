// Effects of a new state of withdrawals in the same transaction: ledger, log, commands.
import type { OperationKey } from '@greenroom/contract/operations'
import type { Payment } from '@greenroom/contract/sentences/withdrawals'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { type Command, send } from '../../../bridge/index.ts'
import { actorOf, type Context } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { type Item, post } from '../../../ledger/index.ts'
import { recordMany } from '../../../log/index.ts'
import type { PaidOnChain } from '../payouts/payouts.source.ts'
import { payItem, releaseItem } from './withdrawals.ledger.ts'
import type { Locked } from './withdrawals.queries.ts'
import type { State } from './withdrawals.states.ts'

export const paymentOf = (row: Locked): Payment => ({
  user: { id: Number(row.userId), nickname: row.nickname },
  usdCents: row.netCents,
})

/** What a debt took of it, for the log and the app; empty if nothing. */
const debtOf = ({ debtTokens, debtCents, netCents }: Locked) =>
  debtCents === 0n
    ? {}
    : { debtTokens: Number(debtTokens), debtUsdCents: Number(debtCents), netUsdCents: Number(netCents) }

type Ending = {
  operation: OperationKey
  state: State
  reason: string
  content: (payments: Payment[]) => Sentence
  /** The bonus is released. */
  release?: true
  /** Paid: these ids by a chain, the others by a bank or by hand. */
  pay?: ReadonlyMap<string, PaidOnChain>
  /** By id: additional log details. */
  more?: ReadonlyMap<string, object>
}

/** The id of the transfer that ends a hold, derived from the hold, which ends once. */
const itemOf = (row: Locked, at: Date, pay: Ending['pay']): Item => {
  const id = derivedId(at, row.holdId, pay ? 'paid' : 'released')
  return pay ? payItem(row, id, at, pay.get(row.id) ?? null) : releaseItem(row, id, at)
}

/** Posts the transfers, logs the change, and notifies the app. The rows have their new state already. */
export async function end(tx: Transaction, context: Context, rows: readonly Locked[], ending: Ending): Promise<void> {
  const { operation, state, reason, content, release, pay, more } = ending
  const { now } = context
  if (release || pay) {
    const items = rows.map((row) => itemOf(row, now, pay))
    const outcomes = await post(tx, actorOf(context).username, now, items)
    const wrong = outcomes.find(({ status }) => status !== 'accepted')
    if (wrong) throw new Error(`the hold of a withdrawal did not end: ${wrong.id}`)
  }
  await recordMany(
    tx,
    context,
    rows.map((row) => {
      const details = { withdrawalId: row.id, userId: Number(row.userId), usdCents: Number(row.usdCents) }
      return {
        operation,
        actor: actorOf(context),
        target: `withdrawal ${row.id}`,
        content: content([paymentOf(row)]),
        before: { ...details, state: row.state },
        after: { ...details, ...debtOf(row), state, ...(release && { released: true }), ...more?.get(row.id) },
        reason,
      }
    }),
  )
  await send(
    tx,
    now,
    rows.map(
      (row): Command => ({
        type: 'withdrawal.changed',
        subject: `user:${row.userId}`,
        data: {
          withdrawalId: row.id,
          userId: Number(row.userId),
          state,
          reason,
          ...(release && { released: true }),
          ...debtOf(row),
        },
      }),
    ),
  )
}
