import { userCallList, userGiftList, userLiveList, userSenders } from '@greenroom/contract/live'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { giftNamesOf } from '../../official/index.ts'
import { peopleOf } from '../../users/index.ts'
import { callPage, giftPage, sendersSince, sessionPage } from './liveOfUser.queries.ts'
import { callOf, giftOf, refOf, sessionOf } from './liveOfUser.rules.ts'

const senderDays = 30 * 86_400_000

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
  serve(userSenders, async (context, { userId }) => {
    const rows = await sendersSince(context, userId, new Date(context.now.getTime() - senderDays))
    const people = await peopleOf(
      context.database,
      rows.map(({ sender }) => sender),
    )
    return {
      senders: rows.map(({ sender, gifts, tokens, lastAt }) => ({
        person: refOf(sender, people),
        gifts,
        tokens,
        lastAt: lastAt.toISOString(),
      })),
      people: rows[0]?.people ?? 0,
      tokens: rows[0]?.all ?? 0,
    }
  }),
]
