// Notes about users: anyone with write access to the list adds them; authors edit their own.
import type { Parsed } from '@greenroom/contract/call'
import { noted } from '@greenroom/contract/sentences/users'
import type * as calls from '@greenroom/contract/users'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { staleWrite } from '../../../kit/calls/stale.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { newId } from '../../../kit/random.ts'
import { record } from '../../../log/index.ts'
import { peopleByIds } from '../users.queries.ts'
import { noteCanOf } from '../users.rules.ts'
import { viewerOf } from '../users.viewer.ts'
import * as queries from './userNote.queries.ts'

const canOf = (context: Context, note: queries.NoteRow) =>
  noteCanOf({ staffId: note.staff_id }, { ...viewerOf(context), ...staffOf(context) })

const shown = (context: Context, note: queries.NoteRow) => ({
  noteId: note.id,
  text: note.text,
  by: note.by,
  at: note.at.toISOString(),
  version: note.version,
  can: canOf(context, note),
})

const snapshot = ({ id, user_id, text, by, at, version }: queries.NoteRow) => ({
  noteId: id,
  userId: user_id,
  text,
  by,
  at,
  version,
})

export async function list(context: Context, payload: Parsed<typeof calls.userNoteList>) {
  const page = await queries.notePage(context, BigInt(payload.userId), payload)
  return mapPage(page, (note) => shown(context, note))
}

/** @throws Refusal 21001 */
export const save = (context: Context, { userId, text }: Parsed<typeof calls.userNoteSave>) =>
  context.tx(async (tx) => {
    const [person] = await peopleByIds(tx, context.scope, [BigInt(userId)])
    if (!person) throw new Refusal(21001)
    const { id: staff_id, username: by } = staffOf(context)
    const { now: at } = context
    const note = await queries.insertNote(tx, { id: newId(at), user_id: person.id, text, by, staff_id, at })
    await record(tx, context, {
      target: `user ${userId}`,
      content: noted({ id: userId, nickname: person.nickname }, 'added'),
      before: null,
      after: snapshot(note),
    })
    return shown(context, note)
  })

/** @throws Refusal 10032, 10026 another's note, 20000 changed in the meantime */
export const update = (context: Context, { noteId, text, version }: Parsed<typeof calls.userNoteUpdate>) =>
  context.tx(async (tx) => {
    const before = await queries.lockNote(tx, context.scope, noteId)
    if (!before) throw new Refusal(10032)
    if (canOf(context, before).update !== true) throw refuseBecause(10026, 'noteId', 'note.author', { by: before.by })
    if (before.version !== version)
      throw staleWrite({ by: before.by, at: null, version: before.version }, { text: before.text }, { text })
    const after = await queries.updateNote(tx, noteId, text)
    await record(tx, context, {
      target: `user ${before.user_id}`,
      content: noted({ id: String(before.user_id), nickname: before.nickname }, 'edited'),
      before: snapshot(before),
      after: snapshot(after),
    })
    return shown(context, after)
  })

/** @throws Refusal 10032, 10026 another's note */
export const remove = (context: Context, { noteId }: Parsed<typeof calls.userNoteDelete>) =>
  context.tx(async (tx) => {
    const before = await queries.lockNote(tx, context.scope, noteId)
    if (!before) throw new Refusal(10032)
    if (canOf(context, before).delete !== true) throw refuseBecause(10026, 'noteId', 'note.deleter', { by: before.by })
    await queries.deleteNote(tx, noteId)
    await record(tx, context, {
      target: `user ${before.user_id}`,
      content: noted({ id: String(before.user_id), nickname: before.nickname }, 'deleted'),
      before: snapshot(before),
      after: null,
    })
    return {}
  })
