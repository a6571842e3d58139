// The calls of system messages.
import * as calls from '@greenroom/contract/messages'
import type { Audience } from '@greenroom/contract/messages.schema'
import { sql } from 'kysely'
import { countTry } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { containing } from '../../../kit/text.ts'
import { equals, search, serveDelete, serveRecords } from '../../../records/index.ts'
import { sampleOf, sizeOf } from './officialMessage.audience.ts'
import { become, testRun } from './officialMessage.pausing.ts'
import { messages } from './officialMessage.records.ts'
import { audienceFault } from './officialMessage.rules.ts'
import { messageInfo, missedPage } from './officialMessage.show.ts'
import { saveMessage, updateMessage } from './officialMessage.writing.ts'

/** Fields of `info` only, left out of lists. */
const ofInfo = ['texts', 'link', 'pictureId', 'accountId', 'notice', 'audienceRule', 'notAfter', 'reason']
const listed = (row: object) => Object.fromEntries(Object.entries(row).filter(([field]) => !ofInfo.includes(field)))

/** Counts of an audience per minute and account: a list of 100,000 ids costs the best part of a second. */
export const sizesPerMinute = 30

const countSize = (context: Context) => countTry(context, `message size ${staffOf(context).id}`, sizesPerMinute)

export function messageRoutes(fileUrl: string): Served[] {
  const list = serveRecords(messages, calls.messageList, {
    filters: {
      q: search(['t.name'], (text) => sql<boolean>`t.texts::text ilike ${containing(text)}`),
      state: equals('t.state'),
      type: equals('t.type'),
    },
    orders: { updatedAt: { type: 'timestamptz', column: 'updated_at' } },
    order: '-updatedAt',
    columns: [
      { heading: 'exports:columns.id', value: (row) => row.id },
      { heading: 'official:columns.name', value: (row) => row.name },
      { heading: 'official:columns.type', value: (row) => row.type },
      { heading: 'official:columns.advertText', value: (row) => row.text },
      { heading: 'official:columns.state', value: (row) => row.state },
      { heading: 'official:columns.sendTime', value: (row) => moment(row.sendTime) },
      { heading: 'official:columns.audience', value: (row) => row.audience },
      { heading: 'official:columns.sent', value: (row) => row.sent },
      { heading: 'official:columns.skipped', value: (row) => row.skipped },
      { heading: 'official:columns.failed', value: (row) => row.failed },
      { heading: 'official:columns.delivered', value: (row) => row.delivered },
      { heading: 'official:columns.read', value: (row) => row.read },
      { heading: 'official:columns.updatedBy', value: (row) => row.updatedBy },
      { heading: 'official:columns.updatedAt', value: (row) => moment(row.updatedAt) },
    ],
  })
  return [
    {
      ...list,
      handle: async (context, payload) => {
        const page = (await list.handle(context, payload)) as { records: unknown[] }
        return { ...page, records: page.records.map((row) => listed(row as object)) }
      },
    },
    serve(calls.messageInfo, (context, { id }) => messageInfo(context, id, fileUrl)),
    serve(calls.messageSave, saveMessage),
    serve(calls.messageUpdate, updateMessage),
    serve(calls.messageSize, async (context, { audience }) => {
      const { database, now } = context
      await countSize(context)
      const rule = audience as Audience
      if (audienceFault(rule)) throw refuseCode(80001, 'audience')
      const [size, sample] = await Promise.all([sizeOf(database, rule, now), sampleOf(database, rule, now)])
      return { ...size, sample }
    }),
    serve(calls.messageTest, testRun(fileUrl)),
    serve(calls.messagePause, become('paused')),
    serve(calls.messageResume, become('resumed')),
    serve(calls.messageStop, become('stopped')),
    serveDelete(messages, calls.messageDelete),
    serveList(calls.messageMissed, missedPage, [
      { heading: 'exports:columns.userId', value: (row) => row.userId },
      { heading: 'exports:columns.nickname', value: (row) => row.person.nickname },
      { heading: 'official:columns.why', value: (row) => row.reason },
    ]),
    serve(calls.messageAccounts, async (context) => {
      const { rows } = await sql<{ id: number; title: string }>`
        select id, title from official.account
         where enabled and ${staffOf(context).id} = any (writer_ids) order by title`.execute(context.database)
      return { accounts: rows }
    }),
  ]
}
