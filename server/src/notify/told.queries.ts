// Moments that wait to be told, and what each account was told. Wall time.
import type { Moment, ToldMoment } from '@greenroom/contract/moments'
import { sql } from 'kysely'
import { type Reader, runLater, type Transaction } from '../kit/database/database.ts'

/** A param of a moment's words: an instant is written in the reader's zone. */
export type Params = Readonly<Record<string, string | number>>

export type NewMoment = {
  id: string
  moment: ToldMoment
  about: string
  guildId: number | null
  agentId: number | null
  staffIds: readonly number[]
  params: Params
}

/** Those that are known already are left out. Nobody waits for it: it is sent with the next statement or the commit. */
export const addMoments = (tx: Transaction, moments: readonly NewMoment[], now: Date) =>
  runLater(
    tx,
    sql`
      insert into notify.moment (id, moment, about, guild_id, agent_id, staff_ids, params, made_at)
      select m.id, m.moment, m.about, m."guildId", m."agentId",
             array(select jsonb_array_elements_text(m."staffIds")::int), m.params, ${now}
        from jsonb_to_recordset(${JSON.stringify(moments)}::jsonb) as
             m(id uuid, moment text, about text, "guildId" int, "agentId" int, "staffIds" jsonb, params jsonb)
       where (m."guildId" is null or exists (select from access.staff s where s.union_id = m."guildId"))
      on conflict (moment, about) do nothing`,
  )

const atOnce = 200

export const untold = async (reader: Reader): Promise<string[]> => {
  const rows = await reader
    .selectFrom('notify.moment')
    .select('id')
    .where('told_at', 'is', null)
    .orderBy('id')
    .limit(atOnce)
    .execute()
  return rows.map(({ id }) => id)
}

export type Untold = {
  id: string
  moment: ToldMoment
  about: string
  guild_id: number | null
  agent_id: number | null
  staff_ids: number[]
  params: Params
  made_at: Date
}

/** The moment, locked; undefined if another process tells it, or has. */
export const lockUntold = (tx: Transaction, id: string): Promise<Untold | undefined> =>
  tx
    .selectFrom('notify.moment')
    .select(['id', 'moment', 'about', 'guild_id', 'agent_id', 'staff_ids', 'params', 'made_at'])
    .where('id', '=', id)
    .where('told_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst() as Promise<Untold | undefined>

/** Its words are with those who were told, and nowhere else. */
export const markTold = (tx: Transaction, id: string, now: Date) =>
  tx.updateTable('notify.moment').set({ told_at: now, params: '{}' }).where('id', '=', id).execute()

export const sweepMoments = (reader: Reader, before: Date) =>
  sql`delete from notify.moment where told_at < ${before}`.execute(reader)

// What an account was told ---------------------------------------------------------------------------------------------

export type NewNotice = {
  id: string
  staff_id: number
  moment: Moment
  about: string
  params: string
  href: string
  at: Date
}

export const addNotices = (tx: Transaction, notices: readonly NewNotice[]) =>
  tx
    .insertInto('notify.notice')
    .values([...notices])
    .onConflict((on) => on.columns(['staff_id', 'moment', 'about']).doNothing())
    .execute()

export type Notice = { id: string; moment: Moment; params: Params; href: string; at: Date; read_at: Date | null }

const pageSize = 20

/** The newest, or those before `after`, and one more if there are more. */
export const noticesOf = (reader: Reader, staffId: number, after: string | undefined): Promise<Notice[]> =>
  reader
    .selectFrom('notify.notice')
    .select(['id', 'moment', 'params', 'href', 'at', 'read_at'])
    .where('staff_id', '=', staffId)
    .$if(after !== undefined, (query) => query.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute() as Promise<Notice[]>

/** The page, and whether there is more than it. */
export const pageOfNotices = (found: readonly Notice[]) => ({
  notices: found.slice(0, pageSize),
  more: found.length > pageSize,
})

const mostCounted = 100

/** How many are unread; 100 stands for more. */
export async function countUnread(reader: Reader, staffId: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread
      from (select from notify.notice where staff_id = ${staffId} and read_at is null limit ${mostCounted}) n`.execute(
    reader,
  )
  return rows[0]!.unread
}

/** Marks one of the account's as read, or all. @returns false if it has no such one */
export async function markRead(tx: Transaction, staffId: number, id: string | undefined, now: Date): Promise<boolean> {
  if (id !== undefined) {
    const { numUpdatedRows } = await tx
      .updateTable('notify.notice')
      .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
      .where('id', '=', id)
      .where('staff_id', '=', staffId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  await tx
    .updateTable('notify.notice')
    .set({ read_at: now })
    .where('staff_id', '=', staffId)
    .where('read_at', 'is', null)
    .execute()
  return true
}

export const sweepNotices = (reader: Reader, before: Date) =>
  sql`delete from notify.notice where at < ${before}`.execute(reader)
