// Grants and deducts tokens, at once or when a second member of staff approved it.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { moved } from '@greenroom/contract/sentences/users'
import type { userGrant } from '@greenroom/contract/users'
import { type Approvals, decidesAlone, takeBackAlone } from '../../../access/index.ts'
import { chosen, type Outcome } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import type { Params } from '../../../params/index.ts'
import { namedOf, type Person, peopleByIds } from '../users.queries.ts'
import { applyOperation, outcomesOf } from './grant.apply.ts'
import * as queries from './grant.queries.ts'
import { aloneOf, type Direction, isAboveLimit } from './grant.rules.ts'
import { waitingFor } from './grant.waiting.ts'

/** A deduction has the same input. */
type Payload = Parsed<typeof userGrant>
type GrantAnswer = Answer<typeof userGrant>

/** Nothing new was done: the transaction rolls back with this answer. */
class Answered extends Error {
  readonly answer: GrantAnswer
  constructor(answer: GrantAnswer) {
    super('nothing new was done')
    this.answer = answer
  }
}

/** Runs `work` in a transaction that rolls back if it throws `Answered`. */
export async function inTransactionUnlessAnswered(
  context: Context,
  work: (tx: Transaction) => Promise<GrantAnswer>,
): Promise<GrantAnswer> {
  try {
    return await context.tx(work)
  } catch (error) {
    if (error instanceof Answered) return error.answer
    throw error
  }
}

/** Rolls back if nobody's tokens moved. */
export function rollBackUnlessMoved<T extends GrantAnswer>(answer: T, moved: boolean): T {
  if (!moved) throw new Answered(answer)
  return answer
}

/** All of `ids`. @throws Refusal 290005 naming unknown ones */
export async function allPeople(tx: Transaction, context: Context, ids: readonly bigint[]): Promise<Person[]> {
  const people = new Map((await peopleByIds(tx, context.scope, ids)).map((person) => [person.id, person]))
  const wrong = ids.filter((id) => !people.has(id))
  if (wrong.length > 0) throw refuseBecause(290005, 'ids', 'user.unknown', { ids: wrong.map(Number) })
  return ids.map((id) => people.get(id)!)
}

/** A repeated id: the first answer. @throws Refusal 20000 if the input differs */
async function repeated(tx: Transaction, first: queries.Operation, requested: queries.Operation): Promise<GrantAnswer> {
  const same =
    first.direction === requested.direction &&
    first.kind === requested.kind &&
    first.tokens === requested.tokens &&
    first.by === requested.by &&
    first.user_ids.join() === requested.user_ids.join()
  if (!same) throw refuseBecause(20000, 'operationId', 'money.idUsed')
  const outcomes: Outcome[] = first.applied_at ? outcomesOf(first, await queries.linesOf(tx, first.id)) : []
  return { outcomes, operationId: first.id, ...(first.approval_id && { approvalId: first.approval_id }) }
}

/** An operation that needs approval is not filed while another is pending for the same user. @throws Refusal 20000 naming it */
async function checkNoneWaits(tx: Transaction, approvals: Approvals, context: Context, requested: queries.Operation) {
  const [first] = await waitingFor(approvals, tx, requested.user_ids, context.now, [requested.direction])
  if (!first) return
  const { by, at } = first.operation
  throw refuseBecause(20000, 'ids', 'approval.waits', { by, at: at.toISOString() })
}

/**
 * One operation for many users. Above the limit (the total, plus what the maker moved alone in 24 hours) it waits for a second
 * member of staff.
 *
 * @throws Refusal 90004 over 10,000,000 in total, 290005 for unknown users, 20000 for an id of another operation, or a pending one for the
 * same user.
 */
export const moveTokens =
  (direction: Direction, { params, approvals }: { params: Params; approvals: Approvals }) =>
  async (context: Context, payload: Payload): Promise<GrantAnswer> => {
    const ids = chosen(payload.ids, 'ids')
    const total = payload.tokens * ids.length
    if (isAboveLimit(total))
      throw refuseBecause(90004, 'tokens', 'money.total', { total, most: limits.grantPerOperation })
    const requested: queries.Operation = {
      id: payload.operationId ?? newId(context.now),
      direction,
      kind: payload.kind,
      tokens: BigInt(payload.tokens),
      people: ids.length,
      reason: payload.reason,
      by: staffOf(context).username,
      at: context.now,
      user_ids: ids.map(BigInt),
      approval_id: null,
      applied_at: null,
      reversed_at: null,
      reversed_by: null,
    }
    return inTransactionUnlessAnswered(context, async (tx) => {
      const people = await allPeople(tx, context, requested.user_ids)
      const { fresh, operation } = await queries.insertOperation(tx, requested)
      if (!fresh) throw new Answered(await repeated(tx, operation, requested))
      const counted = aloneOf[direction]
      const subjectOf = (userId: bigint | number | string) => `${requested.id} ${userId}`
      const parts = requested.user_ids.map((id) => ({ subject: subjectOf(id), amount: requested.tokens }))
      if (!(await decidesAlone(tx, context, params, { kind: counted, parts }))) {
        await checkNoneWaits(tx, approvals, context, requested)
        const approvalId = await approvals.ask(tx, context, {
          kind: `user.${direction}`,
          subject: requested.id,
          payload: { operationId: requested.id },
          before: null,
          after: { direction, kind: requested.kind, tokens: payload.tokens, people: ids.length, total, ids },
          reason: requested.reason,
          title: moved('request', { people: namedOf(people), direction, tokens: payload.tokens }),
        })
        await queries.setApproval(tx, requested.id, approvalId)
        return { outcomes: [], operationId: requested.id, approvalId }
      }
      const outcomes = await applyOperation(tx, context, operation, people)
      const unmoved = outcomes.filter(({ ok }) => !ok).map(({ id }) => subjectOf(id))
      await takeBackAlone(tx, context.now, counted, unmoved)
      return rollBackUnlessMoved(
        { outcomes, operationId: requested.id },
        outcomes.some(({ ok }) => ok),
      )
    })
  }
