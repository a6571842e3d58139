// Puts the next users of a message into the outbox.
import { type RawBuilder, sql } from 'kysely'
import { hasListener, send } from '../../../bridge/index.ts'
import { wallNow } from '../../../kit/clock.ts'
import { type Database, inTransaction, type Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { languageColumn } from './officialMessage.audience.ts'
import { countMissed, missedState } from './officialMessage.counts.ts'
import { sweepWaiting, withdraw } from './officialMessage.ending.ts'
import { contentOf, lockMessage, type MessageRow, subjectOf } from './officialMessage.row.ts'
import { type MissReason, missedBy } from './officialMessage.rules.ts'

/** Maximum number of users in a command. */
const batchSize = 1_000
/**
 * Maximum number of users in commands not yet accepted by the app; beyond it the next chunk waits: a pause or a stop can't recall these.
 */
const mostHanded = 12_000

export type Pacing = {
  now: Date
  /** When the business day began. */
  dayStart: Date
  /** Users per second for each message. */
  pace: number
  /** Maximum messages per user and business day. */
  cap: number
  /** How many users of an audience are taken in one transaction. */
  part: number
  /** Maximum number of users put into the outbox in one transaction. */
  chunk: number
  /** The base of uploaded files. */
  fileUrl: string
}

/** One sender at a time, so that the daily cap holds across messages. */
const oneSenderAtATime = (tx: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('official messages', 0))`.execute(tx)

/** Puts the next chunk into the outbox. @returns false if there is nothing to do now */
export const sendChunk = (database: Database, id: number, pacing: Pacing): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const { now, pace } = pacing
    await oneSenderAtATime(tx)
    const message = await lockMessage(tx, id)
    const wall = wallNow()
    if (message?.state !== 'sending' || message.taken_to !== null) return false
    if (message.not_after !== null && message.not_after <= now) {
      await withdraw(tx, id, 'late')
      return (await sweepWaiting(tx, id, 'late')) > 0
    }
    if (message.next_at !== null && message.next_at > wall) return false
    const { rows } = await sql<{ handed: number; last: number }>`
      select (select coalesce(sum(users), 0)::int from official.batch where message_id = ${id} and state = 'handed') as handed,
             coalesce((select max(number) from official.batch where message_id = ${id}), 0) as last`.execute(tx)
    if (rows[0]!.handed >= mostHanded || !(await hasListener(tx))) return false
    // A slow pace is kept in small steps.
    const users = await nextOf(tx, message, pacing.dayStart, Math.min(pacing.chunk, pace))
    if (users.length === 0) return false
    await handOver(tx, message, users, { ...pacing, wall, last: rows[0]!.last })
    const from = Math.max(message.next_at?.getTime() ?? 0, wall.getTime() - 1_000)
    await sql`
      update official.message set next_at = ${new Date(from + (users.length * 1_000) / pace)} where id = ${id}`.execute(
      tx,
    )
    return true
  })

type Next = { user_id: bigint; language: string | null; banned: boolean | null; today: number }

/** The next waiting users, in id order, with their number of messages since `dayStart`. */
async function nextOf(tx: Transaction, message: MessageRow, dayStart: Date, most: number): Promise<Next[]> {
  const { rows } = await sql<Next>`
    with next as materialized (
      select user_id from official.recipient where message_id = ${message.id} and state = 'waiting'
       order by user_id limit ${most}
    )
    select n.user_id, u.language, u.banned, ${await todayColumn(tx, message, dayStart)} as today
      from next n
      left join lateral (select ${languageColumn} as language, u.state <> 'normal' as banned
                           from users.app_user u where u.id = n.user_id) u on true
     order by n.user_id`.execute(tx)
  return rows
}

/** How many other capped messages were sent to user `n` since `dayStart`. */
async function todayColumn(tx: Transaction, message: MessageRow, dayStart: Date): Promise<RawBuilder<number>> {
  if (message.notice) return sql`0`
  const others = await tx
    .selectFrom('official.message')
    .select('id')
    .where('id', '<>', message.id)
    .where('notice', '=', false)
    .where('started_at', 'is not', null)
    .where((eb) => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>=', dayStart)]))
    .execute()
  if (others.length === 0) return sql`0`
  return sql`(
    select count(*)::int
      from official.recipient r join official.batch b on b.message_id = r.message_id and b.number = r.batch
     where r.message_id = any (${others.map(({ id }) => id)}::int[]) and r.user_id = n.user_id and r.state = 'handed'
       and b.at >= ${dayStart})`
}

async function handOver(
  tx: Transaction,
  message: MessageRow,
  users: readonly Next[],
  pacing: Pacing & { wall: Date; last: number },
): Promise<void> {
  const { id } = message
  const decided = users.map((one) => ({
    userId: one.user_id,
    language: one.language ?? 'en',
    reason: missedBy(
      { known: one.banned !== null, banned: one.banned === true, today: one.today },
      { notice: message.notice, cap: pacing.cap },
    ),
  }))
  const deliverable = decided.filter(({ reason }) => reason === null)
  const batches = batchesOf(deliverable).map((batch, index) => ({
    ...batch,
    number: pacing.last + index + 1,
    commandId: newId(pacing.wall),
  }))
  const numberOf = new Map(batches.flatMap((batch) => batch.userIds.map((userId) => [userId, batch.number] as const)))
  await sql`
    update official.recipient r
       set state = n.state, reason = n.reason, batch = n.batch
      from unnest(${decided.map(({ userId }) => userId)}::bigint[], ${decided.map(({ reason }) => stateOf(reason))}::text[],
                  ${decided.map(({ reason }) => reason)}::text[],
                  ${decided.map(({ userId }) => numberOf.get(userId) ?? null)}::int[]) as n(user_id, state, reason, batch)
     where r.message_id = ${id} and r.user_id = n.user_id`.execute(tx)
  await countMissed(tx, id, countsOf(decided.flatMap(({ reason }) => reason ?? [])))
  if (batches.length === 0) return
  await sql`
    insert into official.batch (message_id, number, command_id, users, first_id, last_id, at)
    select ${id}::int, b.number, b.command_id, b.users, b.first_id, b.last_id, ${pacing.now}
      from unnest(${batches.map(({ number }) => number)}::int[], ${batches.map(({ commandId }) => commandId)}::uuid[],
                  ${batches.map(({ userIds }) => userIds.length)}::int[], ${batches.map(({ userIds }) => userIds[0]!)}::bigint[],
                  ${batches.map(({ userIds }) => userIds.at(-1)!)}::bigint[])
           as b(number, command_id, users, first_id, last_id)`.execute(tx)
  const content = await contentOf(tx, message, pacing.fileUrl)
  await send(
    tx,
    pacing.now,
    batches.map(({ commandId, language, userIds }) => ({
      id: commandId,
      type: 'message.send' as const,
      subject: subjectOf(id),
      data: { messageId: String(id), userIds: userIds.map(Number), ...content(language) },
    })),
  )
}

type Batch = { language: string; userIds: bigint[] }

/** Users who share a command: of one language, at most 1,000. */
function batchesOf(users: readonly { userId: bigint; language: string }[]): Batch[] {
  return [...Map.groupBy(users, ({ language }) => language)].flatMap(([language, some]) =>
    Array.from({ length: Math.ceil(some.length / batchSize) }, (_, at) => ({
      language,
      userIds: some.slice(at * batchSize, (at + 1) * batchSize).map(({ userId }) => userId),
    })),
  )
}

const stateOf = (reason: MissReason | null) => (reason === null ? 'handed' : missedState(reason))

const countsOf = (reasons: readonly MissReason[]): Partial<Record<MissReason, number>> =>
  Object.fromEntries([...Map.groupBy(reasons, (reason) => reason)].map(([reason, some]) => [reason, some.length]))
