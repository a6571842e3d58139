// The outbox of letters. Wall time.
import type { Moment } from '@greenroom/contract/moments'
import { sql } from 'kysely'
import type { Reader, Transaction } from '../kit/database/database.ts'
import type { Way } from './notify.letter.ts'

export type NewMessage = {
  id: string
  moment: string
  key: string
  way: Way
  staff_id: number | null
  receiver: string
  sealed: string
  made_at: Date
  next_at: Date
}

/** Those that were told already are left out. */
export const addMessages = (tx: Transaction, messages: readonly NewMessage[]) =>
  tx
    .insertInto('notify.message')
    .values([...messages])
    .onConflict((on) => on.column('key').doNothing())
    .execute()

export const isAnythingDue = async (reader: Reader, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from notify.message where state = 'waiting' and next_at <= ${now}) as due`.execute(reader)
  return rows[0]!.due
}

export type Leased = {
  id: string
  way: Way
  moment: Moment
  staff_id: number | null
  sealed: string
  attempts: number
  first_at: Date
}

/** Takes what is due until `until`: nobody else sends it before. Another process leaves it out. */
export async function leaseDue(
  reader: Reader,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<Leased[]> {
  const { rows } = await sql<Leased>`
    update notify.message m
       set next_at = ${until}, attempts = m.attempts + 1, first_at = coalesce(m.first_at, ${now})
      from (select id from notify.message where state = 'waiting' and next_at <= ${now}
             order by next_at limit ${most} for update skip locked) due
     where m.id = due.id
    returning m.id, m.way, m.moment, m.staff_id, m.sealed, m.attempts, m.first_at`.execute(reader)
  return rows
}

export type Ended = {
  id: string
  /** Of the try: a later one, after the lease had run out, is not overwritten. */
  attempts: number
  state: 'waiting' | 'sent' | 'dead'
  nextAt: Date
  answer: string
}

export const markEnded = (reader: Reader, { id, attempts, state, nextAt, answer }: Ended, now: Date) =>
  sql`
    update notify.message
       set state = ${state}, next_at = ${nextAt}, answer = ${answer},
           ended_at = ${state === 'waiting' ? null : now}, sealed = case when ${state} = 'sent' then null else sealed end
     where id = ${id} and attempts = ${attempts} and state = 'waiting'`.execute(reader)

/** It waits for the end of its receiver's quiet hours: this was no try. */
export const postpone = async (
  reader: Reader,
  { id, attempts, until }: { id: string; attempts: number; until: Date },
) => {
  await sql`
    update notify.message
       set next_at = ${until}, attempts = attempts - 1, first_at = case when attempts > 1 then first_at end
     where id = ${id} and attempts = ${attempts} and state = 'waiting'`.execute(reader)
}

/** Its account is gone, or has no such address any more. */
export const letGo = async (reader: Reader, { id, attempts }: { id: string; attempts: number }, now: Date) => {
  await sql`
    update notify.message set state = 'withdrawn', ended_at = ${now}, sealed = null
     where id = ${id} and attempts = ${attempts} and state = 'waiting'`.execute(reader)
}

export type Kept = { waiting: number; dead: number; last_at: Date | null; failed: string }

/** How each way is: what waits, what was given up, when the last letter was sent, and what the last failure was, if it came after that. */
export async function waysNow(reader: Reader): Promise<(Kept & { way: Way })[]> {
  const { rows } = await sql<Kept & { way: Way }>`
    select w.way,
           (select count(*)::int from notify.message m where m.way = w.way and m.state = 'waiting') as waiting,
           (select count(*)::int from notify.message m where m.way = w.way and m.state = 'dead') as dead,
           (select max(ended_at) from notify.message m where m.way = w.way and m.state = 'sent') as last_at,
           coalesce((select answer from notify.message m
                      where m.way = w.way and m.state = 'waiting' and m.answer <> '' order by m.first_at desc limit 1), '') as failed
      from unnest(array['push', 'mail', 'sms', 'webhook']) as w (way)`.execute(reader)
  return rows
}

export type DeadMessage = {
  id: string
  moment: Moment
  way: Way
  receiver: string
  answer: string
  attempts: number
  ended_at: Date
}

const mostShown = 50

/** Letters that were given up, the newest first. */
export async function deadMessages(reader: Reader): Promise<DeadMessage[]> {
  const { rows } = await sql<DeadMessage>`
    select id, moment, way, receiver, answer, attempts, ended_at from notify.message
     where state = 'dead' order by ended_at desc, id desc limit ${mostShown}`.execute(reader)
  return rows
}

/** Home's line of letters that were given up. */
export const deadSince = () => sql<{ at: Date }>`
  select ended_at as at from notify.message where state = 'dead'`

export const lockDead = (tx: Transaction, id: string) =>
  tx
    .selectFrom('notify.message')
    .select(['id', 'moment', 'way', 'receiver', 'attempts', 'answer'])
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .forUpdate()
    .executeTakeFirst()

/** It is sent again at once, and for as long as a new one. */
export const wakeDead = (tx: Transaction, id: string, now: Date) =>
  tx
    .updateTable('notify.message')
    .set({ state: 'waiting', ended_at: null, first_at: null, next_at: now })
    .where('id', '=', id)
    .execute()

export const withdraw = (tx: Transaction, id: string, now: Date) =>
  tx
    .updateTable('notify.message')
    .set({ state: 'withdrawn', ended_at: now, sealed: null })
    .where('id', '=', id)
    .execute()

/** Letters that ended before `before` are forgotten. */
export const sweepMessages = (reader: Reader, before: Date) =>
  sql`delete from notify.message where state <> 'waiting' and ended_at < ${before}`.execute(reader)

/** Letters that are sealed with a key other than the first, locked. */
export const foreignSeals = (tx: Transaction, prefix: string) =>
  tx
    .selectFrom('notify.message')
    .select(['id', 'sealed'])
    .where('sealed', 'is not', null)
    .where(sql<boolean>`not starts_with(sealed, ${prefix})`)
    .forUpdate()
    .execute()

export const putSeals = (tx: Transaction, sealed: readonly { id: string; sealed: string }[]) =>
  sql`
    update notify.message m set sealed = n.sealed
      from unnest(${sealed.map(({ id }) => id)}::uuid[], ${sealed.map((one) => one.sealed)}::text[]) n (id, sealed)
     where m.id = n.id`.execute(tx)
