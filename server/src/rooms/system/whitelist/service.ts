// Changes the whitelist: one transaction a verb.

import type { Parsed } from '@greenroom/contract/call'
import { whitelistChanged } from '@greenroom/contract/sentences/system'
import type { whitelistDelete, whitelistSave, whitelistUpdate } from '@greenroom/contract/system'
import { batch, chosen, done, notDone } from '../../../kit/batch.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import { Refusal, refuseBecause, refuseField } from '../../../kit/refusal.ts'
import { staleWrite } from '../../../kit/stale.ts'
import { momentOf, spanOf } from '../../../kit/time.ts'
import { record, recordMany } from '../../../log/index.ts'
import { widestPrefix } from './address.ts'
import * as queries from './queries.ts'
import { coversTooMuch, entryOf, goodExpiry, type Kind, normalValue, stateAt } from './rules.ts'

/** The moment from which an entry no longer counts; a day alone counts whole. */
function expiryOf(context: Context, text: string | undefined): Date | null {
  if (text === undefined) return null
  momentOf(text, context.timeZone, 'expiresAtStr')
  return spanOf({ endTimeStr: text }, context.timeZone).to ?? null
}

const past = () => refuseBecause(10009, 'expiresAtStr', 'time.past')

const tooWide = () => refuseBecause(10009, 'value', 'whitelist.tooWide', widestPrefix)

const wanted: Record<Kind, string> = {
  ip: 'an address such as 203.0.113.7 or a network such as 203.0.113.0/24',
  user: 'the number of an app user',
  device: 'a serial number',
  withdrawal: 'an account',
}

/** @throws Refusal 10009 for a value that is none of its kind or a network too wide, 21001 no such app user, 10027 there already. */
export const saveEntry = (context: Context, payload: Parsed<typeof whitelistSave>) =>
  context.tx(async (tx) => {
    const { kind } = payload
    const value = normalValue(kind, payload.value)
    if (value === null) throw refuseField(10009, 'value', wanted[kind])
    if (coversTooMuch(kind, value)) throw tooWide()
    const expiresAt = expiryOf(context, payload.expiresAtStr)
    if (!goodExpiry(expiresAt, context.now)) throw past()
    if (kind === 'user' && !(await queries.appUserExists(tx, value)))
      throw refuseBecause(21001, 'value', 'whitelist.user', { value })
    const by = staffOf(context).username
    const made = await queries.insertEntry(tx, {
      kind,
      value,
      note: payload.note ?? '',
      expires_at: expiresAt,
      created_by: by,
      created_at: context.now,
      updated_by: by,
      updated_at: context.now,
    })
    if (!made) throw refuseBecause(10027, 'value', 'whitelist.exists', { value })
    await record(tx, context, {
      target: `whitelist ${made.id}`,
      content: whitelistChanged([{ kind, value }], 'added'),
      before: null,
      after: entryOf(made),
    })
    return { id: made.id }
  })

/**
 * Sets note and end; an end that is left out means none.
 *
 * @throws Refusal 10032 for an unknown id, 20000 for a stale version, 10009 for an end in the past.
 */
export const updateEntry = (context: Context, payload: Parsed<typeof whitelistUpdate>) =>
  context.tx(async (tx) => {
    const expiresAt = expiryOf(context, payload.expiresAtStr)
    const note = payload.note ?? ''
    const before = await queries.lockEntry(tx, payload.id)
    if (!before) throw new Refusal(10032)
    if (before.version !== payload.version)
      throw staleWrite(
        { by: before.updated_by, at: before.updated_at, version: before.version },
        { note: before.note, expiresAtStr: before.expires_at },
        { note, expiresAtStr: expiresAt },
      )
    if (!goodExpiry(expiresAt, context.now, before.expires_at)) throw past()
    if (coversTooMuch(before.kind as Kind, before.value) && stateAt(expiresAt, context.now) === 'effective')
      throw tooWide()
    const after = await queries.updateEntry(tx, before.id, {
      note,
      expires_at: expiresAt,
      updated_by: staffOf(context).username,
      updated_at: context.now,
    })
    await record(tx, context, {
      target: `whitelist ${after.id}`,
      content: whitelistChanged([entryOf(after)], 'edited'),
      before: entryOf(before),
      after: entryOf(after),
    })
    return {}
  })

/** An unknown id is 10032 on its own line. */
export const deleteEntries = (context: Context, payload: Parsed<typeof whitelistDelete>) => {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, async (tx) => {
    const gone = await queries.deleteEntries(tx, ids)
    await recordMany(
      tx,
      context,
      gone.map((before) => ({
        target: `whitelist ${before.id}`,
        content: whitelistChanged([entryOf(before)], 'deleted'),
        before: entryOf(before),
        after: null,
        reason: payload.reason,
      })),
    )
    const ok = new Set(gone.map((row) => row.id))
    return ids.map((id) => (ok.has(id) ? done(id) : notDone(id, 10032)))
  })
}
