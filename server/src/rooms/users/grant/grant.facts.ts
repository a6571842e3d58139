// What a form of a grant or a deduction says before it is sent: the limit, and what was moved for the same users a moment ago.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { userGrantFacts } from '@greenroom/contract/users'
import { aloneLeft } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import type { Params } from '../../../params/index.ts'
import * as queries from './grant.queries.ts'
import { aloneOf } from './grant.rules.ts'

const dayMs = 86_400_000

export const grantFacts =
  ({ params }: { params: Params }) =>
  async (
    context: Context,
    { ids, direction }: Parsed<typeof userGrantFacts>,
  ): Promise<Answer<typeof userGrantFacts>> => {
    const [{ most, left }, before] = await Promise.all([
      aloneLeft(context, params, aloneOf[direction]),
      queries.movedSince(context.database, new Date(context.now.getTime() - dayMs), ids.map(BigInt), direction),
    ])
    return {
      aloneTokens: Number(most),
      leftTokens: Number(left),
      before: before.map((row) => ({
        userId: Number(row.userId),
        tokens: Number(row.tokens),
        by: row.by,
        at: row.at.toISOString(),
        pending: row.pending,
      })),
    }
  }
