// Notes on days.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Span } from '../figures/figures.facts.ts'

export type Note = {
  id: number
  fromDay: string
  toDay: string
  kind: 'release' | 'campaign' | 'outage' | 'other'
  text: string
  by: string
  staffId: number
  at: Date
}

const columns = sql`id, to_char(from_day, 'YYYY-MM-DD') as "fromDay", to_char(to_day, 'YYYY-MM-DD') as "toDay", kind, text, by,
  staff_id as "staffId", at`
const mostNotes = 200

/** Notes on any day of the span, by their first day. */
export async function notesOn(reader: Reader, { from, to }: Span): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select ${columns} from indicators.note where from_day <= ${to}::date and to_day >= ${from}::date
     order by from_day desc, id desc limit ${mostNotes}`.execute(reader)
  return rows.toReversed()
}

export async function insertNote(tx: Transaction, note: Omit<Note, 'id'>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into indicators.note (from_day, to_day, kind, text, by, staff_id, at)
    values (${note.fromDay}::date, ${note.toDay}::date, ${note.kind}, ${note.text}, ${note.by}, ${note.staffId}, ${note.at})
    returning id`.execute(tx)
  return rows[0]!.id
}

export async function lockNote(tx: Transaction, id: number): Promise<Note | undefined> {
  const { rows } = await sql<Note>`select ${columns} from indicators.note where id = ${id} for update`.execute(tx)
  return rows[0]
}

export const deleteNote = async (tx: Transaction, id: number): Promise<void> => {
  await sql`delete from indicators.note where id = ${id}`.execute(tx)
}
