// Grants and deductions that wait for a second member of staff.
import type { Approvals } from '../../../access/index.ts'
import type { Reader } from '../../../kit/database/database.ts'
import * as queries from './grant.queries.ts'
import type { Direction } from './grant.rules.ts'

/** Pending approval ids, by operation. */
export async function waitingOperations(
  approvals: Approvals,
  reader: Reader,
  now: Date,
  directions: readonly Direction[] = ['grant', 'deduct'],
): Promise<Map<string, string>> {
  const waiting = await Promise.all(directions.map((one) => approvals.waitingOn(reader, `user.${one}`, now)))
  return new Map(waiting.flatMap((one) => [...one]))
}

/** Pending operations for these users, newest first. */
export async function waitingFor(
  approvals: Approvals,
  reader: Reader,
  userIds: readonly bigint[],
  now: Date,
  directions?: readonly Direction[],
) {
  const waiting = await waitingOperations(approvals, reader, now, directions)
  const operations = await queries.operationsFor(reader, [...waiting.keys()], userIds)
  return operations.map((operation) => ({ operation, approvalId: waiting.get(operation.id)! }))
}
