// Notes on days: added with write access to a dashboard, deleted by the author or an administrator.
import { menuOf, type Parsed } from '@greenroom/contract/call'
import * as calls from '@greenroom/contract/indicators'
import { dayNoted } from '@greenroom/contract/sentences/indicators'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { record } from '../../../log/index.ts'
import * as queries from './indicatorNotes.queries.ts'

/** A note for the caller. `kind` is the dashboard's. */
export function shownNote(context: Context, note: queries.Note, kind: string) {
  const staff = staffOf(context)
  const menu = menuOf(calls.dayNoteDelete, { kind })
  const own = staff.administrator || staff.id === note.staffId
  const { staffId: _, ...shown } = note
  return { ...shown, at: note.at.toISOString(), mayDelete: own && menu !== undefined && levelOn(staff, menu) === 3 }
}

const snapshot = ({ at, ...note }: queries.Note) => ({ ...note, at: at.toISOString() })

/** @throws Refusal 10009 for days in the wrong order */
export const add = (context: Context, { fromDay, toDay, about, text }: Parsed<typeof calls.dayNoteAdd>) =>
  context.tx(async (tx) => {
    if (toDay < fromDay) throw refuseBecause(10009, 'toDay', 'indicator.order')
    const { id: staffId, username: by } = staffOf(context)
    const note = { fromDay, toDay, kind: about, text, by, staffId, at: context.now }
    const id = await queries.insertNote(tx, note)
    await record(tx, context, {
      target: `day note ${id}`,
      content: dayNoted('added', note),
      before: null,
      after: snapshot({ id, ...note }),
    })
    return { id }
  })

/** @throws Refusal 10032, 10026 another's note */
export const remove = (context: Context, { id }: Parsed<typeof calls.dayNoteDelete>) =>
  context.tx(async (tx) => {
    const note = await queries.lockNote(tx, id)
    if (!note) throw new Refusal(10032)
    const staff = staffOf(context)
    if (!staff.administrator && staff.id !== note.staffId)
      throw refuseBecause(10026, 'id', 'note.deleter', { by: note.by })
    await queries.deleteNote(tx, id)
    await record(tx, context, {
      target: `day note ${id}`,
      content: dayNoted('deleted', note),
      before: snapshot(note),
      after: null,
    })
    return {}
  })
