import { userCallList, userGiftList, userLiveList } from '@greenroom/contract/live'
import type { Context } from '../../../kit/context.ts'
import { mapPage } from '../../../kit/paging.ts'
import { type Served, serve } from '../../../kit/serve.ts'
import { spanOf } from '../../../kit/time.ts'
import { callPage, giftPage, namesOf, type PersonFilters, sessionPage } from './queries.ts'
import { callOf, giftOf, sessionOf } from './rules.ts'

const filtersOf = (
  context: Context,
  payload: { userId: number; startTimeStr?: string | undefined; endTimeStr?: string | undefined },
): PersonFilters => ({ userId: BigInt(payload.userId), span: spanOf(payload, context.timeZone) })

/** What a person's page asks about her life in the app. */
export const livePersonRoutes: Served[] = [
  serve(userCallList, async (context, payload) => {
    const page = await callPage(context.scope, context.database, filtersOf(context, payload), payload)
    const names = await namesOf(
      context.database,
      page.records.flatMap((row) => [row.caller_id, row.callee_id]),
    )
    return mapPage(page, (row) => callOf(row, names))
  }),
  serve(userLiveList, async (context, payload) =>
    mapPage(await sessionPage(context.scope, context.database, filtersOf(context, payload), payload), sessionOf),
  ),
  serve(userGiftList, async (context, payload) => {
    const filters = { ...filtersOf(context, payload), direction: payload.direction }
    const page = await giftPage(context.scope, context.database, filters, payload)
    const names = await namesOf(
      context.database,
      page.records.flatMap((row) => [row.sender_id, row.receiver_id]),
    )
    return mapPage(page, (row) => giftOf(row, names))
  }),
]
