import { userCallList, userGiftList, userLiveList } from '@greenroom/contract/live'
import { mapPage } from '../../../kit/paging.ts'
import { peopleOf } from '../../../kit/person.ts'
import { type Served, serve } from '../../../kit/serve.ts'
import { giftNamesOf } from '../../official/index.ts'
import { callPage, giftPage, sessionPage } from './queries.ts'
import { callOf, giftOf, sessionOf } from './rules.ts'

/** Calls of a user's page about live activity. */
export const livePersonRoutes: Served[] = [
  serve(userCallList, async (context, payload) => {
    const page = await callPage(context, payload)
    const people = await peopleOf(
      context.database,
      page.records.flatMap((row) => [row.caller_id, row.callee_id]),
    )
    return mapPage(page, (row) => callOf(row, people))
  }),
  serve(userLiveList, async (context, payload) => mapPage(await sessionPage(context, payload), sessionOf)),
  serve(userGiftList, async (context, payload) => {
    const page = await giftPage(context, payload)
    const people = await peopleOf(
      context.database,
      page.records.flatMap((row) => [row.sender_id, row.receiver_id]),
    )
    const names = await giftNamesOf(
      context.database,
      page.records.map((row) => row.gift_id),
    )
    return mapPage(page, (row) => giftOf(row, people, names))
  }),
]
