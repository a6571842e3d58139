// Moves tokens: one `post` for all, a line and a log entry for each, and the app gets the new balances.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { OperationKey } from '@greenroom/contract/operations'
import { moved } from '@greenroom/contract/sentences/users'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { type Command, send } from '../../../bridge/index.ts'
import { done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import type { Context } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { balancesOfUsers, type Item, post, type UserBalance } from '../../../ledger/index.ts'
import { recordMany } from '../../../log/index.ts'
import { namedOf, type Person } from '../users.queries.ts'
import * as queries from './grant.queries.ts'
import { deducting, granting, type Moved, movedBy, type Part } from './grant.rules.ts'

export type Posting = {
  operationId: string
  /** `user.grant` and the like. */
  operation: OperationKey
  reason: string
  /** The actor in the ledger. */
  actor: string
  /** The step from which each id is derived, in addition to operation and user. */
  step: string
  /** True if users receive tokens. */
  gives: boolean
  /** The log entry of one user. */
  sentence: (person: Person, tokens: bigint) => Sentence
}

/** The result for one user: the moved tokens, or the refusal code. */
export type Result = { userId: bigint } & ({ moved: Moved } | { refused: ErrorCode })

export const tokensOf = (moved: Moved): bigint => moved.promo + moved.paid

/** Posts an item for each of `people`, logs each that moved, and informs the app. Outcomes come in the order of `people`. */
export async function postEach(
  tx: Transaction,
  context: Context,
  posting: Posting,
  people: readonly Person[],
  itemFor: (part: Part, person: Person) => Item,
): Promise<Result[]> {
  const { now } = context
  const { operationId, step, gives } = posting
  const items = people.map((person) =>
    itemFor({ id: derivedId(now, operationId, step, person.id), operationId, userId: person.id, at: now }, person),
  )
  const outcomes = await post(tx, posting.actor, now, items)
  const results = outcomes.map((outcome, index): Result => {
    const { id: userId } = people[index]!
    if (outcome.status === 'accepted') return { userId, moved: movedBy(outcome.legs, userId) }
    if (outcome.status === 'refused') return { userId, refused: outcome.code }
    throw new Error(`transfer ${outcome.id} of operation ${operationId} existed already`)
  })
  const moved = new Map(
    results.flatMap((result) => ('moved' in result ? [[result.userId, result.moved] as const] : [])),
  )
  const balances = await balancesOfUsers(tx, [...moved.keys()])
  const changed = people.filter((person) => moved.has(person.id))
  await recordMany(
    tx,
    context,
    changed.map((person) => {
      const part = moved.get(person.id)!
      const after = balances.get(person.id)!
      return {
        operation: posting.operation,
        target: `user ${person.id}`,
        content: posting.sentence(person, tokensOf(part)),
        before: { operationId, ...walletOf(after, gives ? part : undefined, gives ? undefined : part) },
        after: { operationId, ...walletOf(after) },
        reason: posting.reason,
      }
    }),
  )
  const commands = changed.map((person): Command => {
    const { paidTokens, promoTokens, bonus } = balances.get(person.id)!
    const data = {
      userId: Number(person.id),
      paidTokens: Number(paidTokens),
      promoTokens: Number(promoTokens),
      bonus: Number(bonus),
    }
    return { type: 'wallet.changed', subject: `user:${person.id}`, data }
  })
  await send(tx, now, commands)
  return results
}

/** A wallet, or its state before tokens were added (`minus`) or removed (`plus`). */
const walletOf = (balance: UserBalance, minus?: Moved, plus?: Moved) => ({
  paidTokens: balance.paidTokens - (minus?.paid ?? 0n) + (plus?.paid ?? 0n),
  promoTokens: balance.promoTokens - (minus?.promo ?? 0n) + (plus?.promo ?? 0n),
})

/** The outcomes of an operation in the order of its request, from its lines. */
export function outcomesOf(operation: Pick<queries.Operation, 'user_ids'>, lines: readonly queries.Line[]): Outcome[] {
  const refused = new Map(lines.map((line) => [line.user_id, line.refused]))
  return operation.user_ids.map((id) => {
    const code = refused.get(id)
    return code == null ? done(Number(id)) : notDone(Number(id), code as ErrorCode)
  })
}

/** Executes an operation and stores the result for each user. `people` are all its users. */
export async function applyOperation(
  tx: Transaction,
  context: Context,
  operation: queries.Operation,
  people: readonly Person[],
): Promise<Outcome[]> {
  const gives = operation.direction === 'grant'
  const posting: Posting = {
    operationId: operation.id,
    operation: gives ? 'user.grant' : 'user.deduct',
    reason: operation.reason,
    actor: operation.by,
    step: operation.direction,
    gives,
    sentence: (person, tokens) =>
      moved('done', { people: namedOf([person]), direction: gives ? 'grant' : 'deduct', tokens }),
  }
  const results = await postEach(tx, context, posting, people, (part) =>
    gives ? granting(part, operation.tokens) : deducting(part, operation.tokens),
  )
  const lines = results.map((result): queries.Line => {
    const { promo, paid, costMicros } = 'moved' in result ? result.moved : { promo: 0n, paid: 0n, costMicros: 0n }
    const refused = 'moved' in result ? null : result.refused
    return { user_id: result.userId, refused, promo, paid, cost_micros: costMicros, returned: 0n }
  })
  await queries.insertLines(tx, operation.id, lines)
  await queries.setApplied(tx, operation.id, context.now)
  return outcomesOf(operation, lines)
}
