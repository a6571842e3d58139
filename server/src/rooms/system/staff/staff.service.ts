// Reads accounts.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as systemStaff from '@greenroom/contract/systemStaff'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { Refusal } from '../../../kit/calls/refusal.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { judge, lookOf, shownOf, viewerOf } from './staff.account.ts'
import * as queries from './staff.queries.ts'

export async function list(context: Context, payload: Parsed<typeof systemStaff.staffList>) {
  const [page, administrators] = await Promise.all([
    queries.staffPage(lookOf(context), context, payload),
    queries.activeAdministrators(context.database),
  ])
  const accountOf = await judge(context.database, staffOf(context).roleIds, page.records)
  return mapPage(page, (row) => shownOf(row, accountOf(row), viewerOf(context), administrators))
}

/** @throws Refusal 10032 */
export async function info(
  context: Context,
  { userId }: Parsed<typeof systemStaff.staffInfo>,
): Promise<Answer<typeof systemStaff.staffInfo>> {
  const [[row], administrators] = await Promise.all([
    queries.staffByIds(lookOf(context), context.database, [userId]),
    queries.activeAdministrators(context.database),
  ])
  if (!row) throw new Refusal(10032)
  const accountOf = await judge(context.database, staffOf(context).roleIds, [row])
  return { user: shownOf(row, accountOf(row), viewerOf(context), administrators) }
}
