// A grant or deduction over the limit, when a second member of staff approves it.
import { partlyMoved } from '@greenroom/contract/sentences/users'
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../../access/index.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import { record } from '../../../log/index.ts'
import { peopleByIds } from '../users.queries.ts'
import { applyOperation } from './grant.apply.ts'
import * as queries from './grant.queries.ts'
import type { Direction } from './grant.rules.ts'
import { allPeople } from './grant.service.ts'

const payload = z.object({ operationId: z.string() })
// The approval is platform data, like its users.
const everyone = { kind: 'platform' } as const

/** Its subject is the operation. Users who lack the tokens by then are left out; if all do, it fails. */
export const moneyApproval = (direction: Direction): ApprovalKind =>
  defineApproval({
    kind: `user.${direction}`,
    menu: 'users.grant',
    payload,
    concerns: noParties,
    async stillValid(tx, { payload: { operationId } }) {
      const operation = await queries.operationById(tx, operationId)
      if (!operation) return because('approval.gone')
      if (operation.applied_at) return because('approval.done')
      const known = new Set((await peopleByIds(tx, everyone, operation.user_ids)).map(({ id }) => id))
      const gone = operation.user_ids.filter((id) => !known.has(id))
      return gone.length === 0 ? null : because('user.unknown', { ids: gone.map(String) })
    },
    async apply(tx, context, { payload: { operationId }, reason, maker }) {
      const operation = await queries.lockOperation(tx, operationId)
      if (!operation) throw new Error(`operation ${operationId} disappeared before it was applied`)
      const people = await allPeople(tx, context, operation.user_ids)
      const outcomes = await applyOperation(tx, context, operation, people)
      const refused = outcomes.filter(({ ok }) => !ok)
      if (refused.length === outcomes.length)
        throw refuseBecause(60001, 'ids', 'money.tooFew', { ids: refused.map(({ id }) => id) })
      if (refused.length === 0) return
      await record(tx, context, {
        operation: `user.${direction}`,
        target: `operation ${operationId}`,
        content: partlyMoved({ maker, done: outcomes.length - refused.length, all: outcomes.length }),
        before: null,
        after: { operationId, outcomes },
        reason,
      })
    },
  })
