// System messages as staff write, test, send and stop them.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import * as calls from '@greenroom/contract/messages'
import type { Audience, Texts } from '@greenroom/contract/messages.schema'
import { messageDid, messagesChanged } from '@greenroom/contract/sentences/official'
import { sql } from 'kysely'
import { send } from '../../../bridge/index.ts'
import { fileAddress, uploadedFor } from '../../../files/index.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import { json, type Reader, type Transaction } from '../../../kit/database.ts'
import { newRequestId } from '../../../kit/random.ts'
import { Refusal, refuseBecause, refuseCode } from '../../../kit/refusal.ts'
import { anyOf } from '../../../kit/rows.ts'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { containing } from '../../../kit/text.ts'
import { momentOf } from '../../../kit/time.ts'
import { recordMany } from '../../../log/index.ts'
import {
  addRow,
  changeRows,
  createdBy,
  equals,
  lockAt,
  narrowedPage,
  present,
  resource,
  search,
  serveDelete,
  serveRecords,
} from '../../../records/index.ts'
import { languageColumn, sampleOf, sizeOf } from './audience.ts'
import {
  audienceFault,
  contentFault,
  givenTexts,
  isLocked,
  type MessageState,
  type MessageType,
  type MissReason,
} from './rules.ts'
import { audienceOf, contentOf, giveUp, type MessageRow, subjectOf } from './sending.ts'

type Record = RecordOf<typeof calls.messageList>
type Content = Parsed<typeof calls.messageSave>

const textsOf = (row: MessageRow) => row.texts as NonNullable<Texts>

type Figures = { sent: bigint; delivered: bigint; read: bigint }

async function figuresOf(reader: Reader, ids: readonly number[]): Promise<Map<number, Figures>> {
  const { rows } = await sql<Figures & { message_id: number }>`
    select message_id, sum(sent)::bigint as sent, sum(delivered)::bigint as delivered, sum(read)::bigint as read
      from official.tick where message_id = any (${ids}::int[]) group by 1`.execute(reader)
  return new Map(rows.map((row) => [row.message_id, row]))
}

const messages = resource('official.message', {
  id: { column: 'id', type: 'int' },
  menu: 'official.message',
  noun: 'message',
  view: (row) => ({
    id: row.id,
    name: row.name,
    type: row.type as MessageType,
    state: row.state as MessageState,
    userType: row.user_type as Record['userType'],
    sendTime: row.send_at?.toISOString() ?? null,
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    audience: row.size,
    sent: row.sent,
    skipped: row.skipped,
    failed: row.failed,
    texts: textsOf(row),
    link: row.link,
    pictureId: row.picture_id,
    accountId: row.account_id,
    notice: row.notice,
    // The log keeps how many ids there are, not the ids.
    audienceRule: row.ids === null ? row.audience : { userType: 'ids', count: row.ids.length },
    notAfter: row.not_after?.toISOString() ?? null,
    reason: row.reason,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    version: row.version,
  }),
  more: async ({ database }, rows) => {
    const figures = await figuresOf(
      database,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => {
      const { title, text } = textsOf(row).en!
      const counted = figures.get(row.id)
      return { title, text, delivered: Number(counted?.delivered ?? 0), read: Number(counted?.read ?? 0) }
    })
  },
  can: ({ state }) => {
    const open = state === 'draft' || state === 'pending'
    return {
      update: open ? (true as const) : ('begun' as const),
      test: true as const,
      pause: state === 'sending' ? (true as const) : ('notSending' as const),
      resume: state === 'paused' ? (true as const) : ('notPaused' as const),
      stop: ['pending', 'sending', 'paused'].includes(state) ? (true as const) : ('notOpen' as const),
      delete: state === 'draft' ? (true as const) : ('notDraft' as const),
    }
  },
  fields: { name: 'name', type: 'type', texts: 'texts', link: 'link', sendTime: 'send_at', notAfter: 'not_after' },
  sentence: (rows, change) =>
    messagesChanged(
      rows.map(({ name }) => name),
      change,
    ),
})

/** What only the info shows is left out of a list. */
const ofInfo = ['texts', 'link', 'pictureId', 'accountId', 'notice', 'audienceRule', 'notAfter', 'reason']
const listed = (row: object) => Object.fromEntries(Object.entries(row).filter(([field]) => !ofInfo.includes(field)))

/** @throws Refusal 10026 when the caller may not write as this account. */
async function mustWriteAs(tx: Transaction, context: Context, accountId: number | undefined): Promise<void> {
  if (accountId === undefined) return
  const { rows } = await sql`
    select from official.account
     where id = ${accountId} and enabled and ${staffOf(context).id} = any (writer_ids)`.execute(tx)
  if (rows.length === 0) throw refuseBecause(10026, 'accountId', 'message.writer')
}

/** The columns of a good message, its audience counted. @throws Refusal of the catalogue's group Messages. */
async function columnsOf(tx: Transaction, context: Context, payload: Content) {
  const { now, timeZone } = context
  const { type, sendType } = payload
  const texts = givenTexts(payload.texts)
  const link = type.includes('link') ? (payload.link ?? '') : ''
  const pictureId = type.includes('picture') ? payload.pictureId : undefined
  const fault = contentFault({ type, texts, link, hasPicture: pictureId !== undefined })
  if (fault) throw fault.isLink ? refuseBecause(10009, 'link', 'message.link') : refuseCode(fault.code, fault.field)
  if (pictureId && (await uploadedFor(tx, ['message'], [pictureId])).size === 0)
    throw refuseBecause(10009, 'pictureId', 'placement.picture')
  const audience = payload.audience as Audience
  if (audienceFault(audience)) throw refuseCode(80001, 'audience')
  await mustWriteAs(tx, context, payload.accountId)
  if (sendType === 'scheduled' && !payload.sendTime) throw refuseBecause(10009, 'sendTime', 'message.noTime')
  const at = sendType === 'scheduled' ? momentOf(payload.sendTime!, timeZone, 'sendTime') : now
  if (at < now) throw refuseCode(80011, 'sendTime')
  const notAfter = payload.notAfter ? momentOf(payload.notAfter, timeZone, 'notAfter') : null
  if (notAfter && notAfter <= at) throw refuseBecause(10009, 'notAfter', 'message.notAfter')
  const { size } = await sizeOf(tx, audience, now)
  return {
    name: payload.name,
    type,
    texts: json(texts),
    link,
    picture_id: pictureId ?? null,
    account_id: payload.accountId ?? null,
    notice: payload.notice ?? false,
    user_type: audience.userType,
    audience: json(audience.userType === 'ids' ? { userType: 'ids' } : audience),
    ids: audience.userType === 'ids' ? audience.ids.map(BigInt) : null,
    state: sendType === 'draft' ? 'draft' : 'pending',
    send_at: sendType === 'draft' ? null : at,
    not_after: notAfter,
    size,
  }
}

const save = (context: Context, payload: Content) =>
  context.tx(async (tx) => {
    const values = { ...(await columnsOf(tx, context, payload)), ...createdBy(context) }
    const { id } = await addRow(tx, context, messages, values as never)
    return { id }
  })

/** @throws Refusal 80012 within half an hour of its time, 20000 once its sending has begun. */
const update = (context: Context, { id, version, ...payload }: Parsed<typeof calls.messageUpdate>) =>
  context.tx(async (tx) => {
    const before = await lockAt(tx, messages, id, version, {})
    if (before.state !== 'draft' && before.state !== 'pending') throw refuseBecause(20000, 'state', 'message.begun')
    if (isLocked(before.state, before.send_at, context.now)) throw refuseCode(80012, 'sendTime')
    await changeRows(tx, context, messages, [before], (await columnsOf(tx, context, payload)) as never, 'edited')
    return {}
  })

type Verb = 'paused' | 'resumed' | 'stopped'
const from: { [V in Verb]: MessageState[] } = {
  paused: ['sending'],
  resumed: ['paused'],
  stopped: ['pending', 'sending', 'paused'],
}

/** Pauses, resumes or stops. @throws Refusal 20000 in a state that forbids it. */
const become =
  (how: Verb) =>
  (context: Context, { id, version, reason = '' }: { id: number; version: number; reason?: string }) =>
    context.tx(async (tx) => {
      const before = await lockAt(tx, messages, id, version, {})
      if (!from[how].includes(before.state as MessageState))
        throw refuseBecause(20000, 'state', 'message.state', { state: before.state })
      const begun = before.started_at !== null
      if (how === 'stopped' && begun) {
        await giveUp(tx, id, 'stopped')
        await send(tx, context.now, [
          { type: 'message.stop', subject: subjectOf(id), data: { messageId: String(id), reason } },
        ])
      }
      const after = await tx
        .updateTable('official.message')
        .set({
          state: how === 'paused' ? 'paused' : how === 'resumed' ? 'sending' : 'stopped',
          ...(how === 'stopped' && { reason }),
          ...(how === 'stopped' && !begun && { finished_at: context.now }),
          version: before.version + 1,
          updated_by: staffOf(context).username,
          updated_at: context.now,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await recordMany(tx, context, [
        {
          target: `message ${id}`,
          content: messageDid({ name: before.name, how, users: before.sent }),
          before: messages.view(before),
          after: messages.view(after),
          ...(reason && { reason }),
        },
      ])
      return {}
    })

/** Sends it to these users alone, under an id of its own. @throws Refusal 290005 naming ids that nobody has. */
const testRun =
  (fileUrl: string) =>
  (context: Context, { id, userIds }: Parsed<typeof calls.messageTest>) =>
    context.tx(async (tx) => {
      const message = await tx.selectFrom('official.message').selectAll().where('id', '=', id).executeTakeFirst()
      if (!message) throw new Refusal(10032)
      const ids = [...new Set(userIds)]
      const { rows } = await sql<{ id: bigint; language: string }>`
        select u.id, ${languageColumn} as language from users.app_user u where u.id = any (${ids}::bigint[])`.execute(
        tx,
      )
      const known = new Set(rows.map((row) => Number(row.id)))
      const unknown = ids.filter((one) => !known.has(one))
      if (ids.length === 0 || unknown.length > 0)
        throw refuseBecause(290005, 'userIds', 'user.unknown', { ids: unknown })
      const content = await contentOf(tx, message, fileUrl)
      const messageId = `test-${newRequestId()}`
      await send(
        tx,
        context.now,
        [...Map.groupBy(rows, (row) => row.language)].map(([language, users]) => ({
          type: 'message.send' as const,
          subject: `message:${messageId}`,
          data: { messageId, userIds: users.map((one) => Number(one.id)), ...content(language) },
        })),
      )
      await recordMany(tx, context, [
        {
          target: `message ${id}`,
          content: messageDid({ name: message.name, how: 'tested', users: ids.length }),
          before: null,
          after: { userIds: ids },
        },
      ])
      return { sent: ids.length }
    })

async function info(context: Context, id: number, fileUrl: string): Promise<Answer<typeof calls.messageInfo>> {
  const { database } = context
  const row = await database.selectFrom('official.message').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refuseBecause(10032, 'id', 'record.none')
  const [[shown], mimes, account, curve, missed] = await Promise.all([
    present(context, messages, [row]),
    uploadedFor(database, ['message'], row.picture_id ? [row.picture_id] : []),
    row.account_id === null
      ? null
      : database
          .selectFrom('official.account')
          .select(['id', 'title'])
          .where('id', '=', row.account_id)
          .executeTakeFirst(),
    sql<Figures & { at: Date }>`
      select minute as at, sum(sent)::bigint as sent, sum(delivered)::bigint as delivered, sum(read)::bigint as read
        from official.tick where message_id = ${id} group by 1 order by 1 limit 1000`.execute(database),
    sql<{ reason: MissReason; users: number }>`
      select reason, count(*)::int as users from official.recipient
       where message_id = ${id} and state in ('skipped', 'failed') group by 1 order by 2 desc`.execute(database),
  ])
  const { pictureId: _, accountId: __, ...message } = shown!
  return {
    message: {
      ...message,
      texts: textsOf(row) as Answer<typeof calls.messageInfo>['message']['texts'],
      audienceRule: audienceOf(row),
      picture: row.picture_id && {
        fileId: row.picture_id,
        url: fileAddress(fileUrl, row.picture_id, mimes.get(row.picture_id)),
      },
      account: account ?? null,
    } as Answer<typeof calls.messageInfo>['message'],
    curve: curve.rows.map((tick) => ({
      at: tick.at.toISOString(),
      sent: Number(tick.sent),
      delivered: Number(tick.delivered),
      read: Number(tick.read),
    })),
    missed: missed.rows,
  }
}

type MissedRow = { user_id: bigint; reason: string; message_id: number }

async function missedPage(context: Context, payload: Parsed<typeof calls.messageMissed>) {
  const userId = { column: 'r.user_id', type: 'bigint' as const, of: (row: MissedRow) => row.user_id }
  const query = context.database
    .selectFrom('official.recipient as r')
    .select(['r.user_id', 'r.reason', 'r.message_id'])
    .where('r.state', 'in', ['skipped', 'failed'])
  const page = await narrowedPage<MissedRow, typeof payload>(
    context,
    query as never,
    { id: equals('r.message_id'), reason: equals('r.reason') },
    { sorts: { userId }, defaultSort: 'userId', id: userId, defaultSize: 50 },
    payload,
  )
  const people = await context.database
    .selectFrom('users.app_user')
    .select(['id', 'nickname', 'avatar_url'])
    .where('id', '=', anyOf(page.records.map(({ user_id }) => user_id)))
    .execute()
  const byId = new Map(people.map((one) => [one.id, one]))
  return {
    ...page,
    records: page.records.map((row) => ({
      userId: Number(row.user_id),
      person: {
        userId: Number(row.user_id),
        nickname: byId.get(row.user_id)?.nickname ?? '',
        avatarUrl: byId.get(row.user_id)?.avatar_url ?? '',
      },
      reason: row.reason as MissReason,
    })),
  }
}

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
      { names: { en: 'ID', cn: '编号' }, value: (row) => row.id },
      { names: { en: 'Name', cn: '名称' }, value: (row) => row.name },
      { names: { en: 'Type', cn: '类型' }, value: (row) => row.type },
      { names: { en: 'Text', cn: '内容' }, value: (row) => row.text },
      { names: { en: 'State', cn: '状态' }, value: (row) => row.state },
      { names: { en: 'Send time', cn: '发送时间' }, value: (row) => moment(row.sendTime) },
      { names: { en: 'Audience', cn: '受众人数' }, value: (row) => row.audience },
      { names: { en: 'Sent', cn: '已发送' }, value: (row) => row.sent },
      { names: { en: 'Skipped', cn: '已跳过' }, value: (row) => row.skipped },
      { names: { en: 'Failed', cn: '失败' }, value: (row) => row.failed },
      { names: { en: 'Delivered', cn: '已送达' }, value: (row) => row.delivered },
      { names: { en: 'Read', cn: '已读' }, value: (row) => row.read },
      { names: { en: 'Changed by', cn: '修改人' }, value: (row) => row.updatedBy },
      { names: { en: 'Changed at', cn: '修改时间' }, value: (row) => moment(row.updatedAt) },
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
    serve(calls.messageInfo, (context, { id }) => info(context, id, fileUrl)),
    serve(calls.messageSave, save),
    serve(calls.messageUpdate, update),
    serve(calls.messageSize, async ({ database, now }, { audience }) => {
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
      { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.userId },
      { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.person.nickname },
      { names: { en: 'Reason', cn: '原因' }, value: (row) => row.reason },
    ]),
    serve(calls.messageAccounts, async (context) => {
      const { rows } = await sql<{ id: number; title: string }>`
        select id, title from official.account
         where enabled and ${staffOf(context).id} = any (writer_ids) order by title`.execute(context.database)
      return { accounts: rows }
    }),
  ]
}
