// Reverses a grant or a deduction, once, up to the available tokens.
import type { Parsed } from '@greenroom/contract/call'
import { moveReversed } from '@greenroom/contract/sentences/users'
import type { userGrantReverse } from '@greenroom/contract/users'
import { done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { namedOf, type Person, peopleByIds } from '../users.queries.ts'
import { postEach, type Result, tokensOf } from './grant.apply.ts'
import * as queries from './grant.queries.ts'
import { givingBack, takingBack } from './grant.rules.ts'
import { inTransactionUnlessAnswered, rollBackUnlessMoved } from './grant.service.ts'

function outcomeOf(result: Result, line: queries.Line): Outcome {
  const id = Number(result.userId)
  if ('refused' in result) return notDone(id, result.refused, because('money.nothingLeft'))
  const total = line.promo + line.paid
  const back = tokensOf(result.moved)
  return back === total
    ? done(id)
    : notDone(id, 60001, because('money.partlyBack', { back: Number(back), whole: Number(total) }))
}

/**
 * A grant is reversed from the remaining promotional tokens only; a deduction is returned in full. Users
 * that the operation didn't change are left out.
 *
 * @throws Refusal 10032 no such operation, 20000 if it is pending or was reversed already
 */
export const takeBack = (context: Context, { grantId, reason }: Parsed<typeof userGrantReverse>) =>
  inTransactionUnlessAnswered(context, async (tx) => {
    const operation = await queries.lockOperation(tx, grantId)
    if (!operation || context.scope.kind !== 'platform') throw new Refusal(10032)
    if (!operation.applied_at) throw refuseBecause(20000, 'grantId', 'money.notApproved')
    if (operation.reversed_at)
      throw refuseBecause(20000, 'grantId', 'money.takenBack', {
        by: operation.reversed_by ?? '',
        at: operation.reversed_at.toISOString(),
      })
    const lines = new Map(
      (await queries.linesOf(tx, grantId)).filter((line) => line.refused === null).map((line) => [line.user_id, line]),
    )
    const people = await peopleByIds(tx, context.scope, [...lines.keys()])
    const granted = operation.direction === 'grant'
    const by = staffOf(context).username
    const posting = {
      operationId: grantId,
      operation: 'user.grantReverse' as const,
      reason,
      actor: by,
      step: 'reverse',
      gives: !granted,
      sentence: (person: Person, tokens: bigint) =>
        moveReversed({ people: namedOf([person]), direction: granted ? 'grant' : 'deduct', tokens }),
    }
    const results = await postEach(tx, context, posting, people, (part, { id }) => {
      const line = lines.get(id)!
      return granted
        ? takingBack(part, line.promo)
        : givingBack(part, { promo: line.promo, paid: line.paid, costMicros: line.cost_micros })
    })
    const returned = new Map(
      results.flatMap((result) => ('moved' in result ? [[result.userId, tokensOf(result.moved)] as const] : [])),
    )
    const outcomes = results.map((result) => outcomeOf(result, lines.get(result.userId)!))
    rollBackUnlessMoved({ outcomes }, returned.size > 0)
    await queries.setReturned(tx, grantId, returned)
    await queries.setReversed(tx, grantId, context.now, by)
    return { outcomes }
  })
