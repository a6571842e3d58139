// Sends messages: takes the audience once, hands it to the app in chunks through the outbox, and settles what the app took.
// Each step is a transaction that holds the message's row, so any number of processes may try, and whatever is killed goes
// on where it was.
import type { CommandData } from '@greenroom/contract/bridge.schema'
import { textFor } from '@greenroom/contract/localized'
import type { Audience, Texts } from '@greenroom/contract/messages.schema'
import { type Selectable, sql } from 'kysely'
import { endedCommands, hasListener, send, takeBack } from '../../../bridge/index.ts'
import { fileAddress, uploadedFor } from '../../../files/index.ts'
import { wallNow } from '../../../kit/clock.ts'
import { type Database, type DB, inTransaction, type Reader, type Transaction } from '../../../kit/database.ts'
import { newId } from '../../../kit/random.ts'
import { languageColumn, takeAudience } from './audience.ts'
import { type MessageType, type MissReason, missedBy } from './rules.ts'

export type MessageRow = Selectable<DB['official.message']>

/** Users of one chunk, and the most in a command. */
export const chunkSize = 1_000
/** Batches that the app has yet to take before the next chunk waits: what a pause or a stop can no longer hold back. */
const mostHanded = 12

export type Pacing = { now: Date; dayStart: Date; pace: number; cap: number; fileUrl: string }

export const subjectOf = (messageId: number) => `message:${messageId}`

/** One sender at a time, so that the daily cap holds across messages. */
const takeTurn = (tx: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('official messages', 0))`.execute(tx)

const lockMessage = (tx: Transaction, id: number): Promise<MessageRow | undefined> =>
  tx.selectFrom('official.message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const audienceOf = ({ audience, ids }: Pick<MessageRow, 'audience' | 'ids'>): Audience =>
  ids === null ? (audience as Audience) : { userType: 'ids', ids: ids.map(Number) }

/** What every command of the message says, but for whom and in which language. */
export async function contentOf(
  reader: Reader,
  message: MessageRow,
  fileUrl: string,
): Promise<(language: string) => Omit<CommandData<'message.send'>, 'userIds' | 'messageId'>> {
  const { picture_id, account_id } = message
  const [mimes, account] = await Promise.all([
    uploadedFor(reader, ['message'], picture_id ? [picture_id] : []),
    account_id === null
      ? undefined
      : reader.selectFrom('official.account').select('user_id').where('id', '=', account_id).executeTakeFirst(),
  ])
  return (language) => {
    const { title, text } = textFor(message.texts as NonNullable<Texts>, language)!
    return {
      type: message.type as MessageType,
      title,
      text,
      ...(message.type.includes('link') && { link: message.link }),
      ...(picture_id && { pictureUrl: fileAddress(fileUrl, picture_id, mimes.get(picture_id)) }),
      ...(message.not_after && { notAfter: message.not_after.toISOString() }),
      ...(account && { senderUserId: Number(account.user_id) }),
    }
  }
}

/** Takes the audience of a message whose time has come. */
export const startMessage = (database: Database, id: number, { now }: Pick<Pacing, 'now'>): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const message = await lockMessage(tx, id)
    if (message?.state !== 'pending' || message.send_at === null || message.send_at > now) return false
    // A million users take longer than a request may.
    await sql`set local statement_timeout = '10min'`.execute(tx)
    const { size, unknown } = await takeAudience(tx, id, audienceOf(message), now)
    await tx
      .updateTable('official.message')
      .set({ state: 'sending', started_at: now, size, failed: unknown, next_at: wallNow() })
      .where('id', '=', id)
      .execute()
    return true
  })

/** Ends what has not reached the app, for this reason. Caller must hold the message's row. */
export async function giveUp(tx: Transaction, id: number, reason: 'stopped' | 'late'): Promise<void> {
  const taken = await takeBack(tx, subjectOf(id), 'message.send')
  const { rows } = await sql<{ users: number }>`
    with lost as (
      update official.batch set state = 'failed'
       where message_id = ${id} and state = 'handed' and command_id = any (${taken}::uuid[]) returning number
    ), ended as (
      update official.recipient set state = 'skipped', reason = ${reason}
       where message_id = ${id} and (state = 'waiting' or (state = 'handed' and batch in (select number from lost)))
      returning 1
    )
    select count(*)::int as users from ended`.execute(tx)
  await sql`update official.message set skipped = skipped + ${rows[0]!.users} where id = ${id}`.execute(tx)
}

/** Hands the next chunk to the outbox. @returns false when there is nothing to do now. */
export const sendChunk = (database: Database, id: number, pacing: Pacing): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const { now, pace } = pacing
    await takeTurn(tx)
    const message = await lockMessage(tx, id)
    const wall = wallNow()
    if (message?.state !== 'sending' || (message.next_at !== null && message.next_at > wall)) return false
    if (message.not_after !== null && message.not_after <= now) {
      await giveUp(tx, id, 'late')
      return false
    }
    const { rows } = await sql<{ handed: number; last: number }>`
      select (select count(*)::int from official.batch where message_id = ${id} and state = 'handed') as handed,
             coalesce((select max(number) from official.batch where message_id = ${id}), 0) as last`.execute(tx)
    if (rows[0]!.handed >= mostHanded || !(await hasListener(tx))) return false
    const people = await nextOf(tx, message, pacing.dayStart)
    if (people.length === 0) return false
    await handOver(tx, message, people, { ...pacing, wall, last: rows[0]!.last })
    const from = Math.max(message.next_at?.getTime() ?? 0, wall.getTime() - 1_000)
    await sql`
      update official.message set next_at = ${new Date(from + (people.length * 1_000) / pace)} where id = ${id}`.execute(
      tx,
    )
    return true
  })

type Next = { user_id: bigint; language: string | null; banned: boolean | null; today: number }

/** The next users who wait, in the order of their ids. */
async function nextOf(tx: Transaction, message: MessageRow, dayStart: Date): Promise<Next[]> {
  const others = await tx
    .selectFrom('official.message')
    .select('id')
    .where('id', '<>', message.id)
    .where('notice', '=', false)
    .where('started_at', 'is not', null)
    .where((eb) => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>=', dayStart)]))
    .execute()
  const ids = message.notice ? [] : others.map(({ id }) => id)
  const { rows } = await sql<Next>`
    with next as materialized (
      select user_id from official.recipient where message_id = ${message.id} and state = 'waiting'
       order by user_id limit ${chunkSize}
    )
    select n.user_id, u.language, u.banned, coalesce(t.today, 0) as today
      from next n
      left join lateral (select ${languageColumn} as language, u.state <> 'normal' as banned
                           from users.app_user u where u.id = n.user_id) u on true
      left join lateral (
        select count(*)::int as today
          from official.recipient r join official.batch b on b.message_id = r.message_id and b.number = r.batch
         where r.message_id = any (${ids}::int[]) and r.user_id = n.user_id and r.state = 'handed'
           and b.at >= ${dayStart}) t on true
     order by n.user_id`.execute(tx)
  return rows
}

async function handOver(
  tx: Transaction,
  message: MessageRow,
  people: readonly Next[],
  about: Pacing & { wall: Date; last: number },
): Promise<void> {
  const { id } = message
  const decided = people.map((one) => ({
    userId: one.user_id,
    language: one.language ?? 'en',
    reason: missedBy(
      { known: one.banned !== null, banned: one.banned === true, today: one.today },
      { notice: message.notice, cap: about.cap },
    ),
  }))
  const going = decided.filter(({ reason }) => reason === null)
  const batches = [...Map.groupBy(going, ({ language }) => language)].map(([language, users], index) => ({
    number: about.last + index + 1,
    commandId: newId(about.wall),
    language,
    userIds: users.map(({ userId }) => userId),
  }))
  const numberOf = new Map(batches.flatMap((batch) => batch.userIds.map((userId) => [userId, batch.number] as const)))
  const missed = decided.filter(({ reason }) => reason !== null)
  const failed = missed.filter(({ reason }) => reason === 'unknown').length
  await sql`
    update official.recipient r
       set state = n.state, reason = n.reason, batch = n.batch
      from unnest(${decided.map(({ userId }) => userId)}::bigint[], ${decided.map(({ reason }) => stateOf(reason))}::text[],
                  ${decided.map(({ reason }) => reason)}::text[],
                  ${decided.map(({ userId }) => numberOf.get(userId) ?? null)}::int[]) as n(user_id, state, reason, batch)
     where r.message_id = ${id} and r.user_id = n.user_id`.execute(tx)
  if (missed.length > 0)
    await sql`
      update official.message set failed = failed + ${failed}, skipped = skipped + ${missed.length - failed}
       where id = ${id}`.execute(tx)
  if (batches.length === 0) return
  await sql`
    insert into official.batch (message_id, number, command_id, users, at)
    select ${id}::int, b.number, b.command_id, b.users, ${about.now}
      from unnest(${batches.map(({ number }) => number)}::int[], ${batches.map(({ commandId }) => commandId)}::uuid[],
                  ${batches.map(({ userIds }) => userIds.length)}::int[]) as b(number, command_id, users)`.execute(tx)
  const content = await contentOf(tx, message, about.fileUrl)
  await send(
    tx,
    about.now,
    batches.map(({ commandId, language, userIds }) => ({
      id: commandId,
      type: 'message.send' as const,
      subject: subjectOf(id),
      data: { messageId: String(id), userIds: userIds.map(Number), ...content(language) },
    })),
  )
}

const stateOf = (reason: MissReason | null) =>
  reason === null ? 'handed' : reason === 'unknown' ? 'failed' : 'skipped'

/** Counts what the app has taken or will never take, and finishes the message once everybody is accounted for. */
export const settleMessage = (database: Database, id: number, now: Date): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const message = await lockMessage(tx, id)
    if (!message || message.finished_at !== null || message.started_at === null) return false
    const handed = await tx
      .selectFrom('official.batch')
      .select(['number', 'command_id', 'users'])
      .where('message_id', '=', id)
      .where('state', '=', 'handed')
      .execute()
    const ends = await endedCommands(
      tx,
      handed.map(({ command_id }) => command_id),
    )
    const of = (end: 'taken' | 'lost') => handed.filter(({ command_id }) => ends.get(command_id) === end)
    const [taken, lost] = [of('taken'), of('lost')]
    const usersOf = (batches: typeof handed) => batches.reduce((sum, { users }) => sum + users, 0)
    if (ends.size > 0)
      await sql`
        update official.batch b set state = case when b.number = any (${taken.map((b) => b.number)}::int[]) then 'sent' else 'failed' end
         where message_id = ${id} and number = any (${[...taken, ...lost].map((b) => b.number)}::int[])`.execute(tx)
    if (lost.length > 0)
      await sql`
        update official.recipient set state = 'failed', reason = 'undelivered'
         where message_id = ${id} and state = 'handed' and batch = any (${lost.map((b) => b.number)}::int[])`.execute(
        tx,
      )
    if (taken.length > 0)
      await sql`
        insert into official.tick (message_id, minute, sent)
        values (${id}, date_trunc('minute', ${now}::timestamptz), ${usersOf(taken)})`.execute(tx)
    const waits = await tx
      .selectFrom('official.recipient')
      .select('user_id')
      .where('message_id', '=', id)
      .where('state', '=', 'waiting')
      .limit(1)
      .executeTakeFirst()
    const isOver = !waits && handed.length === ends.size && message.state !== 'paused'
    if (ends.size === 0 && !isOver) return false
    await sql`
      update official.message
         set sent = sent + ${usersOf(taken)}, failed = failed + ${usersOf(lost)},
             finished_at = case when ${isOver} then ${now}::timestamptz end,
             state = case when ${isOver} and state = 'sending' then 'sent' else state end
       where id = ${id}`.execute(tx)
    return true
  })

/** Every step of every message that is open. @returns true when something was done, so that there may be more. */
export async function sendMessages(database: Database, pacing: Pacing): Promise<boolean> {
  const open = await database
    .selectFrom('official.message')
    .select(['id', 'state', 'send_at'])
    .where('finished_at', 'is', null)
    .where('state', '<>', 'draft')
    .orderBy('id')
    .execute()
  let did = false
  for (const { id, state, send_at } of open) {
    if (state === 'pending') {
      if (send_at !== null && send_at <= pacing.now) did = (await startMessage(database, id, pacing)) || did
      continue
    }
    if (state === 'sending') did = (await sendChunk(database, id, pacing)) || did
    did = (await settleMessage(database, id, pacing.now)) || did
  }
  return did
}

/** Joins the counts of each minute into one row. */
export const foldTicks = async (database: Database): Promise<void> => {
  await sql`
    with many as (select message_id, minute from official.tick group by 1, 2 having count(*) > 1 limit 500),
    gone as (delete from official.tick t using many m where t.message_id = m.message_id and t.minute = m.minute returning t.*)
    insert into official.tick (message_id, minute, sent, delivered, read)
    select message_id, minute, sum(sent), sum(delivered), sum(read) from gone group by 1, 2`.execute(database)
}
