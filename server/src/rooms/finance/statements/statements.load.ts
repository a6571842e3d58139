// Begins a statement and receives its file in parts: each is read and stored in one short transaction.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { statementBegun, statementPartLoaded } from '@greenroom/contract/sentences/statements'
import type * as calls from '@greenroom/contract/statements'
import { statementPartBytes } from '@greenroom/contract/statements.schema'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { hashOfPart } from '../../../kit/random.ts'
import { spanOf } from '../../../kit/time.ts'
import { record } from '../../../log/index.ts'
import { cellsOf, slices, wholeLines } from '../csvReader.ts'
import * as queries from './statements.queries.ts'
import { type Line, lineOf, momentsOf, placesOf, type Settings } from './statements.reading.ts'

export const mostLines = 1_000_000
const mostBytes = 512 * 1024 * 1024
/** Longer lines are not valid. */
const longestLine = 1024 * 1024
/** Read in one go; small enough not to block other requests. */
const sliceBytes = 256 * 1024
/** A stalled upload is dropped by the next one after this time. */
const stoppedMs = 120_000

/** Begins a statement. A stalled upload of the gateway, or one by the same maker, is dropped. */
export function start(
  context: Context,
  sent: Parsed<typeof calls.statementStart>,
): Promise<Answer<typeof calls.statementStart>> {
  return context.tx(async (tx) => {
    const { mappingId, fileName, fromDay, toDay, opening, closing } = sent
    const mapping = await queries.mappingById(tx, mappingId)
    if (!mapping) throw refuseBecause(10032, 'mappingId', 'record.none')
    if (fromDay > toDay) throw refuseBecause(1000002, 'toDay', 'statement.period')
    const { from, to } = spanOf({ startTimeStr: fromDay, endTimeStr: toDay }, context.timeZone)
    const by = staffOf(context).username
    await queries.holdGateway(tx, mapping.gateway)
    const open = await queries.openOf(tx, mapping.gateway)
    if (open) {
      const isLeft = open.made_by === by || context.now.getTime() - open.touched_at.getTime() > stoppedMs
      if (open.state !== 'loading' || !isLeft) throw refuseBecause(20000, 'mappingId', 'statement.open')
      await queries.setState(tx, open.id, 'discarded', 'statement.abandoned', context.now)
    }
    const statementId = await queries.addStatement(tx, {
      gateway: mapping.gateway,
      file_name: fileName,
      mapping_name: mapping.name,
      settings: JSON.stringify(mapping.settings),
      from_day: fromDay,
      to_day: toDay,
      from_at: from!,
      until_at: to!,
      opening: opening === undefined ? null : BigInt(opening),
      closing: closing === undefined ? null : BigInt(closing),
      made_by: by,
      made_at: context.now,
      touched_at: context.now,
    })
    const details = { id: statementId, gateway: mapping.gateway }
    await record(tx, context, {
      target: `statement ${statementId}`,
      content: statementBegun(details),
      before: null,
      after: { ...details, fileName, fromDay, toDay },
    })
    return { statementId }
  })
}

/** Receives the next part. @throws Refusal 1000002 for an unreadable file; nothing of the part is stored. */
export function takePart(
  context: Context,
  { statementId, number, last, file }: Parsed<typeof calls.statementPart> & { file?: Buffer },
): Promise<Answer<typeof calls.statementPart>> {
  return context.tx(async (tx) => {
    const statement = await queries.lockStatement(tx, statementId)
    if (!statement) throw refuseBecause(10032, 'statementId', 'record.none')
    const isRepeat = number < statement.parts
    if (!isRepeat && statement.state !== 'loading') throw refuseBecause(20000, 'statementId', 'statement.state')
    if (number > statement.parts) throw refuseBecause(20000, 'number', 'statement.part', { number: statement.parts })
    const bytes = file ?? Buffer.alloc(0)
    if (!isRepeat && (bytes.length > statementPartBytes || (!last && bytes.length !== statementPartBytes)))
      throw refuseBecause(1000002, 'file', 'statement.partSize', { bytes: statementPartBytes })
    await record(tx, context, {
      target: `statement ${statementId}`,
      content: statementPartLoaded({ id: statementId, number }),
      before: null,
      after: { statementId, number, bytes: bytes.length },
    })
    // A retry after a lost response: already done.
    if (isRepeat)
      return { lines: statement.lines, state: statement.state as 'loading', stateReason: statement.state_reason }
    const read = await readPart(statement, bytes, last, (lines, first) =>
      queries.addLines(tx, { statementId, zone: context.timeZone, first, lines }),
    )
    const hash = hashOfPart(statement.hash, bytes)
    if (last) {
      if (read.lines === 0) throw refuseBecause(1000002, 'file', 'statement.empty')
      const same = await queries.sameFile(tx, hash)
      if (same !== null) throw refuseBecause(20000, 'file', 'statement.same', { id: same })
    }
    const state = last ? 'matching' : 'loading'
    await queries.saveLoaded(tx, statementId, {
      ...read,
      state,
      hash,
      bytes: statement.bytes + BigInt(bytes.length),
      parts: number + 1,
      touched_at: context.now,
    })
    return { lines: read.lines, state, stateReason: '' }
  })
}

type Loaded = Pick<queries.Statement, 'carry' | 'header' | 'lines' | 'unreadable' | 'amount_sum' | 'fee_sum'> &
  Pick<queries.Statement, 'first_balance' | 'last_balance' | 'first_net'>

/** Reads the complete lines of a part, and passes them to `store` in slices. */
async function readPart(
  statement: queries.Statement,
  part: Buffer,
  last: boolean,
  store: (lines: readonly Line[], first: number) => Promise<unknown>,
): Promise<Loaded> {
  if (statement.bytes + BigInt(part.length) > BigInt(mostBytes))
    throw refuseBecause(1000002, 'file', 'statement.tooLong', { most: mostLines })
  const settings = statement.settings as Settings
  const bytes = Buffer.concat([statement.carry, part])
  const end = last ? bytes.length : wholeLines(bytes)
  const carry = bytes.subarray(end)
  if (carry.length > longestLine) throw refuseBecause(1000002, 'file', 'statement.lineTooLong')
  const loaded: Loaded = {
    carry,
    header: statement.header,
    lines: statement.lines,
    unreadable: statement.unreadable,
    amount_sum: statement.amount_sum,
    fee_sum: statement.fee_sum,
    first_balance: statement.first_balance,
    last_balance: statement.last_balance,
    first_net: statement.first_net,
  }
  // The database stores a slice while the next one is read.
  let stored: Promise<unknown> = Promise.resolve()
  const momentOf = momentsOf(settings.dates)
  try {
    for (const slice of slices(bytes.subarray(0, end), sliceBytes)) {
      const rows = cellsOf(slice, settings.delimiter, loaded.lines)
      if (loaded.header.length === 0) loaded.header = rows.shift() ?? []
      if (rows.length === 0) continue
      const places = placesOf(loaded.header, settings)
      if (Array.isArray(places))
        throw refuseBecause(1000002, 'file', 'statement.header', { columns: places.join(', ') })
      const lines = rows.map((cells) => lineOf(cells, places, settings, momentOf))
      if (loaded.lines + lines.length > mostLines)
        throw refuseBecause(1000002, 'file', 'statement.tooLong', { most: mostLines })
      await stored
      stored = store(lines, loaded.lines + 1)
      add(loaded, lines)
    }
    await stored
  } finally {
    await Promise.allSettled([stored])
  }
  if (loaded.header.length > 0) {
    const places = placesOf(loaded.header, settings)
    if (Array.isArray(places)) throw refuseBecause(1000002, 'file', 'statement.header', { columns: places.join(', ') })
  }
  return loaded
}

function add(loaded: Loaded, lines: readonly Line[]): void {
  if (loaded.lines === 0) {
    loaded.first_balance = lines[0]!.balance
    loaded.first_net = lines[0]!.amountMinor - lines[0]!.feeMinor
  }
  for (const line of lines) {
    loaded.amount_sum += line.amountMinor
    loaded.fee_sum += line.feeMinor
    if (line.fault !== '') loaded.unreadable++
    if (line.balance !== null) loaded.last_balance = line.balance
  }
  loaded.lines += lines.length
}
