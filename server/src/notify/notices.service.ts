// The bell: what the caller was told, and what of it is unread. Nothing of it is logged.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/told'
import { type Context, staffOf } from '../kit/calls/context.ts'
import { refuseCode } from '../kit/calls/refusal.ts'
import { wallNow } from '../kit/clock.ts'
import { readerOf } from './reader.queries.ts'
import * as queries from './told.queries.ts'
import { wordsOf } from './told.words.ts'

export async function list(
  context: Context,
  { before, language, zone }: Parsed<typeof calls.noticeList>,
): Promise<Answer<typeof calls.noticeList>> {
  const { id: staffId, language: own } = staffOf(context)
  const { database } = context
  const [found, reader] = await Promise.all([queries.noticesOf(database, staffId, before), readerOf(database, staffId)])
  const { notices, more } = queries.pageOfNotices(found)
  const read = { language: language ?? own, zone: zone ?? (reader?.zone || context.timeZone) }
  return {
    notices: notices.map(({ id, moment, params, href, at, read_at }) => ({
      id,
      at: at.toISOString(),
      text: wordsOf(moment, params, read),
      href,
      read: read_at !== null,
      alarm: moment === 'alarmBegan',
    })),
    more,
  }
}

export const unread = async (context: Context) => ({
  unread: await queries.countUnread(context.database, staffOf(context).id),
})

/** @throws Refusal 10032 for one that the caller does not have */
export const read = (context: Context, { id }: Parsed<typeof calls.noticeRead>) =>
  context.tx(async (tx) => {
    const { id: staffId } = staffOf(context)
    if (!(await queries.markRead(tx, staffId, id, wallNow()))) throw refuseCode(10032, 'id')
    return { unread: await queries.countUnread(tx, staffId) }
  })
