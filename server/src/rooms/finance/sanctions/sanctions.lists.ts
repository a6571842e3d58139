// Imports a version of a sanctions list: its file comes in parts, each read and stored in one short transaction. A version that
// removes names comes into force when a second member of staff approves it, as does the end of a list.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/sanctions'
import { sanctionsPartBytes } from '@greenroom/contract/sanctions.schema'
import {
  sanctionsBegun,
  sanctionsEnded,
  sanctionsImported,
  sanctionsPartLoaded,
} from '@greenroom/contract/sentences/sanctions'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, defineApproval } from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because, Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { type Transaction, violates } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { hashOfPart } from '../../../kit/random.ts'
import { record } from '../../../log/index.ts'
import { cellsOf, slices, wholeLines } from '../csvReader.ts'
import * as queries from './sanctions.queries.ts'
import { type Entry, entryOf, placesOf } from './sanctions.reading.ts'

export const importKind = 'sanctions.import'
export const endKind = 'sanctions.end'

export const mostEntries = 500_000
const mostBytes = 1024 * 1024 * 1024
const longestLine = 4 * 1024 * 1024
const sliceBytes = 256 * 1024
/** A stalled upload is dropped by the next one after this time. */
const stoppedMs = 120_000

type Services = { approvals: Approvals }
type Shown = RecordOf<typeof calls.sanctionsListList>

/** One page of versions. */
export async function list({ approvals }: Services, context: Context, payload: Parsed<typeof calls.sanctionsListList>) {
  const [page, ending] = await Promise.all([
    queries.listPage(context, payload),
    approvals.waitingOn(context.database, endKind, context.now),
  ])
  const mayWrite = levelOn(staffOf(context), 'finance.sanctions') === 3
  return mapPage(page, (row): Shown => {
    const approvalId = ending.get(String(row.id)) ?? (row.state === 'waiting' ? row.approval_id : null)
    return {
      id: row.id,
      name: row.name,
      fileName: row.file_name,
      state: row.state as Shown['state'],
      entries: row.entries,
      names: row.names,
      addresses: row.addresses,
      skipped: row.skipped,
      added: row.added,
      removed: row.removed,
      approvalId,
      madeBy: row.made_by,
      madeAt: row.made_at.toISOString(),
      inForceAt: row.in_force_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
      can: { end: !mayWrite ? 'readOnly' : row.state !== 'in force' ? 'state' : approvalId !== null ? 'waits' : true },
    }
  })
}

/** Begins a version. A stalled upload of the list, or one by the same maker, is dropped. @throws Refusal 20000 */
export function start(
  context: Context,
  { name, fileName }: Parsed<typeof calls.sanctionsStart>,
): Promise<Answer<typeof calls.sanctionsStart>> {
  return context.tx(async (tx) => {
    const by = staffOf(context).username
    await queries.holdName(tx, name)
    const open = await queries.openOf(tx, name)
    if (open) {
      const isLeft = open.made_by === by || context.now.getTime() - open.touched_at.getTime() > stoppedMs
      if (open.state !== 'loading' || !isLeft) throw refuseBecause(20000, 'name', 'sanctions.loading')
      await queries.setList(tx, open.id, { state: 'discarded', ended_at: context.now })
    }
    const listId = await queries.addList(tx, {
      name,
      file_name: fileName,
      made_by: by,
      made_at: context.now,
      touched_at: context.now,
    })
    await record(tx, context, {
      target: `sanctions list ${listId}`,
      content: sanctionsBegun(name),
      before: null,
      after: { listId, name, fileName },
    })
    return { listId }
  })
}

type Loaded = Pick<queries.List, 'carry' | 'header' | 'entries' | 'skipped'>

/** Reads the complete lines of a part and stores their entries. @throws Refusal 1000002 for a file that cannot be read */
async function readPart(tx: Transaction, list: queries.List, part: Buffer, last: boolean): Promise<Loaded> {
  if (list.bytes + BigInt(part.length) > BigInt(mostBytes))
    throw refuseBecause(1000002, 'file', 'statement.tooLong', { most: mostEntries })
  const bytes = Buffer.concat([list.carry, part])
  const end = last ? bytes.length : wholeLines(bytes)
  const carry = bytes.subarray(end)
  if (carry.length > longestLine) throw refuseBecause(1000002, 'file', 'statement.lineTooLong')
  const loaded: Loaded = { carry, header: list.header, entries: list.entries, skipped: list.skipped }
  for (const slice of slices(bytes.subarray(0, end), sliceBytes)) {
    const rows = cellsOf(slice, ',', loaded.entries + loaded.skipped)
    if (loaded.header.length === 0) loaded.header = rows.shift() ?? []
    const places = placesOf(loaded.header)
    if (Array.isArray(places)) throw refuseBecause(1000002, 'file', 'sanctions.columns', { columns: places.join(', ') })
    const found = rows.map((cells) => entryOf(cells, places as Exclude<typeof places, readonly string[]>))
    const entries = found.filter((entry): entry is Entry => entry !== null)
    if (loaded.entries + entries.length > mostEntries)
      throw refuseBecause(1000002, 'file', 'statement.tooLong', { most: mostEntries })
    // The database refuses duplicates of other slices.
    if (new Set(entries.map(({ reference }) => reference)).size < entries.length)
      throw refuseBecause(1000002, 'file', 'sanctions.twice')
    await queries.addEntries(tx, list.id, entries)
    loaded.entries += entries.length
    loaded.skipped += found.length - entries.length
  }
  return loaded
}

const viewOf = (list: queries.List) => ({ listId: list.id, name: list.name, entries: list.entries })

/** After the last part: in force at once, or pending if it removes entries of the version in force. */
async function complete({ approvals }: Services, tx: Transaction, context: Context, list: queries.List) {
  if (list.entries === 0) throw refuseBecause(1000002, 'file', 'sanctions.empty')
  await queries.holdName(tx, list.name)
  const before = await queries.inForceOf(tx, list.name)
  if (before?.hash.equals(list.hash)) throw refuseBecause(20000, 'file', 'sanctions.same')
  const { added, removed, names, addresses } = await queries.compared(tx, list.id, before?.id ?? null)
  await queries.setList(tx, list.id, { added, removed, names, addresses })
  const after = { ...viewOf(list), names, addresses, added, removed, fileName: list.file_name }
  const details = { name: list.name, entries: list.entries, added, removed }
  if (removed === 0) {
    await queries.bringIntoForce(tx, list, context.now)
    await record(tx, context, {
      target: `sanctions list ${list.id}`,
      content: sanctionsImported('done', details),
      before: before ? viewOf(before) : null,
      after,
    })
    return { entries: list.entries, state: 'in force' as const }
  }
  const approvalId = await approvals.ask(tx, context, {
    kind: importKind,
    subject: String(list.id),
    payload: { listId: list.id },
    before: before ? viewOf(before) : null,
    after,
    reason: list.file_name,
    title: sanctionsImported('request', details),
  })
  await queries.setList(tx, list.id, { state: 'waiting', approval_id: approvalId })
  return { entries: list.entries, state: 'waiting' as const, approvalId }
}

/** Takes the next part. @throws Refusal 10032, 20000; 1000002 for a file that cannot be read: nothing of the part is stored */
export function takePart(
  services: Services,
  context: Context,
  { listId, number, last, file }: Parsed<typeof calls.sanctionsPart> & { file?: Buffer },
): Promise<Answer<typeof calls.sanctionsPart>> {
  return context
    .tx(async (tx) => {
      const list = await queries.lockList(tx, listId)
      if (!list) throw refuseBecause(10032, 'listId', 'record.none')
      const isRepeat = number < list.parts
      if (!isRepeat && list.state !== 'loading') throw refuseBecause(20000, 'listId', 'sanctions.state')
      if (number > list.parts) throw refuseBecause(20000, 'number', 'statement.part', { number: list.parts })
      const part = file ?? Buffer.alloc(0)
      if (!isRepeat && (part.length > sanctionsPartBytes || (!last && part.length !== sanctionsPartBytes)))
        throw refuseBecause(1000002, 'file', 'statement.partSize', { bytes: sanctionsPartBytes })
      // The last part logs the list.
      if (!last || isRepeat)
        await record(tx, context, {
          target: `sanctions list ${listId}`,
          content: sanctionsPartLoaded(list.name, number),
          before: null,
          after: { listId, number, bytes: part.length },
        })
      // A retry after a lost response: already done.
      if (isRepeat)
        return {
          entries: list.entries,
          state: list.state as Shown['state'],
          ...(list.approval_id !== null && { approvalId: list.approval_id }),
        }
      const loaded = await readPart(tx, list, part, last)
      const set = {
        ...loaded,
        hash: hashOfPart(list.hash, part),
        bytes: list.bytes + BigInt(part.length),
        parts: number + 1,
        touched_at: context.now,
      }
      await queries.setList(tx, listId, set)
      return last
        ? complete(services, tx, context, { ...list, ...set })
        : { entries: loaded.entries, state: 'loading' as const }
    })
    .catch((error: unknown) => {
      if (violates(error, 'sanctions_entry_list_id_reference_key'))
        throw refuseBecause(1000002, 'file', 'sanctions.twice')
      throw error
    })
}

/** Activates an approved version that removes names. */
export const importApproval: ApprovalKind = defineApproval({
  kind: importKind,
  menu: 'finance.sanctions',
  payload: z.object({ listId: z.number().int() }),
  concerns: noParties,
  stillValid: async (tx, { payload: { listId } }) =>
    (await queries.lockList(tx, listId))?.state === 'waiting' ? null : because('approval.done'),
  async apply(tx, context, { payload: { listId }, reason }) {
    const list = await queries.lockList(tx, listId)
    if (list?.state !== 'waiting') throw refuseBecause(20000, 'listId', 'sanctions.state')
    await queries.holdName(tx, list.name)
    const before = await queries.inForceOf(tx, list.name)
    await queries.bringIntoForce(tx, list, context.now)
    const { name, entries, added, removed } = list
    await record(tx, context, {
      operation: importKind,
      target: `sanctions list ${listId}`,
      content: sanctionsImported('done', { name, entries, added, removed }),
      before: before ? viewOf(before) : null,
      after: { ...viewOf(list), added, removed, state: 'in force' },
      reason,
    })
  },
})

/** Proposes that a list in force ends. @throws Refusal 10032; 20000 if it is not in force or its end is already pending */
export const end = (
  { approvals }: Services,
  context: Context,
  { listId, reason }: Parsed<typeof calls.sanctionsEnd>,
): Promise<Answer<typeof calls.sanctionsEnd>> =>
  context.tx(async (tx) => {
    const list = await queries.lockList(tx, listId)
    if (!list) throw new Refusal(10032)
    if (list.state !== 'in force') throw refuseBecause(20000, 'listId', 'sanctions.state')
    const approvalId = await approvals.ask(tx, context, {
      kind: endKind,
      subject: String(listId),
      payload: { listId },
      before: { ...viewOf(list), state: 'in force' },
      after: { ...viewOf(list), state: 'ended' },
      reason,
      title: sanctionsEnded('request', list.name),
    })
    return { approvalId }
  })

export const endApproval: ApprovalKind = defineApproval({
  kind: endKind,
  menu: 'finance.sanctions',
  payload: z.object({ listId: z.number().int() }),
  concerns: noParties,
  stillValid: async (tx, { payload: { listId } }) =>
    (await queries.lockList(tx, listId))?.state === 'in force' ? null : because('approval.done'),
  async apply(tx, context, { payload: { listId }, reason }) {
    const list = await queries.lockList(tx, listId)
    if (list?.state !== 'in force') throw refuseBecause(20000, 'listId', 'sanctions.state')
    await queries.setList(tx, listId, { state: 'ended', ended_at: context.now })
    await record(tx, context, {
      operation: endKind,
      target: `sanctions list ${listId}`,
      content: sanctionsEnded('done', list.name),
      before: { ...viewOf(list), state: 'in force' },
      after: { ...viewOf(list), state: 'ended' },
      reason,
    })
  },
})
