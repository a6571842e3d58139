// Writes messages: checks content, audience and times.
import type { Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/messages'
import type { Audience } from '@greenroom/contract/messages.schema'
import { sql } from 'kysely'
import { uploadedFor } from '../../../files/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause, refuseCode } from '../../../kit/calls/refusal.ts'
import { json, type Transaction } from '../../../kit/database/database.ts'
import { momentOf } from '../../../kit/time.ts'
import { addRow, changeRows, createdBy, lockAt } from '../../../records/index.ts'
import { sizeOf } from './officialMessage.audience.ts'
import { messages } from './officialMessage.records.ts'
import { audienceFault, contentFault, givenTexts, isLocked, timesFault } from './officialMessage.rules.ts'

type Content = Parsed<typeof calls.messageSave>

/** @throws Refusal 10026 if the caller may not write as this account. */
async function mustWriteAs(tx: Transaction, context: Context, accountId: number | undefined): Promise<void> {
  if (accountId === undefined) return
  const { rows } = await sql`
    select from official.account
     where id = ${accountId} and enabled and ${staffOf(context).id} = any (writer_ids)`.execute(tx)
  if (rows.length === 0) throw refuseBecause(10026, 'accountId', 'message.writer')
}

/** The columns of a valid message, with the counted audience. @throws Refusal of the catalogue's group Messages. */
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
  const notAfter = payload.notAfter ? momentOf(payload.notAfter, timeZone, 'notAfter') : null
  const late = timesFault({ at: sendType === 'draft' ? null : at, notAfter }, now)
  if (late?.field === 'notAfter') throw refuseBecause(10009, 'notAfter', 'message.notAfter')
  if (late) throw refuseCode(late.code, late.field)
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

export const saveMessage = (context: Context, payload: Content) =>
  context.tx(async (tx) => {
    const values = { ...(await columnsOf(tx, context, payload)), ...createdBy(context) }
    // The audience is stored as JSON, which the table's types do not know.
    const { id } = await addRow(tx, context, messages, values as never)
    return { id }
  })

/** @throws Refusal 80012 within half an hour of its time, 20000 once sending has begun. */
export const updateMessage = (context: Context, { id, version, ...payload }: Parsed<typeof calls.messageUpdate>) =>
  context.tx(async (tx) => {
    const before = await lockAt(tx, messages, id, version, {})
    if (before.state !== 'draft' && before.state !== 'pending') throw refuseBecause(20000, 'state', 'message.begun')
    if (isLocked(before.state, before.send_at, context.now)) throw refuseCode(80012, 'sendTime')
    // As above.
    await changeRows(tx, context, messages, [before], (await columnsOf(tx, context, payload)) as never, 'edited')
    return {}
  })
