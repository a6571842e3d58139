// Receives the files of an import in parts: each is read and stored in one short transaction.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/moving'
import { importPartBytes } from '@greenroom/contract/moving.schema'
import { importBegun, importChecked, importPartLoaded } from '@greenroom/contract/sentences/moving'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { momentOf } from '../../kit/time.ts'
import { record } from '../../log/index.ts'
import { cellsOf, slices, wholeLines } from '../finance/index.ts'
import * as queries from './moving.queries.ts'
import { addTotals, type Lines, linesOfCells, linesOfJson, type Totals } from './moving.reading.ts'

/** Read in one go; small enough not to block other requests. */
const sliceBytes = 256 * 1024
/** Longer lines are not valid. */
const longestLine = 1024 * 1024
/** A file with more faults than anybody reads has the wrong form. */
const mostFaults = 20_000
/** The oldest moment of openings: the ledger has months for it. */
const oldestDays = 31
const day = 86_400_000

/** The moment of an import's openings. @throws Refusal 1000002 */
export function momentAllowed(at: Date, now: Date): Date {
  if (at > now || at.getTime() < now.getTime() - oldestDays * day)
    throw refuseBecause(1000002, 'atStr', 'import.moment', { days: oldestDays })
  return at
}

/** Milliseconds after which an import that receives nothing more has been left: its page was closed, or its file refused. */
const leftMs = 120_000

/** Begins an import, and ends what the same account left while its files were being received. */
export function start(
  context: Context,
  { atStr }: Parsed<typeof calls.importStart>,
): Promise<Answer<typeof calls.importStart>> {
  return context.tx(async (tx) => {
    const at = atStr === undefined ? null : momentAllowed(momentOf(atStr, context.timeZone, 'atStr'), context.now)
    const by = staffOf(context).username
    const left = await queries.endLeft(tx, by, new Date(context.now.getTime() - leftMs), context.now)
    const importId = await queries.addImport(tx, { at, made_by: by }, context.now)
    await record(tx, context, {
      target: `import ${importId}`,
      content: importBegun(importId),
      before: null,
      after: { importId, at: at?.toISOString() ?? null, ...(left.length > 0 && { left }) },
    })
    return { importId }
  })
}

const missing = () => refuseBecause(10032, 'importId', 'record.none')

/** Receives the next part. @throws Refusal 1000002 for an unreadable file; nothing of the part is stored. */
export function takePart(
  context: Context,
  { importId, fileName, number, last, file }: Parsed<typeof calls.importPart> & { file?: Buffer },
): Promise<Answer<typeof calls.importPart>> {
  return context.tx(async (tx) => {
    const found = await queries.lockImport(tx, importId)
    if (!found) throw missing()
    if (found.state !== 'loading') throw refuseBecause(20000, 'importId', 'import.state')
    const bytes = file ?? Buffer.alloc(0)
    if (bytes.length > importPartBytes || (!last && bytes.length !== importPartBytes))
      throw refuseBecause(1000002, 'file', 'statement.partSize', { bytes: importPartBytes })
    await record(tx, context, {
      target: `import ${importId}`,
      content: importPartLoaded({ id: importId, number, fileName }),
      before: null,
      after: { importId, fileName, number, bytes: bytes.length },
    })
    return { lines: await storePart(tx, found, { fileName, number, last, bytes }, context.now) }
  })
}

type Part = { fileName: string; number: number; last: boolean; bytes: Buffer }

/**
 * Stores the next part of a file of a locked import; one that was stored already is left.
 *
 * @returns the lines of the file so far
 * @throws Refusal 20000 for a part out of order, 1000002 for an unreadable file
 */
export async function storePart(
  tx: Transaction,
  found: Pick<queries.Import, 'id' | 'declared'>,
  { fileName, number, last, bytes }: Part,
  now: Date,
): Promise<number> {
  const file = await queries.fileNamed(tx, found.id, fileName)
  if (number < file.parts) return file.lines
  if (number > file.parts || file.complete)
    throw refuseBecause(20000, 'number', 'statement.part', { number: file.parts })
  const named = /\.(ndjson|jsonl|json)$/i.test(fileName)
  const loaded = await readPart(file, bytes, { last, named }, (lines) =>
    queries.addLines(tx, found.id, file.file, lines),
  )
  if (last && loaded.lines === 0) throw refuseBecause(1000002, 'file', 'statement.empty')
  const faults = await queries.faultsIn(tx, found.id)
  if (faults > mostFaults) throw refuseBecause(1000002, 'file', 'import.faults', { most: mostFaults })
  await queries.saveFile(tx, found.id, file.file, {
    bytes: file.bytes + BigInt(bytes.length),
    parts: number + 1,
    lines: loaded.lines,
    carry: loaded.carry,
    header: loaded.header,
    complete: last,
  })
  const declared = addTotals(found.declared as Record<string, Totals>, loaded.totals)
  await queries.saveImport(tx, found.id, { declared: JSON.stringify(declared), touched_at: now })
  return loaded.lines
}

const bom = Buffer.from([0xef, 0xbb, 0xbf])
const withoutBom = (bytes: Buffer) => (bytes.subarray(0, 3).equals(bom) ? bytes.subarray(3) : bytes)
const brace = 0x7b
const lineEnd = 0x0a

/** Reads the complete lines of a part, and passes them to `store` in slices. */
async function readPart(
  file: queries.File,
  part: Buffer,
  { last, named }: { last: boolean; named: boolean },
  store: (lines: Lines) => Promise<unknown>,
): Promise<{ lines: number; carry: Buffer; header: string[]; totals: Totals[] }> {
  const joined = Buffer.concat([file.carry, part])
  const bytes = file.lines === 0 ? withoutBom(joined) : joined
  // A file of NDJSON begins with an object, one of CSV with the names of its columns. What is named as NDJSON is read as such: each line that is
  // none, such as what a program of the database prints around its rows, is then a fault of its own.
  const isJson = file.lines > 0 ? file.header.length === 0 : named || bytes.find((byte) => byte > 0x20) === brace
  const end = last ? bytes.length : isJson ? bytes.lastIndexOf(lineEnd) + 1 : wholeLines(bytes)
  const carry = bytes.subarray(end)
  if (carry.length > longestLine) throw refuseBecause(1000002, 'file', 'statement.lineTooLong')
  const read = { lines: file.lines, carry, header: file.header, totals: [] as Totals[] }
  const whole = bytes.subarray(0, end)
  // The database stores a slice while the next one is read.
  let stored: Promise<unknown> = Promise.resolve()
  try {
    for (const slice of isJson ? jsonSlices(whole) : slices(whole, sliceBytes)) {
      const lines = isJson ? jsonOf(slice, read) : cellsIn(slice, read)
      read.totals.push(...lines.totals)
      await stored
      stored = store(lines)
    }
    await stored
  } finally {
    await Promise.allSettled([stored])
  }
  return read
}

/** Slices that end with a line: in NDJSON no text contains a line break. */
function* jsonSlices(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; ) {
    const cut = from + sliceBytes >= bytes.length ? -1 : bytes.indexOf(lineEnd, from + sliceBytes)
    const to = cut === -1 ? bytes.length : cut + 1
    yield bytes.subarray(from, to)
    from = to
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function jsonOf(slice: Buffer, read: { lines: number }): Lines {
  let text: string
  try {
    text = utf8.decode(slice)
  } catch {
    throw refuseBecause(1000002, 'file', 'statement.encoding')
  }
  const lines = linesOfJson(text, read.lines + 1)
  const breaks = text.split('\n').length - 1
  read.lines += breaks + (text.endsWith('\n') ? 0 : 1)
  return lines
}

function cellsIn(slice: Buffer, read: { lines: number; header: string[] }): Lines {
  const rows = cellsOf(slice, ',', read.lines)
  if (read.header.length === 0) {
    read.header = rows.shift() ?? []
    read.lines = 1
    if (!read.header.includes('kind')) throw refuseBecause(1000002, 'file', 'import.header')
  }
  const lines = linesOfCells(read.header, rows, read.lines + 1)
  read.lines += rows.length
  return lines
}

/** States in which an import can be checked: also again, since the platform goes on. */
export const checkable = ['loading', 'checked', 'undone'] as const

/** Whether all files have arrived and the import can be checked, or why not. */
export async function beginCheck(tx: Transaction, found: queries.Import, now: Date): Promise<void> {
  if (!checkable.some((state) => state === found.state)) throw refuseBecause(20000, 'importId', 'import.state')
  const files = await queries.filesOf(tx, found.id)
  const open = files.find(({ complete }) => !complete)
  if (files.length === 0 || open)
    throw refuseBecause(1000002, 'importId', 'import.incomplete', { file: open?.name ?? '–' })
  await queries.saveImport(tx, found.id, {
    state: 'checking',
    // From the beginning, whatever the last check had reached.
    stage: '',
    after_file: 0,
    after_line: 0,
    touched_at: now,
    version: found.version + 1,
  })
}

/** Begins the dry run; the job does it. */
export function check(
  context: Context,
  { importId, version }: Parsed<typeof calls.importCheck>,
): Promise<Answer<typeof calls.importCheck>> {
  return context.tx(async (tx) => {
    const found = await queries.lockImport(tx, importId)
    if (!found) throw missing()
    if (found.version !== version) throw refuseBecause(20000, 'version', 'import.changed')
    await beginCheck(tx, found, context.now)
    await record(tx, context, {
      target: `import ${importId}`,
      content: importChecked(importId),
      before: { state: found.state },
      after: { state: 'checking' },
    })
    return {}
  })
}
