// The list of operations on people's tokens.
import type { Parsed } from '@greenroom/contract/call'
import type { grantKinds } from '@greenroom/contract/statesAndKinds'
import type { userGrantList } from '@greenroom/contract/users'
import type { Approvals } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import * as queries from './grant.queries.ts'
import { waitingOperations } from './grant.waiting.ts'

const stateOf = (row: queries.OperationRow, waiting: ReadonlyMap<string, string>) => {
  if (row.reversed_at) return 'takenBack' as const
  if (row.applied_at) return 'done' as const
  return waiting.has(row.id) ? ('waiting' as const) : ('notDone' as const)
}

export const listOperations =
  (approvals: Approvals) => async (context: Context, payload: Parsed<typeof userGrantList>) => {
    const [page, waiting] = await Promise.all([
      queries.operationPage(context, payload),
      waitingOperations(approvals, context.database, context.now),
    ])
    return mapPage(page, (row) => ({
      operationId: row.id,
      direction: row.direction as 'grant' | 'deduct',
      kind: row.kind as (typeof grantKinds)[number],
      tokens: Number(row.tokens),
      people: row.people,
      userId: row.people === 1 ? Number(row.user_ids[0]) : null,
      nickname: row.user?.nickname ?? '',
      avatarUrl: row.user?.avatarUrl ?? '',
      reason: row.reason,
      by: row.by,
      at: row.at.toISOString(),
      state: stateOf(row, waiting),
    }))
  }
