// Staff's work with people's data: deletions by two, legal holds, and what a person's page shows of them.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import * as calls from '@greenroom/contract/privacy'
import { archiveMade, deletionAsked, deletionEnded, personHeld } from '@greenroom/contract/sentences/privacy'
import type { deletionWaits } from '@greenroom/contract/statesAndKinds'
import type { Approvals } from '../../access/index.ts'
import { send } from '../../bridge/index.ts'
import type { Exports } from '../../files/index.ts'
import { type Context, levelOn, staffOf } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { mapPage } from '../../kit/database/paging.ts'
import { newId } from '../../kit/random.ts'
import { momentOf } from '../../kit/time.ts'
import { record } from '../../log/index.ts'
import type { Params } from '../../params/index.ts'
import { lockPeople } from '../users/index.ts'
import * as listed from './deletion.list.ts'
import * as queries from './deletion.queries.ts'
import { dueAfter } from './deletion.rules.ts'
import { waitsOf } from './erase/erase.waits.ts'
import { addHold, endHold, holdsOf, lockHold } from './hold.queries.ts'
import type { PictureOf } from './personArchive.pictures.ts'
import { readersOf } from './reads.ts'

export type Services = {
  params: Params
  approvals: Approvals
  archives: Pick<Exports, 'archive'>
  /** A picture that the app keeps. */
  picture: PictureOf
}

type Shown = RecordOf<typeof calls.deletionList>

export const deleteKind = 'user.delete'

const mayWrite = (context: Context) => levelOn(staffOf(context), 'users.deletions') === 3

function shown(context: Context, row: listed.DeletionRow): Shown {
  return {
    deletionId: row.id,
    userId: Number(row.user_id),
    nickname: row.nickname,
    avatarUrl: row.avatar_url,
    state: row.state,
    askedBy: row.asked_by,
    approvedBy: row.approved_by,
    askedAt: row.asked_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    reason: row.reason,
    waits: row.waits as (typeof deletionWaits)[number][],
    cancelledBy: row.cancelled_by,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    cancelReason: row.cancel_reason,
    erasedAt: row.erased_at?.toISOString() ?? null,
    can: { cancel: mayWrite(context) ? row.state === 'waiting' || 'state' : 'readOnly' },
  }
}

export const list = async (context: Context, payload: Parsed<typeof calls.deletionList>) =>
  mapPage(await listed.deletionPage(context, payload), (row) => shown(context, row))

/** The person, locked. @throws Refusal 21001 */
async function lockedPerson(tx: Transaction, context: Context, userId: number) {
  const [person] = await lockPeople(tx, context.scope, [BigInt(userId)])
  if (!person) throw new Refusal(21001)
  return { id: person.id, named: { id: String(person.id), nickname: person.nickname } }
}

/** @throws Refusal 20000 if a deletion is under way, or the person was erased */
async function mustNotBeGoing(tx: Transaction, userId: bigint): Promise<void> {
  const standing = (await queries.standingOf(tx, [userId])).get(userId)!
  if (standing.open) throw refuseBecause(20000, 'userId', 'deletion.open')
  if (standing.erasedAt) throw refuseBecause(20000, 'userId', 'deletion.erased')
}

/** Requests a deletion. @throws Refusal 21001, 20000 */
export const ask = (
  { approvals }: Pick<Services, 'approvals'>,
  context: Context,
  { userId, reason }: Parsed<typeof calls.deletionAsk>,
): Promise<Answer<typeof calls.deletionAsk>> =>
  context.tx(async (tx) => {
    const { id, named } = await lockedPerson(tx, context, userId)
    await mustNotBeGoing(tx, id)
    const waits = (await waitsOf(tx, [id], context.now)).get(id) ?? []
    const approvalId = await approvals.ask(tx, context, {
      kind: deleteKind,
      subject: String(userId),
      payload: { userId },
      before: { userId, waits },
      after: { userId, state: 'waiting' },
      reason,
      title: deletionAsked('request', named),
    })
    return { approvalId }
  })

/** Begins what two asked for. @throws Refusal 21001, 20000 */
export async function begin(
  tx: Transaction,
  context: Context,
  params: Params,
  { userId, maker, reason }: { userId: number; maker: string; reason: string },
): Promise<void> {
  const { now } = context
  const { id, named } = await lockedPerson(tx, context, userId)
  await mustNotBeGoing(tx, id)
  const dueAt = dueAfter(now, params.integer('deletion_days'))
  const approvedBy = staffOf(context).username
  await queries.insertDeletion(tx, {
    id: newId(now),
    user_id: id,
    asked_by: maker,
    approved_by: approvedBy,
    asked_at: now,
    due_at: dueAt,
    reason,
  })
  await send(tx, now, [queries.deletionChanged(id, 'waiting', dueAt)])
  await record(tx, context, {
    operation: deleteKind,
    target: `user ${id}`,
    content: deletionAsked('done', named),
    before: null,
    after: { userId, state: 'waiting', dueAt: dueAt.toISOString(), askedBy: maker },
    reason,
  })
}

/** Ends a deletion. @throws Refusal 10032, 20000 once it erases, or has ended */
export const cancel = (context: Context, { deletionId, reason }: Parsed<typeof calls.deletionCancel>) =>
  context.tx(async (tx) => {
    const found = await queries.deletionById(tx, deletionId)
    if (!found || context.scope.kind !== 'platform') throw refuseBecause(10032, 'deletionId', 'record.none')
    const { id, named } = await lockedPerson(tx, context, Number(found.user_id))
    const open = (await queries.standingOf(tx, [id])).get(id)?.open
    if (open?.id !== deletionId || open.state !== 'waiting') throw refuseBecause(20000, 'deletionId', 'deletion.ended')
    await queries.endDeletion(tx, deletionId, { by: staffOf(context).username, at: context.now, reason })
    await send(tx, context.now, [queries.deletionChanged(id, 'cancelled', null)])
    await record(tx, context, {
      target: `user ${id}`,
      content: deletionEnded(named),
      before: { state: 'waiting', dueAt: open.due_at.toISOString(), askedBy: open.asked_by },
      after: { state: 'cancelled' },
      reason,
    })
    return {}
  })

/** Holds a person's data. @throws Refusal 21001, 20000 for a moment that has passed, or somebody who was erased */
export const hold = (
  context: Context,
  { userId, reason, untilStr }: Parsed<typeof calls.holdSave>,
): Promise<Answer<typeof calls.holdSave>> =>
  context.tx(async (tx) => {
    const { id, named } = await lockedPerson(tx, context, userId)
    const standing = (await queries.standingOf(tx, [id])).get(id)!
    if (standing.erasedAt) throw refuseBecause(20000, 'userId', 'deletion.erased')
    const until = untilStr === undefined ? null : momentOf(untilStr, context.timeZone, 'untilStr')
    if (until && until <= context.now) throw refuseBecause(20000, 'untilStr', 'hold.past')
    const holdId = newId(context.now)
    await addHold(tx, { id: holdId, user_id: id, reason, until, by: staffOf(context).username, at: context.now })
    await record(tx, context, {
      target: `user ${id}`,
      content: personHeld(named, 'begun'),
      before: null,
      after: { holdId, userId, until: until?.toISOString() ?? null },
      reason,
    })
    return { holdId }
  })

/** Ends a hold. @throws Refusal 10032, 20000 if it has ended */
export const release = (context: Context, { holdId, reason }: Parsed<typeof calls.holdEnd>) =>
  context.tx(async (tx) => {
    const found = context.scope.kind === 'platform' ? await lockHold(tx, holdId) : undefined
    if (!found) throw refuseBecause(10032, 'holdId', 'record.none')
    if (found.ended_at) throw refuseBecause(20000, 'holdId', 'hold.ended')
    const { id, named } = await lockedPerson(tx, context, Number(found.user_id))
    await endHold(tx, holdId, { by: staffOf(context).username, at: context.now, reason })
    await record(tx, context, {
      target: `user ${id}`,
      content: personHeld(named, 'ended'),
      before: { holdId, userId: Number(id), until: found.until?.toISOString() ?? null },
      after: { holdId, state: 'ended' },
      reason,
    })
    return {}
  })

/** Begins the archive of everything that is known of a person. @throws Refusal 21001 */
export const archive = (
  { archives }: Pick<Services, 'archives'>,
  context: Context,
  { userId, reason }: Parsed<typeof calls.personArchive>,
): Promise<Answer<typeof calls.personArchive>> =>
  archives.archive(context, calls.personArchive.name, { userId }, async (tx) => {
    const { id } = await lockedPerson(tx, context, userId)
    await record(tx, context, {
      target: `user ${id}`,
      content: archiveMade(id),
      before: null,
      after: { userId },
      reason,
    })
  })

/** What a person's page shows. @throws Refusal 10032 */
export async function info(
  { approvals }: Pick<Services, 'approvals'>,
  context: Context,
  { userId }: Parsed<typeof calls.personData>,
): Promise<Answer<typeof calls.personData>> {
  const { database, now } = context
  const id = BigInt(userId)
  const person = await listed.newestOf(database, context.scope, id)
  if (!person) throw new Refusal(10032)
  const mayRead = (levelOn(staffOf(context), 'users.deletions') ?? 0) > 0
  const waiting = (await approvals.waitingOn(database, deleteKind, now)).get(String(userId)) ?? null
  const { deletion } = person
  const isOpen = deletion !== null && (deletion.state === 'waiting' || deletion.state === 'erasing')
  const able = (ability: boolean): true | string => (mayWrite(context) ? ability || 'state' : 'readOnly')
  return {
    userId,
    deletion: deletion && shown(context, deletion),
    waits: person.isErased ? [] : ((await waitsOf(database, [id], now)).get(id) ?? []),
    approvalId: waiting,
    holds: mayRead ? await holdsOf(database, id, now) : [],
    readers: mayRead ? await readersOf(database, id, context.timeZone) : null,
    can: {
      delete: able(!isOpen && !person.isErased && waiting === null),
      cancel: able(deletion?.state === 'waiting'),
      hold: able(!person.isErased),
      archive: able(!person.isErased),
    },
  }
}
